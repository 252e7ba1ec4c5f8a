import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  afterStart,
  type Condition,
  dueEvents,
  initialWatch,
  told,
  type WatchEvent,
  type WatchState,
  watchStep,
  whole,
} from '../../src/watch';
import { announceSeed, tries } from '../fuzz/tries';
import { minute, settingsWith, startMs } from './watched';

const condition: Condition = { kind: 'above', value: 16, wellAt: 14 };
const names = (count: number) => Array.from({ length: count }, (_, index) => `d${index + 1} amperes`);

interface Round {
  /** Subjects that are read in it; the others fail. */
  readonly read: readonly string[];
  readonly at: number;
}

/** A watch of several subjects, all of which are asked in each round; what is due is told at once. */
function site(count: number, unread = 10) {
  const settings = settingsWith({ condition, unreadMs: unread * minute });
  const subjects = names(count);
  const events: WatchEvent[] = [];
  let state: WatchState = initialWatch();
  const step = (at: number, read: readonly string[], silent: readonly string[], code = 'UNREACHABLE') => {
    const nowMs = startMs + at * minute;
    const observations = read.map((subject) => ({ subject, value: 1, atMs: nowMs }));
    const silences = silent.map((subject) => ({ subject, code }));
    state = JSON.parse(
      JSON.stringify(watchStep(state, { subjects, observations, silences, acknowledged: [] }, settings, nowMs)),
    );
    const due = dueEvents(state, settings, nowMs);
    events.push(...due);
    state = told(
      state,
      due.map(({ id }) => id),
    );
  };
  return {
    ...{ subjects, events, step },
    round: ({ read, at }: Round) =>
      step(
        at,
        read,
        subjects.filter((name) => !read.includes(name)),
      ),
    restart() {
      state = afterStart(JSON.parse(JSON.stringify(state)));
    },
    told: () =>
      events.map(({ kind, subject, atMs, count: of }) =>
        [kind, subject.split(' ')[0], (atMs - startMs) / minute, ...(of === undefined ? [] : [of])].join(' '),
      ),
  };
}

describe('watch: silence of the whole account', () => {
  before(announceSeed);

  it('is one event, and one when all are read again', () => {
    const { subjects, round, told: said, events } = site(12);
    round({ at: 0, read: subjects });
    for (let at = 1; at <= 30; at += 1) round({ at, read: [] });
    for (let at = 31; at <= 60; at += 1) round({ at, read: subjects });
    assert.deepEqual(said(), [`unread ${whole} 11 12`, `read-again ${whole} 31 12`]);
    const [began, ended] = events;
    assert.deepEqual([began?.code, began?.total], ['UNREACHABLE', 12]);
    assert.equal(began?.sinceMs, startMs + minute);
    assert.equal(ended?.sinceMs, startMs + minute);
  });

  it('is one event where the subjects are asked one after the other, and only half of them has failed when the first is due', () => {
    const { subjects, step, told: said } = site(10);
    step(0, subjects, []);
    subjects.forEach((name, index) => {
      step(1 + index * 2, [], [name]);
    });
    step(20, [], subjects);
    assert.deepEqual(said(), [`unread ${whole} 19 10`]);
  });

  it('is no event of the account while one subject is read', () => {
    const { subjects, round, told: said } = site(3);
    const [first = ''] = subjects;
    round({ at: 0, read: subjects });
    for (let at = 1; at <= 20; at += 1) round({ at, read: [first] });
    for (let at = 21; at <= 22; at += 1) round({ at, read: subjects });
    assert.deepEqual(said(), ['unread d2 11', 'unread d3 11', 'read-again d2 21', 'read-again d3 21']);
  });

  it('leaves what was told of a device before to its own end', () => {
    const { subjects, round, told: said } = site(3);
    const others = subjects.slice(1);
    round({ at: 0, read: subjects });
    for (let at = 1; at <= 20; at += 1) round({ at, read: others });
    for (let at = 21; at <= 40; at += 1) round({ at, read: [] });
    for (let at = 41; at <= 60; at += 1) round({ at, read: others });
    round({ at: 61, read: subjects });
    assert.deepEqual(said(), ['unread d1 11', `unread ${whole} 31 3`, `read-again ${whole} 41 2`, 'read-again d1 61']);
  });

  it('tells of a device that stays silent after it, with the time since it is silent', () => {
    const { subjects, round, told: said, events } = site(3);
    const others = subjects.slice(1);
    round({ at: 0, read: subjects });
    for (let at = 1; at <= 20; at += 1) round({ at, read: [] });
    for (let at = 21; at <= 40; at += 1) round({ at, read: others });
    round({ at: 41, read: subjects });
    assert.deepEqual(said(), [`unread ${whole} 11 3`, `read-again ${whole} 21 2`, 'unread d1 31', 'read-again d1 41']);
    assert.equal(events[2]?.sinceMs, startMs + minute);
  });

  it('goes on over a restart, and over a moment in which one device is read', () => {
    const { subjects, round, restart, told: said } = site(3);
    round({ at: 0, read: subjects });
    for (let at = 1; at <= 15; at += 1) round({ at, read: [] });
    restart();
    for (let at = 16; at <= 30; at += 1) round({ at, read: [] });
    round({ at: 31, read: subjects.slice(0, 1) });
    for (let at = 32; at <= 60; at += 1) round({ at, read: [] });
    for (let at = 61; at <= 80; at += 1) round({ at, read: subjects });
    assert.deepEqual(said(), [`unread ${whole} 11 3`, `read-again ${whole} 61 3`]);
  });

  it('of one device alone is its own', () => {
    const { subjects, round, told: said } = site(1);
    round({ at: 0, read: subjects });
    for (let at = 1; at <= 15; at += 1) round({ at, read: [] });
    assert.deepEqual(said(), ['unread d1 11']);
  });

  it('takes turns with its end, of all and of each device, and what stays silent is told in the end', () =>
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.subarray(names(3)), fc.integer({ min: 1, max: 15 })), { maxLength: 25 }),
        fc.subarray(names(3)),
        fc.array(fc.nat(24), { maxLength: 4 }),
        (spans, atLast, restarts) => {
          const run = site(3);
          let at = 0;
          run.round({ at, read: run.subjects });
          spans.forEach(([read, minutes], index) => {
            if (restarts.includes(index)) run.restart();
            for (let passed = 0; passed < minutes; passed += 1) run.round({ at: ++at, read });
          });
          for (let passed = 0; passed < 40; passed += 1) run.round({ at: ++at, read: atLast });
          const open = (subject: string) => {
            const own = run.events.filter((event) => event.subject === subject).map(({ kind }) => kind);
            own.forEach((kind, index) => {
              assert.equal(kind, index % 2 === 0 ? 'unread' : 'read-again');
            });
            return own.at(-1) === 'unread';
          };
          const isAccountOpen = open(`${whole} amperes`);
          for (const name of run.subjects) {
            const isOpen = open(name);
            if (atLast.includes(name)) assert.ok(!isOpen && !isAccountOpen, `${name} is read`);
            else assert.ok(isOpen || isAccountOpen, `${name} is silent, and nobody was told`);
          }
          assert.ok(!(isAccountOpen && atLast.length > 0));
        },
      ),
      tries(500),
    ));
});
