import assert from 'node:assert/strict';
import { dimFloorOf } from '../../nodes/load-manager/dim-floor';
import { wholeLocation } from '../../nodes/load-manager/whole-location';
import type { SiteTree } from '../../src/admin-api';

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

describe('the location that a new load-manager has chosen', () => {
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

describe('what a dimmed connection may draw at least', () => {
  it('is 4.2 kW, or the amperes a leg that are not more', () => {
    assert.equal(dimFloorOf({ isCurrent: false, legs: 2, volts: 120 }), 4.2);
    assert.equal(dimFloorOf({ isCurrent: true, legs: 2, volts: 120 }), 17.5);
    assert.equal(dimFloorOf({ isCurrent: true, legs: 3, volts: 230 }), 6);
    assert.equal(dimFloorOf({ isCurrent: true, legs: 1, volts: 230 }), 18.2);
  });
});
