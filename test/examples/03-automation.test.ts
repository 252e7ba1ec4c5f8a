import assert from 'node:assert/strict';
import { settled, turned, turnUntil } from '../support/turn-clock';
import { accountOf, commandsOf, deviceOf, functionOutputs, passed, positionsOf, simulatorOf } from './example-site';
import { describeExamples, errors, silent, withVariables } from './running-example';

describeExamples('03-automation', (example) => {
  example(
    '01-shed-a-load',
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

  example('01-shed-a-load', 'what could not be opened is not taken for opened', async (shown) => {
    const { clock, at, push, click } = shown;
    const simulator = await simulatorOf(shown);
    simulator.setOnline(deviceOf(simulator, 'Water heater'), false);
    push('try it: 61 A now');
    await turnUntil(clock, () => at(errors).length === 1);
    simulator.setOnline(deviceOf(simulator, 'Water heater'), true);
    const opened = (await click('try it: 61 A now', 'outcome')).payload as Record<string, unknown>;
    assert.deepEqual([opened.command, opened.outcome], ['open', 'confirmed']);
  });

  example(
    '01-shed-a-load',
    'closes nothing while meters are missing, and does when all are read again',
    async (shown) => {
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
    },
  );

  example(
    '01-shed-a-load',
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
    '01-shed-a-load',
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
});
