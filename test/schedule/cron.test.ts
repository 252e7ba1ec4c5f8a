import assert from 'node:assert/strict';
import { createCronSchedule, nextCronRun, nextCronRuns, parseCron } from '../../src/schedule';

function values(text: string, field: 'minute' | 'hour' | 'dayOfMonth' | 'month' | 'dayOfWeek'): readonly number[] {
  const cron = parseCron(text);
  assert.ok(cron.ok, JSON.stringify(cron));
  return cron.value.fields[field].values;
}

function problems(text: string): string[] {
  const cron = parseCron(text);
  return cron.ok ? [] : cron.problems.map((problem) => `${problem.field} ${problem.code}`);
}

/** Dates (or instants) of the next runs in UTC. */
function runs(cron: string, from: string, count: number, length = 16): string[] {
  const found = nextCronRuns({ cron, fromMs: Date.parse(from), count });
  assert.ok(found.ok, JSON.stringify(found));
  return found.value.map((run) => new Date(run.atMs).toISOString().slice(0, length));
}

describe('crontab(5): the five fields', () => {
  it('minute 0-59, hour 0-23, day of month 1-31, month 1-12, day of week 0-7', () => {
    assert.deepEqual(problems('0 0 1 1 0'), []);
    assert.deepEqual(problems('59 23 31 12 7'), []);
    assert.deepEqual(problems('60 24 32 13 8'), [
      'minute out-of-range',
      'hour out-of-range',
      'dayOfMonth out-of-range',
      'month out-of-range',
      'dayOfWeek out-of-range',
    ]);
    assert.deepEqual(problems('0 0 0 0 *'), ['dayOfMonth out-of-range', 'month out-of-range']);
  });

  it('an asterisk stands for first-last', () => {
    assert.equal(values('* * * * *', 'minute').length, 60);
    assert.equal(values('* * * * *', 'hour').length, 24);
    assert.equal(values('* * * * *', 'dayOfMonth').length, 31);
    assert.equal(values('* * * * *', 'month').length, 12);
    assert.equal(values('* * * * *', 'dayOfWeek').length, 7);
  });

  it('ranges are inclusive: 8-11 for hours is 8, 9, 10 and 11', () => {
    assert.deepEqual(values('0 8-11 * * *', 'hour'), [8, 9, 10, 11]);
  });

  it('lists hold numbers and ranges: "1,2,5,9" and "0-4,8-12"', () => {
    assert.deepEqual(values('1,2,5,9 * * * *', 'minute'), [1, 2, 5, 9]);
    assert.deepEqual(values('0-4,8-12 * * * *', 'minute'), [0, 1, 2, 3, 4, 8, 9, 10, 11, 12]);
    assert.deepEqual(values('9,5,5-6 * * * *', 'minute'), [5, 6, 9]);
  });

  it('a step skips through a range: 0-23/2 is every other hour, as is */2', () => {
    const everyOther = [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22];
    assert.deepEqual(values('0 0-23/2 * * *', 'hour'), everyOther);
    assert.deepEqual(values('0 */2 * * *', 'hour'), everyOther);
    assert.deepEqual(values('0 0 */10 * *', 'dayOfMonth'), [1, 11, 21, 31]);
    assert.deepEqual(values('50-59/60 * * * *', 'minute'), [50]);
  });

  it('names are the first three letters of the month or day, case does not matter', () => {
    assert.deepEqual(values('0 0 * JAN,jul,Dec *', 'month'), [1, 7, 12]);
    assert.deepEqual(values('0 0 * apr-JUN *', 'month'), [4, 5, 6]);
    assert.deepEqual(values('0 0 * * sun,MON-fri/2', 'dayOfWeek'), [0, 1, 3, 5]);
    assert.deepEqual(problems('0 0 * january *'), ['month not-a-value']);
    assert.deepEqual(problems('0 0 jan * *'), ['dayOfMonth not-a-value']);
  });

  it('0 or 7 is Sunday', () => {
    assert.deepEqual(values('0 0 * * 7', 'dayOfWeek'), [0]);
    assert.deepEqual(values('0 0 * * 0,7', 'dayOfWeek'), [0]);
    assert.deepEqual(values('0 0 * * 5-7', 'dayOfWeek'), [0, 5, 6]);
    assert.equal(values('0 0 * * 0-7', 'dayOfWeek').length, 7);
    assert.deepEqual(problems('0 0 * * fri-sun'), ['dayOfWeek range-backwards']);
  });

  it('blanks and tabs separate the fields', () => {
    const cron = parseCron('  5\t4 * \t* sun ');
    assert.ok(cron.ok);
    assert.equal(cron.value.text, '5 4 * * sun');
  });
});

