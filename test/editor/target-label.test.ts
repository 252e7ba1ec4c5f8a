import assert from 'node:assert/strict';
import { withTarget } from '../../src/editor/target-label';

describe('labels on the canvas', () => {
  const nameOf = (accountId: unknown, deviceId: string) =>
    accountId === 'a' && deviceId.toLowerCase() === 'd-1' ? 'Water heater' : undefined;
  const label = (node: object) => withTarget('Open', { account: 'a', target: 'devices', ...node }, nameOf);

  it('name the device that the directory of the account names, and how many there are besides', () => {
    assert.equal(label({ devices: ['D-1'] }), 'Open: Water heater');
    assert.equal(label({ devices: ['d-1', 'd-2', 'd-3'] }), 'Open: Water heater +2');
  });

  it('stay as they are without a given name, or without devices', () => {
    for (const node of [
      { devices: ['d-2'] },
      { devices: ['d-9'] },
      { devices: [] },
      { target: 'location', devices: ['d-1'] },
    ])
      assert.equal(label(node), 'Open');
  });

  it('have the name that was typed', () => {
    assert.equal(label({ target: 'value', device: 'Pump', deviceType: 'str' }), 'Open: Pump');
    assert.equal(label({ target: 'value', device: 'deviceId', deviceType: 'msg' }), 'Open');
  });
});
