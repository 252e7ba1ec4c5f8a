import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createCounterPower } from '../../nodes/meter-read/counter-power';
import { countPeriods, createEnergySums, type EnergySum, type Registers } from '../../nodes/meter-read/energy-sums';
import { type Period, periodEnd, periodStart } from '../../nodes/meter-read/periods';
import { sumZone } from '../../nodes/meter-read/read-sums';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const berlin = sumZone('Europe/Berlin');
/** Midnight in Berlin, 12 January 2026. */
const monday = Date.UTC(2026, 0, 11, 23);

function sumsOf(
  registers: readonly Registers[],
  period: Period,
  fromMs: number,
  toMs: number,
  zone = berlin,
): EnergySum[] {
  const sums = createEnergySums({ zone, period, fromMs, toMs });
  for (const one of registers) sums.add(one);
  return sums.rows();
}

/** Registers every `stepMs`, by a constant power. */
function steady(fromMs: number, toMs: number, stepMs: number, watts: number, startWh = 0): Registers[] {
  const count = Math.floor((toMs - fromMs) / stepMs) + 1;
  return Array.from({ length: count }, (_, n) => ({
    atMs: fromMs + n * stepMs,
    deliveredWh: startWh + (watts * n * stepMs) / hour,
    generatedWh: 0,
  }));
}

describe('periods of a calendar', () => {
  const ends = (zone: string, from: string, period: Period, count: number) => {
    const found = sumZone(zone);
    let at = periodStart(found, Date.parse(from), period);
    return Array.from({ length: count }, () => {
      const start = at;
      at = periodEnd(found, at, period);
      return (at - start) / hour;
    });
  };

  it('a day of a clock change has 23 or 25 hours, and an hour that comes twice is two', () => {
    assert.deepEqual(ends('Europe/Berlin', '2026-03-28T12:00Z', 'day', 3), [24, 23, 24]);
    assert.deepEqual(ends('Europe/Berlin', '2026-10-24T12:00Z', 'day', 3), [24, 25, 24]);
    assert.deepEqual(ends('Europe/Berlin', '2026-10-24T22:00Z', 'hour', 25), new Array(25).fill(1));
    assert.deepEqual(ends('Asia/Kathmandu', '2026-01-01T00:00Z', 'hour', 3), [1, 1, 1]);
    // 02:00 is 01:30 once more in April, and 02:30 in October.
    assert.deepEqual(ends('Australia/Lord_Howe', '2026-04-04T14:10Z', 'hour', 4), [1, 0.5, 1, 1]);
    assert.deepEqual(ends('Australia/Lord_Howe', '2026-10-03T14:40Z', 'hour', 4), [1, 0.5, 1, 1]);
  });

  it('months have their days', () => {
    assert.deepEqual(
      ends('Europe/Berlin', '2026-01-15T00:00Z', 'month', 4).map((hours) => hours / 24),
      [31, 28, 31 - 1 / 24, 30],
    );
  });

  it('where the clock skips midnight, the day begins with the change', () => {
    // Beirut, 29 March 2026: 00:00 is 01:00.
    assert.deepEqual(ends('Asia/Beirut', '2026-03-28T12:00Z', 'day', 3), [24, 23, 24]);
  });
});

