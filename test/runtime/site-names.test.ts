import assert from 'node:assert/strict';
import { createCircuitDirectory } from '../../src/directory';
import type { Account } from '../../src/runtime';
import { readSite } from '../../src/runtime/admin/site';
import { circuit } from '../directory/circuits';

describe('devices for a picker', () => {
  const locations = [
    { id: 'l-1', name: 'Maple Street 12' },
    { id: 'l-2', name: 'Main panel', parentLocationId: 'l-1' },
  ];
  const devices = ['d-1', 'd-2'].map((id) => ({ id, locationId: 'l-2', loadDetails: { type: 'lighting' } }));
  const account = {
    circuits: { now: () => createCircuitDirectory([circuit('d-1', 'Stairs')]) },
    directory: async () => ({ devices: async () => devices, locations: async () => locations }),
  } as unknown as Account;
  const texts = (key: string) => key;
  const found = async (search: string) => (await readSite(account, search, '', texts)).devices.map(({ id }) => id);

  it('are found by given name, by the name of the site, and by both', async () => {
    assert.deepEqual(await found('stairs'), ['d-1']);
    assert.deepEqual(await found('maple'), ['d-1', 'd-2']);
    assert.deepEqual(await found('maple main stairs'), ['d-1']);
    assert.deepEqual(await found('oak'), []);
  });

  it('have the kind of load as the service spells it, apart from its maker and model', async () => {
    const { devices: shown } = await readSite(account, '', '', texts);
    assert.deepEqual(
      shown.map(({ loadType }) => loadType),
      ['lighting', 'lighting'],
    );
  });

  it('have their given name, and none where nobody gave one', async () => {
    const { devices: shown } = await readSite(account, '', '', texts);
    assert.deepEqual(
      shown.map(({ name }) => name),
      ['Stairs', undefined],
    );
  });

  it('come with every type of load of the account and of the specification, whatever is searched', async () => {
    assert.deepEqual((await readSite(account, 'oak', '', texts)).loadTypes, [
      { type: 'air-conditioner', devices: 0 },
      { type: 'lighting', devices: 2 },
    ]);
  });

  it('are found by the path of a location as it is shown', async () => {
    assert.deepEqual(await found('Maple Street 12 / Main panel / Stairs'), ['d-1']);
    assert.deepEqual(await found('maple street 12/main panel'), ['d-1', 'd-2']);
    assert.deepEqual(await found('main panel / maple street'), ['d-1', 'd-2']);
  });
});
