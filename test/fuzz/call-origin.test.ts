import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Account } from '../../src/runtime';
import type { FlowNode } from '../support/node-red-test-helper';
import { type Runtime, serviceAccount, startRuntime } from '../support/runtime';
import { type SimulatedService, startService } from '../support/simulated-service';
import { turnFor } from '../support/turn-clock';
import { announceSeed, factor, tries } from './tries';

const place = { z: 'tab', x: 100, y: 100, account: 'account', target: 'value', device: 'device', deviceType: 'msg' };
const switching = { ...place, type: 'breaker-control', action: 'value', command: 'payload', commandType: 'msg' };
const reading = { ...place, type: 'meter-read', action: 'reading' };

/** Two nodes that switch and two that read, on one account. What a switch sends says whose it is. */
const nodes = [
  { ...switching, id: 's1', reason: 's1', reasonType: 'str', readBack: true },
  { ...switching, id: 's2', reason: 's2', reasonType: 'str', readBack: true },
  { ...reading, id: 'r1' },
  { ...reading, id: 'r2' },
] as unknown as FlowNode[];

const happenings = fc.array(
  fc.record({
    node: fc.constantFrom('s1', 's2', 'r1', 'r2'),
    device: fc.constantFrom(0, 1, 2),
    payload: fc.constantFrom('open', 'close'),
    /** Most come while others wait in a queue, or for an answer that they share. */
    afterMs: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.integer({ min: 0, max: 2_500 })),
  }),
  { minLength: 2, maxLength: 12 },
);

describe('fuzz: whatever two nodes do on one account at once, each call names the node that asked', () => {
  let service: SimulatedService;
  let red: Runtime;
  let devices: readonly string[];
  before(announceSeed);
  beforeEach(async () => {
    service = await startService();
    devices = ['Kitchen outlets', 'Office server rack', 'Pool pump'].map(service.device);
    const { account, credentials } = serviceAccount(service);
    const flow = [{ id: 'tab', type: 'tab' }, account, ...nodes] as FlowNode[];
    red = await startRuntime({ clock: service.clock, flow, credentials });
  });
  afterEach(async () => {
    await red.stop();
    await service.close();
  });

  it('a command its sender, a read that several share one of them', async () => {
    const { calls } = (red.node('account') as unknown as { account: Account }).account;
    const property = fc.asyncProperty(happenings, async (happened) => {
      const before = calls.sequence();
      const askers = devices.map(() => new Set<string>());
      for (const { node, device, payload, afterMs } of happened) {
        await turnFor(service.clock, afterMs);
        askers[device]?.add(node);
        red.give({ payload, device: devices[device] }, node);
      }
      // Every command and all that is read after it has ended, and no answer is shared any more.
      await turnFor(service.clock, 90_000);
      for (const { sequence, operation, url, body, origin } of calls.entries()) {
        if (sequence <= before) continue;
        const asker = origin?.kind === 'node' ? origin.id : 'nobody';
        const told = `${operation} ${url} of ${asker}`;
        if (operation === 'remoteHandle.setPosition') assert.equal((body as { reason: string }).reason, asker, told);
        const about = devices.findIndex((id) => url.includes(id));
        assert(about < 0 ? asker !== 'nobody' : askers[about]?.has(asker), told);
      }
      assert(calls.sequence() > before);
    });
    await fc.assert(property, tries(20));
  }).timeout(120_000 * factor);
});
