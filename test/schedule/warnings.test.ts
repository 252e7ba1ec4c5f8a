import assert from 'node:assert/strict';
import { type ScheduleRule, type ScheduleWarning, scheduleWarnings } from '../../src/schedule';

const windowStartMs = Date.parse('2026-01-01T00:00Z');
const met = new Map<string, number>();

function warnings(rule: ScheduleRule, untilMs?: number): ScheduleWarning[] {
  const found = scheduleWarnings(rule, { fromMs: windowStartMs, untilMs });
  assert.ok(found.ok, JSON.stringify(found));
  for (const warning of found.value) {
    met.set(warning.code, (met.get(warning.code) ?? 0) + 1);
    assert.ok(warning.message.length > 10);
  }
  return found.value;
}

/** Code and parameters without the message. */
const bare = (found: ScheduleWarning[]) => found.map(({ code, params }) => ({ code, params }));
const codes = (found: ScheduleWarning[]) => found.map((warning) => warning.code);
const cron = (text: string, timeZone = 'UTC'): ScheduleRule => ({ kind: 'cron', cron: text, timeZone });

const sunRule = {
  kind: 'sun',
  scheduleType: 'sunset',
  offset: 0,
  offsetUnit: 'minutes',
  latitude: '52.52',
  longitude: '13.405',
  timeZone: 'Europe/Berlin',
} as const;

describe('warnings about days', () => {
  it('an ordinary schedule has none', () => {
    assert.deepEqual(warnings(cron('0 8 * * 1-5', 'Europe/Berlin')), []);
    assert.deepEqual(warnings(cron('*/15 * * * *', 'Europe/Berlin')), []);
    assert.deepEqual(warnings(sunRule), []);
  });

  it('a day that does not exist: never runs', () => {
    assert.deepEqual(bare(warnings(cron('0 0 30 2 *'))), [{ code: 'never-runs', params: {} }]);
    assert.deepEqual(codes(warnings(cron('0 0 31 4,6,9,11 *'))), ['never-runs']);
    assert.deepEqual(codes(warnings({ ...sunRule, cronSchedule: '* * 30 2 *' })), ['never-runs']);
  });

  it('29 February: leap days only, with the next one', () => {
    assert.deepEqual(bare(warnings(cron('0 0 29 2 *'))), [
      { code: 'leap-days-only', params: { nextMs: Date.parse('2028-02-29T00:00Z') } },
    ]);
    assert.deepEqual(codes(warnings({ ...sunRule, cronSchedule: '* * 29 2 *' })), ['leap-days-only']);
  });

  it('months too short for every day of the schedule are named', () => {
    assert.deepEqual(bare(warnings(cron('0 0 31 * *'))), [
      { code: 'months-without-run', params: { months: [2, 4, 6, 9, 11] } },
    ]);
    assert.deepEqual(bare(warnings(cron('0 0 29-31 * *'))), [{ code: 'months-without-run', params: { months: [2] } }]);
    assert.deepEqual(warnings(cron('0 0 28,31 * *')), []);
  });

  it('both day fields: either counts, or both after a * with a step', () => {
    assert.deepEqual(codes(warnings(cron('0 0 1 * 1'))), ['either-day-field']);
    assert.deepEqual(codes(warnings(cron('0 0 31 * 1'))), ['either-day-field']);
    assert.deepEqual(bare(warnings(cron('0 0 */2 * 1'))), [
      { code: 'both-day-fields', params: { field: 'dayOfMonth' } },
    ]);
    assert.deepEqual(bare(warnings(cron('0 0 1 * */2'))), [
      { code: 'both-day-fields', params: { field: 'dayOfWeek' } },
    ]);
  });
});

describe('warnings about the end', () => {
  it('an end at or before the start', () => {
    assert.deepEqual(bare(warnings(cron('0 0 * * *'), windowStartMs)), [
      { code: 'ends-before-start', params: { fromMs: windowStartMs, untilMs: windowStartMs } },
    ]);
    assert.deepEqual(codes(warnings(cron('0 0 30 2 *'), windowStartMs - 1)), ['never-runs', 'ends-before-start']);
    assert.deepEqual(codes(warnings(sunRule, windowStartMs - 1)), ['ends-before-start']);
  });

  it('an end before the first run, with the run it misses', () => {
    const nextMs = Date.parse('2026-01-01T08:00Z');
    assert.deepEqual(bare(warnings(cron('0 8 * * *'), nextMs)), [
      { code: 'no-run-before-end', params: { untilMs: nextMs, nextMs } },
    ]);
    assert.deepEqual(warnings(cron('0 8 * * *'), nextMs + 1), []);
    assert.deepEqual(codes(warnings(sunRule, windowStartMs + 3_600_000)), ['no-run-before-end']);
  });
});