describe('energy by hour, day and month, from the registers (spec 2.5)', () => {
  it('1,200 W for three days: 28.8 kWh a day, and the last day is not complete yet', () => {
    const toMs = monday + 2 * day + 6 * hour;
    const rows = sumsOf(steady(monday, toMs, 5 * minute, 1_200), 'day', monday, toMs);
    assert.deepEqual(
      rows.map(({ from, deliveredWh, generatedWh, netWh, averagePowerW, peakPowerW, complete }) => [
        ...[from.slice(0, 13), deliveredWh, generatedWh, netWh, averagePowerW, peakPowerW, complete],
      ]),
      [
        ['2026-01-11T23', 28_800, 0, 28_800, 1_200, 1_200, true],
        ['2026-01-12T23', 28_800, 0, 28_800, 1_200, 1_200, true],
        ['2026-01-13T23', 7_200, 0, 7_200, 1_200, 1_200, false],
      ],
    );
  });

  it('energy between two reports over the end of an hour is divided by time', () => {
    // 600 Wh from 00:55 to 01:05: half of it belongs to each hour.
    const registers = [
      { atMs: monday, deliveredWh: 0 },
      { atMs: monday + 55 * minute, deliveredWh: 100 },
      { atMs: monday + 65 * minute, deliveredWh: 700 },
      { atMs: monday + 120 * minute, deliveredWh: 800 },
    ];
    const rows = sumsOf(registers, 'hour', monday, monday + 2 * hour);
    assert.deepEqual(
      rows.map(({ deliveredWh, complete }) => [deliveredWh, complete]),
      [
        [400, true],
        [400, true],
      ],
    );
    assert.equal('generatedWh' in (rows[0] ?? {}), false);
    assert.equal(rows[0]?.netWh, 400);
  });

  it('a gap within a day belongs to the day; one over midnight is a row of its own', () => {
    const registers = [
      { atMs: monday, deliveredWh: 0 },
      { atMs: monday + 8 * hour, deliveredWh: 8_000 },
      { atMs: monday + 23.5 * hour, deliveredWh: 23_000 },
      { atMs: monday + 26 * hour, deliveredWh: 30_000 },
      { atMs: monday + 48 * hour, deliveredWh: 40_000 },
    ];
    const rows = sumsOf(registers, 'day', monday, monday + 2 * day);
    assert.deepEqual(
      rows.map(({ period, deliveredWh, complete, gaps }) => [period, deliveredWh, complete, gaps]),
      [
        ['day', 23_000, false, 3],
        ['gap', 7_000, false, undefined],
        ['day', 10_000, false, 2],
      ],
    );
  });

  it('a register that goes back is a reset: its energy is not known and not guessed', () => {
    const registers = [
      ...steady(monday, monday + 12 * hour, 5 * minute, 1_000, 50_000),
      ...steady(monday + 12 * hour + 5 * minute, monday + day, 5 * minute, 1_000),
    ];
    const [row] = sumsOf(registers, 'day', monday, monday + day);
    // 12 h, and 11 h 55 min after the reset.
    assert.deepEqual([row?.deliveredWh, row?.complete, row?.resets], [23_916.667, false, 1]);
  });

  it('what is generated is told apart, and the net power is negative', () => {
    const registers = [0, 1, 2].map((n) => ({ atMs: monday + n * hour, deliveredWh: n * 100, generatedWh: n * 1_100 }));
    const rows = sumsOf(registers, 'day', monday, monday + 2 * hour);
    assert.deepEqual(
      [rows[0]?.deliveredWh, rows[0]?.generatedWh, rows[0]?.netWh, rows[0]?.averagePowerW],
      [200, 2_200, -2_000, -1_000],
    );
  });

  it('a day of which nothing is known has no numbers, and is not complete', () => {
    const [first, second] = sumsOf(steady(monday, monday + day, hour / 2, 100), 'day', monday, monday + 2 * day);
    assert.equal(first?.complete, true);
    assert.deepEqual(Object.keys(second ?? {}), ['period', 'from', 'to', 'complete']);
  });

  it('registers before and after the range give those at its ends; what is twice or late counts once', () => {
    const registers = steady(monday - hour, monday + day + hour, 7 * minute, 600);
    const rows = sumsOf([...registers.slice(0, 9), ...registers.slice(5)], 'day', monday, monday + day);
    assert.deepEqual([rows.length, rows[0]?.deliveredWh, rows[0]?.complete], [1, 14_400, true]);
  });

  it('periods are counted, not made, where there are too many', () => {
    const century = { zone: berlin, period: 'hour', fromMs: 0, toMs: Date.UTC(2070, 0) } as const;
    assert.equal(countPeriods(century, 100), 101);
  });

  it('the sum over all rows is the difference of the registers, whatever is missing (property)', () => {
    const step = fc.record({ minutes: fc.integer({ min: 1, max: 400 }), wh: fc.integer({ min: 0, max: 5_000 }) });
    const property = fc.property(
      fc.array(step, { minLength: 2, maxLength: 200 }),
      fc.constantFrom<Period>('hour', 'day', 'month'),
      fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Asia/Beirut'),
      fc.integer({ min: 0, max: 365 * 24 * 60 }),
      (steps, period, zone, offset) => {
        let [atMs, wh] = [monday + offset * minute, 1_000];
        const registers: Registers[] = [{ atMs, deliveredWh: wh, generatedWh: 2 * wh }];
        for (const one of steps) {
          atMs += one.minutes * minute;
          wh += one.wh;
          registers.push({ atMs, deliveredWh: wh, generatedWh: 2 * wh });
        }
        const rows = sumsOf(registers, period, registers[0]?.atMs ?? 0, atMs, sumZone(zone));
        const sum = (of: 'deliveredWh' | 'generatedWh') => rows.reduce((total, row) => total + (row[of] ?? 0), 0);
        const tolerance = 0.001 * rows.length;
        assert(Math.abs(sum('deliveredWh') - (wh - 1_000)) <= tolerance, `${sum('deliveredWh')} and ${wh - 1_000}`);
        assert(Math.abs(sum('generatedWh') - 2 * (wh - 1_000)) <= tolerance);
        for (const { complete, from, to } of rows) assert(!complete || Date.parse(to) - Date.parse(from) > 0);
      },
    );
    fc.assert(property, { numRuns: 300, seed: 20 });
  });

  it('over clock changes, gaps and registers that begin anew the sum is what they counted, in rows that do not overlap (property)', () => {
    const changes = [
      ['Europe/Berlin', '2026-03-29T01:00Z'],
      ['Europe/Berlin', '2026-10-25T01:00Z'],
      ['America/New_York', '2026-03-08T07:00Z'],
      ['America/New_York', '2026-11-01T06:00Z'],
      ['Asia/Beirut', '2026-03-28T22:00Z'],
      ['Australia/Lord_Howe', '2026-04-04T15:00Z'],
    ] as const;
    const step = fc.record({
      // Of reports that came, and that are missing for hours or days.
      minutes: fc.oneof({ weight: 8, arbitrary: fc.integer({ min: 1, max: 30 }) }, fc.integer({ min: 31, max: 4_000 })),
      deliveredWh: fc.integer({ min: 0, max: 5_000 }),
      generatedWh: fc.integer({ min: 0, max: 3_000 }),
      anew: fc.oneof({ weight: 19, arbitrary: fc.constant('none') }, fc.constantFrom('delivered', 'generated', 'both')),
    });
    const property = fc.property(
      fc.constantFrom(...changes),
      fc.array(step, { minLength: 2, maxLength: 150 }),
      fc.constantFrom<Period>('hour', 'day', 'month'),
      fc.integer({ min: 0, max: 3 * 24 * 60 }),
      ([zone, change], steps, period, minutesBefore) => {
        const fromMs = Date.parse(change) - minutesBefore * minute;
        let now = { atMs: fromMs, deliveredWh: 70_000, generatedWh: 90_000 };
        const counted = { deliveredWh: 0, generatedWh: 0 };
        const registers: Registers[] = [now];
        let resets = 0;
        for (const { minutes, deliveredWh, generatedWh, anew } of steps) {
          const begins = {
            delivered: anew !== 'none' && anew !== 'generated',
            generated: anew !== 'none' && anew !== 'delivered',
          };
          const next = {
            atMs: now.atMs + minutes * minute,
            deliveredWh: begins.delivered ? 0 : now.deliveredWh + deliveredWh,
            generatedWh: begins.generated ? 0 : now.generatedWh + generatedWh,
          };
          // From 0 to 0 nobody can see it.
          if (next.deliveredWh < now.deliveredWh || next.generatedWh < now.generatedWh) resets += 1;
          else {
            counted.deliveredWh += next.deliveredWh - now.deliveredWh;
            counted.generatedWh += next.generatedWh - now.generatedWh;
          }
          registers.push(next);
          now = next;
        }
        const rows = sumsOf(registers, period, fromMs, now.atMs, sumZone(zone));
        for (const of of ['deliveredWh', 'generatedWh'] as const) {
          const sum = rows.reduce((total, row) => total + (row[of] ?? 0), 0);
          assert(Math.abs(sum - counted[of]) <= 0.001 * rows.length, `${of}: ${sum} and ${counted[of]}`);
        }
        const periods = rows.filter((row) => row.period !== 'gap');
        for (const [index, row] of periods.slice(1).entries()) assert.equal(row.from, periods[index]?.to);
        assert.deepEqual(
          [periods[0]?.from, periods.at(-1)?.to],
          [fromMs, now.atMs].map((ms) => new Date(ms).toISOString()),
        );
        // A period of which a part is not known never seems whole.
        assert(resets === 0 || rows.some((row) => (row.resets ?? 0) > 0));
        for (const row of rows) assert(!row.complete || (row.resets === undefined && row.deliveredWh !== undefined));
      },
    );
    fc.assert(property, { numRuns: 300, seed: 21 });
  });
});

