import assert from 'node:assert/strict';
import { settled, turnUntil } from '../support/turn-clock';
import { deviceOf, functionOutputs, passed, positionsOf, simulatorOf } from './example-site';
import { type AddTest, errors, silent } from './running-example';

/** The tests of an example whose function opens the water heater above 60 A. */
export function describeShedInAFunction(name: string, example: AddTest): void {
  example(
    name,
    'opens the water heater above the limit and closes it again when it is calm',
    async ({ click, clock, at }) => {
      const opened = (await click('try it: 61 A now', 'outcome')).payload as Record<string, unknown>;
      assert.deepEqual([opened.command, opened.outcome], ['open', 'confirmed']);
      // Three calm readings, ten seconds apart; noon in winter draws less than 40 A.
      await turnUntil(clock, () => at('outcome').length === 2);
      const closed = at('outcome')[1]?.payload as Record<string, unknown>;
      assert.deepEqual([closed.command, closed.outcome], ['close', 'confirmed']);
      assert.deepEqual(at(errors), []);
    },
  );

  example(name, 'what could not be opened is not taken for opened', async (shown) => {
    const { clock, at, push, click } = shown;
    const simulator = await simulatorOf(shown);
    simulator.setOnline(deviceOf(simulator, 'Water heater'), false);
    push('try it: 61 A now');
    await turnUntil(clock, () => at(errors).length === 1);
    simulator.setOnline(deviceOf(simulator, 'Water heater'), true);
    const opened = (await click('try it: 61 A now', 'outcome')).payload as Record<string, unknown>;
    assert.deepEqual([opened.command, opened.outcome], ['open', 'confirmed']);
  });

  example(name, 'closes nothing while meters are missing, and does when all are read again', async (shown) => {
    const { clock, at, click } = shown;
    const simulator = await simulatorOf(shown);
    const position = await positionsOf(shown);
    await click('try it: 61 A now', 'outcome');
    const read = ['Water heater', 'Kitchen outlets'];
    const others = simulator
      .devices()
      .filter(({ label, hardwareType }) => hardwareType === 'emcb' && !read.includes(String(label)));
    assert(others.length >= 10);
    for (const { id } of others) simulator.setOnline(id, false);
    await passed(clock, 300_000);
    assert.deepEqual([position('Water heater'), at('outcome').length], ['open', 1]);
    for (const { id } of others) simulator.setOnline(id, true);
    await turnUntil(clock, () => at('outcome').length === 2);
    assert.equal(position('Water heater'), 'closed');
  });

  example(
    name,
    'counts neither an old reading, nor one after a gap, as calm',
    async (shown) => {
      const { red: runtime } = shown;
      const decide = functionOutputs(shown, 'decide');
      const give = (ts: number, more: object = {}) =>
        runtime.give(
          {
            payload: {
              results: [
                { deviceId: 'oven', currentA: 1, ts },
                { deviceId: 'dryer', currentA: 1, ts, ...more },
              ],
            },
          },
          decide.id,
        );
      runtime.give({ payload: { results: [{ deviceId: 'oven', currentA: 61, ts: 1_000 }] } }, decide.id);
      // The same values again, one meter that stands still, and readings minutes apart.
      for (const ts of [1_010, 1_010, 1_010, 1_010]) give(ts);
      for (const ts of [1_100, 1_110, 1_120, 1_130]) give(ts, { ts: 1_010 });
      for (const ts of [2_000, 2_100, 2_200, 2_300]) give(ts);
      await settled();
      assert.deepEqual(decide.payloads(), ['open']);
      for (const ts of [2_310, 2_320]) give(ts);
      await settled();
      assert.deepEqual(decide.payloads(), ['open', 'close']);
    },
    silent,
  );

  example(
    name,
    'what the sun feeds in is no load',
    async (shown) => {
      const decide = functionOutputs(shown, 'decide');
      const solar = { deviceId: 'a8aa5f5b-8b00-4993-bb07-bc3ac5b1bf8f', currentA: 31, currentB: 31, ts: 1_000 };
      shown.red.give({ payload: { results: [solar, { deviceId: 'oven', currentA: 20, ts: 1_000 }] } }, decide.id);
      await settled();
      assert.deepEqual(decide.payloads(), []);
    },
    silent,
  );
}
