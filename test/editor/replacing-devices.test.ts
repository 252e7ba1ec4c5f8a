import assert from 'node:assert/strict';
import { deviceDifferences, lockLeftBehind } from '../../src/editor/sidebar/device-differences';
import { type ReplacedDevice, replacingDevices } from '../../src/editor/sidebar/replacing-devices';
import { circuit } from '../directory/circuits';

const site = {
  locations: [
    { id: 'house', name: 'House' },
    { id: 'panel', name: 'Main panel', parentId: 'house' },
    { id: 'loop', name: 'Loop', parentId: 'loop' },
  ],
  devices: [
    { id: 'd-1', hardwareType: 'emcb', serialNumber: '1001', locationId: 'panel', load: 'freezer' },
    { id: 'd-2', hardwareType: 'emcb', serialNumber: '1002', locationId: 'panel' },
    { id: 'd-3', hardwareType: 'emcb', serialNumber: '1003', locationId: 'loop', load: 'dryer' },
    { id: 'd-4', hardwareType: 'ev-emcb', serialNumber: '1004' },
    { id: 'd-5', hardwareType: 'emcb', serialNumber: '1005', locationId: 'house' },
  ],
};
const rows = [circuit('d-1', 'Freezer'), circuit('D-5', 'Oven'), circuit('d-2', '')];
const old: ReplacedDevice = { id: 'D-1', hardwareType: 'emcb', name: 'Freezer' };
const found = (search: string, of = old) => {
  const { free, named } = replacingDevices(site, rows, of, search);
  return [free.map(({ id }) => id), named.map(({ name }) => name)];
};

describe('which devices may take the place of one', () => {
  it('those of its kind without a name, and never itself', () => {
    assert.deepEqual(found(''), [['d-2', 'd-3'], []]);
  });

  it('of a kind that is not known any more: all', () => {
    assert.deepEqual(found('', { id: 'd-9', name: '' })[0], ['d-2', 'd-3', 'd-4']);
  });

  it('each word of the search is in serial number, load or a location above', () => {
    assert.deepEqual(found('house 100'), [['d-2'], ['Oven']]);
    assert.deepEqual(found('DRYER loop')[0], ['d-3']);
    assert.deepEqual(found('nothing'), [[], []]);
  });

  it('what was searched for and has a name is told of', () => {
    assert.deepEqual(found('1005'), [[], ['Oven']]);
  });
});

describe('what differs between a device and the one in its place', () => {
  const plate = { ratedA: 15, poles: 1, loadType: 'freezer' };
  const at = { old: { locationId: 'panel' }, next: { locationId: 'panel' } };

  it('nothing, of equal ones', () => {
    assert.deepEqual(deviceDifferences({ old: plate, next: { ...plate, loadType: 'Freezer' } }, at, 15), []);
  });

  it('rating, poles, load and location', () => {
    const plates = { old: plate, next: { ratedA: 30, poles: 2 } };
    assert.deepEqual(deviceDifferences(plates, { ...at, next: { locationId: 'house' } }, undefined), [
      { of: 'rated', from: 15, to: 30 },
      { of: 'poles', from: 1, to: 2 },
      { of: 'load', from: 'freezer', to: undefined },
      { of: 'location', from: 'panel', to: 'house' },
    ]);
  });

  it('a rating that cannot be read is told of, and never taken for the same', () => {
    assert.deepEqual(deviceDifferences({ old: {}, next: {} }, at, undefined), [
      { of: 'rated', from: undefined, to: undefined },
      { of: 'poles', from: undefined, to: undefined },
    ]);
  });

  it('of a device that is gone the rating of its row counts', () => {
    const gone = { old: undefined, next: {} };
    const differences = deviceDifferences({ old: {}, next: { ratedA: 30, poles: 2, loadType: 'x' } }, gone, 20);
    assert.deepEqual(differences, [
      { of: 'rated', from: undefined, to: 30 },
      { of: 'poles', from: undefined, to: 2 },
      { of: 'rowRated', from: 20, to: 30 },
    ]);
  });
});

describe('a lock stays with its device', () => {
  const locked = { locked: { by: 'Ada', at: 0 } };

  it('so that a locked one is replaced by one that is locked too, and by no other', () => {
    assert.equal(lockLeftBehind({ old: locked, next: {} }), 'Ada');
    assert.equal(lockLeftBehind({ old: locked, next: { locked: { by: 'Bo', at: 0 } } }), undefined);
    assert.equal(lockLeftBehind({ old: {}, next: locked }), undefined);
  });
});
