import assert from 'node:assert/strict';
import { catalog } from '../../../src/catalog';
import { createCheck } from '../../../src/schema';
import {
  electricalState,
  energyAt,
  historyItem,
  historyPage,
  lastReportAt,
  latestTelemetry,
  meterReading,
  nextReportAt,
} from '../../../src/simulator/physics';
import { changeReports } from '../../../src/simulator/report-settings';
import { deviceWith, hourMs, householdKinds, minuteMs, summerMidnight, world } from './sample-device';

const statisticNames = ['currentA', 'currentB', 'voltageAN', 'voltageBN', 'voltageAB', 'frequency'] as const;
const evening = { from: summerMidnight + 17 * hourMs, to: summerMidnight + 20 * hourMs };

describe('spec 2.5 telemetry records', () => {
  it('the records fit the shapes of the catalog', () => {
    for (const kind of householdKinds) {
      const device = deviceWith(kind);
      const at = evening.to + 1234;
      assert.deepEqual(createCheck(catalog['meter.reading'].answer.data)(meterReading(device, at, world)), []);
      assert.deepEqual(createCheck(catalog['meter.latest'].answer.data)(latestTelemetry(device, at, world)), []);
      const checkItem = createCheck(catalog['meter.history'].answer.data);
      const { items } = historyPage(device, { ...evening, offset: 0, limit: 9 }, world);
      assert.deepEqual(items.flatMap(checkItem), []);
    }
  });

  it('a reading carries the state of its instant: mA, 0.01 V and mHz', () => {
    const device = deviceWith('air-conditioner');
    const at = evening.from + 4321;
    const state = electricalState(device, at, world);
    const reading = meterReading(device, at, world);
    assert.ok(Math.abs((reading.currentA?.val ?? -1) - state.currentA) <= 0.0005);
    assert.ok(Math.abs((reading.voltageAB?.val ?? -1) - (state.voltageAB ?? 0)) <= 0.005);
    assert.ok(Math.abs((reading.frequency?.val ?? -1) - state.frequency) <= 0.0005);
    assert.equal(reading.ts, Math.floor(at / 1000));
    assert.deepEqual(reading.energy, energyAt(device, at, world));
    assert.ok((meterReading(device, at + 1000, world).sequence ?? 0) === (reading.sequence ?? 0) + 1);
  });

  it('missing stays missing: no record of a single-pole breaker names phase B', () => {
    const device = deviceWith('refrigerator');
    for (const record of [
      meterReading(device, evening.to, world),
      latestTelemetry(device, evening.to, world),
      historyItem(device, evening.from, evening.to, world),
    ]) {
      assert.deepEqual(
        ['currentB', 'voltageBN', 'voltageAB'].filter((name) => name in record),
        [],
      );
    }
  });

  for (const kind of householdKinds) {
    it(`${kind}: min, avg, max and val are in order, and instants lie within 2 % of min and max`, () => {
      const device = deviceWith(kind);
      const { items } = historyPage(device, { ...evening, offset: 0, limit: 36 }, world);
      assert.equal(items.length, 36);
      for (const item of items) {
        for (const name of statisticNames) {
          const { min, max, avg, val } = item[name] ?? { min: 0, max: 0, avg: 0, val: 0 };
          assert.ok(min <= avg && avg <= max && min <= val && val <= max, `${name} ${min} ${avg} ${max} ${val}`);
        }
        for (let at = item.ts * 1000 - 5 * minuteMs; at < item.ts * 1000; at += 3701) {
          const { currentA } = electricalState(device, at, world);
          const slack = 0.02 * item.currentA.max + 0.001;
          assert.ok(currentA >= item.currentA.min - slack && currentA <= item.currentA.max + slack, `${currentA} A`);
        }
      }
    });
  }

  it('an interval in which the breaker was open for a while has min 0 and less on average', () => {
    const device = deviceWith('server-rack');
    const from = evening.from;
    const whole = historyItem(deviceWith('server-rack'), from, from + 5 * minuteMs, world).currentA;
    device.conduction.push({ at: from + minuteMs, closed: false }, { at: from + 2 * minuteMs, closed: true });
    const { min, avg, max } = historyItem(device, from, from + 5 * minuteMs, world).currentA;
    assert.equal(min, 0);
    assert.ok(Math.abs(avg - 0.8 * whole.avg) < 0.02 * whole.avg && max > 0.95 * whole.avg);
  });
});

