import assert from 'node:assert/strict';
import batchSchedule from '../../nodes/batch-schedule/batch-schedule';
import breakerDevice from '../../nodes/breaker-device/breaker-device';
import cloudCall from '../../nodes/cloud-call/cloud-call';
import evseConfig from '../../nodes/evse-config/evse-config';
import waveformCapture from '../../nodes/waveform-capture/waveform-capture';
import type { FlowNode } from '../support/node-red-test-helper';
import { flowAround, type Runtime, serviceAccount, startRuntime, withTexts } from '../support/runtime';
import { type SimulatedService, startService } from '../support/simulated-service';

/** A node of each type that needs an account, so far that it asks for it. */
const users: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'batch-schedule': { action: 'list' },
  'breaker-control': { action: 'open', target: 'devices', devices: ['d'] },
  'breaker-device': { target: 'devices', devices: ['d'] },
  'cloud-call': { operationFrom: 'picked', operation: 'devices.list' },
  'evse-config': { action: 'readState', target: 'devices', devices: ['d'] },
  'meter-read': { target: 'devices', devices: ['d'] },
  'waveform-capture': { action: 'list', target: 'devices', devices: ['d'] },
};

const others = [batchSchedule, breakerDevice, cloudCall, evseConfig, waveformCapture].map((register) =>
  withTexts(register),
);

describe('an account that cannot be used is told at every node that uses it', () => {
  let service: SimulatedService;
  let red: Runtime | undefined;
  beforeEach(async () => {
    service = await startService();
  });
  afterEach(async () => {
    await red?.stop();
    red = undefined;
    await service.close();
  });

  async function toldBy(type: string, change: (account: FlowNode) => FlowNode | undefined, secrets: object = {}) {
    const { account, credentials } = serviceAccount(service);
    const changed = change(account);
    const flow = flowAround({ type, account: 'account', ...users[type] }, ...(changed === undefined ? [] : [changed]));
    const given = { ...credentials, account: { ...credentials.account, ...secrets } };
    red = await startRuntime({ clock: service.clock, flow, credentials: given, nodes: others });
    await red.run({ payload: 'x' });
    return String(red.caught[0]?.error.message).replace(/^Error: /, '');
  }

  for (const type of Object.keys(users)) {
    it(`${type}: missing, it is to be chosen`, async () => {
      assert.equal(
        await toldBy(type, () => undefined),
        'Invalid input: Account: is missing: choose one in this node, and deploy',
      );
    });

    it(`${type}: disabled, it is to be enabled`, async () => {
      assert.match(
        await toldBy(type, (account) => ({ ...account, name: 'Home', d: true })),
        /Account: "Home" is disabled: enable it/,
      );
    });

    it(`${type}: wrong, every problem is told with the label of its field`, async () => {
      const wrong = (account: FlowNode) => ({ ...account, name: 'Home', commandSpacing: 0, maxDevices: 0 });
      assert.equal(
        await toldBy(type, wrong),
        'Invalid input: Account: "Home": Most devices at once: must be at least 1; Between commands: must be at least 1',
      );
    });
  }

  it('a key that cannot be sent is a wrong setting too', async () => {
    assert.equal(
      await toldBy('meter-read', (account) => ({ ...account, name: 'Home' }), { apiKey: 'two words' }),
      'Invalid input: Account: "Home": API key: must consist of printable characters without spaces or line breaks',
    );
  });

  it('blanks and line breaks around what was pasted are cut off', async () => {
    const { account, credentials } = serviceAccount(service);
    const pasted = Object.fromEntries(
      Object.entries(credentials.account ?? {}).map(([name, value]) => [name, ` ${String(value)}\n`]),
    );
    const device = service.device('Refrigerator');
    const flow = flowAround({ type: 'meter-read', account: 'account', target: 'devices', devices: [device] }, account);
    red = await startRuntime({ clock: service.clock, flow, credentials: { ...credentials, account: pasted } });
    await red.run({});
    assert.deepEqual([red.outputs.length, red.caught.length], [1, 0]);
  });
});
