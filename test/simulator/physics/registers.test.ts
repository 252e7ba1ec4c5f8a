import assert from 'node:assert/strict';
import {
  dayMs,
  deviceDataOf,
  electricalState,
  energyAt,
  energyBetween,
  forgetBefore,
  historyPage,
  statisticsBetween,
} from '../../../src/simulator/physics';
import { deviceWith, hourMs, householdKinds, minuteMs, summerMidnight, world } from './sample-device';

describe('spec 2.1 energy registers', () => {
  for (const kind of householdKinds) {
    it(`${kind}: the registers gain the integral of the power, to 0.1 %`, () => {
      const device = deviceWith(kind);
      const from = summerMidnight + 16.9 * hourMs + 1;
      const stepMs = 500;
      let deliveredWh = 0;
      let generatedWh = 0;
      for (let at = from; at < from + 2 * hourMs; at += stepMs) {
        const wattHours = (electricalState(device, at + stepMs / 2, world).powerW * stepMs) / hourMs;
        if (wattHours > 0) deliveredWh += wattHours;
        else generatedWh -= wattHours;
      }
      const gained = energyBetween(device, from, from + 2 * hourMs, world);
      assert.ok(Math.abs(gained.deliveredWH - deliveredWh) <= 0.001 + 0.001 * deliveredWh, `${deliveredWh}`);
      assert.ok(Math.abs(gained.generatedWH - generatedWh) <= 0.001 + 0.001 * generatedWh, `${generatedWh}`);
    });

    it(`${kind}: average voltage, current and power factor of reports give the energy, to 0.2 % and 2 mA`, () => {
      const device = deviceWith(kind);
      for (let from = summerMidnight + 17 * hourMs; from < summerMidnight + 20 * hourMs; from += 5 * minuteMs) {
        const to = from + 5 * minuteMs;
        const { currentA, currentB, voltageAN, voltageBN } = statisticsBetween(device, from, to, world);
        const { powerFactor } = electricalState(device, from, world);
        const volts = voltageAN.avg + (voltageBN?.avg ?? 0);
        const watts = (voltageAN.avg * currentA.avg + (voltageBN?.avg ?? 0) * (currentB?.avg ?? 0)) * powerFactor;
        const { deliveredWH, generatedWH } = energyBetween(device, from, to, world);
        const expected = (deliveredWH + generatedWH) * 12;
        assert.ok(Math.abs(watts - expected) < 0.002 * expected + 0.002 * volts, `${watts} W, registers ${expected} W`);
      }
    });

    it(`${kind}: the registers never go back, across days and operations`, () => {
      const device = deviceWith(kind);
      const opened = summerMidnight + 18.2 * hourMs;
      device.conduction.push({ at: opened, closed: false }, { at: opened + hourMs / 3, closed: true });
      let before = energyAt(device, device.commissionedAt, world);
      assert.deepEqual([before.deliveredWH, before.generatedWH], [100, 0]);
      const instants = [
        ...Array.from({ length: 40 }, (_, index) => device.commissionedAt + index * 10 * dayMs),
        ...Array.from({ length: 500 }, (_, index) => summerMidnight + 17 * hourMs + index * 17_231),
      ];
      for (const at of instants) {
        const after = energyAt(device, at, world);
        assert.ok(after.deliveredWH >= before.deliveredWH && after.generatedWH >= before.generatedWH, `${at}`);
        before = after;
      }
    });
  }

  it('a register after a year equals the sum of its days', () => {
    const device = deviceWith('outlets');
    let sum = 100;
    for (let day = 0; day < 400; day++) {
      const from = device.commissionedAt + day * dayMs;
      sum += energyBetween(deviceWith('outlets', { commissionedAt: from }), from, from + dayMs, world).deliveredWH;
    }
    assert.ok(Math.abs(energyAt(device, summerMidnight, world).deliveredWH - sum) < 0.5);
  });

  it('an open breaker adds nothing, whether the register was read before it was opened or not', () => {
    const read = deviceWith('server-rack');
    const fresh = deviceWith('server-rack');
    const opened = summerMidnight + 10.01 * hourMs;
    for (let day = 0; day < 10; day++) energyAt(read, summerMidnight + (day * hourMs) / 2, world);
    for (const device of [read, fresh]) {
      device.conduction.push({ at: opened, closed: false }, { at: opened + 2 * hourMs, closed: true });
    }
    assert.equal(energyBetween(read, opened, opened + 2 * hourMs, world).deliveredWH, 0);
    assert.ok(energyBetween(read, opened + 2 * hourMs, opened + 3 * hourMs, world).deliveredWH > 300);
    for (const at of [opened, opened + hourMs, opened + 3 * hourMs]) {
      assert.deepEqual(energyAt(read, at, world), energyAt(fresh, at, world));
    }
  });

  for (const kind of ['server-rack', 'solar-inverter'] as const)
    it(`${kind}: what is forgotten of the past leaves the registers as they are`, () => {
      const operated = () => {
        const device = deviceWith(kind);
        for (let hour = 0; hour < 40; hour++)
          device.conduction.push({ at: summerMidnight + hour * hourMs, closed: hour % 2 === 1 });
        return device;
      };
      const [whole, forgetful] = [operated(), operated()];
      const last = summerMidnight + 45 * hourMs;
      for (const index of [11, 20]) {
        forgetBefore(forgetful, index, world);
        assert.equal(energyAt(forgetful, last, world).deliveredWH, energyAt(whole, last, world).deliveredWH);
        assert.equal(energyAt(forgetful, last, world).generatedWH, energyAt(whole, last, world).generatedWH);
      }
      assert.equal(forgetful.conduction.length, 41 - 31);
      const begin = forgetful.recordedSince ?? 0;
      assert.equal(begin, forgetful.conduction[0]?.at);
      assert.deepEqual(energyAt(forgetful, begin - hourMs, world), energyAt(forgetful, begin, world));
      const { items } = historyPage(forgetful, { from: 0, to: last, offset: 0, limit: 1 }, world);
      assert((items[0]?.ts ?? 0) * 1000 > begin);
    });

  it('a load that is replaced is not read from what was kept of the old one', () => {
    const device = deviceWith('server-rack');
    energyAt(device, summerMidnight, world);
    device.load = { kind: 'spare', ratedA: 0, seed: 7 };
    assert.equal(energyAt(device, summerMidnight, world).deliveredWH, 100);
  });

  it('kilowatt-hours and watt-hours say the same', () => {
    const { delivered, deliveredWH, generated, generatedWH } = energyAt(
      deviceWith('solar-inverter'),
      summerMidnight,
      world,
    );
    assert.ok(Math.abs(delivered * 1000 - deliveredWH) < 0.001 && Math.abs(generated * 1000 - generatedWH) < 0.001);
  });
});

