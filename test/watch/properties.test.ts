import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  afterStart,
  type Condition,
  dueEvents,
  initialWatch,
  type Observation,
  telling,
  told,
  type WatchEvent,
  type WatchSettings,
  type WatchState,
  watchStep,
} from '../../src/watch';
import { announceSeed, tries } from '../fuzz/tries';
import { minute, settingsWith, startMs } from './watched';

const subjects = ['a', 'b'];
const condition: Condition = { kind: 'above', value: 10, wellAt: 8 };

/** A reading every minute or less, now and then a gap; noise around both edges of the dead band. */
const trace = fc.array(
  fc.record({
    subject: fc.constantFrom(...subjects),
    stepMs: fc.oneof(
      { weight: 9, arbitrary: fc.integer({ min: 1, max: minute }) },
      { weight: 1, arbitrary: fc.constant(20 * minute) },
    ),
    value: fc.oneof(fc.constantFrom(7, 8, 9, 10, 11), fc.double({ min: 0, max: 20, noNaN: true })),
    holds: fc.boolean(),
  }),
  { maxLength: 80 },
);
const holdTimes = fc.record({
  forMs: fc.constantFrom(0, minute, 5 * minute),
  wellForMs: fc.constantFrom(0, minute, 5 * minute),
});
const warnTimes = fc.constantFrom(minute, 5 * minute);

function timed(steps: readonly { subject: string; stepMs: number; value: number; holds?: boolean }[]): Observation[] {
  let atMs = startMs;
  return steps.map(({ subject, stepMs, value, holds }) => {
    atMs += stepMs;
    return { subject, value, atMs, ...(holds === true ? { holds } : {}) };
  });
}

interface Run {
  readonly state: WatchState;
  readonly events: readonly WatchEvent[];
}

/** Each reading in a step of its own. `between` may replace the state, as a restart does. */
function run(
  observations: readonly Observation[],
  settings: WatchSettings,
  between: (state: WatchState, index: number) => WatchState = (state) => state,
): Run {
  let state = initialWatch();
  const events: WatchEvent[] = [];
  let nowMs = startMs;
  observations.forEach((observation, index) => {
    nowMs = Math.max(nowMs, observation.atMs);
    state = watchStep(
      state,
      { subjects, observations: [observation], silences: [], acknowledged: [] },
      settings,
      nowMs,
    );
    const due = dueEvents(state, settings, nowMs);
    events.push(...due);
    state = between(
      told(
        state,
        due.map(({ id }) => id),
      ),
      index,
    );
  });
  return { state, events };
}

const json = <T>(value: T): T => JSON.parse(JSON.stringify(value));
const kindsOf = (events: readonly WatchEvent[], subject: string) =>
  events.filter((event) => event.subject === subject && ['alarm', 'all-clear'].includes(event.kind));