describe('crontab(5): days', () => {
  it('"30 4 1,15 * 5" runs at 4:30 on the 1st and 15th of each month, plus every Friday', () => {
    assert.deepEqual(runs('30 4 1,15 * 5', '2026-01-01T00:00Z', 8), [
      '2026-01-01T04:30',
      '2026-01-02T04:30',
      '2026-01-09T04:30',
      '2026-01-15T04:30',
      '2026-01-16T04:30',
      '2026-01-23T04:30',
      '2026-01-30T04:30',
      '2026-02-01T04:30',
    ]);
  });

  it('a day field that is * leaves the other one alone', () => {
    assert.deepEqual(runs('0 0 13 * *', '2026-01-01T00:00Z', 3, 10), ['2026-01-13', '2026-02-13', '2026-03-13']);
    assert.deepEqual(runs('0 0 * * 5', '2026-01-01T00:00Z', 3, 10), ['2026-01-02', '2026-01-09', '2026-01-16']);
  });

  it('a day field that starts with * is not restricted: both fields have to match', () => {
    assert.deepEqual(runs('0 0 */2 * 1', '2026-01-01T00:00Z', 4, 10), [
      '2026-01-05',
      '2026-01-19',
      '2026-02-09',
      '2026-02-23',
    ]);
    assert.deepEqual(runs('0 0 1 * */2', '2026-01-01T00:00Z', 3, 10), ['2026-01-01', '2026-02-01', '2026-03-01']);
  });

  it('a range of all days is restricted: the other field does not limit it', () => {
    assert.deepEqual(runs('0 0 1-31 * 1', '2026-01-01T00:00Z', 3, 10), ['2026-01-01', '2026-01-02', '2026-01-03']);
  });

  it('the month has to match besides the day: "0 0 1 7 mon" runs in July only', () => {
    assert.deepEqual(runs('0 0 1 7 mon', '2026-01-01T00:00Z', 6, 10), [
      '2026-07-01',
      '2026-07-06',
      '2026-07-13',
      '2026-07-20',
      '2026-07-27',
      '2027-07-01',
    ]);
  });

  it('the 31st skips the shorter months', () => {
    assert.deepEqual(runs('0 0 31 * *', '2026-01-01T00:00Z', 7, 7), [
      '2026-01',
      '2026-03',
      '2026-05',
      '2026-07',
      '2026-08',
      '2026-10',
      '2026-12',
    ]);
  });

  it('29 February comes in leap years: not in 2100, but in 2000 and 2400', () => {
    assert.deepEqual(runs('0 0 29 2 *', '2026-01-01T00:00Z', 3, 10), ['2028-02-29', '2032-02-29', '2036-02-29']);
    assert.deepEqual(runs('0 0 29 2 *', '2096-03-01T00:00Z', 2, 10), ['2104-02-29', '2108-02-29']);
    assert.deepEqual(runs('0 0 29 2 *', '1999-01-01T00:00Z', 1, 10), ['2000-02-29']);
    assert.deepEqual(runs('0 0 29 2 *', '2396-03-01T00:00Z', 1, 10), ['2400-02-29']);
  });
});

describe('what is not Unix cron is refused, each problem with its field', () => {
  it('nicknames', () => {
    for (const nickname of ['@daily', '@hourly', '@reboot', '@yearly', ' @weekly ', '@every 5m']) {
      assert.deepEqual(problems(nickname), ['cron nickname'], nickname);
    }
  });

  it('fewer or more than five fields: seconds and years', () => {
    assert.deepEqual(problems('* * * *'), ['cron field-count']);
    assert.deepEqual(problems('0 * * * * *'), ['cron field-count']);
    assert.deepEqual(problems('0 0 0 1 1 * 2026'), ['cron field-count']);
    assert.deepEqual(problems('   '), ['cron missing']);
    assert.deepEqual(problems(''), ['cron missing']);
  });

  it('the L, W, # and ? of other dialects', () => {
    assert.deepEqual(problems('0 0 L * *'), ['dayOfMonth not-unix-cron']);
    assert.deepEqual(problems('0 0 15W * *'), ['dayOfMonth not-unix-cron']);
    assert.deepEqual(problems('0 0 LW * ?'), ['dayOfMonth not-unix-cron', 'dayOfWeek not-unix-cron']);
    assert.deepEqual(problems('0 0 * * 5#2'), ['dayOfWeek not-unix-cron']);
    assert.deepEqual(problems('0 0 * * fri#2'), ['dayOfWeek not-unix-cron']);
    assert.deepEqual(problems('0 0 * * 5L'), ['dayOfWeek not-unix-cron']);
    assert.deepEqual(problems('0 0 ? * +mon'), ['dayOfMonth not-unix-cron', 'dayOfWeek not-unix-cron']);
    assert.deepEqual(problems('~ 0 * * *'), ['minute not-unix-cron']);
  });

  it('steps without a range, of 0 or beyond the field', () => {
    assert.deepEqual(problems('5/15 0 * * *'), ['minute step-without-range']);
    assert.deepEqual(problems('/15 0 * * *'), ['minute step-without-range']);
    assert.deepEqual(problems('*/0 */25 */32 */13 */8'), [
      'minute step-out-of-range',
      'hour step-out-of-range',
      'dayOfMonth step-out-of-range',
      'month step-out-of-range',
      'dayOfWeek step-out-of-range',
    ]);
    assert.deepEqual(problems('*/ */x */1/2 * *'), [
      'minute step-out-of-range',
      'hour step-out-of-range',
      'dayOfMonth not-a-value',
    ]);
  });

  it('ranges that run backwards, open ends, empty items, decimals and signs', () => {
    assert.deepEqual(problems('30-10 22-2 * * *'), ['minute range-backwards', 'hour range-backwards']);
    assert.deepEqual(problems('5- -5 1-2-3 * *'), ['minute not-a-value', 'hour not-a-value', 'dayOfMonth not-a-value']);
    assert.deepEqual(problems('1,,2 ,1 1, * *'), ['minute empty-item', 'hour empty-item', 'dayOfMonth empty-item']);
    assert.deepEqual(problems('1.5 000 *-5 * *'), [
      'minute not-unix-cron',
      'hour not-a-value',
      'dayOfMonth not-a-value',
    ]);
  });

  it('every problem of every field is listed, with a message for people', () => {
    const cron = parseCron('60,61 x * foo 9');
    assert.ok(!cron.ok);
    assert.deepEqual(
      cron.problems.map((problem) => problem.message),
      [
        'minute: 60 is not within 0 to 59',
        'minute: 61 is not within 0 to 59',
        'hour: "x" is not a value',
        'month: "foo" is not a value',
        'day of week: 9 is not within 0 to 7',
      ],
    );
  });
});

