import assert from 'node:assert/strict';
import type { Condition, Value } from '../../src/watch';
import { settingsWith, watched } from './watched';

type Trace = readonly (readonly [atMinutes: number, value: Value])[];

const above: Condition = { kind: 'above', value: 16, wellAt: 14.4 };
const runs = { runsAbove: 1, restsBelow: 0.5 } as const;

/** condition, minutes of *for*, minutes of *well again*, readings, what is told */
const table: readonly (readonly [string, Condition, number, number, Trace, readonly string[]])[] = [
  [
    'a value that is above tells once',
    above,
    0,
    0,
    [
      [0, 10],
      [1, 17],
      [2, 18],
      [3, 17],
    ],
    ['alarm 1'],
  ],
  [
    'a value at the threshold is not above it',
    above,
    0,
    0,
    [
      [0, 16],
      [1, 16],
    ],
    [],
  ],
  [
    'a peak shorter than its time tells nothing',
    above,
    2,
    0,
    [
      [0, 17],
      [1, 17],
      [1.5, 10],
      [2, 17],
      [3, 17],
    ],
    [],
  ],
  [
    'the time counts from the first bad reading',
    above,
    2,
    0,
    [
      [0, 10],
      [1, 17],
      [2, 17],
      [3, 17],
    ],
    ['alarm 3'],
  ],
  [
    'within the dead band it is not well again',
    above,
    0,
    0,
    [
      [0, 17],
      [1, 15],
      [2, 14.5],
    ],
    ['alarm 0'],
  ],
  [
    'below the dead band it is well again',
    above,
    0,
    0,
    [
      [0, 17],
      [1, 14.4],
    ],
    ['alarm 0', 'all-clear 1'],
  ],
  [
    'the dead band ends the time of an overload, too',
    above,
    2,
    0,
    [
      [0, 17],
      [1, 15],
      [2, 17],
      [3, 17],
    ],
    [],
  ],
  [
    'well again takes its time',
    above,
    0,
    2,
    [
      [0, 17],
      [1, 10],
      [2, 15],
      [3, 10],
      [4, 10],
      [5, 10],
    ],
    ['alarm 0', 'all-clear 5'],
  ],
  [
    'the largest pole counts above',
    above,
    0,
    0,
    [
      [0, [3, 17]],
      [1, [10, 10]],
    ],
    ['alarm 0', 'all-clear 1'],
  ],
  [
    'what is far above is told at once',
    { ...above, atOnce: 22 },
    15,
    0,
    [
      [0, 17],
      [1, 22],
    ],
    ['alarm 1'],
  ],
  [
    'the smallest pole counts below',
    { kind: 'below', value: 108, wellAt: 110 },
    0,
    0,
    [
      [0, [120, 107]],
      [1, [120, 109]],
      [2, [120, 111]],
    ],
    ['alarm 0', 'all-clear 2'],
  ],
  [
    'outside of both bounds tells',
    { kind: 'outside', from: 108, to: 132, wellFrom: 110, wellTo: 130 },
    0,
    0,
    [
      [0, 133],
      [1, 131],
      [2, 120],
      [3, 100],
    ],
    ['alarm 0', 'all-clear 2', 'alarm 3'],
  ],
  [
    'a state tells',
    { kind: 'is', states: ['offline'] },
    2,
    0,
    [
      [0, 'online'],
      [1, 'offline'],
      [2, 'offline'],
      [3, 'offline'],
      [4, 'online'],
    ],
    ['alarm 3', 'all-clear 4'],
  ],
  [
    'a value that is no number is neither above nor well',
    above,
    0,
    0,
    [
      [0, 17],
      [1, Number.NaN],
      [2, 'x'],
      [3, 17],
    ],
    ['alarm 0'],
  ],
  [
    'a load that runs for too long tells, and when it rests',
    { kind: 'cycles', longestRunMs: 3 * 60_000, ...runs },
    0,
    0,
    [
      [0, 0],
      [1, 5],
      [2, 0.7],
      [3, 5],
      [4, 5],
      [5, 0.2],
    ],
    ['alarm 4', 'all-clear 5'],
  ],
  [
    'a load that rests for too long tells, and when it runs',
    { kind: 'cycles', longestRestMs: 3 * 60_000, ...runs },
    0,
    0,
    [
      [0, 5],
      [1, 0],
      [2, 0.7],
      [3, 0],
      [4, 0],
      [5, 5],
    ],
    ['alarm 4', 'all-clear 5'],
  ],
  [
    'a load may be watched for both',
    { kind: 'cycles', longestRunMs: 2 * 60_000, longestRestMs: 3 * 60_000, ...runs },
    0,
    0,
    [
      [0, 0],
      [1, 0],
      [2, 0],
      [3, 0],
      [4, 5],
      [5, 5],
      [6, 5],
      [7, 0],
    ],
    ['alarm 3', 'all-clear 4', 'alarm 6', 'all-clear 7'],
  ],
  [
    'a pump that runs with less than its load tells; at rest and under load it is well',
    { kind: 'within', from: 0.5, to: 3, wellFrom: 0.4, wellTo: 3.3 },
    0,
    0,
    [
      [0, 0],
      [1, 2],
      [2, 3.2],
      [3, 4],
      [4, 2],
      [5, 0.3],
    ],
    ['alarm 1', 'all-clear 3', 'alarm 4', 'all-clear 5'],
  ],
  [
    'more starts than allowed within an hour tell',
    { kind: 'starts', count: 2, ...runs },
    0,
    0,
    [
      [0, 0],
      [1, 5],
      [2, 0],
      [3, 5],
      [4, 0],
      [5, 5],
      [6, 0],
    ],
    ['alarm 5'],
  ],
  [
    'a run that was under way at the first look is no start',
    { kind: 'starts', count: 1, ...runs },
    0,
    0,
    [
      [0, 5],
      [1, 0],
      [2, 5],
      [3, 0],
    ],
    [],
  ],
  [
    'a run that ends is told once it has rested for its time',
    { kind: 'finished', ranForMs: 3 * 60_000, ...runs },
    2,
    0,
    [
      [0, 0],
      [1, 5],
      [3, 0],
      [4, 5],
      [5, 5],
      [6, 0],
      [7, 0],
      [8, 0],
      [9, 0],
    ],
    ['finished 6'],
  ],
  [
    'a run that is too short is not told',
    { kind: 'finished', ranForMs: 3 * 60_000, ...runs },
    2,
    0,
    [
      [0, 0],
      [1, 5],
      [2, 0],
      [3, 0],
      [4, 0],
      [5, 0],
    ],
    [],
  ],
  [
    'each run is told',
    { kind: 'finished', ranForMs: 60_000, ...runs },
    1,
    0,
    [
      [0, 5],
      [2, 0],
      [3, 0],
      [4, 5],
      [6, 0],
      [7, 0],
    ],
    ['finished 2', 'finished 6'],
  ],
  [
    'a first look is no change',
    { kind: 'changes' },
    0,
    0,
    [
      [0, 'open'],
      [1, 'open'],
    ],
    [],
  ],
  [
    'each change is told once',
    { kind: 'changes' },
    0,
    0,
    [
      [0, 'open'],
      [1, 'closed'],
      [2, 'closed'],
      [3, 'open'],
    ],
    ['changed 1', 'changed 3'],
  ],
  [
    'only changes to the chosen states are told',
    { kind: 'changes', to: ['charging'] },
    0,
    0,
    [
      [0, 'plugged'],
      [1, 'charging'],
      [2, 'plugged'],
      [3, 'charging'],
    ],
    ['changed 1', 'changed 3'],
  ],
];

