import assert from 'node:assert/strict';
import {
  type ChargingInput,
  chargingCurrent,
  chargingPowerW,
  electricalState,
  energyBetween,
  evseStateValue,
  historyItem,
  nextChargingStepWh,
} from '../../../src/simulator/physics';
import type { PlugSessionState } from '../../../src/simulator/state';
import { deviceWith, hourMs, minuteMs, summerMidnight } from './sample-device';

function input(change: Partial<ChargingInput> = {}, maxCurrent = 0, maxEnergy = 0): ChargingInput {
  return {
    configurationApplied: { enabled: true, authorized: true, restrictions: { maxCurrent, maxEnergy } },
    carMaxA: 40,
    ratedA: 40,
    neededWh: 20_000,
    deliveredWh: 0,
    ...change,
  };
}

describe('spec 2.11, 4.7 how much a car draws', () => {
  it('the least of car, charger, configuration and 32 A', () => {
    assert.equal(chargingCurrent(input()), 32);
    assert.equal(chargingCurrent(input({ carMaxA: 24.9 })), 24);
    assert.equal(chargingCurrent(input({ ratedA: 30 })), 30);
    assert.equal(chargingCurrent(input({}, 16)), 16);
  });

  it('0 means no limit for current and energy, not none', () => {
    assert.equal(chargingCurrent(input({ deliveredWh: 1 }, 0, 0)), 32);
  });

  it('nothing when not enabled, not authorized, below 6 A, or at its energy limit', () => {
    const { restrictions } = input().configurationApplied;
    assert.equal(
      chargingCurrent(input({ configurationApplied: { enabled: false, authorized: true, restrictions } })),
      0,
    );
    assert.equal(
      chargingCurrent(input({ configurationApplied: { enabled: true, authorized: false, restrictions } })),
      0,
    );
    assert.equal(chargingCurrent(input({ carMaxA: 5.9 })), 0);
    assert.equal(chargingCurrent(input({ deliveredWh: 5000 }, 0, 5000)), 0);
    assert.equal(chargingCurrent(input({ deliveredWh: 20_000 })), 0);
    assert.equal(chargingCurrent(input({ neededWh: 0 })), 0);
  });

  for (const [maxCurrent, maxEnergy] of [
    [0, 0],
    [6, 0],
    [7, 0],
    [20, 19_500],
  ] as const) {
    it(`every step leads to a smaller current, and the last one to none (${maxCurrent} A, ${maxEnergy} Wh)`, () => {
      let deliveredWh = 0;
      let amps = Number.POSITIVE_INFINITY;
      for (;;) {
        const now = input({ deliveredWh }, maxCurrent, maxEnergy);
        assert.ok(chargingCurrent(now) < amps, `${chargingCurrent(now)} A at ${deliveredWh} Wh`);
        amps = chargingCurrent(now);
        const step = nextChargingStepWh(now);
        if (step === undefined) break;
        assert.ok(amps >= 6 && step > deliveredWh);
        assert.equal(chargingCurrent(input({ deliveredWh: step - 0.001 }, maxCurrent, maxEnergy)), amps);
        deliveredWh = step;
      }
      assert.equal(amps, 0);
      assert.equal(deliveredWh, maxEnergy === 0 ? 20_000 : maxEnergy);
    });
  }

  it('the state follows J1772, and idle is the documented word for no car', () => {
    const state = { pluggedIn: true, permanentError: false, allowed: true, amps: 16 };
    assert.equal(evseStateValue(state), 'C');
    assert.equal(evseStateValue({ ...state, amps: 0 }), 'B2');
    assert.equal(evseStateValue({ ...state, allowed: false, amps: 0 }), 'B1');
    assert.equal(evseStateValue({ ...state, pluggedIn: false, amps: 0 }), 'idle');
    assert.equal(evseStateValue({ ...state, permanentError: true }), 'F');
  });
});

describe('spec 2.5 the meter of a charger', () => {
  const session: PlugSessionState = {
    id: 'session',
    deviceId: 'device-ev',
    startedAt: summerMidnight,
    stoppedAt: summerMidnight + 4 * hourMs,
    neededWh: 20_000,
    carMaxA: 32,
    draw: [
      { at: summerMidnight + minuteMs, amps: 32 },
      { at: summerMidnight + hourMs, amps: 16 },
      { at: summerMidnight + 2 * hourMs, amps: 0 },
    ],
    chargeSessions: [],
  };
  const world = { seed: 42, plugSessions: [{ ...session, id: 'other', deviceId: 'another' }, session] };
  const charger = deviceWith('ev');

  it('shows the draw of its own plug session, a little under the limit on both legs', () => {
    for (let at = summerMidnight + minuteMs; at < summerMidnight + hourMs; at += 13_777) {
      const { currentA, currentB = 0 } = electricalState(charger, at, world);
      for (const amps of [currentA, currentB]) assert.ok(amps <= 32 && amps > 30.5, `${amps} A`);
    }
    for (const at of [summerMidnight - 1, summerMidnight, summerMidnight + 3 * hourMs, summerMidnight + 9 * hourMs])
      assert.equal(electricalState(charger, at, world).currentA, 0);
  });

  it('registers what was drawn', () => {
    const expected = chargingPowerW(32) * (59 / 60) + chargingPowerW(16);
    const { deliveredWH } = energyBetween(charger, summerMidnight, summerMidnight + 12 * hourMs, world);
    assert.ok(Math.abs(deliveredWH - expected) < 0.002);
  });

  it('statistics show the change of the current within their interval', () => {
    const { currentA } = historyItem(charger, summerMidnight + 0.9 * hourMs, summerMidnight + 1.1 * hourMs, world);
    assert.ok(currentA.min < 16 && currentA.min > 15 && currentA.max > 31 && Math.abs(currentA.avg - 23.5) < 1);
    const idle = historyItem(charger, summerMidnight + 1.9 * hourMs, summerMidnight + 2.1 * hourMs, world);
    assert.equal(idle.currentA.min, 0);
  });

  it('draws nothing through open contacts', () => {
    const open = deviceWith('ev', { conduction: [{ at: summerMidnight + hourMs, closed: false }] });
    assert.equal(electricalState(open, summerMidnight + 1.5 * hourMs, world).currentA, 0);
    const { deliveredWH } = energyBetween(open, summerMidnight, summerMidnight + 12 * hourMs, world);
    assert.ok(Math.abs(deliveredWH - chargingPowerW(32) * (59 / 60)) < 0.002);
  });
});
