import assert from 'node:assert/strict';
import type { Fault } from '../../src/simulator';
import { type FlowNode, helper } from '../support/node-red-test-helper';
import { flowAround, type Runtime, serviceAccount, startRuntime } from '../support/runtime';
import { type SimulatedService, startService } from '../support/simulated-service';
import { settled, turned } from '../support/turn-clock';

const pollS = 10;
const errorLevel = 20;

describe('meter-read: many nodes that poll', () => {
  let service: SimulatedService;
  let red: Runtime | undefined;
  let deviceIds: string[];

  beforeEach(async () => {
    service = await startService();
    const { data } = await turned(service.clock, service.client().call('devices.list', {}, { token: 'ORG' }));
    deviceIds = data.flatMap(({ id }) => id ?? []);
  });
  afterEach(async () => {
    await red?.stop();
    red = undefined;
    await service.close();
  });

  /** So many nodes, each on the next device; with a Catch node only where that is asked for. */
  async function start(
    count: number,
    settings: Readonly<Record<string, unknown>> = {},
    caught: 'all' | 'group' | 'none' = 'none',
  ) {
    const { account, credentials } = serviceAccount(service, settings);
    const nodes = Array.from({ length: count }, (_, index) => ({
      z: 'tab',
      x: 100,
      y: 100,
      id: `n${index}`,
      type: 'meter-read',
      account: 'account',
      devices: [deviceIds[index % deviceIds.length]],
      poll: pollS,
      wires: [['outputs']],
    })) as unknown as FlowNode[];
    const group = { z: 'tab', id: 'group', type: 'group', nodes: ['the-catch'] } as unknown as FlowNode;
    const flow = [...flowAround({ type: 'helper' }, account), ...nodes].flatMap((node): FlowNode[] => {
      if (node.id !== 'the-catch' || caught === 'all') return [node];
      return caught === 'group' ? [group, { ...node, g: 'group', scope: 'group' }] : [];
    });
    red = await startRuntime({ clock: service.clock, flow, credentials });
    return red;
  }
  const inject = (fault: Fault) => service.simulator.controls.faults.inject(fault);
  const logged = () =>
    helper
      .log()
      .args.map(([{ level, msg }]) => (level === errorLevel ? String(msg) : ''))
      .filter((text) => text !== '');
  async function passSeconds(seconds: number): Promise<void> {
    for (let second = 0; second < seconds; second++) {
      await service.clock.advance(1_000);
      await settled();
    }
  }

  it('50 polls with the service down log one line a reason and minute, with a count', async () => {
    await start(50);
    await passSeconds(2 * pollS);
    inject({ kind: 'unavailable', match: { operation: 'meter.reading' } });
    const before = logged().length;
    await passSeconds(180);
    const lines = logged().slice(before);
    assert(lines.length >= 2 && lines.length <= 3, lines.join('\n'));
    assert.match(lines[0] ?? '', /not available/);
    assert.match(lines[1] ?? '', /\(\d{3,} more polls of this account/);
  });

  it('each reason is said by itself', async () => {
    await start(2);
    await passSeconds(pollS);
    for (const status of [403, 404, 403, 404]) {
      service.simulator.controls.faults.clear();
      inject({ kind: 'error', status, match: { operation: 'meter.reading' } });
      await passSeconds(pollS);
    }
    assert.equal(logged().length, 2);
  });

  it('a Catch node hears each poll that fails', async () => {
    const { caught } = await start(3, {}, 'all');
    inject({ kind: 'error', status: 403, match: { operation: 'meter.reading' } });
    await passSeconds(3 * pollS);
    assert(caught.length >= 8, `${caught.length}`);
    assert.deepEqual(logged(), []);
  });

  it('a Catch node of a group that the node is not in hears nothing: then the log does, once', async () => {
    const { caught } = await start(1, {}, 'group');
    inject({ kind: 'error', status: 403, match: { operation: 'meter.reading' } });
    await passSeconds(5 * pollS);
    assert.deepEqual([caught.length, logged().length], [0, 1]);
  });

  it('each message of the flow that fails is told, however many failed the same way', async () => {
    const { give } = await start(1, {});
    inject({ kind: 'error', status: 403, match: { operation: 'meter.reading' } });
    await passSeconds(2 * pollS);
    const before = logged().length;
    for (let count = 0; count < 3; count++) give({}, 'n0');
    await passSeconds(1);
    assert.equal(logged().length, before + 3);
  });

  it('different devices are read at different instants, the same device by one request', async () => {
    await start(2 * deviceIds.length);
    await passSeconds(2 * pollS);
    const from = service.clock.now();
    const readings = () => service.requests('meter.reading').filter(({ at }) => at >= from);
    await passSeconds(pollS);
    assert.equal(readings().length, deviceIds.length);
    const seconds = readings().map(({ at }) => Math.floor((at - from) / 1_000));
    assert(new Set(seconds).size >= 6, `${seconds}`);
  });

  it('the budget of the account holds all of them together', async () => {
    await start(deviceIds.length, { callsPerMinute: 30 });
    await passSeconds(180);
    const readings = service.requests('meter.reading').map(({ at }) => at);
    const most = Math.max(...readings.map((from) => readings.filter((at) => at >= from && at < from + 60_000).length));
    assert(most <= 30, `${most}`);
    assert(readings.length >= 75, `${readings.length}`);
  });
});
