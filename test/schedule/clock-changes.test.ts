import assert from 'node:assert/strict';
import { type CronRun, nextCronRuns } from '../../src/schedule';
import { type DaemonJob, daemonRuns, wallClock } from './cron-daemon';

const hourMs = 3_600_000;
const dayMs = 86_400_000;

/** `YYYY-MM-DDTHH:MM+offset` in local time, as a preview shows a run. */
function shown(run: CronRun): string {
  const local = new Date(run.atMs + run.utcOffsetMinutes * 60_000).toISOString().slice(0, 16);
  const sign = run.utcOffsetMinutes < 0 ? '-' : '+';
  const minutes = Math.abs(run.utcOffsetMinutes);
  const offset = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  const gap = run.gap ? ` for ${run.gap.wallTimes.join(' and ')}` : '';
  return `${local}${sign}${offset}${gap}${run.overlap ? ` ${run.overlap}` : ''}`;
}

function runs(cron: string, timeZone: string, from: string, count: number): string[] {
  const found = nextCronRuns({ cron, timeZone, fromMs: Date.parse(from), count });
  assert.ok(found.ok);
  return found.value.map(shown);
}

describe('cron(8): the clock goes forward', () => {
  it('a fixed time in the gap runs at the first instant after it, marked with the time that was meant', () => {
    assert.deepEqual(runs('30 2 * * *', 'Europe/Berlin', '2026-03-28T00:00Z', 3), [
      '2026-03-28T02:30+01:00',
      '2026-03-29T03:00+02:00 for 02:30',
      '2026-03-30T02:30+02:00',
    ]);
    assert.deepEqual(runs('30 2 * * *', 'America/New_York', '2026-03-07T12:00Z', 2), [
      '2026-03-08T03:00-04:00 for 02:30',
      '2026-03-09T02:30-04:00',
    ]);
  });

  it('the gap of Lord Howe is half an hour', () => {
    assert.deepEqual(runs('15,45 2 * * *', 'Australia/Lord_Howe', '2026-10-03T12:00Z', 3), [
      '2026-10-04T02:30+11:00 for 02:15',
      '2026-10-04T02:45+11:00',
      '2026-10-05T02:15+11:00',
    ]);
  });

  it('fixed times that meet at the end of the gap run once', () => {
    assert.deepEqual(runs('0,30 2,3 * * *', 'Europe/Berlin', '2026-03-29T00:00Z', 2), [
      '2026-03-29T03:00+02:00 for 02:00 and 02:30',
      '2026-03-29T03:30+02:00',
    ]);
  });

  it('a gap at midnight: the run of the new day comes when the day begins', () => {
    assert.deepEqual(runs('0 0 * * *', 'Africa/Cairo', '2026-04-23T12:00Z', 2), [
      '2026-04-24T01:00+03:00 for 00:00',
      '2026-04-25T00:00+03:00',
    ]);
  });

  it('a gap up to midnight: the run is left out, because it would come on another date', () => {
    assert.deepEqual(runs('30 23 * * *', 'America/Nuuk', '2026-03-27T12:00Z', 3), [
      '2026-03-27T23:30-02:00',
      '2026-03-29T23:30-01:00',
      '2026-03-30T23:30-01:00',
    ]);
  });

  it('a wildcard follows the clock: its times in the gap are left out', () => {
    assert.deepEqual(runs('*/30 2 * * *', 'Europe/Berlin', '2026-03-28T12:00Z', 2), [
      '2026-03-30T02:00+02:00',
      '2026-03-30T02:30+02:00',
    ]);
    assert.deepEqual(runs('*/30 * * * *', 'Europe/Berlin', '2026-03-29T00:30Z', 3), [
      '2026-03-29T01:30+01:00',
      '2026-03-29T03:00+02:00',
      '2026-03-29T03:30+02:00',
    ]);
  });
});

describe('cron(8): the clock goes back', () => {
  it('a fixed time runs the first time only', () => {
    assert.deepEqual(runs('30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00Z', 2), [
      '2026-10-25T02:30+02:00 first-only',
      '2026-10-26T02:30+01:00',
    ]);
    assert.deepEqual(runs('30 1 * * *', 'America/New_York', '2026-10-31T12:00Z', 2), [
      '2026-11-01T01:30-04:00 first-only',
      '2026-11-02T01:30-05:00',
    ]);
    assert.deepEqual(runs('45 1 * * *', 'Australia/Lord_Howe', '2026-04-04T12:00Z', 2), [
      '2026-04-05T01:45+11:00 first-only',
      '2026-04-06T01:45+10:30',
    ]);
  });

  it('a list or a range of fixed times is fixed, too', () => {
    assert.deepEqual(runs('0 1-3 * * *', 'Europe/Berlin', '2026-10-24T22:00Z', 4), [
      '2026-10-25T01:00+02:00',
      '2026-10-25T02:00+02:00 first-only',
      '2026-10-25T03:00+01:00',
      '2026-10-26T01:00+01:00',
    ]);
  });

  it('a wildcard runs both times', () => {
    assert.deepEqual(runs('*/30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00Z', 5), [
      '2026-10-25T02:00+02:00 first',
      '2026-10-25T02:30+02:00 first',
      '2026-10-25T02:00+01:00 second',
      '2026-10-25T02:30+01:00 second',
      '2026-10-26T02:00+01:00',
    ]);
  });

  it('asked in the second pass, a fixed time does not come again and a wildcard does', () => {
    assert.deepEqual(runs('30 2 * * *', 'Europe/Berlin', '2026-10-25T01:15Z', 1), ['2026-10-26T02:30+01:00']);
    assert.deepEqual(runs('30 * * * *', 'Europe/Berlin', '2026-10-25T01:15Z', 1), ['2026-10-25T02:30+01:00 second']);
  });
});

