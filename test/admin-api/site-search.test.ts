import assert from 'node:assert/strict';
import { siteSearch } from '../../src/admin-api';

describe('the search of a picker', () => {
  const locations = [
    { id: 'l-1', name: 'Maple Street 12' },
    { id: 'l-2', name: 'Main panel', parentId: 'l-1' },
    { id: 'l-3', name: 'Oak Avenue 5' },
    // A circle, as no service should tell it.
    { id: 'l-4', name: 'Here', parentId: 'l-5' },
    { id: 'l-5', name: 'There', parentId: 'l-4' },
  ];
  const devices = [
    { id: 'd-1', locationId: 'l-2', name: 'Stairs', load: 'lighting', serialNumber: '30101' },
    { id: 'd-2', locationId: 'l-2', load: 'oven', serialNumber: '30102' },
    { id: 'd-3', locationId: 'l-3', load: 'oven' },
    { id: 'd-4', locationId: 'l-4' },
    { id: 'd-5' },
  ];
  const search = siteSearch({ locations, devices });
  const found = (words: string) => search(words).map(({ id }) => id);

  it('finds by name, load, serial number, id, and by each location above', () => {
    assert.deepEqual(found('STAIRS'), ['d-1']);
    assert.deepEqual(found('30102'), ['d-2']);
    assert.deepEqual(found('d-3'), ['d-3']);
    assert.deepEqual(found('maple oven'), ['d-2']);
    assert.deepEqual(found('oven'), ['d-2', 'd-3']);
    assert.deepEqual(found('there'), ['d-4']);
    assert.deepEqual(found('elm'), []);
  });

  it('takes a path as it is shown, also in part and without blanks', () => {
    assert.deepEqual(found('Maple Street 12 / Main panel / Stairs'), ['d-1']);
    assert.deepEqual(found('maple/stairs'), ['d-1']);
    assert.deepEqual(found(' main panel / '), ['d-1', 'd-2']);
  });

  it('finds every device without a word', () => {
    assert.deepEqual(found('  '), ['d-1', 'd-2', 'd-3', 'd-4', 'd-5']);
  });
});
