import assert from 'node:assert/strict';
import type { Fault } from '../../src/simulator';
import type { FlowNode } from '../support/node-red-test-helper';
import { flowAround, type Received, type Runtime, serviceAccount, startRuntime } from '../support/runtime';
import { type SimulatedService, startService } from '../support/simulated-service';
import { settled, turned, turnUntil } from '../support/turn-clock';

type Settings = Readonly<Record<string, unknown>>;

describe('meter-read in the runtime', () => {
  let service: SimulatedService;
  let runtime: Runtime | undefined;
  let rack: string;
  let heater: string;

  beforeEach(async () => {
    service = await startService();
    rack = service.device('Office server rack');
    heater = service.device('Air conditioner');
  });
  afterEach(async () => {
    await runtime?.stop();
    runtime = undefined;
    await service.close();
  });

  const node = (settings: Settings) => ({
    type: 'meter-read',
    account: 'account',
    target: 'devices',
    devices: [rack],
    ...settings,
  });
  async function start(settings: Settings = {}, ...others: FlowNode[]): Promise<Runtime> {
    const { account, credentials } = serviceAccount(service);
    const flow = flowAround(node(settings), account, ...others);
    runtime = await startRuntime({ clock: service.clock, flow, credentials });
    return runtime;
  }
  const payload = <T = Record<string, unknown>>(red: Runtime) => red.outputs.at(-1)?.payload as T;
  const inject = (fault: Fault) => service.simulator.controls.faults.inject(fault);

  describe('success', () => {
    it('flat numbers, with the other properties of the message kept', async () => {
      const red = await start();
      await red.run({ topic: 'rack', deep: { a: 1 } });
      assert.deepEqual([red.outputs.length, red.completed.length, red.caught.length], [1, 1, 0]);
      assert.equal(red.outputs[0]?.topic, 'rack');
      assert.deepEqual(red.outputs[0]?.deep, { a: 1 });
      const flat = payload(red);
      assert.equal(flat.deviceId, rack);
      assert(Number(flat.currentA) > 1 && Number(flat.voltageAN) > 100);
    });

    it('missing stays missing: a single-pole breaker has no phase B', async () => {
      const red = await start();
      await red.run({});
      assert.deepEqual(
        ['currentB', 'voltageBN', 'voltageAB'].filter((name) => name in payload(red)),
        [],
      );
    });

    it('two poles have both currents', async () => {
      const red = await start({ devices: [heater] });
      await red.run({});
      assert('currentA' in payload(red) && 'currentB' in payload(red));
    });

    it('the full record is as the service says', async () => {
      const red = await start({ output: 'record' });
      await red.run({});
      const { data } = await turned(
        service.clock,
        service.client().call('meter.reading', { path: { deviceId: rack } }),
      );
      assert.deepEqual(payload(red), data);
    });

    it('values taken as milli are divided by 1,000, the frequency is not', async () => {
      const red = await start({ unit: 'milli' });
      await red.run({});
      const { data } = await turned(
        service.clock,
        service.client().call('meter.reading', { path: { deviceId: rack } }),
      );
      assert.equal(payload(red).currentA, (data.currentA?.val ?? Number.NaN) / 1000);
      assert.equal(payload(red).frequency, data.frequency?.val);
    });

    it('latest telemetry and latest device data', async () => {
      const red = await start({ action: 'latest' });
      await red.run({});
      assert.equal(typeof payload(red).ts, 'number');
      await red.stop();
      runtime = undefined;
      const other = await start({ action: 'deviceData' });
      await other.run({});
      const flat = payload(other);
      assert.equal(flat['breaker.metadata.mainHandlePosition'], true);
      assert.equal(typeof flat['breaker.metadata.mainHandlePosition.ts'], 'number');
      assert.deepEqual([flat.position, flat.mainHandle], ['closed', 'closed']);
    });

    it('points for a chart: series, x in ms, y', async () => {
      const red = await start({ action: 'latest', output: 'chart' });
      await red.run({});
      const points = payload<{ series: string; device: string; x: number; y: number }[]>(red);
      const current = points.find(({ series }) => series.endsWith(' currentA'));
      assert(current !== undefined);
      assert.equal(current.device, rack);
      assert(Math.abs(current.x - service.clock.now()) < 3_600_000);
      assert(!points.some(({ series }) => /ts$|Min$|Max$/.test(series)));
    });

    it('several devices: one result each, and what failed beside it', async () => {
      const red = await start({ devices: [rack, heater] });
      service.simulator.controls.setOnline(heater, false);
      await red.run({});
      const { requested, succeeded, failed, results } = payload<{
        requested: number;
        succeeded: number;
        failed: number;
        results: { deviceId: string; error?: { code: string } }[];
      }>(red);
      assert.deepEqual({ requested, succeeded, failed }, { requested: 2, succeeded: 1, failed: 1 });
      assert.equal(results[1]?.error?.code, 'DEVICE_OFFLINE');
    });

    it('points for a chart of several devices are one list, and what failed stands in msg.failed', async () => {
      const red = await start({ devices: [rack, heater, service.device('Spare')], output: 'chart' });
      service.simulator.controls.setOnline(heater, false);
      await red.run({});
      const points = payload<{ device: string; y: number }[]>(red);
      assert.deepEqual([...new Set(points.map(({ device }) => device))], [rack, service.device('Spare')]);
      const failed = red.outputs[0]?.failed as { deviceId: string; error: { code: string } }[];
      assert.deepEqual(
        failed.map(({ deviceId, error }) => [deviceId, error.code]),
        [[heater, 'DEVICE_OFFLINE']],
      );
    });

    it('a location: all meters below it, chargers too', async () => {
      const { data: locations } = await turned(service.clock, service.client().call('locations.list', {}));
      const address = locations.find(({ locationType }) => locationType === 'address');
      const red = await start({ target: 'location', location: address?.id });
      await red.run({});
      assert.equal(payload(red).succeeded, 14);
    });
  });

  describe('one request for all', () => {
    it('ten nodes on one device make one request', async () => {
      const { account, credentials } = serviceAccount(service);
      const ten = Array.from({ length: 10 }, (_, index) => ({
        z: 'tab',
        x: 100,
        y: 100,
        wires: [['outputs']],
        ...node({}),
        id: `n${index}`,
      })) as unknown as FlowNode[];
      runtime = await startRuntime({
        clock: service.clock,
        flow: [...flowAround(node({}), account), ...ten],
        credentials,
      });
      const red = runtime;
      for (const { id } of ten) red.give({}, id);
      await turnUntil(service.clock, () => red.outputs.length === 10);
      assert.equal(service.requests('meter.reading').length, 1);
      const payloads = red.outputs.map((msg) => msg.payload as Record<string, unknown>);
      for (const one of payloads) assert.deepEqual(one, payloads[0]);
    });

    it('each message has data of its own', async () => {
      const red = await start({ output: 'record' });
      red.give({});
      red.give({});
      await red.untilEnded(2);
      const [first, second] = red.outputs.map((msg) => msg.payload as { currentA: { val: number } });
      assert(first !== undefined && second !== undefined);
      first.currentA.val = -1;
      assert.notEqual(second.currentA.val, -1);
    });

    it('an answer is shared for as long as the node says, then asked for anew', async () => {
      const red = await start({ maxAge: 30 });
      await red.run({});
      await service.clock.advance(29_000);
      await red.run({});
      assert.equal(service.requests('meter.reading').length, 1);
      await service.clock.advance(2_000);
      await red.run({});
      assert.equal(service.requests('meter.reading').length, 2);
    });
  });

  describe('poll', () => {
    it('reads by itself, time and again, until it is closed', async () => {
      const red = await start({ poll: 10 });
      await turnUntil(service.clock, () => red.outputs.length === 3);
      const times = service.requests('meter.reading').map(({ at }) => at);
      assert.deepEqual(
        times.map((at) => at - (times[0] ?? 0)),
        [0, 10_000, 20_000],
      );
      await red.stop();
      runtime = undefined;
      assert.equal(service.clock.pendingTimers() <= 1, true);
    });

    it('a slow service is not asked again before it has answered', async () => {
      const red = await start({ poll: 5 });
      inject({ kind: 'slow', delayMs: 18_000, match: { operation: 'meter.reading' }, times: 1 });
      await turnUntil(service.clock, () => red.outputs.length === 1, { held: 1 });
      assert.equal(red.completed.length, 1);
    });

    it('an error at one time does not end the polling', async () => {
      const red = await start({ poll: 10 });
      inject({ kind: 'error', status: 403, match: { operation: 'meter.reading' }, times: 1 });
      await turnUntil(service.clock, () => red.outputs.length === 1);
      assert.equal(red.caught[0]?.error.code, 'FORBIDDEN');
    });
  });

  describe('history', () => {
    const history = { action: 'history', range: 'day', output: 'record' };
    const times = (items: unknown) => (items as { ts: number }[]).map(({ ts }) => ts);

    it('one array: every item of the range once, in order of time', async () => {
      const red = await start(history);
      await red.run({ topic: 'kept' });
      assert.equal(red.outputs.length, 1);
      assert.equal(red.outputs[0]?.topic, 'kept');
      const found = times(payload(red));
      assert(found.length >= 287 && found.length <= 289, `${found.length} items`);
      assert.deepEqual(
        found,
        [...new Set(found)].sort((a, b) => a - b),
      );
    });

    it('a message an item: parts count up, the last one knows the count and is complete', async () => {
      const red = await start({ ...history, range: 'hour', split: 'item' });
      await red.run({ topic: 'kept', complete: true });
      assert.equal(red.completed.length, 1);
      const parts = red.outputs.map((msg) => msg.parts as { id: string; index: number; count?: number; type: string });
      const total = red.outputs.length;
      assert(total >= 11);
      assert.deepEqual(
        parts.map(({ index }) => index),
        parts.map((_, index) => index),
      );
      assert.equal(new Set(parts.map(({ id }) => id)).size, 1);
      assert.deepEqual(
        parts.map(({ count }) => count).filter((count) => count !== undefined),
        [total],
      );
      assert.deepEqual(
        red.outputs.map((msg) => msg.complete),
        red.outputs.map((_, index) => (index === total - 1 ? true : undefined)),
      );
      assert(red.outputs.every((msg) => msg.topic === 'kept'));
    });

    it('a message a page: the items of all pages are those of the array', async () => {
      const range = { ...history, range: 'week' };
      const red = await start({ ...range, split: 'page' });
      await red.run({});
      assert(red.outputs.length >= 3, `${red.outputs.length} pages`);
      const paged = red.outputs.flatMap((msg) => times(msg.payload));
      assert.deepEqual(
        red.outputs.map((msg) => (msg.parts as { count?: number }).count),
        red.outputs.map((_, index) => (index === red.outputs.length - 1 ? red.outputs.length : undefined)),
      );
      await red.stop();
      const other = await start(range);
      await other.run({});
      assert.deepEqual(paged, times(payload(other)));
    });

    it('a range that is longer than the service accepts is split into windows', async () => {
      const red = await start({ ...history, range: 'custom', from: 'from', fromType: 'msg', to: 'to', toType: 'msg' });
      const toMs = service.clock.now();
      const fromMs = toMs - 190 * 86_400_000;
      await red.run({ from: new Date(fromMs).toISOString(), to: toMs }, { withinMs: 3_600_000 });
      assert.deepEqual(
        red.caught.map(({ error }) => error.message),
        [],
      );
      const found = times(payload(red));
      assert.equal(new Set(found).size, found.length);
      assert(found.length > 54_000, `${found.length} items`);
      assert((found[0] ?? 0) * 1000 - fromMs < 600_000);
      assert(service.requests('meter.history').every(({ status }) => status === 200));
    }).timeout(60_000);

    it('an empty range is one message with an empty list', async () => {
      const red = await start({ ...history, range: 'custom', from: 'from', fromType: 'msg', split: 'page' });
      await red.run({ from: service.clock.now() - 1_000 });
      assert.deepEqual(
        red.outputs.map((msg) => msg.payload),
        [[]],
      );
      assert.equal(red.outputs[0]?.complete, true);
    });

    it('sums by day add up to the difference of the registers', async () => {
      const red = await start({ ...history, range: 'week', sum: 'day', sumZone: 'America/Chicago' });
      await red.run({});
      const days = payload<{ period: string; from: string; to: string; deliveredWh: number; complete: boolean }[]>(red);
      assert.equal(days.length, 8);
      assert(days.slice(0, -1).every(({ complete, period }) => complete && period === 'day'));
      const client = service.client();
      const registerAt = async (time: string) => {
        const query = { startTime: new Date(Date.parse(time) - 600_000).toISOString(), endTime: time };
        const input = { path: { deviceId: rack }, query, page: { offset: 0, limit: 10 } };
        const { data } = await turned(service.clock, client.call('meter.history', input));
        return data.results.at(-1);
      };
      const [first, last] = [await registerAt(days[0]?.from ?? ''), await registerAt(days.at(-1)?.to ?? '')];
      const difference = Number(last?.energy?.deliveredWH) - Number(first?.energy?.deliveredWH);
      const sum = days.reduce((total, { deliveredWh }) => total + deliveredWh, 0);
      // The ends may lie between two reports: 5 min of less than 1,500 W each.
      assert(Math.abs(sum - difference) < 250, `${sum} and ${difference}`);
    });

    it('a chart of a history is one list of points', async () => {
      const red = await start({ ...history, range: 'hour', output: 'chart' });
      await red.run({});
      const points = payload<{ series: string; x: number; y: number }[]>(red);
      assert(points.filter(({ series }) => series.endsWith(' averagePowerW')).length >= 11);
    });

    for (const [what, msg] of [
      ['no start', {}],
      ['a start that is no time', { from: 'yesterday' }],
      ['an end before the start', { from: 2_000, to: 1_000 }],
    ] as [string, Settings][])
      it(`${what} is invalid input`, async () => {
        const red = await start({
          ...history,
          range: 'custom',
          from: 'from',
          fromType: 'msg',
          to: 'to',
          toType: 'msg',
        });
        await red.run(msg);
        assert.equal(red.caught[0]?.error.code, 'INVALID_INPUT');
        assert.equal(service.requests().length, 0);
      });

    it('pages that loop end with PAGE_LIMIT', async () => {
      const red = await start({ ...history, range: 'week' });
      inject({ kind: 'looping-page', match: { operation: 'meter.history' } });
      await red.run({});
      assert.equal(red.caught[0]?.error.code, 'PAGE_LIMIT');
      assert.equal(red.outputs.length, 0);
    });

    it('a sequence that breaks ends with one error, and no message after it', async () => {
      const red = await start({ ...history, range: 'week', split: 'page' });
      inject({ kind: 'looping-page', match: { operation: 'meter.history' } });
      await red.run({});
      assert.equal(red.caught.length, 1);
      assert.equal(red.completed.length, 0);
      assert(red.outputs.every((msg) => msg.complete === undefined));
    });
  });

  describe('refusal, timeout, configuration', () => {
    it('a device that is offline arrives at Catch with its code and status', async () => {
      const red = await start();
      service.simulator.controls.setOnline(rack, false);
      await red.run({ topic: 'kept' });
      const [caught] = red.caught;
      assert.equal(caught?.error.code, 'DEVICE_OFFLINE');
      assert.equal(caught?.statusCode, 503);
      assert.equal(caught?.topic, 'kept');
      assert.equal(caught?.error.cause.deviceId, rack);
      assert.deepEqual([red.outputs.length, red.completed.length], [0, 0]);
    });

    it('a device that does not exist', async () => {
      const red = await start({ target: 'value', device: 'no-such-device', deviceType: 'str' });
      await red.run({});
      assert.equal(red.caught[0]?.error.code, 'NOT_FOUND');
      assert.equal(red.caught[0]?.statusCode, 404);
    });

    for (const kind of ['html', 'malformed-json', 'empty-body', 'truncated', 'redirect'] as const)
      it(`an answer that is ${kind}: one error`, async () => {
        const red = await start();
        inject({ kind, match: { operation: 'meter.reading' } });
        await red.run({});
        assert.equal(red.caught.length, 1);
        assert.match(String(red.caught[0]?.error.code), /^(BAD_RESPONSE|UNEXPECTED_REDIRECT)$/);
        assert.equal(red.outputs.length, 0);
      });

    it('an answer that does not come ends within 65 s', async () => {
      const red = await start();
      inject({ kind: 'slow', delayMs: 3_600_000, match: { operation: 'meter.reading' } });
      const startMs = service.clock.now();
      await red.run({}, { held: 1 });
      assert.equal(red.caught[0]?.error.code, 'TIMEOUT');
      assert(service.clock.now() - startMs <= 65_000);
    });

    it('a missing account', async () => {
      runtime = await startRuntime({ clock: service.clock, flow: flowAround(node({ account: 'gone' })) });
      await runtime.run({});
      assert.equal(runtime.caught[0]?.error.code, 'INVALID_INPUT');
    });

    it('redeploy while in flight: nothing is sent on', async () => {
      const red = await start();
      inject({ kind: 'slow', delayMs: 20_000, match: { operation: 'meter.reading' } });
      red.give({});
      await turnUntil(service.clock, () => service.requests('token.create').length > 0);
      await settled(1);
      const { account } = serviceAccount(service);
      await red.deploy(flowAround(node({}), account));
      await service.clock.advance(30_000);
      await settled();
      assert.equal(red.outputs.length, 0);
    });

    it('100 redeploys leave timers and handles where they were', async () => {
      const red = await start({ poll: 10 });
      const { account } = serviceAccount(service);
      const round = async (index: number) => {
        red.give({});
        await red.deploy(flowAround(node({ poll: 10, name: `meter ${index}` }), account));
        await settled();
      };
      await round(0);
      const count = () => ({
        timers: service.clock.pendingTimers(),
        servers: process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap').length,
        timeouts: process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length,
      });
      const before = count();
      for (let index = 1; index <= 100; index += 1) await round(index);
      assert.deepEqual(count(), before);
    }).timeout(60_000);
  });

  it('what one message changes does not reach another', async () => {
    const red = await start();
    const msgs: Received[] = [{ payload: 1 }, { payload: 2 }];
    for (const msg of msgs) red.give(msg);
    await red.untilEnded(2);
    assert.notEqual(red.outputs[0]?._msgid, red.outputs[1]?._msgid);
  });

  describe('a node that a newer version of the package has made', () => {
    it('refuses, and says why', async () => {
      const red = await start({ configVersion: 99, output: 'hologram' });
      await red.run({});
      assert.equal(red.caught.at(-1)?.error.code, 'INVALID_INPUT');
      assert.match(red.caught.at(-1)?.error.message ?? '', /Invalid input: This node was made with a newer version/);
      assert.equal(red.outputs.length, 0);
    });
  });
});