describe('spec 4.4 cron schedules', () => {
  it('the cron is read in its zone, in UTC without one', () => {
    const from = { cron: '0 8 * * *', fromMs: Date.parse('2026-07-01T00:00Z'), count: 1 };
    const berlin = nextCronRuns({ ...from, timeZone: 'Europe/Berlin' });
    assert.deepEqual(berlin, { ok: true, value: [{ atMs: Date.parse('2026-07-01T06:00Z'), utcOffsetMinutes: 120 }] });
    assert.deepEqual(nextCronRuns(from), {
      ok: true,
      value: [{ atMs: Date.parse('2026-07-01T08:00Z'), utcOffsetMinutes: 0 }],
    });
  });

  it('problems of the cron and of the zone come together', () => {
    const schedule = createCronSchedule({ cron: '@daily', timeZone: 'Europe/Atlantis' });
    assert.ok(!schedule.ok);
    assert.deepEqual(
      schedule.problems.map((problem) => problem.field),
      ['cron', 'timeZone'],
    );
  });

  it('a run at the first instant counts, one at the last does not', () => {
    const rule = { cron: '0 * * * *', fromMs: Date.parse('2026-01-01T00:00Z'), count: 100 };
    const found = nextCronRuns({ ...rule, untilMs: Date.parse('2026-01-01T03:00Z') });
    assert.ok(found.ok);
    assert.deepEqual(
      found.value.map((run) => new Date(run.atMs).getUTCHours()),
      [0, 1, 2],
    );
  });

  it('the next run is strictly after the instant asked, to the millisecond', () => {
    const schedule = createCronSchedule({ cron: '0 8 * * *', timeZone: 'Asia/Tokyo' });
    assert.ok(schedule.ok);
    const runMs = Date.parse('2026-01-01T08:00+09:00');
    assert.equal(nextCronRun(schedule.value, runMs - 1), runMs);
    assert.equal(nextCronRun(schedule.value, runMs), runMs + 86_400_000);
    assert.equal(nextCronRun(schedule.value, runMs + 1), runMs + 86_400_000);
  });

  it('stepping from run to run gives the runs of the list', () => {
    const schedule = createCronSchedule({ cron: '*/20 1-3 * * *', timeZone: 'Europe/Berlin' });
    const list = nextCronRuns({
      cron: '*/20 1-3 * * *',
      timeZone: 'Europe/Berlin',
      fromMs: Date.parse('2026-10-24T00:00Z'),
      count: 40,
    });
    assert.ok(schedule.ok && list.ok);
    const stepped: number[] = [];
    let atMs: number | undefined = Date.parse('2026-10-24T00:00Z') - 1;
    while (stepped.length < 40) {
      atMs = nextCronRun(schedule.value, atMs);
      assert.ok(atMs !== undefined);
      stepped.push(atMs);
    }
    assert.deepEqual(
      stepped,
      list.value.map((run) => run.atMs),
    );
  });

  it('a day that does not exist never comes, and that is known at once', () => {
    let met = 0;
    for (const cron of ['0 0 30 2 *', '0 0 31 4 *', '* * 31 2,4,6,9,11 *', '0 0 30,31 feb */2']) {
      const schedule = createCronSchedule({ cron, timeZone: 'Europe/Berlin' });
      assert.ok(schedule.ok);
      for (let time = 0; time < 1_000; time += 1) assert.equal(nextCronRun(schedule.value, 0), undefined);
      met += 1;
    }
    assert.equal(met, 4);
    // Four thousand searches through the calendar would take longer.
  }).timeout(1_000);

  it('a leap day on a day of the week is found up to forty years ahead', () => {
    // */7 selects Sunday alone, and since it starts with * both day fields have to match.
    assert.deepEqual(runs('0 0 29 2 */7', '2026-01-01T00:00Z', 4, 10), [
      '2032-02-29',
      '2060-02-29',
      '2088-02-29',
      '2128-02-29',
    ]);
  });
});