describe('watch: conditions', () => {
  for (const [rule, condition, forMinutes, wellMinutes, trace, told] of table)
    it(rule, () => {
      const watch = watched(settingsWith({ condition, forMs: forMinutes * 60_000, wellForMs: wellMinutes * 60_000 }));
      for (const [atMinutes, value] of trace) watch.read(atMinutes, value);
      assert.deepEqual(watch.told(), told);
    });

  it('tells of starts again after an hour without them', () => {
    const condition: Condition = { kind: 'starts', count: 2, ...runs };
    const watch = watched(settingsWith({ condition }));
    for (let at = 0; at < 8; at += 1) watch.read(at, at % 2 === 0 ? 0 : 5);
    for (let at = 8; at < 80; at += 1) watch.read(at, 0);
    assert.deepEqual(watch.told(), ['alarm 5', 'all-clear 65']);
  });

  it('tells since when it is bad, the value and what it was before', () => {
    const watch = watched(settingsWith({ condition: above, forMs: 60_000 }));
    for (const at of [1, 2]) watch.read(at, 17 + at);
    const [{ id, kind, value, sinceMs, atMs } = {}] = watch.events as never[] as Record<string, unknown>[];
    assert.deepEqual([id, kind, value, Number(atMs) - Number(sinceMs)], [1, 'alarm', 19, 60_000]);
    const changes = watched(settingsWith({ condition: { kind: 'changes' } }));
    changes.read(0, 'open');
    changes.read(1, 'closed');
    assert.equal(changes.events[0]?.before, 'open');
  });
});
