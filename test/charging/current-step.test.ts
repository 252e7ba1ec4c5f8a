import assert from 'node:assert/strict';
import { type CurrentPace, type CurrentPast, currentStep, isEnough, type Limit } from '../../src/charging';

const pace: CurrentPace = {
  minChangeA: 2,
  minIntervalMs: 15_000,
  below: 'pause',
  pauseAfterMs: 0,
  resumeAboveA: 8,
  resumeAfterMs: 30_000,
  reduceAtOnce: true,
};
const now = 1_000_000;

function charging(maxCurrent: Limit, changedAt = now - 5_000): CurrentPast {
  return { applied: { enabled: true, maxCurrent }, changedAt };
}

const paused: CurrentPast = { applied: { enabled: false, maxCurrent: 16 }, changedAt: now - 60_000 };

describe('following a current', () => {
  it('sends whole amperes, and never more than wanted', () => {
    assert.deepEqual(currentStep(20.9, charging(10), pace, now), {
      kind: 'set',
      to: { enabled: true, maxCurrent: 20 },
      notBeforeMs: now + 10_000,
    });
  });

  it('0 and less pause charging: they are never no limit', () => {
    for (const wanted of [0, -4, 5.9]) {
      const step = currentStep(wanted, charging(10), pace, now);
      assert.deepEqual(step, { kind: 'set', to: { enabled: false, maxCurrent: 10 }, notBeforeMs: now });
    }
  });

  it('with hold, what is too low is held at 6 A', () => {
    const step = currentStep(0, charging(10), { ...pace, below: 'hold' }, now);
    assert.deepEqual(step, { kind: 'set', to: { enabled: true, maxCurrent: 6 }, notBeforeMs: now });
  });

  it('only the word takes the limit away', () => {
    const step = currentStep('no-limit', charging(10), pace, now);
    assert.deepEqual(step, {
      kind: 'set',
      to: { enabled: true, maxCurrent: 'no-limit' },
      notBeforeMs: now + 10_000,
    });
  });

  it('never passes the ceiling of the node, nor what a charger takes', () => {
    const setTo = (wanted: Limit, mostA?: number) => {
      const step = currentStep(wanted, charging(10), mostA === undefined ? pace : { ...pace, mostA }, now);
      return step.kind === 'set' ? step.to.maxCurrent : undefined;
    };
    assert.deepEqual([setTo(200), setTo(200, 20), setTo('no-limit', 20)], [32, 20, 20]);
  });

  it('smaller changes are left, in both directions', () => {
    for (const wanted of [9, 11])
      assert.deepEqual(currentStep(wanted, charging(10), pace, now), { kind: 'keep', why: 'small' });
    assert.deepEqual(currentStep(10.5, charging(10), pace, now), { kind: 'keep', why: 'same' });
  });

  it('a higher current waits for the time between two changes, a lower one only where that is wanted', () => {
    const notBefore = (wanted: number, reduceAtOnce: boolean) => {
      const step = currentStep(wanted, charging(16), { ...pace, reduceAtOnce }, now);
      return step.kind === 'set' ? step.notBeforeMs - now : undefined;
    };
    assert.deepEqual([notBefore(20, true), notBefore(10, true), notBefore(10, false)], [10_000, 0, 10_000]);
    assert.deepEqual([notBefore(0, true), notBefore(0, false)], [0, 10_000]);
  });

  it('a paused charger begins again when enough was offered for long enough', () => {
    assert.deepEqual(currentStep(7, paused, pace, now), { kind: 'keep', why: 'paused' });
    assert.deepEqual(currentStep(8, { ...paused, enoughSince: now - 10_000 }, pace, now), {
      kind: 'set',
      to: { enabled: true, maxCurrent: 8 },
      notBeforeMs: now + 20_000,
    });
  });

  it('with hold, a charger that is off is switched on without a test of patience', () => {
    const step = currentStep(6, paused, { ...pace, below: 'hold' }, now);
    assert.deepEqual(step, { kind: 'set', to: { enabled: true, maxCurrent: 6 }, notBeforeMs: now - 45_000 });
  });

  it('a paused charger that is told to pause again is left alone', () => {
    assert.deepEqual(currentStep(3, paused, pace, now), { kind: 'keep', why: 'same' });
  });

  it('no charger begins again below 6 A, whatever the threshold', () => {
    assert.equal(isEnough(5.9, { ...pace, resumeAboveA: 1 }), false);
    assert.equal(isEnough('no-limit', pace), true);
  });

  it('no limit and the most that a charger takes are two things', () => {
    assert.equal(currentStep(32, charging('no-limit'), pace, now).kind, 'set');
    assert.equal(currentStep('no-limit', charging('no-limit'), pace, now).kind, 'keep');
  });
});
