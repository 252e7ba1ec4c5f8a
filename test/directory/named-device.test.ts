import assert from 'node:assert/strict';
import { namedDevice } from '../../src/directory';

describe('a list of devices', () => {
  const id = 'AAAAAAAA-1111-4111-8111-111111111111';
  for (const [how, entry] of [
    ['its id, in any case', id.toLowerCase()],
    ['its serial number', ' sn-1 '],
    ['its name, whatever the case and the blanks', 'water  HEATER'],
  ] as const)
    it(`names a device by ${how}`, () =>
      assert.equal(namedDevice(['x', entry])({ id, serialNumber: 'SN-1', name: 'Water heater' }), true));

  it('names no device by what is empty', () =>
    assert.equal(namedDevice(['', ' '])({ id: '', serialNumber: '', name: '' }), false));
  it('does not take a name for a part of it', () =>
    assert.equal(namedDevice(['Water'])({ id, name: 'Water heater' }), false));
});
