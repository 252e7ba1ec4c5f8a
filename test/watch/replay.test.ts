import assert from 'node:assert/strict';
import { historyMetrics, type Mean, replay, type WatchSettings } from '../../src/watch';

const minute = 60_000;
const hour = 60 * minute;
const midnight = Date.UTC(2026, 10, 23);
const settings: WatchSettings = {
  condition: { kind: 'above', value: 16, wellAt: 14 },
  ...{ forMs: 10 * minute, wellForMs: 5 * minute, quiet: [], timeZone: 'UTC', gapMs: minute },
};
/** Means of five minutes each, one after the other from midnight on; undefined: nothing was reported. */
const means = (values: readonly (number | undefined)[]): Mean[] =>
  values.flatMap((value, index) =>
    value === undefined
      ? []
      : [{ fromMs: midnight + index * 5 * minute, atMs: midnight + (index + 1) * 5 * minute, value: [value] }],
  );
const day = { intervalMs: 5 * minute, toMs: midnight + 24 * hour };
const at = (ms: number) => new Date(ms).toISOString().slice(11, 16);
const told = (values: readonly (number | undefined)[], more: Partial<WatchSettings> = {}, until = day.toMs) =>
  replay(means(values), { ...settings, ...more }, { ...day, toMs: until }).map(
    ({ event, toldMs }) => `${at(toldMs)} ${event.kind}`,
  );

describe('what a watch would have told', () => {
  it('an alarm when it has been above for its time, and an all-clear when it is well for its time', () => {
    assert.deepEqual(told([5, 20, 20, 20, 5, 5]), ['00:16 alarm', '00:26 all-clear']);
  });

  it('a mean stands for all of its time: one of five minutes is enough for three', () => {
    assert.deepEqual(told([5, 20, 5, 5], { forMs: 3 * minute }), ['00:09 alarm', '00:16 all-clear']);
    assert.deepEqual(told([5, 20, 5, 5], { forMs: 6 * minute }), []);
  });

  it('what lies in the dead band changes nothing', () => {
    assert.deepEqual(told([20, 20, 20, 15, 15, 15, 13, 13]), ['00:11 alarm', '00:36 all-clear']);
  });

  it('a gap in the reports is a break', () => {
    assert.deepEqual(told([20, undefined, undefined, undefined, 20], {}, midnight + 25 * minute), []);
  });

  it('quiet hours tell at their end', () => {
    const quiet = [{ days: ['monday' as const], from: '0000', to: '0100' }];
    assert.deepEqual(told([20, 20, 20, 20], { quiet }), ['01:00 alarm']);
  });

  it('reminders come while nothing is reported, too', () => {
    assert.deepEqual(told([20, 20, 20], { repeatMs: hour }, midnight + 150 * minute), [
      '00:11 alarm',
      '01:11 repeat',
      '02:11 repeat',
    ]);
  });

  it('that nothing could be read is not told: history does not know it', () => {
    assert.deepEqual(told([5, undefined], { unreadMs: 10 * minute }), []);
  });

  it('a load that has finished, once', () => {
    const condition = { kind: 'finished', runsAbove: 1, restsBelow: 0.5, ranForMs: 10 * minute } as const;
    assert.deepEqual(told([0, 5, 5, 5, 0, 0, 0, 0], { condition, forMs: 8 * minute }), ['00:29 finished']);
  });

  it('is only of what history has', () => {
    assert.deepEqual(historyMetrics('amperes'), ['currentA', 'currentB']);
    assert.deepEqual(historyMetrics('watts'), ['averagePowerW']);
    for (const name of ['temperature', 'radio', 'imbalance', 'handLever', 'events'])
      assert.deepEqual(historyMetrics(name), []);
  });
});