describe('warnings about changes of the clock', () => {
  it('a fixed time is moved by the gap and runs once in the overlap', () => {
    assert.deepEqual(bare(warnings(cron('30 2 * * *', 'Europe/Berlin'))), [
      { code: 'moved-by-gap', params: { atMs: Date.parse('2026-03-29T01:00Z'), wallTimes: ['02:30'], occurrences: 5 } },
      {
        code: 'once-in-overlap',
        params: { atMs: Date.parse('2026-10-25T01:00Z'), wallTimes: ['02:30'], occurrences: 5 },
      },
    ]);
  });

  it('a wildcard is skipped by the gap and runs twice in the overlap', () => {
    const wallTimes = ['01:00', '01:30'];
    assert.deepEqual(bare(warnings(cron('*/30 1 * * *', 'Europe/London'))), [
      { code: 'skipped-by-gap', params: { atMs: Date.parse('2026-03-29T01:00Z'), wallTimes, occurrences: 5 } },
      { code: 'twice-in-overlap', params: { atMs: Date.parse('2026-10-25T01:00Z'), wallTimes, occurrences: 5 } },
    ]);
  });

  it('every hour written as a range is a list of fixed times: the repeated hour is left out once', () => {
    assert.deepEqual(codes(warnings(cron('0 0-23 * * *', 'Europe/Berlin'))), ['moved-by-gap', 'once-in-overlap']);
    assert.deepEqual(codes(warnings(cron('0 * * * *', 'Europe/Berlin'))), []);
  });

  it('a gap up to midnight skips a fixed time, too', () => {
    assert.deepEqual(codes(warnings(cron('30 23 * * *', 'America/Nuuk'))), ['skipped-by-gap', 'once-in-overlap']);
  });

  it('the half hour of Lord Howe is met by 02:15 and by the hour, but not by each half hour', () => {
    assert.deepEqual(bare(warnings(cron('15 2 * * *', 'Australia/Lord_Howe'))), [
      { code: 'moved-by-gap', params: { atMs: Date.parse('2026-10-03T15:30Z'), wallTimes: ['02:15'], occurrences: 5 } },
    ]);
    assert.deepEqual(codes(warnings(cron('45 2 * * *', 'Australia/Lord_Howe'))), []);
    assert.deepEqual(codes(warnings(cron('0 * * * *', 'Australia/Lord_Howe'))), ['skipped-by-gap']);
    assert.deepEqual(codes(warnings(cron('*/30 * * * *', 'Australia/Lord_Howe'))), []);
  });

  it('the days count: only a Sunday in March is touched', () => {
    assert.deepEqual(codes(warnings(cron('30 2 * * 1-6', 'Europe/Berlin'))), []);
    assert.deepEqual(codes(warnings(cron('30 2 29 3 *', 'Europe/Berlin'))), ['moved-by-gap']);
  });

  it('changes after the end do not count, and zones without changes have none', () => {
    assert.deepEqual(warnings(cron('30 2 * * *', 'Europe/Berlin'), Date.parse('2026-03-29T00:59Z')), []);
    assert.deepEqual(warnings(cron('30 2 * * *', 'Asia/Kolkata')), []);
    assert.deepEqual(warnings({ kind: 'cron', cron: '30 2 * * *' }), []);
  });
});

describe('warnings about the sun', () => {
  const tromso = { ...sunRule, latitude: '69.6496', longitude: '18.956', timeZone: 'Europe/Oslo' };

  it('polar days and nights of the year ahead are named', () => {
    const found = warnings(tromso);
    assert.deepEqual(codes(found), ['polar', 'polar', 'polar']);
    assert.deepEqual(
      found.map((warning) => (warning.code === 'polar' ? warning.params.kind : '')),
      ['polar-night', 'polar-day', 'polar-night'],
    );
  });

  it('a date that is always in the polar night: never runs', () => {
    assert.deepEqual(codes(warnings({ ...tromso, cronSchedule: '* * 24 12 *' })), ['polar', 'never-runs']);
  });

  it('a cron that gives a time of day: it is ignored', () => {
    assert.deepEqual(codes(warnings({ ...sunRule, cronSchedule: '30 4 * * 1-5' })), ['clock-fields-ignored']);
    assert.deepEqual(codes(warnings({ ...sunRule, cronSchedule: '0 0 * * 1-5' })), []);
    assert.deepEqual(codes(warnings({ ...sunRule, cronSchedule: '* * * * 1-5' })), []);
  });

  it('an offset of more than half a day', () => {
    assert.deepEqual(codes(warnings({ ...sunRule, offset: -721 })), ['offset-beyond-half-day']);
    assert.deepEqual(codes(warnings({ ...sunRule, offset: -721, offsetUnit: 'seconds' })), []);
  });

  it('a zone whose clock is far from the sun of the location: a longitude with the wrong sign', () => {
    assert.deepEqual(
      codes(warnings({ ...sunRule, latitude: '40.7', longitude: '74.0', timeZone: 'America/New_York' })),
      ['location-far-from-zone'],
    );
    // The farthest the law puts them apart: western China, Kiribati across the date line.
    assert.deepEqual(codes(warnings({ ...sunRule, longitude: '75.99', timeZone: 'Asia/Shanghai' })), []);
    const kiritimati = { latitude: '1.87', longitude: '-157.43', timeZone: 'Pacific/Kiritimati' };
    assert.deepEqual(codes(warnings({ ...sunRule, ...kiritimati })), []);
  });

  it('coordinates 0, 0', () => {
    assert.deepEqual(codes(warnings({ ...sunRule, latitude: '0', longitude: '0.0', timeZone: 'UTC' })), [
      'location-at-zero',
    ]);
  });
});

describe('warnings of schedules that are not valid', () => {
  it('are the problems instead', () => {
    const found = scheduleWarnings(cron('@daily', 'Nowhere'), { fromMs: windowStartMs });
    assert.ok(!found.ok);
    assert.equal(found.problems.length, 2);
    assert.ok(!scheduleWarnings({ ...sunRule, latitude: '' }, { fromMs: windowStartMs }).ok);
  });
});

describe('the warnings', () => {
  it('were each met', () => {
    const known = [
      'both-day-fields',
      'clock-fields-ignored',
      'either-day-field',
      'ends-before-start',
      'leap-days-only',
      'location-at-zero',
      'location-far-from-zone',
      'months-without-run',
      'moved-by-gap',
      'never-runs',
      'no-run-before-end',
      'offset-beyond-half-day',
      'once-in-overlap',
      'polar',
      'skipped-by-gap',
      'twice-in-overlap',
    ];
    assert.deepEqual([...met.keys()].sort(), known);
  });
});
