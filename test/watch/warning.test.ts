import assert from 'node:assert/strict';
import { type Condition, type Observation, tableOf, type Value, type WatchSettings } from '../../src/watch';
import { minute, settingsWith, startMs, watched } from './watched';

type Reading = readonly [atMinutes: number, value: Value, more?: Partial<Observation>];

const above: Condition = { kind: 'above', value: 16, wellAt: 14, atOnce: 22 };
const longRun: Condition = { kind: 'cycles', runsAbove: 1, restsBelow: 0.5, longestRunMs: 3 * minute };
const lever: Condition = { kind: 'is', states: ['open'] };
const each = (from: number, to: number, value: Value): Reading[] =>
  Array.from({ length: to - from + 1 }, (_, index) => [from + index, value]);
const holds = { holds: true };

/** what, condition, further settings, readings and minutes that pass, what is told */
const table: readonly (readonly [
  string,
  Condition,
  Partial<WatchSettings>,
  readonly (Reading | readonly [number])[],
  readonly string[],
])[] = [
  ['a warning that goes on becomes an alarm', above, {}, each(0, 12, 17), ['warning 0', 'alarm 10']],
  [
    'a warning that is well again is no alarm, and its all-clear is told',
    above,
    {},
    [...each(0, 9, 17), [10, 10], ...each(11, 15, 17)],
    ['warning 0', 'all-clear 10', 'warning 11'],
  ],
  [
    'the time of the alarm itself comes first',
    above,
    { forMs: 5 * minute },
    each(0, 20, 17),
    ['warning 5', 'alarm 15'],
  ],
  ['what is far above is an alarm at once', above, {}, [[0, 22]], ['alarm 0']],
  [
    'a warning of what is then far above is an alarm at once',
    above,
    {},
    [...each(0, 3, 17), [4, 22]],
    ['warning 0', 'alarm 4'],
  ],
  [
    'within the dead band a warning does not become an alarm, nor is it over',
    above,
    {},
    [...each(0, 5, 17), ...each(6, 30, 15), [31, 17]],
    ['warning 0', 'alarm 31'],
  ],
  [
    'while it recovers a warning does not become an alarm',
    above,
    { wellForMs: 5 * minute },
    [...each(0, 8, 17), ...each(9, 14, 10)],
    ['warning 0', 'all-clear 14'],
  ],
  [
    'a gap in the readings begins its time anew',
    above,
    {},
    [...each(0, 8, 17), ...each(30, 45, 17)],
    ['warning 0', 'alarm 40'],
  ],
  ['a run that is too long, from its start', longRun, {}, [[0, 0], ...each(1, 20, 5)], ['warning 4', 'alarm 14']],
  [
    'a run that ends after its warning',
    longRun,
    {},
    [[0, 0], ...each(1, 8, 5), [9, 0], [10, 0]],
    ['warning 4', 'all-clear 9'],
  ],
  ['a pushed state that holds', lever, {}, [[0, 'open', holds], [9], [10]], ['warning 0', 'alarm 10']],
  [
    'a pushed state that changes in time',
    lever,
    {},
    [[0, 'open', holds], [9, 'closed', holds], [30]],
    ['warning 0', 'all-clear 9'],
  ],
  [
    'only the alarm is repeated',
    above,
    { repeatMs: 6 * minute },
    each(0, 20, 17),
    ['warning 0', 'alarm 10', 'repeat 16'],
  ],
];

describe('watch: a warning before the alarm', () => {
  const settings = (condition: Condition, more: Partial<WatchSettings> = {}) =>
    settingsWith({ condition, warnForMs: 10 * minute, ...more });

  for (const [rule, condition, more, readings, told] of table)
    it(rule, () => {
      const watch = watched(settings(condition, more));
      for (const [atMinutes, value, how] of readings)
        if (value === undefined) watch.wait(atMinutes);
        else watch.read(atMinutes, value, how);
      assert.deepEqual(watch.told(), told);
    });

  it('an alarm after an acknowledged warning is not acknowledged', () => {
    const watch = watched(settings(above, { repeatMs: 6 * minute }));
    for (const [at, value] of each(0, 5, 17)) watch.read(at, value);
    watch.acknowledge();
    for (const [at, value] of each(6, 16, 17)) watch.read(at, value);
    assert.deepEqual(watch.told(), ['warning 0', 'alarm 10', 'repeat 16']);
  });

  it('a restart does not lengthen it', () => {
    const watch = watched(settings(above));
    for (const [at, value] of each(0, 12, 17)) {
      watch.restart();
      watch.read(at, value);
    }
    assert.deepEqual(watch.told(), ['warning 0', 'alarm 10']);
  });

  it('both tell since when it is so, and of a run that it runs', () => {
    const watch = watched(settings(longRun));
    watch.read(0, 0);
    for (const [at, value] of each(1, 14, 5)) watch.read(at, value);
    assert.deepEqual(
      watch.events.map(({ sinceMs = 0, isRunning }) => [(sinceMs - startMs) / minute, isRunning]),
      [
        [1, true],
        [1, true],
      ],
    );
  });

  it('the table counts down to the alarm', () => {
    const watch = watched(settings(above, { wellForMs: 5 * minute }));
    const look = (atMinutes: number) => {
      const [row] = tableOf(watch.state(), settings(above), startMs + atMinutes * minute);
      return [row?.look, (row?.remainsMs ?? 0) / minute, ((row?.sinceMs ?? startMs) - startMs) / minute];
    };
    watch.read(1, 17);
    watch.read(4, 17);
    assert.deepEqual(look(4), ['counting', 7, 1]);
    watch.silent(5);
    assert.deepEqual(look(5), ['unread', 0, 5]);
    watch.read(6, 10);
    assert.deepEqual(look(6)[0], 'well');
    watch.read(7, 17);
    for (const [at, value] of each(8, 20, 17)) watch.read(at, value);
    assert.equal(look(20)[0], 'alarm');
  });
});