describe('zones without daylight saving time', () => {
  for (const [timeZone, offset] of [
    ['UTC', '+00:00'],
    ['Asia/Kolkata', '+05:30'],
    ['Asia/Kathmandu', '+05:45'],
    ['America/Phoenix', '-07:00'],
  ] as const) {
    it(`${timeZone} keeps ${offset} and has no marks`, () => {
      const found = runs('30 2 * * *', timeZone, '2026-01-01T00:00Z', 365);
      assert.equal(found.length, 365);
      for (const run of found) assert.match(run, new RegExp(`T02:30\\${offset}$`));
    });
  }
});

describe('cron(8) against a daemon that looks at the clock each minute', () => {
  const crons: [string, DaemonJob['minutes'], DaemonJob['hours'], boolean][] = [
    ['0 0 * * *', [0], [0], true],
    ['30 0 * * *', [30], [0], true],
    ['15 1 * * *', [15], [1], true],
    ['30 2 * * *', [30], [2], true],
    ['0 3 * * *', [0], [3], true],
    ['30 23 * * *', [30], [23], true],
    ['0,20,40 0-3,22,23 * * *', [0, 20, 40], [0, 1, 2, 3, 22, 23], true],
    ['0-59/15 1-2 * * *', [0, 15, 30, 45], [1, 2], true],
    ['45 0-23/2 * * *', [45], [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22], true],
    ['*/10 * * * *', [0, 10, 20, 30, 40, 50], Array.from({ length: 24 }, (_, hour) => hour), false],
    ['20 * * * *', [20], Array.from({ length: 24 }, (_, hour) => hour), false],
    ['*/20 0-2 * * *', [0, 20, 40], [0, 1, 2], false],
    ['0 */3 * * *', [0], [0, 3, 6, 9, 12, 15, 18, 21], false],
    ['* 2 * * *', Array.from({ length: 60 }, (_, minute) => minute), [2], false],
  ];
  const zones = [
    'Europe/Berlin',
    'Europe/London',
    'America/New_York',
    'America/St_Johns',
    'America/Nuuk',
    'America/Santiago',
    'Africa/Cairo',
    'Africa/Casablanca',
    'Asia/Beirut',
    'Australia/Lord_Howe',
    'Pacific/Chatham',
    'Asia/Kolkata',
  ];
  const met = { runs: 0, madeUp: 0, firstOnly: 0, first: 0, second: 0, changes: 0 };

  for (const timeZone of zones) {
    it(`runs at the same instants with the same marks in ${timeZone}`, () => {
      for (const changeMs of changesIn(timeZone)) {
        met.changes += 1;
        const fromMs = Math.floor(changeMs / hourMs) * hourMs - dayMs;
        const untilMs = fromMs + 2 * dayMs;
        const clock = wallClock(timeZone, fromMs, untilMs);
        for (const [cron, minutes, hours, fixed] of crons) {
          const expected = daemonRuns({ minutes, hours, isDay: () => true, fixed }, clock);
          const found = nextCronRuns({ cron, timeZone, fromMs, untilMs, count: 5_000 });
          assert.ok(found.ok);
          assert.deepEqual(
            found.value.map((run) => [run.atMs, run.gap?.wallTimes ?? [], run.overlap !== undefined]),
            expected.map((run) => [run.atMs, run.madeUp, run.repeated]),
            `${cron} ${timeZone}`,
          );
          met.runs += expected.length;
          met.madeUp += expected.filter((run) => run.madeUp.length > 0).length;
          met.firstOnly += found.value.filter((run) => run.overlap === 'first-only').length;
          met.first += found.value.filter((run) => run.overlap === 'first').length;
          met.second += found.value.filter((run) => run.overlap === 'second').length;
        }
      }
    });
  }

  it('met each case more than once', () => {
    console.log(`      ${JSON.stringify(met)}`);
    assert.ok(met.changes >= 20, String(met.changes));
    assert.equal(met.first, met.second);
    for (const [name, count] of Object.entries(met)) assert.ok(count > 10, `${name}: ${count}`);
  });
});

/** The instants in 2026 at which the noon of a day has another offset than the noon before. */
function changesIn(timeZone: string): number[] {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  const offset = (atMs: number) => format.formatToParts(atMs).find((part) => part.type === 'timeZoneName')?.value;
  const found: number[] = [];
  for (let noonMs = Date.UTC(2026, 0, 2, 12); noonMs < Date.UTC(2027, 0, 1); noonMs += dayMs) {
    let low = noonMs - dayMs;
    let high = noonMs;
    if (offset(low) === offset(high)) continue;
    while (high - low > 60_000) {
      const middle = (low + high) / 2;
      if (offset(middle) === offset(noonMs)) high = middle;
      else low = middle;
    }
    found.push(high);
  }
  return found;
}
