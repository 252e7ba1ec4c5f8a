import assert from 'node:assert/strict';
import { settled, turnUntil } from '../support/turn-clock';
import { commandsOf, deviceOf, functionOutputs, simulatorOf } from './example-site';
import { managedSite } from './managed-site';
import { describeExamples, errors, type RunningExample, silent } from './running-example';
import { describeSharing } from './sharing-story';

describeExamples('06-streams-and-webhooks', (example, only) => {
  /** With loads that draw at any time of the day. */
  const loaded = async (shown: RunningExample) => {
    const simulator = await simulatorOf(shown);
    for (const label of ['Pool pump', 'Water heater', 'Clothes dryer'])
      simulator.setLoad(deviceOf(simulator, label), { kind: 'server-rack', ratedA: 5 });
    return simulator;
  };

  only.imported('01-live-panel', 'has a row a breaker that follows the pushes, without a click', async (shown) => {
    const { clock, at } = shown;
    const simulator = await simulatorOf(shown);
    const attached = () => simulator.requests.filter(({ operation }) => operation === 'deviceStreams.create').length;
    await turnUntil(clock, () => attached() === 10 && at('live panel').length > 0);
    const rows = () => at('live panel').at(-1)?.payload as { name: string; value: unknown; look: string }[];
    await turnUntil(clock, () => rows().every(({ look }) => look === 'well'));
    assert.equal(rows().length, 10);
    const outlets = rows().findIndex(({ name }) => name === 'Kitchen outlets');
    const before = rows()[outlets]?.value;
    simulator.setLoad(deviceOf(simulator, 'Kitchen outlets'), { kind: 'server-rack', ratedA: 12 });
    await turnUntil(clock, () => rows()[outlets]?.value !== before, { withinMs: 3_600_000 });
    assert.deepEqual([at('too much'), at(errors), at('refused')], [[], [], []]);
  });

  only.older('01-live-panel', 'has a row a breaker, without a click', async ({ clock, at }) => {
    await turnUntil(clock, () => at('live panel').length >= 10);
    const rows = at('live panel').at(-1)?.payload as { device: string; amperes: number; closed: boolean }[];
    assert.equal(rows.length, 10);
    for (const { amperes, closed } of rows) assert.deepEqual([typeof amperes, closed], ['number', true]);
    assert.deepEqual([at(errors), at('refused')], [[], []]);
  });

  example('02-new-device', 'attaches what an installer commissions and sets its thresholds', async (shown) => {
    const { clock, at, click } = shown;
    const simulator = await simulatorOf(shown);
    const made = (operation: string) => simulator.requests.some((request) => request.operation === operation);
    await turnUntil(clock, () => made('deviceWebhooks.create') && made('streams.create'));
    await settled();
    const deviceId = simulator.commissionDevice({ hardwareType: 'emcb' });
    await turnUntil(clock, () => at('thresholds').length === 1 && at('first data').length > 0);
    assert.equal(at('attached').length, 1);
    const { deviceId: sender } = (at('first data')[0]?.payload as { deviceId?: string } | undefined) ?? {};
    assert.equal(sender, deviceId);
    await click('try it with the spare', 'thresholds');
    assert.deepEqual(at(errors), []);
  });

  only.older('03-override-event', 'puts the event in words', async ({ click, at }) => {
    const { payload } = await click('try it', 'notification');
    assert.match(String(payload), / is held by Grid operator since /);
    assert.deepEqual(at(errors), []);
  });

  only.imported(
    '04-load-shedding',
    'opens from the bottom, and brings back what fits, the top first',
    async (shown) => {
      const { clock, at, push, red } = shown;
      const site = await managedSite(shown);
      await turnUntil(clock, () => site.state()?.status === 'calm');
      for (const label of ['Pool pump', 'Water heater', 'Clothes dryer']) site.draws(label, 8);
      await site.minutes(6);
      push('20 A for ten minutes');
      await site.minutes(2);
      const opened = site.actions().filter((action) => action.endsWith('opened'));
      assert.deepEqual(opened.slice(0, 1), ['Pool pump opened']);
      push('60 A again');
      await site.minutes(20);
      assert.deepEqual(
        site.actions().filter((action) => action.endsWith('came-back')),
        opened.map((action) => action.replace('opened', 'came-back')).reverse(),
      );
      assert.deepEqual([at(errors), red.caught], [[], []]);
    },
  );

  only.older(
    '04-load-shedding',
    'opens the least important loads, and closes them in reverse when it is calm',
    async (shown) => {
      const { clock, at, push, red: runtime } = shown;
      await loaded(shown);
      const loads = () =>
        at('outcome').map(({ topic, payload }) => `${topic} ${(payload as { outcome: string }).outcome}`);
      await turnUntil(clock, () => at('sum').length >= 12);
      assert.deepEqual(loads(), []);
      push('try it: limit 5 A');
      await turnUntil(clock, () => at('outcome').length === 3);
      assert.deepEqual(
        loads()
          .map((line) => line.replace(/ \w+$/, ''))
          .sort(),
        ['clothes dryer', 'pool pump', 'water heater'],
      );
      // A list of the function's own world has another prototype.
      const { shed = [] } = (at('sum').at(-1)?.payload as { shed?: string[] } | undefined) ?? {};
      assert.equal(shed.join(), 'pool pump,water heater,clothes dryer');
      const shedAt = clock.now();
      push('limit 100 A');
      await turnUntil(clock, () => at('outcome').length === 6, { withinMs: 3_600_000 });
      // In reverse, each at least a minute after the one before.
      assert.deepEqual(loads().slice(3), ['clothes dryer confirmed', 'water heater confirmed', 'pool pump confirmed']);
      const closed = at('outcome')
        .slice(3)
        .map(({ payload }) => (payload as { position: string }).position);
      assert.deepEqual(closed, ['closed', 'closed', 'closed']);
      assert(clock.now() - shedAt >= 3 * 60_000, `${clock.now() - shedAt} ms`);
      assert.deepEqual(runtime.caught, []);
    },
  );

  only.older('04-load-shedding', 'a load that cannot be opened lets the others go first', async (shown) => {
    const { clock, at, push } = shown;
    const simulator = await loaded(shown);
    const loads = () => at('outcome').map(({ topic }) => topic);
    await turnUntil(clock, () => at('sum').length >= 12);
    simulator.setOnline(deviceOf(simulator, 'Water heater'), false);
    push('try it: limit 5 A');
    await turnUntil(clock, () => at(errors).length >= 1 && at('outcome').length === 2);
    assert.deepEqual(loads().sort(), ['clothes dryer', 'pool pump']);
    simulator.setOnline(deviceOf(simulator, 'Water heater'), true);
    await turnUntil(clock, () => at('outcome').length === 3, { withinMs: 3_600_000 });
    assert.equal(loads()[2], 'water heater');
  });

  only.older(
    '04-load-shedding',
    'opens no idle load, and brings nothing back while a circuit is silent',
    async (shown) => {
      const shedding = functionOutputs(shown, 'shed and restore');
      const [pump, heater, oven] = [
        'dcf02bc9-50c3-4fe7-abb4-67d63fa74894',
        'ce356d2f-943e-45af-911a-1ffc9eb9b411',
        'b37ae13e-618c-42a9-af59-5ca5d1af15ec',
      ];
      const push = (deviceId: string | undefined, amperes: number | undefined, ts: number) =>
        shown.red.give(
          { deviceId, ts, payload: amperes === undefined ? {} : { 'meter.telemetry.currentA': amperes } },
          shedding.id,
        );
      const commands = () => shedding.payloads().filter((payload) => typeof payload === 'string');
      push(pump, 0, 1_000);
      push(heater, 18, 1_000);
      push(oven, 120, 1_000);
      await settled();
      assert.deepEqual(commands(), ['open']);
      // The oven says nothing more but that it is there; the others go on.
      push(oven, 10, 1_010);
      for (let ts = 2_000; ts < 4_000; ts += 100) {
        push(pump, 0, ts);
        push(heater, 0, ts);
        push(oven, undefined, ts);
      }
      await settled();
      assert.deepEqual(commands(), ['open']);
      for (const ts of [4_000, 4_030, 4_061]) push(oven, 10, ts);
      push(pump, 0, 4_062);
      push(heater, 0, 4_062);
      push(oven, 10, 4_130);
      await settled();
      assert.deepEqual(commands(), ['open', 'close']);
    },
    silent,
  );

  only.imported('05-share-code-audit', 'is a line of CSV with the time', async ({ click, at }) => {
    const { payload } = await click('try it', 'audit log');
    assert.match(String(payload), /^\d{4}-\d\d-\d\dT[\d:.]+Z,,claimed,Maple Street,Grid operator\n$/);
    assert.deepEqual(at(errors), []);
  });

  only.older('05-share-code-audit', 'is a line of CSV', async ({ click, at }) => {
    const { payload } = await click('try it', 'audit log');
    assert.match(String(payload), /^"[^"]+","claimed","Maple Street","Grid operator","\{\}"$/);
    assert.deepEqual(at(errors), []);
  });

  example('06-azure-iot-hub', 'reads what the hub posts as if it had been pushed', async ({ click, push, at }) => {
    const { payload } = await click('try it with a sample', 'data');
    assert.equal((payload as Record<string, unknown>)['meter.telemetry.currentA'], 4.2);
    push('try it with a sample');
    await settled();
    assert.deepEqual([at('data').length, at(errors)], [1, []]);
  });

  only.imported(
    '07-trip-notification',
    'says what tripped and what it carried, and switches nothing',
    async (shown) => {
      const { clock, at, click } = shown;
      const simulator = await simulatorOf(shown);
      const attached = () => simulator.requests.filter(({ operation }) => operation === 'deviceStreams.create').length;
      await turnUntil(clock, () => attached() === 6);
      await clock.advance(600_000);
      await settled();
      assert.deepEqual(at('notification'), []);
      const rack = deviceOf(simulator, 'Office server rack');
      simulator.tripBreaker(rack);
      await turnUntil(clock, () => at('notification').length === 1);
      assert.match(
        String(at('notification')[0]?.payload),
        /^Office server rack: hand lever open: tripped or opened by hand, since [\d:]+\. Last known current: [4-7](\.\d+)? A at [\d:]+\.$/,
      );
      simulator.moveMainHandle(rack, 'closed');
      await turnUntil(clock, () => at('closed again').length === 1);
      assert.match(String(at('closed again')[0]?.payload), /^Office server rack: hand lever closed, well again at/);
      const tried = await click('try it', 'notification');
      assert.match(String(tried.payload), /^Kitchen outlets: hand lever open/);
      await turnUntil(clock, () => at('closed again').length === 2);
      assert.equal((await commandsOf(shown))(), 0);
      assert.deepEqual([at(errors), at('refused')], [[], []]);
    },
  );

  only.older('07-trip-notification', 'says what tripped and what it carried, and switches nothing', async (shown) => {
    const { clock, at, push } = shown;
    const simulator = await simulatorOf(shown);
    const attached = () => simulator.requests.filter(({ operation }) => operation === 'deviceStreams.create').length;
    await turnUntil(clock, () => attached() === 6);
    await clock.advance(600_000);
    await settled();
    assert.deepEqual(at('notification'), []);
    const rack = deviceOf(simulator, 'Office server rack');
    simulator.tripBreaker(rack);
    await turnUntil(clock, () => at('notification').length === 1);
    assert.match(
      String(at('notification')[0]?.payload),
      /^The breaker "server rack" was opened by hand or tripped, it carried [4-7]\.\d A$/,
    );
    simulator.moveMainHandle(rack, 'closed');
    await turnUntil(clock, () => at('notification').length === 2);
    assert.equal(at('notification')[1]?.payload, 'The breaker "server rack" is closed again');
    push('try it');
    await turnUntil(clock, () => at('notification').length === 4);
    assert.equal((await commandsOf(shown))(), 0);
    assert.deepEqual([at(errors), at('refused')], [[], []]);
  });

  describeSharing(only);
});