describe('spec 2.5 history', () => {
  const device = deviceWith('air-conditioner');

  it('any page is the same as that part of all items', () => {
    const all = historyPage(device, { ...evening, offset: 0, limit: 1000 }, world);
    assert.equal(all.totalCount, 37);
    assert.equal(all.items.length, 37);
    const fresh = deviceWith('air-conditioner');
    const page = historyPage(fresh, { ...evening, offset: 30, limit: 5 }, world);
    assert.equal(page.totalCount, 37);
    assert.deepEqual(page.items, all.items.slice(30, 35));
    assert.deepEqual(historyPage(device, { ...evening, offset: 37, limit: 5 }, world).items, []);
  });

  it('the deltas of consecutive items add up to the difference of the registers', () => {
    const { items } = historyPage(device, { ...evening, offset: 0, limit: 1000 }, world);
    const [first, last] = [items[0], items.at(-1)];
    assert.ok(first !== undefined && last !== undefined);
    const sum = items.slice(1).reduce((total, item) => total + item.energyDelta.deliveredWH, 0);
    assert.ok(Math.abs(last.energy.deliveredWH - first.energy.deliveredWH - sum) < 1e-6);
    assert.ok(items.every(({ energyDelta }) => energyDelta.deltaTime === 300));
    assert.deepEqual(last.energy, energyAt(device, last.ts * 1000, world));
  });

  it('nothing was reported before the device was commissioned', () => {
    const { commissionedAt } = device;
    const range = { from: 0, to: commissionedAt + 10 * minuteMs };
    const { items, totalCount } = historyPage(device, { ...range, offset: 0, limit: 10 }, world);
    assert.equal(totalCount, 2);
    assert.deepEqual(
      items.map(({ ts }) => ts * 1000),
      [commissionedAt + 5 * minuteMs, commissionedAt + 10 * minuteMs],
    );
    assert.equal(historyPage(device, { from: 0, to: commissionedAt, offset: 0, limit: 10 }, world).totalCount, 0);
  });

  it('the latest telemetry is the last item of the history', () => {
    const at = evening.to + 2 * minuteMs;
    const { hwSamples, ...latest } = latestTelemetry(device, at, world);
    const last = historyPage(device, { from: evening.from, to: at, offset: 36, limit: 1 }, world).items[0];
    assert.deepEqual(latest, last);
    assert.equal(hwSamples, 300);
  });

  it('a device that was commissioned a minute ago has telemetry of that minute', () => {
    const fresh = deviceWith('server-rack', { commissionedAt: evening.from });
    fresh.settings.alignmentSince = evening.from;
    const latest = latestTelemetry(fresh, evening.from + minuteMs, world);
    assert.equal(latest.energyDelta?.deltaTime, 60);
    assert.equal(latest.ts, (evening.from + minuteMs) / 1000);
  });
});

describe('spec 2.3, 3 when a device reports', () => {
  const commissionedAt = summerMidnight + 7 * minuteMs;
  const settings = { ...deviceWith('oven').settings, alignment: 'none', alignmentSince: commissionedAt } as const;

  it('every report rate from its commissioning on, with alignment none', () => {
    const device = deviceWith('oven', { commissionedAt, settings: { ...settings } });
    assert.equal(nextReportAt(device, commissionedAt), commissionedAt + 5 * minuteMs);
    assert.equal(lastReportAt(device, commissionedAt + 14 * minuteMs), commissionedAt + 10 * minuteMs);
    assert.equal(lastReportAt(device, commissionedAt + minuteMs), commissionedAt);
  });

  it('after a change to clock the first report waits for the next multiple of the rate', () => {
    const alignmentSince = commissionedAt + 11 * minuteMs;
    const device = deviceWith('oven', {
      commissionedAt,
      settings: { ...settings, alignment: 'clock', alignmentSince },
    });
    const range = { from: commissionedAt, to: commissionedAt + 25 * minuteMs };
    const { items } = historyPage(device, { ...range, offset: 0, limit: 10 }, world);
    assert.deepEqual(
      items.map(({ ts }) => (ts * 1000 - summerMidnight) / minuteMs),
      [12, 17, 20, 25, 30],
    );
    assert.deepEqual(
      items.map(({ energyDelta }) => energyDelta.deltaTime),
      [300, 300, 180, 300, 300],
    );
  });

  it('a closed hour keeps its reports when the rate or the alignment changes, however often', () => {
    const device = deviceWith('oven', { commissionedAt, settings: { ...settings } });
    const hour = { from: commissionedAt + hourMs, to: commissionedAt + 2 * hourMs };
    const reportsOf = (range: { from: number; to: number }) =>
      historyPage(device, { ...range, offset: 0, limit: 1_000 }, world).items;
    const before = reportsOf(hour);
    assert.equal(before.length, 13);
    let now = commissionedAt + 2.5 * hourMs;
    const past = { from: commissionedAt, to: now };
    const changes = [
      { dataReportRate: 60 },
      { alignment: 'clock' },
      { dataReportRate: 1_800 },
      { alignment: 'none', dataReportRate: 300 },
    ] as const;
    for (const change of changes) {
      const untilNow = reportsOf({ ...past, to: now });
      changeReports(device.settings, change, now);
      assert.deepEqual(reportsOf(hour), before);
      now += 37 * minuteMs;
      assert.deepEqual(reportsOf({ ...past, to: now }).slice(0, untilNow.length), untilNow);
    }
    const later = reportsOf({ from: past.to + 1, to: now }).map(({ ts }) => (ts * 1000 - summerMidnight) / minuteMs);
    const minutes = (from: number, to: number, step: number) =>
      Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, n) => from + n * step);
    // Commissioned at minute 7: the changes come at the minutes 157, 194, 231 and 268, and it is 305 at last.
    assert.deepEqual(later, [...minutes(158, 194, 1), ...minutes(195, 231, 1), 240, ...minutes(272, 302, 5)]);
    assert.equal(lastReportAt(device, now), summerMidnight + 302 * minuteMs);
    assert.equal(nextReportAt(device, now), summerMidnight + 307 * minuteMs);
  });

  it('a setting that is written as it is changes nothing', () => {
    const device = deviceWith('oven', { commissionedAt, settings: { ...settings } });
    changeReports(device.settings, { dataReportRate: 300, alignment: 'none' }, commissionedAt + hourMs);
    assert.deepEqual(device.settings, { ...settings });
  });
});
