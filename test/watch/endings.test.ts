import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type Ending, gone, tableOf, watchProblems } from '../../src/watch';
import { announceSeed, tries } from '../fuzz/tries';
import { minute, settingsWith, startMs, watched } from './watched';

const day = 1_440 * minute;
const condition = { kind: 'ends', secretsMs: 30 * day, keysMs: 2 * day } as const;
const secret: Ending = { kind: 'organizationSecret', name: 'secret1', owner: 'Home' };
const key: Ending = { kind: 'udpKey', name: 'unicast', deviceIds: ['d1'] };
const inDays = (days: number) => startMs + days * day;
const atDays = (days: number) => (days * day) / minute;

const watching = (more = {}) => watched(settingsWith({ condition, ...more }), 'x endings');
const told = ({ events }: ReturnType<typeof watched>) =>
  events.map(({ kind, atMs }) => `${kind} ${(atMs - startMs) / day}`);

describe('watch: what ends', () => {
  before(announceSeed);

  it('is told once so many days before, and once when it has ended, by time alone', () => {
    const watch = watching();
    watch.read(0, inDays(50), { ending: secret, holds: true });
    for (let hours = 1; hours < 60 * 24; hours += 6) watch.wait(hours * 60);
    assert.deepEqual(
      watch.events.map(({ kind, ending }) => [kind, ending]),
      [
        ['warning', secret],
        ['alarm', secret],
      ],
    );
    assert.ok(Number(watch.events[0]?.atMs) >= inDays(20) && Number(watch.events[0]?.atMs) < inDays(20.3));
    assert.ok(Number(watch.events[1]?.atMs) >= inDays(50) && Number(watch.events[1]?.atMs) < inDays(50.3));
  });

  it('has other days for keys than for secrets', () => {
    const watch = watching();
    watch.read(0, inDays(7), { ending: key, holds: true });
    watch.wait(atDays(4.9));
    assert.deepEqual(told(watch), []);
    watch.wait(atDays(5));
    assert.deepEqual(told(watch), ['warning 5']);
  });

  it('is well again when it was replaced: a secret by its new end, a key by another one', () => {
    const renewed = watching();
    renewed.read(0, inDays(20), { ending: secret, holds: true });
    renewed.read(atDays(1), inDays(366), { ending: secret, holds: true });
    assert.deepEqual(told(renewed), ['warning 0', 'all-clear 1']);
    const replaced = watching();
    replaced.read(0, inDays(1), { ending: key, holds: true });
    replaced.read(atDays(0.5), gone, { holds: true });
    replaced.wait(atDays(9));
    assert.deepEqual(told(replaced), ['warning 0', 'all-clear 0.5']);
  });

  it('says nothing more of a key that has ended and is listed no more', () => {
    const watch = watching();
    watch.read(0, inDays(1), { ending: key, holds: true });
    watch.wait(atDays(1));
    watch.read(atDays(1.1), gone, { holds: true });
    assert.deepEqual(told(watch), ['warning 0', 'alarm 1']);
  });

  it('says nothing of what was replaced before anything was told of it', () => {
    const watch = watching();
    watch.read(0, inDays(7), { ending: key, holds: true });
    watch.read(atDays(1), gone, { holds: true });
    watch.wait(atDays(9));
    assert.deepEqual(told(watch), []);
  });

  it('is told no second time after a restart, and while nothing can be read', () => {
    const watch = watching();
    watch.read(0, inDays(20), { ending: secret, holds: true });
    watch.restart();
    watch.read(atDays(1), inDays(20), { ending: secret, holds: true });
    watch.silent(atDays(2), 'TIMEOUT');
    watch.restart();
    watch.read(atDays(3), inDays(20), { ending: secret, holds: true });
    assert.deepEqual(told(watch), ['warning 0']);
  });

  it('is repeated once it has ended, until somebody has seen it', () => {
    const watch = watching({ repeatMs: day });
    watch.read(0, inDays(1), { ending: secret, holds: true });
    for (let at = 0; at <= 3; at += 1) watch.wait(atDays(at));
    watch.acknowledge();
    watch.wait(atDays(5));
    assert.deepEqual(told(watch), ['warning 0', 'alarm 1', 'repeat 2', 'repeat 3']);
  });

  it('is a row with how long it has', () => {
    const watch = watching();
    watch.read(0, inDays(20), { ending: secret, holds: true });
    const settings = settingsWith({ condition });
    assert.deepEqual(tableOf(watch.state(), settings, inDays(1)), [
      {
        ...{ subject: 'x endings', value: inDays(20), atMs: startMs, look: 'counting' },
        ...{ sinceMs: startMs, remainsMs: 19 * day, ending: secret },
      },
    ]);
  });

  it('is told of once a turn, whatever is read and whenever', () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            stepDays: fc.double({ min: 0.01, max: 40, noNaN: true }),
            what: fc.oneof(fc.constant('wait' as const), fc.constant(gone), fc.integer({ min: -40, max: 400 })),
            restart: fc.boolean(),
          }),
          { maxLength: 40 },
        ),
        (steps) => {
          const watch = watching();
          let at = 0;
          for (const { stepDays, what, restart } of steps) {
            at += stepDays;
            if (restart) watch.restart();
            if (what === 'wait') watch.wait(atDays(at));
            else watch.read(atDays(at), what === gone ? gone : inDays(at + what), { ending: secret, holds: true });
          }
          const after: Record<string, readonly string[]> = {
            none: ['warning', 'alarm'],
            warning: ['alarm', 'all-clear'],
            alarm: ['all-clear', 'warning', 'alarm'],
            'all-clear': ['warning', 'alarm'],
          };
          let before = 'none';
          watch.events.forEach(({ kind, value, atMs }) => {
            assert.ok(after[before]?.includes(kind), `${before}, then ${kind}`);
            if (kind === 'alarm') assert.ok(Number(value) <= atMs);
            if (kind === 'warning') assert.ok(Number(value) > atMs && Number(value) - atMs <= 30 * day + 1);
            before = kind;
          });
        },
      ),
      tries(1_000),
    ));

  it('is watched with days above 0 only, and as an end', () => {
    const rules = (more: object) => watchProblems('endings', settingsWith({ condition: { ...condition, ...more } }));
    assert.deepEqual(rules({}), []);
    assert.deepEqual(rules({ keysMs: 0 }), ['timePositive']);
    assert.deepEqual(watchProblems('lock', settingsWith({ condition })), ['conditionOfMeasure']);
    assert.deepEqual(watchProblems('endings', settingsWith({ condition: { kind: 'changes' } })), [
      'conditionOfMeasure',
    ]);
  });
});
