import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  cronOfRunForm,
  describeCron,
  hourSteps,
  minuteSteps,
  nextCronRuns,
  type RunDays,
  type RunForm,
  type RunTimes,
  runFormOfCron,
  zoneNamed,
} from '../../src/schedule';

const minuteMs = 60_000;
const dayMs = 1440 * minuteMs;
const zoneNames = [
  'Europe/Berlin',
  'America/Chicago',
  'America/Santiago',
  'Australia/Lord_Howe',
  'Africa/Cairo',
  'UTC',
];

const hourAndMinute = fc
  .tuple(
    fc.uniqueArray(fc.integer({ min: 0, max: 23 }), { minLength: 1, maxLength: 3 }),
    fc.constantFrom([0], [30], [0, 45]),
  )
  .map(([hours, minutes]) =>
    hours.flatMap((hour) =>
      minutes.map((minute) => new Date((hour * 60 + minute) * minuteMs).toISOString().slice(11, 16)),
    ),
  );
const days: fc.Arbitrary<RunDays> = fc.oneof(
  fc.constant<RunDays>({ kind: 'daily' }),
  fc
    .uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 6 })
    .map((list): RunDays => ({ kind: 'weekdays', days: list.sort() })),
  fc
    .uniqueArray(fc.integer({ min: 1, max: 31 }), { minLength: 1, maxLength: 6 })
    .map((list): RunDays => ({ kind: 'dates', days: list.sort((a, b) => a - b) })),
);
const times: fc.Arbitrary<RunTimes> = fc.oneof(
  hourAndMinute.map((list): RunTimes => ({ kind: 'at', times: list.sort() })),
  fc.constantFrom(...minuteSteps).map((every): RunTimes => ({ kind: 'everyMinutes', every })),
  fc
    .tuple(fc.constantFrom(...hourSteps), fc.integer({ min: 0, max: 59 }))
    .map(([every, minute]): RunTimes => ({ kind: 'everyHours', every, minute })),
);
const forms: fc.Arbitrary<RunForm> = fc.record({ days, times });

/** Whether the form names a day of the calendar, by the calendar alone. */
function isDay({ days: named }: RunForm, wallMs: number): boolean {
  const date = new Date(wallMs);
  if (named.kind === 'weekdays') return named.days.includes(date.getUTCDay() || 7);
  return named.kind !== 'dates' || named.days.includes(date.getUTCDate());
}

/** The runs of a form, found without a cron: by walking through the days, or through the minutes. */
function runsOf(form: RunForm, zoneName: string, fromMs: number, untilMs: number): number[] {
  const zone = zoneNamed(zoneName);
  assert(zone);
  const found = new Set<number>();
  const { times: when } = form;
  if (when.kind !== 'at') {
    for (let atMs = fromMs; atMs < untilMs; atMs += minuteMs) {
      const wallMs = atMs + zone.offsetMs(atMs);
      const minute = Math.floor(wallMs / minuteMs) % 1440;
      const fits =
        when.kind === 'everyMinutes'
          ? (minute % 60) % when.every === 0
          : minute % 60 === when.minute && Math.floor(minute / 60) % when.every === 0;
      if (fits && isDay(form, wallMs)) found.add(atMs);
    }
    return [...found];
  }
  for (let midnight = fromMs - dayMs; midnight < untilMs + dayMs; midnight += dayMs) {
    if (!isDay(form, midnight)) continue;
    for (const time of when.times) {
      const wallMs = midnight + Date.parse(`1970-01-01T${time}Z`);
      // The first instant at which the clock shows that time, or, where it skips that, a later one of the same day.
      for (let atMs = wallMs - 15 * 60 * minuteMs; atMs < wallMs + 15 * 60 * minuteMs; atMs += minuteMs) {
        const shown = atMs + zone.offsetMs(atMs);
        if (shown < wallMs) continue;
        if (Math.floor(shown / dayMs) === Math.floor(wallMs / dayMs)) found.add(atMs);
        break;
      }
    }
  }
  return [...found].filter((atMs) => atMs >= fromMs && atMs < untilMs).sort((a, b) => a - b);
}

function cronOf(form: RunForm): string {
  const made = cronOfRunForm(form);
  assert('cron' in made, JSON.stringify([form, made]));
  return made.cron;
}

const dailyAt = (...list: string[]): RunForm => ({ days: { kind: 'daily' }, times: { kind: 'at', times: list } });

