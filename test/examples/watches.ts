import assert from 'node:assert/strict';
import { turnUntil } from '../support/turn-clock';
import { deviceOf, passed, positionsOf, simulatorOf } from './example-site';
import { type AddTest, errors } from './running-example';

const hour = 3_600_000;

/** The tests of the examples that watch with circuit-watch. */
export function describeWatches(example: AddTest): void {
  example('04-freezer-alarm', 'one alarm a trouble, and one all-clear', async (shown) => {
    const { clock, at, push } = shown;
    const simulator = await simulatorOf(shown);
    const refrigerator = deviceOf(simulator, 'Refrigerator');
    const alarms = () => at('alarm').map(({ event, payload }) => `${event}: ${payload}`);
    const clears = () => at('well again').map(({ event }) => event);
    await passed(clock, hour);
    assert.deepEqual(alarms(), []);
    simulator.setLoad(refrigerator, { ratedA: 0 });
    await turnUntil(clock, () => alarms().length === 1, { withinMs: 3 * hour });
    assert.match(alarms()[0] ?? '', /^alarm: Refrigerator has not run for 2 h, since \d\d:\d\d \(at most 2 h\)\.$/);
    await turnUntil(clock, () => alarms().length === 2, { withinMs: 5 * hour });
    assert.match(alarms()[1] ?? '', /^repeat: Reminder: Refrigerator has not run/);
    push('seen');
    await passed(clock, 5 * hour);
    assert.equal(alarms().length, 2);
    simulator.setLoad(refrigerator, { ratedA: 1.6 });
    await turnUntil(clock, () => clears().length === 1, { withinMs: 3 * hour });
    simulator.setOnline(refrigerator, false);
    await turnUntil(clock, () => alarms().length === 3, { withinMs: hour });
    assert.match(alarms()[2] ?? '', /^unread: Refrigerator: current cannot be read since /);
    simulator.setOnline(refrigerator, true);
    await turnUntil(clock, () => clears().length === 2, { withinMs: hour });
    assert.deepEqual([clears(), at(errors)], [['all-clear', 'read-again'], []]);
  });

  example('07-health-digest', 'names each morning what needs a look, and whenever somebody asks', async (shown) => {
    const { clock, at, click } = shown;
    const asked = await click('now', 'e-mail');
    assert.deepEqual([asked.topic, asked.payload], ['panel: All 12 devices are well', '12 of 12 devices are well.']);
    const simulator = await simulatorOf(shown);
    simulator.tripBreaker(deviceOf(simulator, 'Kitchen oven'));
    simulator.setOnline(deviceOf(simulator, 'Pool pump'), false);
    await turnUntil(clock, () => at('e-mail').length === 2, { withinMs: 25 * hour });
    const [, morning] = at('e-mail');
    assert.equal(morning?.topic, 'panel: 2 findings at 12 devices');
    assert.equal(
      morning?.payload,
      'Kitchen oven: hand lever open: tripped or opened by hand\nPool pump: not connected',
    );
    assert.equal(new Date(Number(morning?.at)).toISOString().slice(11, 16), '14:00');
    assert.deepEqual(at(errors), []);
  });

  example('05-overload-watch', 'tells at once far above the rating, and at 80 % when it lasts', async (shown) => {
    const { clock, at, click } = shown;
    await passed(clock, 60_000);
    const tried = await click('try it: outlets at 23 A', 'alarm');
    assert.match(String(tried.payload), /^Kitchen outlets: share of its rating 115 %, above 80 % since \d\d:\d\d\.$/);
    await turnUntil(clock, () => at('well again').length === 1);
    const simulator = await simulatorOf(shown);
    simulator.setLoad(deviceOf(simulator, 'Office server rack'), { kind: 'server-rack', ratedA: 30 });
    await passed(clock, 10 * 60_000);
    assert.equal(at('alarm').length, 1);
    await turnUntil(clock, () => at('alarm').length === 2, { withinMs: hour });
    assert.match(String(at('alarm')[1]?.payload), /^Office server rack: share of its rating (8|9)\d/);
    assert.deepEqual(at(errors), []);
  });

  example('10-sump-pump', 'tells of a pump that never rests, and of one that never runs', async (shown) => {
    const { clock, at, push } = shown;
    const simulator = await simulatorOf(shown);
    const pump = deviceOf(simulator, 'Pool pump');
    simulator.setLoad(pump, { kind: 'server-rack', ratedA: 0 });
    await turnUntil(clock, () => at('alarm').length === 1, { withinMs: 13 * hour });
    assert.match(String(at('alarm')[0]?.payload), /^Pool pump has not run for 12 h/);
    push('seen');
    simulator.setLoad(pump, { kind: 'server-rack', ratedA: 8 });
    await turnUntil(clock, () => at('well again').length === 1, { withinMs: hour });
    await turnUntil(clock, () => at('alarm').length === 2, { withinMs: hour });
    assert.match(String(at('alarm')[1]?.payload), /^Pool pump has been running for 10 min/);
    assert.deepEqual(at(errors), []);
  });

  example('11-washing-machine', 'tells once that it has finished, and nothing of its pauses', async (shown) => {
    const { clock, at } = shown;
    const simulator = await simulatorOf(shown);
    const machine = deviceOf(simulator, 'Clothes dryer');
    const draws = (ratedA: number) => simulator.setLoad(machine, { kind: 'server-rack', ratedA });
    draws(0);
    await passed(clock, hour);
    draws(6);
    await passed(clock, hour);
    draws(0);
    await passed(clock, 3 * 60_000);
    draws(6);
    await passed(clock, 20 * 60_000);
    assert.deepEqual(at('finished'), []);
    draws(0);
    await passed(clock, 2 * hour);
    assert.equal(at('finished').length, 1);
    assert.match(String(at('finished')[0]?.payload), /^Clothes dryer has finished/);
    assert.deepEqual(at(errors), []);
  });

  example('12-oven-left-on', 'warns after 90 minutes, and opens the breaker 10 minutes later', async (shown) => {
    const { clock, at } = shown;
    const simulator = await simulatorOf(shown);
    const oven = deviceOf(simulator, 'Kitchen oven');
    const position = await positionsOf(shown);
    simulator.setLoad(oven, { kind: 'server-rack', ratedA: 12 });
    await turnUntil(clock, () => at('warning and alarm').length === 1, { withinMs: 2 * hour });
    assert.equal(at('warning and alarm')[0]?.event, 'warning');
    assert.equal(position('Kitchen oven'), 'closed');
    await turnUntil(clock, () => at('outcome').length === 1, { withinMs: hour });
    assert.equal(at('warning and alarm')[1]?.event, 'alarm');
    assert.equal(position('Kitchen oven'), 'open');
    await passed(clock, 3 * hour);
    assert.deepEqual([position('Kitchen oven'), at('outcome').length, at(errors)], ['open', 1, []]);
  });
}