describe('watch: properties', () => {
  before(announceSeed);

  it('alarms and all-clears take turns, whatever the noise and the gaps', () =>
    fc.assert(
      fc.property(trace, holdTimes, (steps, times) => {
        const { events } = run(timed(steps), settingsWith({ condition, ...times }));
        for (const subject of subjects)
          kindsOf(events, subject).forEach(({ kind }, index) => {
            assert.equal(kind, index % 2 === 0 ? 'alarm' : 'all-clear');
          });
      }),
      tries(2_000),
    ));

  it('with a warning, each incident is a warning, at most one alarm after its time, and one all-clear', () =>
    fc.assert(
      fc.property(trace, holdTimes, warnTimes, (steps, times, warnForMs) => {
        const { events } = run(timed(steps), settingsWith({ condition, ...times, warnForMs }));
        const after = { warning: ['alarm', 'all-clear'], alarm: ['all-clear'], 'all-clear': ['warning'] };
        for (const subject of subjects) {
          const own = events.filter((event) => event.subject === subject);
          own.forEach(({ kind, atMs, sinceMs }, index) => {
            const before = own[index - 1] ?? { kind: 'all-clear', atMs: 0, sinceMs };
            assert.ok(after[before.kind as 'alarm'].includes(kind), `${before.kind}, then ${kind}`);
            if (kind !== 'alarm') return;
            assert.ok(atMs - before.atMs >= warnForMs);
            assert.equal(sinceMs, before.sinceMs);
          });
        }
      }),
      tries(2_000),
    ));

  it('an alarm comes after its whole time above the threshold, without a gap and without a reading that is not', () =>
    fc.assert(
      fc.property(trace, holdTimes, (steps, times) => {
        const observations = timed(steps.map((step) => ({ ...step, holds: false })));
        const settings = settingsWith({ condition, ...times });
        for (const { kind, subject, sinceMs = Number.NaN, atMs } of run(observations, settings).events) {
          const own = observations.filter((one) => one.subject === subject);
          const during = own.filter((one) => one.atMs >= sinceMs && one.atMs <= atMs);
          if (kind === 'all-clear') continue;
          assert.ok(atMs - sinceMs >= times.forMs);
          assert.ok(during.every(({ value }) => Number(value) > 10));
          during.forEach(({ atMs: at }, index) => {
            assert.ok(index === 0 || at - Number(during[index - 1]?.atMs) <= settings.gapMs);
          });
        }
      }),
      tries(2_000),
    ));

  it('what is above for its time is told at the first reading after it', () =>
    fc.assert(
      fc.property(trace, holdTimes, (steps, times) => {
        const calm = timed(steps.map((step) => ({ ...step, holds: false })));
        const lastMs = calm.at(-1)?.atMs ?? startMs;
        const bad = Array.from({ length: 12 }, (_, index) => ({
          subject: 'a',
          value: 17,
          atMs: lastMs + (index + 1) * minute,
        }));
        const { state } = run([...calm, ...bad], settingsWith({ condition, ...times }));
        assert.notEqual(state.subjects.a?.incident, undefined);
      }),
      tries(500),
    ));

  it('a reading that comes twice or too late tells nothing more', () =>
    fc.assert(
      fc.property(trace, holdTimes, fc.array(fc.nat(), { maxLength: 80 }), (steps, times, again) => {
        const settings = settingsWith({ condition, ...times });
        const observations = timed(steps);
        const repeated = observations.flatMap((one, index) => {
          const earlier = observations.slice(0, index).filter((other) => other.subject === one.subject);
          const old = earlier[(again[index] ?? 0) % Math.max(1, earlier.length)];
          return old === undefined ? [one, one] : [one, old, one];
        });
        const tellingOf = ({ events }: Run) =>
          events.filter(({ kind }) => kind !== 'backwards').map(({ id: _id, ...event }) => event);
        assert.deepEqual(tellingOf(run(repeated, settings)), tellingOf(run(observations, settings)));
      }),
      tries(1_000),
    ));

  it('a state saved at any step has the same future', () =>
    fc.assert(
      fc.property(
        trace,
        holdTimes,
        fc.array(fc.boolean(), { maxLength: 80 }),
        warnTimes,
        (steps, times, restarts, warnForMs) => {
          const settings = settingsWith({ condition, ...times, warnForMs });
          const observations = timed(steps);
          const restarted = run(observations, settings, (state, index) =>
            restarts[index] === true ? afterStart(json(state)) : state,
          );
          assert.deepEqual(json(restarted), json(run(observations, settings)));
        },
      ),
      tries(1_000),
    ));

  it('each event is told at least once, and once more at most for each end of the process, marked as such', () =>
    fc.assert(
      fc.property(
        trace,
        fc.array(fc.constantFrom('none', 'before', 'after', 'while'), { maxLength: 80 }),
        (steps, ends) => {
          const settings = settingsWith({ condition });
          const disk: { state: WatchState } = { state: initialWatch() };
          let state = disk.state;
          const sent: WatchEvent[] = [];
          for (const [index, observation] of timed(steps).entries()) {
            const end = ends[index] ?? 'none';
            const input = { subjects, observations: [observation], silences: [], acknowledged: [] };
            state = watchStep(state, input, settings, observation.atMs);
            const due = dueEvents(state, settings, observation.atMs);
            const ids = due.map(({ id }) => id);
            state = telling(state, ids);
            if (end !== 'before') disk.state = json(state);
            if (end === 'none' || end === 'after') sent.push(...due);
            if (end === 'while') sent.push(...due.slice(0, 1));
            if (end === 'none') disk.state = json(told(state, ids));
            state = end === 'none' ? told(state, ids) : afterStart(json(disk.state));
          }
          sent.push(...dueEvents(state, settings, Number.MAX_SAFE_INTEGER));
          const firsts = new Set<number>();
          for (const { id, repeated } of sent) {
            assert.ok(repeated === true || !firsts.has(id), `event ${id} was told twice without a mark`);
            firsts.add(id);
          }
          // What was decided and not remembered is decided again: ids have no hole.
          const { nextId } = state;
          for (let id = 1; id < nextId; id += 1) assert.ok(firsts.has(id), `event ${id} was not told`);
        },
      ),
      tries(1_000),
    ));

  it('a change is told exactly where two readings in a row differ, and never at the first', () =>
    fc.assert(
      fc.property(fc.array(fc.constantFrom('open', 'closed'), { maxLength: 60 }), (values) => {
        const observations = values.map((value, index) => ({ subject: 'a', value, atMs: startMs + index * minute }));
        const { events } = run(observations, settingsWith({ condition: { kind: 'changes' } }));
        const changes = values.filter((value, index) => index > 0 && value !== values[index - 1]);
        assert.deepEqual(
          events.map(({ value }) => value),
          changes,
        );
      }),
      tries(500),
    ));

  it('what is remembered does not grow with time', () => {
    const pump: Condition = { kind: 'starts', runsAbove: 1, restsBelow: 0.5, count: 6 };
    const settings = settingsWith({ condition: pump, quiet: [{ days: ['monday'], from: '0000', to: '0000' }] });
    const sizes = [1_000, 20_000].map((length) => {
      const readings = Array.from({ length }, (_, index) => ({
        subject: 'a',
        value: (index % 2) * 5,
        atMs: startMs + index * 30_000,
      }));
      return JSON.stringify(run(readings, settings).state).length;
    });
    assert.ok(Number(sizes[1]) <= Number(sizes[0]) * 1.1, sizes.join(' '));
  });
});