describe('days and times in place of a cron', () => {
  it('mean the same runs as their cron, over a year with its changes of the clock', function () {
    this.timeout(120_000);
    const fromMs = Date.UTC(2026, 0, 1);
    fc.assert(
      fc.property(forms, fc.constantFrom(...zoneNames), (form, timeZone) => {
        // Minute by minute, the weeks of the changes are enough.
        const spans: [number, number][] =
          form.times.kind === 'at'
            ? [[fromMs, fromMs + 365 * dayMs]]
            : [
                [2, 20],
                [3, 1],
                [8, 1],
                [9, 20],
                [9, 30],
              ].map(([month = 0, day = 0]) => [Date.UTC(2026, month, day), Date.UTC(2026, month, day + 12)]);
        for (const [from, until] of spans) {
          const runs = nextCronRuns({ cron: cronOf(form), timeZone, fromMs: from, untilMs: until, count: 30_000 });
          assert(runs.ok);
          assert.deepEqual(
            runs.value.map(({ atMs }) => new Date(atMs).toISOString()),
            runsOf(form, timeZone, from, until).map((atMs) => new Date(atMs).toISOString()),
          );
        }
      }),
      { numRuns: 40 },
    );
  });

  it('are found again in their cron', () => {
    fc.assert(
      fc.property(forms, (form) => {
        const cron = cronOf(form);
        const read = runFormOfCron(cron);
        assert(read !== undefined, cron);
        assert.equal(cronOf(read), cron);
      }),
    );
  });

  const table: readonly (readonly [string, RunForm])[] = [
    ['0 8 * * *', dailyAt('08:00')],
    ['0 8 * * 1-5', { days: { kind: 'weekdays', days: [1, 2, 3, 4, 5] }, times: { kind: 'at', times: ['08:00'] } }],
    ['30 7,19 * * 0,6', { days: { kind: 'weekdays', days: [6, 7] }, times: { kind: 'at', times: ['07:30', '19:30'] } }],
    ['0 6 1,15 * *', { days: { kind: 'dates', days: [1, 15] }, times: { kind: 'at', times: ['06:00'] } }],
    ['*/15 * * * *', { days: { kind: 'daily' }, times: { kind: 'everyMinutes', every: 15 } }],
    ['5 */6 * * 1', { days: { kind: 'weekdays', days: [1] }, times: { kind: 'everyHours', every: 6, minute: 5 } }],
  ];
  for (const [cron, form] of table)
    it(`write ${cron}, and are read from it`, () => {
      assert.equal(cronOf(form), cron);
      assert.deepEqual(runFormOfCron(cron), form);
      assert(describeCron(cron).ok);
    });

  for (const cron of [
    '0 8 1-7 * 1',
    '0 8 * 6-8 *',
    '*/7 * * * *',
    '*/15 8-17 * * 1-5',
    '0 8-17 * * *',
    '0 8 1-7 * */7',
    '0 8 */32,1-7 * 1',
    '0 8 * *',
    '@daily',
    '*/30 8 * * *',
    '0 8 1 1 *',
    '0 */5 * * *',
  ])
    it(`do not stand for ${cron}`, () => assert.equal(runFormOfCron(cron), undefined));

  it('a fixed list of hours is no step after *: at a change of the clock they differ', () => {
    assert.deepEqual(runFormOfCron('0 0,12 * * *')?.times, { kind: 'at', times: ['00:00', '12:00'] });
    assert.deepEqual(runFormOfCron('0 */12 * * *')?.times, { kind: 'everyHours', every: 12, minute: 0 });
  });

  it('are refused with the reason where no five fields say them', () => {
    const problemOf = (form: RunForm) => {
      const made = cronOfRunForm(form);
      return 'problem' in made ? made.problem : undefined;
    };
    for (const nth of [1, 2, 3, 4, 'last'] as const)
      for (const day of [1, 2, 3, 4, 5, 6, 7])
        assert.equal(problemOf({ ...dailyAt('08:00'), days: { kind: 'nthWeekday', nth, day } }), 'nthWeekday');
    assert.equal(problemOf(dailyAt('08:00', '17:30')), 'severalCrons');
    assert.equal(problemOf(dailyAt()), 'noTime');
    assert.equal(problemOf(dailyAt('08:00', '')), 'noTime');
    assert.equal(problemOf({ ...dailyAt('08:00'), days: { kind: 'weekdays', days: [] } }), 'noDay');
    assert.equal(problemOf({ ...dailyAt('08:00'), days: { kind: 'dates', days: [] } }), 'noDay');
  });
});
