import assert from 'node:assert/strict';
import { readChargerState } from '../../src/charging';

describe('the state of a charger', () => {
  for (const [state, meaning, pluggedIn, charging] of [
    ['idle', 'noCar', false, false],
    ['A', 'noCar', false, false],
    ['B', 'plugged', true, false],
    ['B1', 'waitsForCharger', true, false],
    ['B2', 'waitsForCar', true, false],
    ['C', 'charging', true, true],
    ['D', 'charging', true, true],
    ['E', 'fault', undefined, undefined],
    ['F', 'fault', undefined, undefined],
  ] as const)
    it(`${state} means ${meaning}`, () => {
      const read = readChargerState(state);
      assert.deepEqual([read?.meaning, read?.pluggedIn, read?.charging], [meaning, pluggedIn, charging]);
    });

  for (const state of ['', 'c', 'toString', 'CHARGING', undefined])
    it(`${String(state) || 'an empty one'} is not known: nothing is said of the car`, () => {
      assert.equal(readChargerState(state), undefined);
    });
});
