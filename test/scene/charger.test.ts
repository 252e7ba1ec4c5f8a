import assert from 'node:assert/strict';
import { type ChargerReading, decideChargerRestore, decideChargerSet } from '../../src/scene';

const reading = (more: Partial<ChargerReading> = {}): ChargerReading => ({
  mode: 'cloud-api',
  isSettable: true,
  enabled: true,
  maxCurrent: 24,
  ...more,
});
const paused = { mode: 'cloud-api', enabled: false };

describe('a charger that an alarm limits', () => {
  it('is paused whatever its mode, and nothing but mode and permission is changed', () => {
    for (const mode of ['cloud-api', 'no-restrictions', 'charge-windows', 'api-override-enable'])
      assert.deepEqual(decideChargerSet('pause', reading({ mode }), undefined), {
        do: 'change',
        before: { mode, enabled: true },
        to: paused,
      });
  });

  it('gets a current that is lower than what it had; 0 was no limit', () => {
    for (const [mode, maxCurrent] of [
      ['cloud-api', 0],
      ['cloud-api', 24],
      ['no-restrictions', 6],
    ] as const)
      assert.deepEqual(decideChargerSet(10, reading({ mode, maxCurrent }), undefined), {
        do: 'change',
        before: { mode, enabled: true, maxCurrent },
        to: { mode: 'cloud-api', enabled: true, maxCurrent: 10 },
      });
  });

  it('is never let charge more than it may: a lower limit and a pause stay', () => {
    for (const read of [
      reading({ maxCurrent: 8 }),
      reading({ maxCurrent: 10 }),
      reading({ enabled: false, maxCurrent: 0 }),
      reading({ mode: 'api-override-disable', maxCurrent: 0 }),
    ])
      assert.deepEqual(decideChargerSet(10, read, undefined), { do: 'leave', reason: 'limited-already' });
  });

  it('in charge windows is paused in place of limited, as it would charge outside its windows', () => {
    const decision = decideChargerSet(10, reading({ mode: 'charge-windows' }), undefined);
    assert.deepEqual(decision.do === 'change' && decision.to, paused);
  });

  it('that is not known, and could not be restored, is not touched', () => {
    assert.equal(decideChargerSet('pause', reading({ mode: undefined }), undefined).do, 'fail');
    assert.equal(decideChargerSet('pause', reading({ enabled: undefined }), undefined).do, 'fail');
    assert.equal(decideChargerSet(10, reading({ maxCurrent: undefined }), undefined).do, 'fail');
    assert.deepEqual(decideChargerSet('pause', reading({ mode: 'ocpp', isSettable: false }), undefined), {
      do: 'leave',
      reason: 'controlled-elsewhere',
    });
  });

  it('that was changed for an alarm is left alone, unless it may not have taken the change', () => {
    const before = { mode: 'cloud-api', enabled: true };
    const known = { deviceId: 'c', before, to: paused };
    const left = { do: 'leave', reason: 'already-set' };
    assert.deepEqual(decideChargerSet('pause', reading(), known), left);
    assert.deepEqual(decideChargerSet('pause', reading({ enabled: false }), { ...known, doubtful: true }), left);
    assert.deepEqual(decideChargerSet('pause', reading(), { ...known, doubtful: true }), {
      do: 'change',
      before,
      to: paused,
    });
  });

  it('gets back what it had where it is as the alarm left it, and is left alone where it is not', () => {
    const before = { mode: 'no-restrictions', enabled: true, maxCurrent: 0 };
    const charger = { deviceId: 'c', before, to: { mode: 'cloud-api', enabled: true, maxCurrent: 10 } };
    const restored = (more: Partial<ChargerReading>) => decideChargerRestore(charger, reading(more));
    assert.deepEqual(restored({ maxCurrent: 10 }), { do: 'change', to: before });
    assert.deepEqual(restored({ maxCurrent: 12 }), { do: 'leave', reason: 'changed-since', keep: false });
    assert.deepEqual(restored({ mode: 'no-restrictions', maxCurrent: 0 }), {
      do: 'leave',
      reason: 'as-before',
      keep: false,
    });
    assert.deepEqual(restored({ mode: 'manual-override', isSettable: false }), {
      do: 'leave',
      reason: 'controlled-elsewhere',
      keep: true,
    });
    assert.equal(restored({ enabled: undefined }).do, 'fail');
  });
});
