import assert from 'node:assert/strict';
import breakerDevice from '../../nodes/breaker-device/breaker-device';
import { flowAround, type Runtime, serviceAccount, startRuntime, withTexts } from '../support/runtime';
import { holdByOverrideEvent, type SimulatedService, startService } from '../support/simulated-service';
import { turned } from '../support/turn-clock';

const nodes = [withTexts(breakerDevice)];
const readers = [
  ['breaker-control', { action: 'readPosition' }],
  ['meter-read', { action: 'deviceData' }],
  ['breaker-device', { action: 'deviceData' }],
] as const;

describe('nodes that show a circuit tell its effective state (spec 2.6, 3)', () => {
  let service: SimulatedService;
  let runtime: Runtime | undefined;
  let deviceId: string;
  beforeEach(async () => {
    service = await startService();
    deviceId = service.device('Kitchen outlets');
  });
  afterEach(async () => {
    await runtime?.stop();
    runtime = undefined;
    await service.close();
  });

  const controls = () => service.simulator.controls;
  const open = async () => {
    const body = { command: 'open', reason: 'test' } as const;
    await turned(service.clock, service.client().call('remoteHandle.setPosition', { path: { deviceId }, body }));
  };
  const circumstances = [
    ['is closed', () => {}, 'live', true, 'green', 'live'],
    ['was opened by a command', open, 'off', false, 'green', 'off'],
    [
      'tripped',
      () => controls().tripBreaker(deviceId),
      'tripped-or-opened-by-hand',
      false,
      'yellow',
      'tripped or opened by hand',
    ],
    [
      'was opened by hand',
      () => controls().moveMainHandle(deviceId, 'open'),
      'tripped-or-opened-by-hand',
      false,
      'yellow',
      'tripped or opened by hand',
    ],
    [
      'has no connection',
      () => controls().setOnline(deviceId, false),
      'no-connection',
      undefined,
      'yellow',
      /^no connection since \d{4}-\d\d-\d\d \d\d:\d\d$/,
    ],
    [
      'is held by an event',
      () => holdByOverrideEvent(service, deviceId),
      'held-by-event',
      true,
      'yellow',
      'live, held by an event',
    ],
  ] as const;

  for (const [type, settings] of readers)
    for (const [happens, happen, state, energised, colour, badge] of circumstances)
      it(`${type}: a breaker that ${happens} is ${state}, with a ${colour} badge`, async () => {
        await happen();
        const { account, credentials } = serviceAccount(service);
        const flow = flowAround(
          { type, account: 'account', target: 'devices', devices: [deviceId], ...settings },
          account,
        );
        runtime = await startRuntime({ clock: service.clock, flow, credentials, nodes });
        await runtime.run({});
        await service.clock.advance(1_000);
        const payload = runtime.outputs.at(-1)?.payload as Record<string, unknown>;
        assert.deepEqual([payload.state, payload.energised], [state, energised]);
        const { fill, text = '' } = runtime.statuses.at(-1) ?? {};
        assert.equal(fill, colour);
        if (typeof badge === 'string') assert.equal(text, badge);
        else assert.match(text, badge);
      });

  it('the full record of device data stays as the service says', async () => {
    for (const [type, settings] of readers.slice(1)) {
      const { account, credentials } = serviceAccount(service);
      const node = { type, account: 'account', target: 'devices', devices: [deviceId], ...settings, output: 'record' };
      runtime = await startRuntime({ clock: service.clock, flow: flowAround(node, account), credentials, nodes });
      await runtime.run({});
      const { payload } = runtime.outputs.at(-1) ?? {};
      assert.deepEqual([typeof payload, (payload as { readonly state?: string }).state], ['object', undefined]);
      await runtime.stop();
      runtime = undefined;
    }
  });

  it('a device whose connection was asked for and is lost has no green badge', async () => {
    controls().setOnline(deviceId, false);
    const { account, credentials } = serviceAccount(service);
    const node = { type: 'breaker-device', account: 'account', devices: [deviceId], action: 'connection' };
    runtime = await startRuntime({ clock: service.clock, flow: flowAround(node, account), credentials, nodes });
    await runtime.run({});
    await service.clock.advance(1_000);
    const { fill, text } = runtime.statuses.at(-1) ?? {};
    assert.deepEqual([fill, text], ['yellow', 'offline']);
  });
});
