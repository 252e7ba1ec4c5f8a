import assert from 'node:assert/strict';
import { describeCron, describeSun, type PhrasePart, parseCron, type ValueRange } from '../../src/schedule';

function english(cron: string): string {
  const described = describeCron(cron);
  assert.ok(described.ok, JSON.stringify(described));
  return described.value.english;
}

function parts(cron: string): PhrasePart[] {
  const described = describeCron(cron);
  assert.ok(described.ok);
  return described.value.parts;
}

describe('a cron in words', () => {
  const expectedTexts: [string, string][] = [
    ['* * * * *', 'every minute'],
    ['*/5 * * * *', 'every 5 minutes'],
    ['0,30 * * * *', 'every 30 minutes'],
    ['5-59/15 * * * *', 'every 15 minutes from minute 5 of the hour'],
    ['*/7 * * * *', 'at minutes 0, 7, 14, 21, 28, 35, 42, 49 and 56 of every hour'],
    ['0 * * * *', 'every hour'],
    ['15 * * * *', 'every hour at minute 15'],
    ['*/60 * * * *', 'every hour'],
    ['10,20 * * * *', 'at minutes 10 and 20 of every hour'],
    ['0 */2 * * *', 'every 2 hours from 00:00'],
    ['30 1-23/6 * * *', 'every 6 hours from 01:30'],
    ['0 */5 * * *', 'at 00:00, 05:00, 10:00, 15:00 and 20:00 every day'],
    ['0 */12 * * *', 'at 00:00 and 12:00 every day'],
    ['0 8 * * *', 'at 08:00 every day'],
    ['30 6,18 * * *', 'at 06:30 and 18:30 every day'],
    ['0 9-17 * * 1-5', 'every hour from 09:00 to 17:00 from Monday to Friday'],
    ['*/15 8-17 * * mon-fri', 'every 15 minutes from 08:00 to 17:45 from Monday to Friday'],
    ['* 8 * * *', 'every minute from 08:00 to 08:59 every day'],
    ['0 8 * * 6,0', 'at 08:00 on Saturday and Sunday'],
    ['0 8 * * 5-7', 'at 08:00 from Friday to Sunday'],
    ['0 8 * * 1,3,5', 'at 08:00 on Monday, Wednesday and Friday'],
    ['0 0 1 * *', 'at 00:00 on day 1 of the month'],
    ['0 0 1,15 * *', 'at 00:00 on days 1 and 15 of the month'],
    ['0 0 1-7 * *', 'at 00:00 on days 1 to 7 of the month'],
    ['0 0 */5 * *', 'at 00:00 every 5 days of the month from day 1 to day 31'],
    ['0 0 24 12 *', 'at 00:00 on 24 December'],
    ['0 0 29 2 *', 'at 00:00 on 29 February'],
    ['0 7 * 6-8 *', 'at 07:00 every day in June to August'],
    ['* * * 1 *', 'every minute in January'],
    ['0 0 1 1,7 *', 'at 00:00 on day 1 of the month in January and July'],
    ['30 4 1,15 * 5', 'at 04:30 on days 1 and 15 of the month and on every Friday'],
    ['0 0 13 * 5', 'at 00:00 on day 13 of the month and on every Friday'],
    ['0 0 1-31 * 1', 'at 00:00 every day'],
    ['1-5,7 2,3,9-12 * * *', 'at minutes 1 to 5 and 7 of hours 2, 3 and 9 to 12 every day'],
  ];

  for (const [cron, said] of expectedTexts) {
    it(`"${cron}" is "${said}"`, () => assert.equal(english(cron), said));
  }

  it('both day fields are said with "and on every" when either counts, with "if it is" when both have to match', () => {
    assert.equal(english('0 0 1-7 * 1'), 'at 00:00 on days 1 to 7 of the month and on every Monday');
    assert.equal(
      english('0 0 1-7 * */3'),
      'at 00:00 on days 1 to 7 of the month if it is Wednesday, Saturday or Sunday',
    );
  });

  it('a cron that is not valid has its problems instead', () => {
    const described = describeCron('@daily');
    assert.ok(!described.ok);
    assert.equal(described.problems[0]?.code, 'nickname');
  });
});