describe('the power of readings by their counters', () => {
  const reading = (ts: number, energyDeliveredWh: number, energyGeneratedWh = 0) => ({
    ts,
    energyDeliveredWh,
    energyGeneratedWh,
  });

  it('is the average over at least 60 s: 20 Wh in 72 s are 1,000 W', () => {
    const power = createCounterPower();
    assert.equal(power.of('d', reading(1_000, 500)), undefined);
    assert.equal(power.of('d', reading(1_059, 510)), undefined);
    assert.deepEqual(power.of('d', reading(1_072, 520)), { powerW: 1_000, powerSeconds: 72 });
    // Against the reading at 1,059: 40 Wh in 61 s.
    assert.deepEqual(power.of('d', reading(1_120, 550)), { powerW: (40 * 3_600) / 61, powerSeconds: 61 });
    assert.equal(power.of('other', reading(1_120, 550)), undefined);
  });

  it('is negative for what is fed in, and unknown after a counter went back, a pause, or without counters', () => {
    const power = createCounterPower();
    power.of('d', reading(1_000, 500, 100));
    assert.deepEqual(power.of('d', reading(1_100, 500, 200)), { powerW: -3_600, powerSeconds: 100 });
    assert.equal(power.of('d', reading(1_200, 3, 0)), undefined);
    assert.equal(power.of('d', reading(3_000, 50, 0)), undefined);
    assert.equal(power.of('d', { ts: 3_100 }), undefined);
  });
});
