import assert from 'node:assert/strict';
import { electricalState, statisticsBetween } from '../../../src/simulator/physics';
import { deviceWith, hourMs, householdKinds, minuteMs, summerMidnight, world } from './sample-device';

const instants = Array.from({ length: 400 }, (_, index) => summerMidnight + index * 7 * hourMs + index * 1234);

describe('spec 2.5 what a meter sees at an instant', () => {
  it('voltage stays within 2 % of 120 V a leg and frequency within 0.04 Hz of 60 Hz', () => {
    const oven = deviceWith('oven');
    for (const at of instants) {
      const { voltageAN, voltageBN, voltageAB, frequency } = electricalState(oven, at, world);
      assert.ok(Math.abs(voltageAN - 120) < 2.4, `A ${voltageAN}`);
      assert.ok(voltageBN !== undefined && Math.abs(voltageBN - 120) < 2.4, `B ${voltageBN}`);
      assert.equal(voltageAB, voltageAN + voltageBN);
      assert.ok(Math.abs(frequency - 60) <= 0.04);
    }
  });

  it('every device of a site sees the same grid', () => {
    const seen = householdKinds.map((kind) => electricalState(deviceWith(kind), summerMidnight, world).voltageAN);
    assert.equal(new Set(seen).size, 1);
  });

  it('a circuit on leg B measures at its pole A what the others have at their pole B; a saved one without a leg is on A', () => {
    for (const at of instants.slice(0, 20)) {
      const both = electricalState(deviceWith('oven'), at, world);
      const { leg: _, ...saved } = deviceWith('lighting');
      assert.equal(electricalState(saved, at, world).voltageAN, both.voltageAN);
      assert.equal(electricalState({ ...saved, leg: 'B' }, at, world).voltageAN, both.voltageBN);
      const { voltageAN } = statisticsBetween({ ...saved, leg: 'B' }, at, at + 5 * minuteMs, world);
      assert.deepEqual(voltageAN, statisticsBetween(deviceWith('oven'), at, at + 5 * minuteMs, world).voltageBN);
    }
  });

  it('a brown-out lowers the voltage of both legs from its beginning to its end, and the load keeps its power', () => {
    const from = summerMidnight + 10 * hourMs;
    const supply = [
      { at: from, percent: 85 },
      { at: from + hourMs, percent: 100 },
    ];
    const oven = deviceWith('oven');
    for (const [at, share] of [
      [from - 1, 1],
      [from, 0.85],
      [from + hourMs - 1, 0.85],
      [from + hourMs, 1],
    ] as const) {
      const [usual, now] = [world, { ...world, supply }].map((one) => electricalState(oven, at, one));
      assert.ok(usual?.voltageBN !== undefined && now?.voltageBN !== undefined);
      assert.ok(Math.abs(now.voltageAN - usual.voltageAN * share) < 1e-9);
      assert.ok(Math.abs(now.voltageBN - usual.voltageBN * share) < 1e-9);
      assert.equal(now.powerW, usual.powerW);
      assert.ok(Math.abs(now.currentA * share - usual.currentA) < 1e-9);
    }
    const { voltageAN } = statisticsBetween(oven, from - 5 * minuteMs, from + 5 * minuteMs, { ...world, supply });
    assert.ok(voltageAN.min < 105 && voltageAN.max > 115, JSON.stringify(voltageAN));
  });

  for (const kind of householdKinds) {
    it(`${kind}: the current is never negative nor above what the load draws in full, plus 5 %`, () => {
      const device = deviceWith(kind);
      for (const at of instants) {
        const { currentA, currentB = 0, powerFactor } = electricalState(device, at, world);
        const most = (device.load.ratedA * 1.05) / powerFactor;
        for (const current of [currentA, currentB]) assert.ok(current >= 0 && current <= most * 1.06, `${current} A`);
      }
    });

    it(`${kind}: power is voltage times current times power factor`, () => {
      const device = deviceWith(kind);
      for (const at of instants.slice(0, 50)) {
        const state = electricalState(device, at, world);
        const apparent = state.voltageAN * state.currentA + (state.voltageBN ?? 0) * (state.currentB ?? 0);
        assert.ok(Math.abs(apparent * state.powerFactor - Math.abs(state.powerW)) < 1e-6);
        assert.ok(Math.abs(state.powerAW + (state.powerBW ?? 0) - state.powerW) < 1e-9);
      }
    });
  }

  it('a single-pole breaker has no phase B: its fields are absent', () => {
    const state = electricalState(deviceWith('refrigerator'), summerMidnight, world);
    for (const field of ['currentB', 'voltageBN', 'voltageAB', 'powerBW']) assert.equal(field in state, false, field);
  });

  it('an open breaker draws nothing, and its line side keeps the voltage', () => {
    const rack = deviceWith('server-rack');
    const opened = summerMidnight + hourMs;
    rack.conduction.push({ at: opened, closed: false }, { at: opened + hourMs, closed: true });
    assert.ok(electricalState(rack, opened - 1, world).currentA > 3);
    const open = electricalState(rack, opened, world);
    assert.deepEqual([open.currentA, open.powerW, open.powerFactor], [0, 0, 1]);
    assert.ok(open.voltageAN > 117);
    assert.ok(electricalState(rack, opened + hourMs, world).currentA > 3);
  });

  it('the same seed gives the same figures in a device that was made anew, another seed gives others', () => {
    const at = summerMidnight + 18 * hourMs + 12 * minuteMs;
    const first = electricalState(deviceWith('outlets'), at, world);
    assert.deepEqual(electricalState(deviceWith('outlets'), at, { ...world }), first);
    const other = deviceWith('outlets', { load: { kind: 'outlets', ratedA: 16, seed: 8 } });
    assert.notEqual(electricalState(other, at, world).currentA, first.currentA);
    assert.notEqual(electricalState(deviceWith('outlets'), at, { ...world, seed: 43 }).voltageAN, first.voltageAN);
  });

  it('figures do not depend on what was asked before', () => {
    const asked = deviceWith('air-conditioner');
    for (const at of [...instants].reverse()) electricalState(asked, at, world);
    for (const at of instants.slice(0, 20)) {
      assert.deepEqual(electricalState(asked, at, world), electricalState(deviceWith('air-conditioner'), at, world));
    }
  });
});
