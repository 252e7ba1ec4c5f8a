import assert from 'node:assert/strict';
import {
  type Condition,
  type MeasureName,
  presets,
  type WatchRule,
  type WatchSettings,
  watchProblems,
} from '../../src/watch';
import { settingsWith } from './watched';

const runs = { runsAbove: 1, restsBelow: 0.5 } as const;
const above = { kind: 'above', value: 16, wellAt: 14 } as const;

describe('watch: settings', () => {
  for (const [name, { measure, ...preset }] of Object.entries(presets))
    it(`the preset ${name} breaks no rule`, () => assert.deepEqual(watchProblems(measure, settingsWith(preset)), []));

  for (const [what, measure, condition, expected] of [
    ['a threshold that the sensor cannot reach', 'amperes', { ...above, value: 500 }, ['beyondSensor']],
    ['a threshold at the end of what the sensor tells', 'amperes', { ...above, value: 400 }, ['beyondSensor']],
    [
      'a threshold that is below all that there is',
      'amperes',
      { kind: 'below', value: 0, wellAt: 1 },
      ['beyondSensor'],
    ],
    ['a dead band that crosses', 'amperes', { ...above, wellAt: 17 }, ['deadBandCrosses']],
    ['a dead band that crosses below', 'volts', { kind: 'below', value: 108, wellAt: 107 }, ['deadBandCrosses']],
    ['*at once* below the threshold', 'amperes', { ...above, atOnce: 15 }, ['atOnceTooEarly']],
    [
      'bounds that cross',
      'volts',
      { kind: 'outside', from: 132, to: 108, wellFrom: 133, wellTo: 107 },
      ['boundsCross', 'deadBandCrosses'],
    ],
    [
      'a dead band beyond its bounds',
      'volts',
      { kind: 'outside', from: 108, to: 132, wellFrom: 107, wellTo: 130 },
      ['deadBandCrosses'],
    ],
    [
      'a band of which nothing is well',
      'amperes',
      { kind: 'within', from: 1, to: 3, wellFrom: 2, wellTo: 3 },
      ['deadBandCrosses'],
    ],
    ['a rest above a run', 'amperes', { kind: 'starts', runsAbove: 1, restsBelow: 2, count: 3 }, ['runLevelsCross']],
    ['neither a longest run nor a longest rest', 'amperes', { kind: 'cycles', ...runs }, ['longestMissing']],
    ['half a start', 'amperes', { kind: 'starts', ...runs, count: 1.5 }, ['countWhole']],
    ['a state compared with a number', 'connection', above, ['conditionOfMeasure']],
    ['a number compared with a state', 'amperes', { kind: 'is', states: ['open'] }, ['conditionOfMeasure']],
    ['no state', 'connection', { kind: 'is', states: [] }, ['stateMissing']],
    ['a state that there is not', 'connection', { kind: 'changes', to: ['away'] }, ['stateUnknown']],
    ['a report of what is no health', 'connection', { kind: 'report', at: '0800' }, ['conditionOfMeasure']],
    ['a report at no time of day', 'health', { kind: 'report', at: '8:00' }, ['reportTime']],
    ['a report each minute', 'health', { kind: 'report', everyMs: 60_000 }, ['reportTime']],
    ['health that is told otherwise', 'health', { kind: 'changes' }, ['conditionOfMeasure']],
    ['a value that is no number', 'amperes', { ...above, value: Number.NaN }, ['beyondSensor', 'deadBandCrosses']],
  ] as const satisfies readonly (readonly [string, MeasureName, Condition, readonly WatchRule[]])[])
    it(`refuses ${what}`, () => assert.deepEqual(watchProblems(measure, settingsWith({ condition })), expected));

  for (const [what, more, rule] of [
    ['a time below zero', { forMs: -1 }, 'timePositive'],
    ['a warning of no time', { warnForMs: 0 }, 'timePositive'],
    ['a gap of nothing', { gapMs: 0 }, 'timePositive'],
    ['a reminder each second', { repeatMs: 1_000 }, 'repeatTooOften'],
    ['quiet hours on no day', { quiet: [{ days: [], from: '2200', to: '0600' }] }, 'quietTimes'],
    ['quiet hours that are no times', { quiet: [{ days: ['monday'], from: '25:00', to: '0600' }] }, 'quietTimes'],
    ['a time zone that there is not', { timeZone: 'CET+1' }, 'timeZone'],
  ] as const satisfies readonly (readonly [string, Partial<WatchSettings>, WatchRule])[])
    it(`refuses ${what}`, () =>
      assert.deepEqual(watchProblems('amperes', settingsWith({ condition: above, ...more })), [rule]));

  it('states of a charger, whose set the service does not document, are taken as they are written', () =>
    assert.deepEqual(watchProblems('charger', settingsWith({ condition: { kind: 'is', states: ['charging'] } })), []));
});
