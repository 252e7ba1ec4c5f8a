import assert from 'node:assert/strict';
import { commonSunPlace, sunPlaceOf } from '../../src/editor/sun-place';

const locations = [
  { id: 'root', name: 'All' },
  { id: 'street', name: 'Maple Street 12', parentId: 'root', hasSun: true as const },
  { id: 'panel', name: 'Main panel', parentId: 'street' },
  { id: 'sub', name: 'Sub panel', parentId: 'panel' },
  { id: 'road', name: 'Elm Road 3', parentId: 'root', hasSun: true as const },
  { id: 'garage', name: 'Garage', parentId: 'road' },
  { id: 'a', name: 'A', parentId: 'b' },
  { id: 'b', name: 'B', parentId: 'a' },
];

describe('the place of the sun', () => {
  it('is the nearest location with coordinates, from the chosen one upwards', () => {
    assert.equal(sunPlaceOf(locations, 'street')?.id, 'street');
    assert.equal(sunPlaceOf(locations, 'sub')?.id, 'street');
    assert.equal(sunPlaceOf(locations, 'garage')?.id, 'road');
  });

  it('is none above the addresses, for an unknown location, and where locations lie in each other', () => {
    for (const id of ['root', 'nowhere', 'a', undefined]) assert.equal(sunPlaceOf(locations, id), undefined);
  });

  it('of several locations is the one that all have, or none', () => {
    assert.equal(commonSunPlace(locations, ['panel', 'sub'])?.id, 'street');
    assert.equal(commonSunPlace(locations, ['panel', 'garage']), undefined);
    assert.equal(commonSunPlace(locations, ['panel', 'root']), undefined);
    assert.equal(commonSunPlace(locations, []), undefined);
  });
});
