import assert from 'node:assert/strict';
import { usesDevice } from '../../src/editor/circuits/uses-device';

const device = { id: 'd1', serialNumber: '30001', name: 'Water heater', locationIds: ['panel', 'house'] };

describe('a node uses a device', () => {
  const uses: [string, Record<string, unknown>][] = [
    ['that a setting names', { device: 'd1' }],
    ['that stands in its list', { target: 'devices', devices: ['d0', 'd1'] }],
    ['in another case', { device: 'D1' }],
    ['by its serial number', { devices: ['30001'] }],
    ['by its given name', { devices: ['water  HEATER'] }],
    ['that its stored inputs name', { values: '{"path/deviceId":{"type":"str","value":"d1"}}' }],
    ['in an object of a row', { entries: [{ target: { deviceId: '30001' } }] }],
    ['as the key of an object', { limits: { d1: 10 } }],
    ['in a list with commas', { onlyDevices: 'd0, Water heater' }],
    ['at the location it operates', { target: 'location', location: 'panel' }],
    ['as an exception from a location', { target: 'location', location: 'garage', except: ['water heater'] }],
    ['in the values of a call', { values: '{"path/deviceId":{"type":"str","value":"Water heater"}}' }],
    ['in a list that is JSON', { device: '["d0","d1"]', deviceType: 'json' }],
    ['below the location it operates', { target: 'location', location: 'house', devices: [] }],
  ];
  for (const [what, settings] of uses) it(what, () => assert.equal(usesDevice(settings, device), true));

  const not: [string, Record<string, unknown>][] = [
    ['of which an id is only a part', { device: 'xd1' }],
    ['after which it is only called itself', { name: 'Water heater', devices: [] }],
    ['whose JSON is damaged', { values: '{"path/deviceId":"d1"' }],
    ['at another location', { target: 'location', location: 'garage' }],
    ['of a list that is not used any more', { target: 'location', location: 'garage', devices: ['d1'] }],
    ['of a list that gave way to a message', { target: 'value', devices: ['d1'] }],
    ['of a value that is not used any more', { target: 'devices', devices: [], device: 'd1' }],
    ['of which only a key is called like it', { values: '{"Water heater":1}' }],
    ['of a location that is not used any more', { target: 'devices', devices: [], location: 'panel' }],
  ];
  for (const [what, settings] of not)
    it(`but not one ${what}`, () => assert.equal(usesDevice(settings, device), false));
});