describe('the parts of a phrase are for translation', () => {
  it('they come as time, days, months, with all they say in their parameters', () => {
    assert.deepEqual(parts('*/15 8-17 * 3,11 1-5,7'), [
      { key: 'everyMinutesBetween', params: { every: 15, from: '08:00', to: '17:45' } },
      {
        key: 'onDaysOfWeek',
        params: {
          days: [
            { from: 1, to: 5 },
            { from: 7, to: 7 },
          ],
        },
      },
      {
        key: 'inMonths',
        params: {
          months: [
            { from: 3, to: 3 },
            { from: 11, to: 11 },
          ],
        },
      },
    ]);
  });

  it('a cron can be rebuilt from its parts: they say no less and no more than the cron', () => {
    const random = createRandom(20260115);
    const met = new Map<string, number>();
    for (let round = 0; round < 3_000; round += 1) {
      const text = randomCron(random);
      const cron = parseCron(text);
      assert.ok(cron.ok, text);
      const { minute, hour, dayOfMonth, dayOfWeek } = cron.value.fields;
      const either = cron.value.dayRule === 'either';
      const rebuilt = rebuild(parts(text));
      const label = `${text}: ${english(text)}`;
      const isDue = (clock: number) =>
        hour.values.includes(Math.floor(clock / 60)) && minute.values.includes(clock % 60);
      const isDay = (day: number, weekday: number) => {
        const inMonth = dayOfMonth.values.includes(day);
        const inWeek = dayOfWeek.values.includes(weekday);
        return either ? inMonth || inWeek : inMonth && inWeek;
      };
      assert.equal(differing(24 * 60, rebuilt.isTime, isDue), 'none', label);
      for (let weekday = 0; weekday < 7; weekday += 1) {
        const same = differing(
          31,
          (day) => rebuilt.isDay(day + 1, weekday),
          (day) => isDay(day + 1, weekday),
        );
        assert.equal(same, 'none', label);
      }
      assert.equal(
        differing(
          12,
          (month) => rebuilt.isMonth(month + 1),
          (month) => cron.value.fields.month.values.includes(month + 1),
        ),
        'none',
        label,
      );
      for (const part of parts(text)) met.set(part.key, (met.get(part.key) ?? 0) + 1);
    }
    const keys = [
      'everyMinute',
      'everyMinutes',
      'everyHour',
      'minutesOfEveryHour',
      'everyHours',
      'everyHourBetween',
      'everyMinutesBetween',
      'atTimes',
      'minutesOfHours',
      'everyDay',
      'onDate',
      'onDaysOfMonth',
      'everyDaysOfMonth',
      'onDaysOfWeek',
      'onDaysOfMonthOrWeek',
      'onDaysOfMonthIfWeek',
      'inMonths',
    ];
    for (const key of keys) assert.ok((met.get(key) ?? 0) >= 10, `${key}: ${met.get(key)}`);
    assert.deepEqual([...met.keys()].sort(), keys.sort());
  });
});

describe('a schedule by the sun in words', () => {
  const place = { latitude: '52.5', longitude: '13.4', timeZone: 'Europe/Berlin' };
  const said = (rule: Partial<Parameters<typeof describeSun>[0]>) => {
    const sunset = { ...place, scheduleType: 'sunset', offset: 0, offsetUnit: 'minutes' } as const;
    const described = describeSun({ ...sunset, ...rule });
    assert.ok(described.ok, JSON.stringify(described));
    return described.value.english;
  };

  it('names the event and the offset to it', () => {
    assert.equal(said({}), 'at sunset every day');
    assert.equal(said({ scheduleType: 'sunrise', offset: 30 }), '30 minutes after sunrise every day');
    assert.equal(said({ offset: -1 }), '1 minute before sunset every day');
    assert.equal(said({ offset: -90, offsetUnit: 'seconds' }), '90 seconds before sunset every day');
  });

  it('names the days of its cron and leaves the minute and hour out', () => {
    assert.equal(said({ cronSchedule: '5 4 * 6-8 1-5' }), 'at sunset from Monday to Friday in June to August');
  });

  it('a rule that is not valid has its problems instead', () => {
    const described = describeSun({
      ...place,
      latitude: '',
      scheduleType: 'sunset',
      offset: 0.5,
      offsetUnit: 'minutes',
    });
    assert.ok(!described.ok);
    assert.deepEqual(
      described.problems.map((problem) => problem.field),
      ['latitude', 'offset'],
    );
  });
});

