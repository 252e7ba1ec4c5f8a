import assert from 'node:assert/strict';
import { protectionOf } from '../../src/editor/circuits/protection';

describe('what an account protects, as the editor has it', () => {
  it('is empty without an account, and with settings of any form', () => {
    for (const account of [undefined, null, {}, { protectedDevices: 'x', protectedLoads: ' , ' }])
      assert.equal(protectionOf(account).isEmpty, true);
  });
  it('is a device by id, serial number or name', () => {
    const { lists, isEmpty } = protectionOf({ protectedDevices: ['Router'] });
    assert.deepEqual(
      [isEmpty, lists({ id: 'r', name: 'router' }), lists({ id: 'h', name: 'Heater' })],
      [false, true, false],
    );
  });
  it('is a type of load in any case, among others', () => {
    const { protectsLoad, isEmpty } = protectionOf({ protectedLoads: 'freezer, Medical ' });
    assert.deepEqual(
      [isEmpty, protectsLoad('MEDICAL'), protectsLoad('oven'), protectsLoad(undefined)],
      [false, true, false, false],
    );
  });
});
