import assert from 'node:assert/strict';
import { turnUntil } from '../support/turn-clock';
import { deviceOf, simulatorOf } from './example-site';
import { type AddTest, errors } from './running-example';

/** The tests of flows of 0.1.0 that watch in functions what circuit-watch watches since. */
export function describeOlderWatches(example: AddTest): void {
  example('04-freezer-alarm', 'one alarm a trouble, and one all-clear', async (shown) => {
    const { clock, at } = shown;
    const simulator = await simulatorOf(shown);
    const refrigerator = deviceOf(simulator, 'Refrigerator');
    const said = () => at('alarm').map(({ payload }) => String(payload).replace(/\d+/, 'N'));
    const anHourOn = clock.now() + 3_600_000;
    await turnUntil(clock, () => clock.now() >= anHourOn, { withinMs: 3_700_000 });
    assert.deepEqual(said(), []);
    simulator.setLoad(refrigerator, { ratedA: 0 });
    await turnUntil(clock, () => said().length === 1, { withinMs: 3 * 3_600_000 });
    simulator.setLoad(refrigerator, { ratedA: 1.6 });
    await turnUntil(clock, () => said().length === 2, { withinMs: 3 * 3_600_000 });
    simulator.setOnline(refrigerator, false);
    await turnUntil(clock, () => said().length === 3, { withinMs: 3_600_000 });
    simulator.setOnline(refrigerator, true);
    await turnUntil(clock, () => said().length === 4, { withinMs: 3_600_000 });
    assert.deepEqual(said(), [
      'The compressor has not run for N minutes',
      'All is well again',
      said()[2],
      'All is well again',
    ]);
    assert.match(said()[2] ?? '', /^The refrigerator cannot be read: /);
  });

  example('04-freezer-alarm', 'the buttons show an alarm and its end', async ({ click }) => {
    assert.match(String((await click('try it: off for 3 hours', 'alarm')).payload), /not run for 180 minutes/);
    assert.equal((await click('try it: runs again', 'alarm')).payload, 'All is well again');
  });

  example('07-health-digest', 'names what needs a look', async (shown) => {
    const { clock, at, click } = shown;
    const well = await click('08:00', 'e-mail');
    assert.deepEqual([well.topic, well.payload], ['All 12 devices are well', 'Nothing to look at.']);
    const simulator = await simulatorOf(shown);
    simulator.tripBreaker(deviceOf(simulator, 'Kitchen oven'));
    simulator.setOnline(deviceOf(simulator, 'Pool pump'), false);
    await clock.advance(2_000);
    const bad = await click('08:00', 'e-mail');
    assert.equal(bad.topic, '2 findings at 12 devices');
    assert.match(String(bad.payload), /^\d{11}: hand lever open, or tripped\n\d{11}: not connected$/);
    assert.deepEqual(at(errors), []);
  });

  example('05-overload-watch', 'warns at 80 %, and clears below 70 %', async (shown) => {
    const { clock, at, click } = shown;
    const warning = await click('try it: outlets at 18 A', 'notice');
    assert.deepEqual([warning.topic, warning.payload], ['warning', 'Overload: kitchen outlets, 18.0 A of 20 A']);
    await turnUntil(clock, () => at('notice').length === 2);
    assert.equal(at('notice')[1]?.topic, 'all-clear');
    const simulator = await simulatorOf(shown);
    simulator.setLoad(deviceOf(simulator, 'Office server rack'), { ratedA: 30 });
    await turnUntil(clock, () => at('notice').length === 3);
    assert.match(String(at('notice')[2]?.payload), /^Overload: server rack, \d\d\.\d A of 20 A$/);
    assert.deepEqual(at(errors), []);
  });
}
