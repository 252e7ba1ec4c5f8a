import assert from 'node:assert/strict';
import { settled, turned, turnUntil } from '../support/turn-clock';
import { accountOf, commandsOf, deviceOf, passed, positionsOf, simulatorOf } from './example-site';
import { type AddTest, errors, withVariables } from './running-example';

/** The tests of flows of 0.1.0 that decide in functions what a load manager decides since. */
export function describeOlderAutomation(example: AddTest): void {
  example('02-peak-shaving-by-priority', 'opens load by load, and brings back what it opened', async (shown) => {
    const { clock, at, push } = shown;
    const position = await positionsOf(shown);
    const steps = () => at('outcome').map(({ topic, payload }) => [topic, (payload as { command: string }).command]);
    push('try it: 12 kVA twice');
    await turnUntil(clock, () => at('outcome').length === 1);
    push('try it: 12 kVA twice');
    await turnUntil(clock, () => at('outcome').length === 2);
    assert.deepEqual([position('Pool pump'), position('Water heater')], ['open', 'open']);
    await turnUntil(clock, () => at('outcome').length === 4);
    assert.deepEqual(steps(), [
      ['pool pump', 'open'],
      ['water heater', 'open'],
      ['water heater', 'close'],
      ['pool pump', 'close'],
    ]);
    await clock.advance(300_000);
    await settled();
    assert.deepEqual([at('outcome').length, position('Air conditioner'), at(errors)], [4, 'closed', []]);
  });

  example('02-peak-shaving-by-priority', 'brings nothing back while a meter is missing', async (shown) => {
    const { clock, at, push } = shown;
    const simulator = await simulatorOf(shown);
    const position = await positionsOf(shown);
    for (const label of ['Water heater', 'Guest house heat pump'])
      simulator.setLoad(deviceOf(simulator, label), { kind: 'server-rack', ratedA: 2 });
    push('try it: 12 kVA twice');
    await turnUntil(clock, () => at('outcome').length === 1);
    simulator.setOnline(deviceOf(simulator, 'Guest house heat pump'), false);
    await passed(clock, 600_000);
    assert.deepEqual([position('Pool pump'), at('outcome').length], ['open', 1]);
    simulator.setOnline(deviceOf(simulator, 'Guest house heat pump'), true);
    await turnUntil(clock, () => at('outcome').length === 2);
    assert.equal(position('Pool pump'), 'closed');
  });

  example('02-peak-shaving-by-priority', 'what could not be opened is not taken for opened', async (shown) => {
    const { clock, at, push, red: runtime, flow } = shown;
    const simulator = await simulatorOf(shown);
    simulator.setOnline(deviceOf(simulator, 'Pool pump'), false);
    push('try it: 12 kVA twice');
    await turnUntil(clock, () => at(errors).length === 1);
    const decide = runtime.node(flow.find(({ name }) => name === 'decide')?.id ?? '');
    assert.deepEqual([...(decide.context().flow.get('opened') as string[])], []);
    push('try it: 12 kVA twice');
    await turnUntil(clock, () => at('outcome').length === 1);
    assert.equal(at('outcome')[0]?.topic, 'water heater');
  });

  example(
    '03-standby-at-night',
    'opens what idles, closes the same in the morning, and nothing else',
    async (shown) => {
      const { clock, at, push, click } = shown;
      const position = await positionsOf(shown);
      const commands = await commandsOf(shown);
      const simulator = await simulatorOf(shown);
      // Opened by someone before: it must not come back in the morning.
      const client = await accountOf(shown).client();
      const body = { command: 'open', reason: 'by someone' } as const;
      const path = { deviceId: deviceOf(simulator, 'Spare') };
      await turned(clock, client.call('remoteHandle.setPosition', { path, body }));
      simulator.setLoad(deviceOf(simulator, 'Living room lights'), { kind: 'server-rack', ratedA: 5 });
      simulator.setLoad(deviceOf(simulator, 'Kitchen outlets'), { ratedA: 0 });
      await click('23:30', 'outcome');
      const all = ['Kitchen outlets', 'Living room lights', 'Spare'];
      assert.deepEqual(all.map(position), ['open', 'closed', 'open']);
      await clock.advance(7 * 3_600_000);
      await click('06:30', 'outcome');
      assert.deepEqual(all.map(position), ['closed', 'closed', 'open']);
      push('06:30');
      await clock.advance(60_000);
      await settled();
      assert.deepEqual([commands(), at(errors)], [3, []]);
    },
  );

  example('06-grid-event', 'opens what is on, and closes just that', async (shown) => {
    const { clock, at, push, click } = shown;
    const position = await positionsOf(shown);
    const commands = await commandsOf(shown);
    const labels = ['Kitchen outlets', 'Clothes dryer', 'Water heater', 'Pool pump'];
    const simulator = await simulatorOf(shown);
    const path = { deviceId: deviceOf(simulator, 'Clothes dryer') };
    const body = { command: 'open', reason: 'by someone' } as const;
    await turned(clock, (await accountOf(shown).client()).call('remoteHandle.setPosition', { path, body }));
    await click('high', 'outcome');
    assert.deepEqual(labels.map(position), ['open', 'open', 'open', 'open']);
    await clock.advance(60_000);
    await click('normal', 'outcome');
    assert.deepEqual(labels.map(position), ['closed', 'open', 'closed', 'closed']);
    push('normal');
    await clock.advance(60_000);
    await settled();
    assert.deepEqual([commands(), at(errors)], [7, []]);
  });

  example(
    '06-grid-event',
    'who posts needs the token',
    async (shown) => {
      const { clock, at, url } = shown;
      const post = async (authorization: string | undefined, body: unknown) => {
        const headers = {
          'content-type': 'application/json',
          ...(authorization === undefined ? {} : { authorization }),
        };
        return (await fetch(`${url}/grid-event`, { method: 'POST', headers, body: JSON.stringify(body) })).status;
      };
      assert.equal(await post(undefined, { level: 'high' }), 401);
      assert.equal(await post('Bearer ', { level: 'high' }), 401);
      assert.equal(await post('Bearer grid-secret', { level: 'all' }), 400);
      assert.equal(at('outcome').length, 0);
      assert.equal(await post('Bearer grid-secret', { level: 'high' }), 202);
      await turnUntil(clock, () => at('outcome').length === 1);
    },
    withVariables({ GRID_EVENT_TOKEN: 'grid-secret' }),
  );
}
