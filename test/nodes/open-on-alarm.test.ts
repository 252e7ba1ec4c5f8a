import assert from 'node:assert/strict';
import circuitWatch from '../../nodes/circuit-watch/circuit-watch';
import { flowAround, type Runtime, serviceAccount, startRuntime, withTexts } from '../support/runtime';
import { type SimulatedService, startService } from '../support/simulated-service';
import { settled, turnUntil } from '../support/turn-clock';
import { watchMessages } from '../support/watch-messages';

type Settings = Readonly<Record<string, unknown>>;

const minute = 60_000;

describe('breaker-control: open on an alarm', () => {
  let service: SimulatedService;
  let red: Runtime;
  let oven: string;
  let dryer: string;
  let message: ReturnType<typeof watchMessages>;

  beforeEach(async () => {
    service = await startService();
    oven = service.device('Kitchen oven');
    dryer = service.device('Clothes dryer');
    message = watchMessages('a1b2c3d4', () => service.clock.now());
  });
  afterEach(async () => {
    await red?.stop();
    await service.close();
  });

  const control = (settings: Settings = {}) => ({
    ...{ type: 'breaker-control', account: 'account', target: 'value', device: 'deviceId', deviceType: 'msg' },
    ...{ action: 'openOnAlarm', mute: false },
    ...settings,
  });
  async function start(settings: Settings = {}): Promise<void> {
    const { account, credentials } = serviceAccount(service, { commandSpacing: 1 });
    red = await startRuntime({ clock: service.clock, flow: flowAround(control(settings), account), credentials });
  }
  async function give(msg: Settings): Promise<void> {
    await red.run(msg);
    await service.clock.advance(5_000);
  }
  const open = () =>
    service.simulator.controls.devices().flatMap(({ label, remoteHandle }) => (remoteHandle === 'open' ? [label] : []));

  it('opens the circuit that the alarm names, and no other one', async () => {
    await start();
    await give(message('alarm', oven));
    assert.deepEqual(open(), ['Kitchen oven']);
    const { outcome, deviceId } = (red.outputs.at(-1)?.payload ?? {}) as Settings;
    assert.deepEqual([outcome, deviceId], ['confirmed', oven]);
  });

  it('opens the picked circuits, whichever the alarm names', async () => {
    await start({ target: 'devices', devices: [dryer] });
    await give(message('alarm', oven));
    assert.deepEqual(open(), ['Clothes dryer']);
  });

  it('the next alarm opens again what a person has closed', async () => {
    await start();
    await give(message('alarm', oven));
    await service.clock.advance(2 * minute);
    await service.simulator.controls.moveMainHandle(oven, 'closed');
    const client = service.client({ commandSpacingMs: 0 });
    const closing = client.call('remoteHandle.setPosition', {
      path: { deviceId: oven },
      body: { command: 'close', reason: 'by hand' },
    });
    await turnUntil(service.clock, () => open().length === 0);
    await closing;
    await service.clock.advance(2 * minute);
    await give(message('alarm', oven));
    assert.deepEqual(open(), ['Kitchen oven']);
  });

  for (const event of ['warning', 'repeat', 'unread', 'read-again', 'all-clear'])
    it(`${event} opens nothing, closes nothing and goes nowhere`, async () => {
      await start();
      await give(message(event, oven));
      assert.deepEqual([service.commands(), red.outputs.length, red.completed.length], [[], 0, 1]);
    });

  it('an alarm that is told again after a crash opens, too', async () => {
    await start();
    await give(message('alarm', oven, { repeated: true }));
    assert.deepEqual(open(), ['Kitchen oven']);
  });

  it('an alarm that is told late, such as after quiet hours, is refused', async () => {
    await start();
    await give(message('alarm', oven, { at: service.clock.now() - 16 * minute }));
    assert.deepEqual([service.commands(), red.caught.length], [[], 1]);
    assert.equal(red.caught[0]?.error.code, 'COMMAND_EXPIRED');
    await give(message('alarm', oven, { at: service.clock.now() - 14 * minute }));
    assert.deepEqual(open(), ['Kitchen oven']);
  });

  for (const [what, msg] of [
    ['a command', { payload: 'open', deviceId: 'x' }],
    ['what has finished', { event: 'finished', deviceId: 'x' }],
    ['a change', { event: 'offline', deviceId: 'x' }],
    ['an alarm of no device', { event: 'alarm' }],
    ['what ends alarms elsewhere', { payload: { do: 'restore' } }],
  ] as const)
    it(`refuses ${what}`, async () => {
      await start();
      await give(msg);
      assert.deepEqual([service.commands(), red.caught.length], [[], 1]);
    });

  it('refuses an alarm of a protected circuit', async () => {
    const { account, credentials } = serviceAccount(service, { protectedDevices: [oven] });
    red = await startRuntime({ clock: service.clock, flow: flowAround(control(), account), credentials });
    await give(message('alarm', oven));
    assert.deepEqual([service.commands(), red.caught.length], [[], 1]);
  });

  /** Nothing is replaced here: from the meter of the oven to its lever. */
  it('an oven that was left on is warned of first, and switched off ten minutes later', async () => {
    const watch = {
      ...{ z: 'tab', x: 1, y: 1, account: 'account', id: 'a1b2c3d4e5f60718', type: 'circuit-watch', zone: 'UTC' },
      ...{ target: 'devices', devices: [oven, dryer], measure: 'amperes', condition: 'cycles', longestRun: 90 },
      ...{ warnFor: 10, wires: [['n', 'outputs'], ['outputs'], []] },
    };
    const { account, credentials } = serviceAccount(service);
    for (const [device, ratedA] of [
      [oven, 15],
      [dryer, 0],
    ] as const)
      service.simulator.controls.setLoad(device, { kind: 'server-rack', ratedA });
    red = await startRuntime({
      clock: service.clock,
      flow: flowAround(control({ words: true, wordsZone: 'UTC' }), account, watch as never),
      credentials,
      nodes: [withTexts(circuitWatch)],
    });
    const told = () =>
      red.outputs.flatMap(({ event, payload }) => (typeof event === 'string' ? [`${event}: ${payload}`] : []));
    await turnUntil(service.clock, () => told().length > 0, { withinMs: 100 * minute });
    const warnedMs = service.clock.now();
    assert.match(
      told().join('\n'),
      /^warning: .+ has been running for 1 h 3\d min, since .+ \(at most 1 h 30 min\)\. It becomes an alarm in 10 min if this goes on\.$/,
    );
    assert.deepEqual(open(), []);
    await turnUntil(service.clock, () => open().length > 0, { withinMs: 15 * minute });
    assert(service.clock.now() - warnedMs >= 9 * minute);
    assert.deepEqual(open(), ['Kitchen oven']);
    await turnUntil(service.clock, () => told().length === 3, { withinMs: 10 * minute });
    await settled();
    assert.deepEqual(
      told().map((text) => text.split(':')[0]),
      ['warning', 'alarm', 'all-clear'],
    );
    assert.deepEqual([open(), red.caught], [['Kitchen oven'], []]);
  });
});