describe('spec 2.6 raw energy', () => {
  const raw = (kind: (typeof householdKinds)[number]) =>
    deviceDataOf(deviceWith(kind), summerMidnight, world).meter?.telemetry;

  it('whole millijoules of all quadrants and phases add up to the registers', () => {
    for (const kind of householdKinds) {
      const { rawEnergy = {}, energy = {} } = raw(kind) ?? {};
      const sum = (quadrants: readonly ('q1' | 'q2' | 'q3' | 'q4')[]) =>
        quadrants.reduce((all, q) => all + (rawEnergy[`${q}mJpA`] ?? 0) + (rawEnergy[`${q}mJpB`] ?? 0), 0) / 3.6e6;
      assert.ok(Math.abs(sum(['q1', 'q4']) - (energy.deliveredWH ?? -1)) < 0.001, `${kind} delivered`);
      assert.ok(Math.abs(sum(['q2', 'q3']) - (energy.generatedWH ?? -1)) < 0.001, `${kind} generated`);
      for (const [name, value] of Object.entries(rawEnergy)) assert.ok(Number.isSafeInteger(value) && value >= 0, name);
    }
  });

  it('motors take inductive reactive energy (q1), electronics capacitive (q4)', () => {
    assert.ok((raw('pool-pump')?.rawEnergy?.q1mVARspA ?? 0) > 0);
    assert.equal(raw('pool-pump')?.rawEnergy?.q4mVARspA, 0);
    assert.ok((raw('server-rack')?.rawEnergy?.q4mVARspA ?? 0) > 0);
    assert.equal(raw('server-rack')?.rawEnergy?.q1mVARspA, 0);
  });

  it('a single-pole breaker has no registers of phase B', () => {
    const names = Object.keys(raw('server-rack')?.rawEnergy ?? {});
    assert.equal(names.length, 8);
    assert.deepEqual(
      names.filter((name) => name.endsWith('B')),
      [],
    );
  });
});
