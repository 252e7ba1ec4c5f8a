import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  type Counters,
  type DayEnergy,
  dayEnergySince,
  dayStartOf,
  energyToday,
  nextDayEnergy,
  presets,
  watchProblems,
} from '../../src/watch';
import { announceSeed, tries } from '../fuzz/tries';
import { minute, settingsWith, watched } from './watched';

const hour = 60 * minute;
const berlin = 'Europe/Berlin';
/** Midnight in Berlin. */
const midnightMs = Date.parse('2026-01-11T23:00:00Z');

const at = (ms: number, deliveredWh: number): Counters => ({ deliveredWh, generatedWh: 0, ts: ms / 1_000 });
const dayOf = (looks: readonly Counters[], timeZone = berlin) =>
  looks.reduce<DayEnergy | undefined>((day, one) => nextDayEnergy(day, one, timeZone), undefined);
const kwhOf = (looks: readonly Counters[], timeZone = berlin) => {
  const day = dayOf(looks, timeZone);
  return day === undefined ? undefined : energyToday(day)?.value;
};

describe('watch: energy since midnight', () => {
  before(announceSeed);

  describe('of the counters', () => {
    it('is not known of the day on which a device is first looked at', () =>
      assert.equal(kwhOf([at(midnightMs - 5 * hour, 100), at(midnightMs - hour, 900)]), undefined));

    it('begins at midnight of the zone, between two looks in proportion', () => {
      const looks = [at(midnightMs - 4 * minute, 1_000), at(midnightMs + 6 * minute, 2_000)];
      assert.equal(kwhOf(looks), 0.6);
      assert.equal(kwhOf([...looks, at(midnightMs + 23 * hour, 9_400)]), 8);
      assert.equal(kwhOf(looks, 'UTC'), undefined);
    });

    it('misses nothing in a gap within the day', () =>
      assert.equal(
        kwhOf([at(midnightMs - minute, 1_000), at(midnightMs, 1_000), at(midnightMs + 20 * hour, 5_000)]),
        4,
      ));

    it('is not known after a gap over midnight, until the next one', () => {
      const looks = [at(midnightMs - 20 * minute, 1_000), at(midnightMs + minute, 2_000)];
      assert.equal(kwhOf([...looks, at(midnightMs + 9 * hour, 9_000)]), undefined);
      const next = midnightMs + 24 * hour;
      assert.equal(kwhOf([...looks, at(next - minute, 9_000), at(next, 9_100), at(next + hour, 9_600)]), 0.5);
    });

    it('is not known any more on the day on which a counter was set back, however far it rises', () => {
      const looks = [at(midnightMs - minute, 1_000), at(midnightMs, 1_000), at(midnightMs + hour, 3)];
      assert.equal(kwhOf([...looks, at(midnightMs + 20 * hour, 99_000)]), undefined);
      assert.equal(dayOf(looks)?.wasReset, true);
      const next = midnightMs + 24 * hour;
      assert.equal(kwhOf([...looks, at(next - minute, 99_000), at(next + minute, 99_000)]), 0);
    });

    it('takes no look that is not newer', () =>
      assert.equal(kwhOf([at(midnightMs, 1_000), at(midnightMs + hour, 3_000), at(midnightMs + minute, 2_000)]), 2));
  });

  describe('with the history of the day', () => {
    const live = dayOf([at(midnightMs + 15 * hour, 8_000)]);
    const items = [at(midnightMs + 5 * minute, 1_100), at(midnightMs - 5 * minute, 1_000), at(midnightMs, 1_050)];
    const since = (counters: readonly Counters[], later = live) => {
      const day = dayEnergySince(counters, { later, timeZone: berlin });
      return day === undefined ? undefined : energyToday(day)?.value;
    };

    it('is known from the start of a watch on, in whatever order its items come', () =>
      assert.equal(since(items), 6.95));
    it('is not known where history has nothing around midnight', () => {
      assert.equal(since([]), undefined);
      assert.equal(since([at(midnightMs + 20 * minute, 1_000)]), undefined);
    });
    it('is not known where a counter was set back since, by history or by the watch', () => {
      assert.equal(since([...items, at(midnightMs + 6 * hour, 20)]), undefined);
      const reset = dayOf([at(midnightMs + hour, 9_000), at(midnightMs + 2 * hour, 8_000)]);
      assert.equal(since(items, reset), undefined);
    });
  });

  describe('a local day', () => {
    for (const [zone, when, start] of [
      ['UTC', '2026-06-01T12:34:56Z', '2026-06-01T00:00:00Z'],
      ['Europe/Berlin', '2026-03-29T12:00:00Z', '2026-03-28T23:00:00Z'],
      ['Europe/Berlin', '2026-10-25T12:00:00Z', '2026-10-24T22:00:00Z'],
      ['America/New_York', '2026-11-01T23:30:00Z', '2026-11-01T04:00:00Z'],
      ['Asia/Kolkata', '2026-06-01T18:29:59Z', '2026-05-31T18:30:00Z'],
      ['Australia/Lord_Howe', '2026-04-05T10:00:00Z', '2026-04-04T13:00:00Z'],
    ] as const)
      it(`of ${zone} at ${when} begins at ${start}`, () =>
        assert.equal(new Date(dayStartOf(Date.parse(when), zone)).toISOString().replace('.000', ''), start));

    it('begins before each of its instants, at most 25 h, and is the same for all of them', () =>
      fc.assert(
        fc.property(
          fc.integer({ min: Date.parse('2026-01-01'), max: Date.parse('2027-01-01') }),
          fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe'),
          (instantMs, zone) => {
            const start = dayStartOf(instantMs, zone);
            assert.ok(start <= instantMs && instantMs - start < 25 * hour);
            assert.equal(dayStartOf(start, zone), start);
            const dateOf = (ms: number) => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(ms);
            assert.equal(dateOf(start), dateOf(instantMs));
            assert.notEqual(dateOf(start - 1), dateOf(instantMs));
          },
        ),
        tries(500),
      ));
  });

  it('never more than what the counter rose by since before midnight, never less than since after it', () =>
    fc.assert(
      fc.property(
        fc.array(fc.record({ stepMs: fc.integer({ min: 1_000, max: 3 * hour }), wh: fc.nat({ max: 5_000 }) }), {
          minLength: 2,
          maxLength: 60,
        }),
        (steps) => {
          const looks: Counters[] = [];
          for (const { stepMs, wh } of steps) {
            const { ts, deliveredWh } = looks.at(-1) ?? at(midnightMs - 2 * hour, 1_000);
            looks.push(at(ts * 1_000 + stepMs, deliveredWh + wh));
          }
          const kwh = kwhOf(looks);
          const last = looks.at(-1) ?? assert.fail();
          const dayTs = dayStartOf(last.ts * 1_000, berlin) / 1_000;
          const after = looks.find(({ ts }) => ts >= dayTs) ?? last;
          const before = [...looks].reverse().find(({ ts }) => ts < dayTs);
          const isSeen = after.ts === dayTs || (before !== undefined && after.ts - before.ts <= 900);
          assert.equal(kwh !== undefined, isSeen);
          if (kwh === undefined) return;
          const wh = Number(kwh) * 1_000;
          assert.ok(wh >= last.deliveredWh - after.deliveredWh - 1e-6);
          assert.ok(wh <= last.deliveredWh - (before ?? after).deliveredWh + 1e-6);
        },
      ),
      tries(1_000),
    ));

  describe('is told', () => {
    /** Noon of a day that has begun at midnight UTC: minutes since then. */
    const dayMs = Date.parse('2026-01-12T00:00:00Z');
    const nextMs = dayMs + 24 * hour;

    it('above the threshold once, and well again with the next day', () => {
      const watch = watched(settingsWith({ condition: { kind: 'above', value: 10, wellAt: 9 }, gapMs: 24 * hour }));
      watch.read(0, 9.5, { dayMs });
      watch.read(60, 10.4, { dayMs });
      watch.read(120, 12, { dayMs });
      watch.read(721, 0.01, { dayMs: nextMs });
      assert.deepEqual(watch.told(), ['alarm 60', 'all-clear 721']);
    });

    const little = settingsWith({
      condition: { kind: 'below', value: 2, wellAt: 2.2 },
      ...{ forMs: 20 * hour, gapMs: 24 * hour },
    });

    it('below the threshold so long after midnight, also where the watch began later', () => {
      const watch = watched(little);
      watch.read(0, 1, { dayMs });
      watch.read(7 * 60, 1.2, { dayMs });
      watch.read(8 * 60, 1.3, { dayMs });
      assert.deepEqual(watch.told(), ['alarm 480']);
      assert.equal(watch.events[0]?.sinceMs, dayMs);
    });

    it('each day for itself: what was low in the evening is no alarm in the morning', () => {
      const watch = watched(little);
      watch.read(0, 1, { dayMs });
      watch.read(7 * 60, 1.2, { dayMs });
      watch.read(12 * 60 + 1, 0, { dayMs: nextMs });
      watch.read(31 * 60, 1.9, { dayMs: nextMs });
      assert.deepEqual(watch.told(), []);
      watch.read(32 * 60 + 1, 1.9, { dayMs: nextMs });
      watch.read(33 * 60, 2.3, { dayMs: nextMs });
      assert.deepEqual(watch.told(), ['alarm 1921', 'all-clear 1980']);
    });
  });

  describe('is refused', () => {
    const rulesOf = (more: Partial<ReturnType<typeof settingsWith>>) =>
      watchProblems('energyToday', settingsWith({ condition: { kind: 'below', value: 2, wellAt: 3 }, ...more }));
    it('below a threshold from midnight on, which it always is, and after a whole day', () => {
      assert.deepEqual(rulesOf({ forMs: minute }), ['dayTooYoung']);
      assert.deepEqual(rulesOf({ forMs: 24 * hour }), ['dayTooYoung']);
      assert.deepEqual(rulesOf({ forMs: 20 * hour }), []);
    });
    it('as runs, or between bounds', () => {
      const { condition } = presets.finished;
      assert.deepEqual(rulesOf({ condition }), ['conditionOfMeasure']);
      const outside = { kind: 'outside', from: 1, to: 9, wellFrom: 2, wellTo: 8 } as const;
      assert.deepEqual(rulesOf({ condition: outside }), ['conditionOfMeasure']);
    });
    it('above what no circuit can draw in a day', () =>
      assert.deepEqual(rulesOf({ condition: { kind: 'above', value: 20_000, wellAt: 1 } }), ['beyondSensor']));
  });
});
