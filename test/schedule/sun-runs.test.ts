import assert from 'node:assert/strict';
import { nextSunRuns, type SunRule, type SunRuns, sunTimes } from '../../src/schedule';

const hourMs = 3_600_000;
const dayMs = 86_400_000;

const berlin = { latitude: '52.52', longitude: '13.405', timeZone: 'Europe/Berlin' };
const tromso = { latitude: '69.6496', longitude: '18.956', timeZone: 'Europe/Oslo' };
const longyearbyen = { latitude: '78.2232', longitude: '15.6469', timeZone: 'Arctic/Longyearbyen' };
const mcmurdo = { latitude: '-77.8419', longitude: '166.6863', timeZone: 'Antarctica/McMurdo' };
const sunsetRule = { scheduleType: 'sunset', offset: 0, offsetUnit: 'minutes' } as const;

function runs(rule: SunRule & { fromMs: number; untilMs?: number; count: number }): SunRuns {
  const found = nextSunRuns(rule);
  assert.ok(found.ok, JSON.stringify(found));
  return found.value;
}

function sunsetMs(place: typeof berlin, date: string): number {
  const times = sunTimes({ ...place, date });
  assert.ok(times.ok && times.value.kind === 'normal');
  return times.value.sunsetMs;
}

describe('spec 2.8 schedules by the sun', () => {
  it('run at the sunrise or sunset of each civil date, oldest first', () => {
    const fromMs = Date.parse('2026-03-27T00:00+01:00');
    const { runs: found, polar } = runs({ ...berlin, ...sunsetRule, fromMs, count: 4 });
    assert.deepEqual(
      found.map((run) => [run.date, run.utcOffsetMinutes, run.atMs]),
      ['2026-03-27', '2026-03-28', '2026-03-29', '2026-03-30'].map((date, index) => [
        date,
        index < 2 ? 60 : 120,
        sunsetMs(berlin, date),
      ]),
    );
    assert.deepEqual(polar, []);
  });

  it('an offset counts from the event, before it when negative, in minutes or seconds', () => {
    const fromMs = Date.parse('2026-06-21T00:00+02:00');
    const eventMs = sunsetMs(berlin, '2026-06-21');
    for (const [offset, offsetUnit, shiftMs] of [
      [-30, 'minutes', -1_800_000],
      [45, 'minutes', 2_700_000],
      [-30, 'seconds', -30_000],
    ] as const) {
      const { runs: found } = runs({ ...berlin, scheduleType: 'sunset', offset, offsetUnit, fromMs, count: 1 });
      assert.deepEqual(found, [{ atMs: eventMs + shiftMs, utcOffsetMinutes: 120, eventMs, date: '2026-06-21' }]);
    }
  });

  it('an offset beyond midnight still belongs to the date of its event', () => {
    const rule = { ...berlin, ...sunsetRule, offset: 5 * 60 } as const;
    const { runs: found } = runs({ ...rule, fromMs: Date.parse('2026-06-21T01:00+02:00'), count: 2 });
    assert.deepEqual(
      found.map((run) => [run.date, new Date(run.atMs + 2 * hourMs).getUTCDate()]),
      [
        ['2026-06-20', 21],
        ['2026-06-21', 22],
      ],
    );
  });

  it('a run at the first instant counts, one at the last does not', () => {
    const firstMs = sunsetMs(berlin, '2026-06-21');
    const lastMs = sunsetMs(berlin, '2026-06-23');
    const { runs: found } = runs({ ...berlin, ...sunsetRule, fromMs: firstMs, untilMs: lastMs, count: 10 });
    assert.deepEqual(
      found.map((run) => run.date),
      ['2026-06-21', '2026-06-22'],
    );
    const later = runs({ ...berlin, ...sunsetRule, fromMs: firstMs + 1, untilMs: lastMs + 1, count: 10 });
    assert.deepEqual(
      later.runs.map((run) => run.date),
      ['2026-06-22', '2026-06-23'],
    );
  });

  it('from any instant on, the list is the rest of the list from before', () => {
    const reykjavik = { latitude: '64.15', longitude: '-21.94', timeZone: 'Atlantic/Reykjavik' };
    const rule = { ...reykjavik, ...sunsetRule };
    const fromMs = Date.parse('2026-06-18T00:00Z');
    const all = runs({ ...rule, fromMs, count: 12 }).runs;
    let met = 0;
    for (let hour = 0; hour < 6 * 24; hour += 1) {
      const laterMs = fromMs + hour * hourMs;
      const expected = all.filter((run) => run.atMs >= laterMs).slice(0, 5);
      assert.deepEqual(runs({ ...rule, fromMs: laterMs, count: 5 }).runs, expected);
      met += 1;
    }
    assert.equal(met, 144);
  });
});

