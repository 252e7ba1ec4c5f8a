import assert from 'node:assert/strict';
import { type SiteTree, wholeLocation } from '../../src/admin-api';

const region = { id: 'region', name: 'Region', type: 'custom' };
const house = { id: 'house', name: 'House', type: 'address', parentId: 'region' };
const neighbour = { id: 'neighbour', name: 'Neighbour', type: 'address', parentId: 'region' };
const panel = { id: 'panel', name: 'Panel', type: 'equipment', parentId: 'house' };
const garage = { id: 'garage', name: 'Garage', type: 'equipment', parentId: 'house' };
const locations = [panel, garage, neighbour, house, region];

function tree(at: readonly (string | undefined)[], more: Partial<SiteTree> = {}): SiteTree {
  const devices = at.map((locationId, index) => ({
    id: `d${index}`,
    ...(locationId === undefined ? {} : { locationId }),
  }));
  return { locations, devices, total: devices.length, version: '1', ...more };
}

describe('the location that a new node has chosen', () => {
  it('is the house where its panel and its garage have devices', () => {
    assert.equal(wholeLocation(tree(['panel', 'garage', 'panel'])), 'house');
    assert.equal(wholeLocation(tree(['panel', 'house'])), 'house');
  });

  it('is the panel where it holds all', () => {
    assert.equal(wholeLocation(tree(['panel', 'panel'])), 'panel');
  });

  it('is none where two houses have devices: each has a limit of its own', () => {
    assert.equal(wholeLocation(tree(['panel', 'neighbour'])), undefined);
    assert.equal(wholeLocation(tree(['region', 'panel'])), undefined);
  });

  it('is none where a device has no place, or one that is not known', () => {
    assert.equal(wholeLocation(tree(['panel', undefined])), undefined);
    assert.equal(wholeLocation(tree(['panel', 'elsewhere'])), undefined);
    assert.equal(wholeLocation(tree([])), undefined);
  });

  it('is none where not all devices are listed', () => {
    assert.equal(wholeLocation(tree(['panel'], { total: 2 })), undefined);
  });

  it('is found though a location is said to be below itself', () => {
    const ring = [{ ...house, parentId: 'panel' }, panel];
    assert.equal(wholeLocation(tree(['panel', 'house'], { locations: ring })), 'panel');
  });
});