/** The first value below `size` on which two rules differ. */
function differing(size: number, one: (value: number) => boolean, other: (value: number) => boolean): number | 'none' {
  for (let value = 0; value < size; value += 1) if (one(value) !== other(value)) return value;
  return 'none';
}

/** Reads the parts the way a translator would, knowing nothing of the cron. */
function rebuild(phrase: PhrasePart[]) {
  let isTime = (_clock: number) => false;
  let isDay = (_day: number, _weekday: number) => false;
  let isMonth = (_month: number) => true;
  const within = (spans: ValueRange[], value: number) => spans.some((span) => value >= span.from && value <= span.to);
  const iso = (weekday: number) => (weekday === 0 ? 7 : weekday);
  const clockOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  const every = (step: number, from: number, to: number) => (value: number) =>
    value >= from && value <= to && (value - from) % step === 0;
  for (const part of phrase) {
    if (part.key === 'everyMinute') isTime = () => true;
    else if (part.key === 'everyMinutes') isTime = every(part.params.every, part.params.first, 1_439);
    else if (part.key === 'everyHour') isTime = every(60, part.params.minute, 1_439);
    else if (part.key === 'minutesOfEveryHour') isTime = (clock) => within(part.params.minutes, clock % 60);
    else if (part.key === 'everyHours') isTime = every(part.params.every * 60, clockOf(part.params.first), 1_439);
    else if (part.key === 'everyHourBetween') isTime = every(60, clockOf(part.params.from), clockOf(part.params.to));
    else if (part.key === 'everyMinutesBetween') {
      isTime = every(part.params.every, clockOf(part.params.from), clockOf(part.params.to));
    } else if (part.key === 'atTimes') {
      const clocks = part.params.times.map(clockOf);
      isTime = (clock) => clocks.includes(clock);
    } else if (part.key === 'minutesOfHours') {
      const { minutes, hours } = part.params;
      isTime = (clock) => within(minutes, clock % 60) && within(hours, Math.floor(clock / 60));
    } else if (part.key === 'everyDay') isDay = () => true;
    else if (part.key === 'onDate') {
      isDay = (day) => day === part.params.day;
      isMonth = (month) => month === part.params.month;
    } else if (part.key === 'onDaysOfMonth') isDay = (day) => within(part.params.days, day);
    else if (part.key === 'everyDaysOfMonth') isDay = every(part.params.every, part.params.from, part.params.to);
    else if (part.key === 'onDaysOfWeek') isDay = (_day, weekday) => within(part.params.days, iso(weekday));
    else if (part.key === 'onDaysOfMonthOrWeek') {
      const { daysOfMonth, daysOfWeek } = part.params;
      isDay = (day, weekday) => within(daysOfMonth, day) || within(daysOfWeek, iso(weekday));
    } else if (part.key === 'onDaysOfMonthIfWeek') {
      const { daysOfMonth, daysOfWeek } = part.params;
      isDay = (day, weekday) => within(daysOfMonth, day) && within(daysOfWeek, iso(weekday));
    } else if (part.key === 'inMonths') isMonth = (month) => within(part.params.months, month);
    else assert.fail(part.key);
  }
  return { isTime, isDay, isMonth };
}

/** Numbers in [0, 1) that are the same in every run (a linear congruential generator, Numerical Recipes). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

function randomCron(random: () => number): string {
  const whole = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
  const pick = <T>(items: readonly T[]): T => items[whole(0, items.length - 1)] as T;
  function field(min: number, max: number, steps: readonly number[]): string {
    const from = whole(min, max);
    const shape = random();
    if (shape < 0.25) return '*';
    if (shape < 0.45) return String(from);
    if (shape < 0.6) return `*/${pick(steps)}`;
    if (shape < 0.75) return `${from}-${whole(from, max)}`;
    if (shape < 0.85) return `${from}-${whole(from, max)}/${pick(steps)}`;
    return Array.from({ length: whole(2, 4) }, () => whole(min, max)).join(',');
  }
  return [
    field(0, 59, [5, 7, 10, 15, 20, 30]),
    field(0, 23, [2, 3, 4, 5, 6, 8]),
    field(1, 31, [2, 3, 5, 10]),
    field(1, 12, [2, 3, 4, 6]),
    field(0, 7, [2, 3]),
  ].join(' ');
}