describe('the cron of a sun schedule limits the days', () => {
  const fromMs = Date.parse('2026-01-01T00:00+01:00');

  it('by day of week, day of month and month, on civil dates of the zone', () => {
    const dates = (cronSchedule: string) =>
      runs({ ...berlin, ...sunsetRule, cronSchedule, fromMs, count: 3 }).runs.map((run) => run.date);
    assert.deepEqual(dates('* * * * 1'), ['2026-01-05', '2026-01-12', '2026-01-19']);
    assert.deepEqual(dates('* * 1 * *'), ['2026-01-01', '2026-02-01', '2026-03-01']);
    assert.deepEqual(dates('* * 24 12 *'), ['2026-12-24', '2027-12-24', '2028-12-24']);
    assert.deepEqual(dates('* * 29 2 *'), ['2028-02-29', '2032-02-29', '2036-02-29']);
  });

  it('and its minute and hour say nothing', () => {
    const at = (cronSchedule: string) => runs({ ...berlin, ...sunsetRule, cronSchedule, fromMs, count: 5 });
    assert.deepEqual(at('30 4 * * 1-5'), at('* * * * 1-5'));
  });

  it('a day that does not exist never comes', () => {
    assert.deepEqual(runs({ ...berlin, ...sunsetRule, cronSchedule: '* * 30 2 *', fromMs, count: 3 }), {
      runs: [],
      polar: [],
    });
  });
});

describe('polar day and night are results', () => {
  const fromMs = Date.parse('2026-01-01T00:00Z');
  const untilMs = Date.parse('2027-01-01T00:00Z');

  // Days without sunrise or sunset in a year: about two months each at Tromsø, four at the others.
  for (const [name, place, days, nights] of [
    ['Tromsø', tromso, [60, 80], [35, 55]],
    ['Longyearbyen', longyearbyen, [120, 135], [105, 120]],
    ['McMurdo', mcmurdo, [110, 130], [110, 130]],
  ] as const) {
    it(`${name} has every date of the year either with a run or in a polar span`, () => {
      const { runs: found, polar } = runs({ ...place, ...sunsetRule, fromMs, untilMs, count: 400 });
      const counted = { 'polar-day': 0, 'polar-night': 0 };
      for (const span of polar) {
        counted[span.kind] += (Date.parse(span.toDate) - Date.parse(span.fromDate)) / dayMs + 1;
      }
      assert.ok(counted['polar-day'] >= days[0] && counted['polar-day'] <= days[1], JSON.stringify(counted));
      assert.ok(counted['polar-night'] >= nights[0] && counted['polar-night'] <= nights[1], JSON.stringify(counted));
      const total = found.length + counted['polar-day'] + counted['polar-night'];
      // The ends of the year are cut at UTC, not at the dates of the place.
      assert.ok(Math.abs(total - 365) <= 2, String(total));
    });
  }

  it('the next sunset at Tromsø after the middle of May comes at the end of July', () => {
    const { runs: found, polar } = runs({
      ...tromso,
      ...sunsetRule,
      fromMs: Date.parse('2026-05-25T00:00Z'),
      count: 1,
    });
    assert.match(found[0]?.date ?? '', /^2026-07-2[4-8]$/);
    assert.equal(polar.length, 1);
    assert.deepEqual([polar[0]?.kind, polar[0]?.fromDate], ['polar-day', '2026-05-25']);
  });

  it('spans of two summers stay apart', () => {
    const { polar } = runs({ ...tromso, ...sunsetRule, fromMs, untilMs: Date.parse('2028-01-01T00:00Z'), count: 800 });
    assert.deepEqual(
      polar.map((span) => span.kind),
      ['polar-night', 'polar-day', 'polar-night', 'polar-day', 'polar-night'],
    );
  });

  it('at the polar circle there is a polar day but no polar night, and its spans stay apart, too', () => {
    const circle = { latitude: '66.3', longitude: '18.956', timeZone: 'Europe/Oslo' };
    const { polar } = runs({ ...circle, ...sunsetRule, fromMs, untilMs: Date.parse('2028-01-01T00:00Z'), count: 800 });
    assert.deepEqual(
      polar.map((span) => [span.kind, span.fromDate.slice(0, 7), span.toDate.slice(0, 4)]),
      [
        ['polar-day', '2026-06', '2026'],
        ['polar-day', '2027-06', '2027'],
      ],
    );
  });

  it('a date that is always in the polar night never comes, and the search ends', () => {
    const rule = { ...tromso, ...sunsetRule, cronSchedule: '* * 24 12 *' };
    const { runs: found, polar } = runs({ ...rule, fromMs, count: 3 });
    assert.deepEqual(found, []);
    assert.equal(polar.at(0)?.kind, 'polar-night');
  });

  it('at the pole the search ends without a run', () => {
    const { runs: found } = runs({ latitude: '90', longitude: '0', ...sunsetRule, fromMs, count: 3 });
    assert.deepEqual(found, []);
  });
});

describe('inputs of sun schedules', () => {
  it('everything that is wrong is said at once', () => {
    const found = nextSunRuns({
      latitude: 'north',
      longitude: '200',
      timeZone: 'Berlin',
      scheduleType: 'sunrise',
      offset: 1.5,
      offsetUnit: 'minutes',
      cronSchedule: '* * * *',
      fromMs: 0,
      count: 1,
    });
    assert.ok(!found.ok);
    assert.deepEqual(
      found.problems.map((problem) => `${problem.field} ${problem.code}`),
      [
        'latitude not-degrees',
        'longitude out-of-range',
        'timeZone unknown-time-zone',
        'cron field-count',
        'offset offset-out-of-range',
      ],
    );
  });

  it('an offset is less than a year', () => {
    const offset = (value: number) => nextSunRuns({ ...berlin, ...sunsetRule, offset: value, fromMs: 0, count: 1 }).ok;
    assert.equal(offset(-500_000), true);
    assert.equal(offset(600_000), false);
    assert.equal(offset(Number.NaN), false);
    assert.equal(offset(Number.POSITIVE_INFINITY), false);
  });
});
