import assert from 'node:assert/strict';
import type { Fault } from '../../src/simulator';
import { flowAround, type Runtime, serviceAccount, startRuntime } from '../support/runtime';
import { holdByOverrideEvent, type SimulatedService, startService } from '../support/simulated-service';
import { settled, turned, turnUntil } from '../support/turn-clock';

type Settings = Readonly<Record<string, unknown>>;

describe('breaker-control in the runtime', () => {
  let service: SimulatedService;
  let runtime: Runtime | undefined;
  let outlets: string;

  beforeEach(async () => {
    service = await startService();
    outlets = service.device('Kitchen outlets');
  });
  afterEach(async () => {
    await runtime?.stop();
    runtime = undefined;
    await service.close();
  });

  const node = (settings: Settings) => ({
    type: 'breaker-control',
    name: 'switch',
    account: 'account',
    target: 'devices',
    devices: [outlets],
    action: 'value',
    command: 'payload',
    commandType: 'msg',
    ...settings,
  });
  async function start(settings: Settings = {}, accountSettings: Settings = {}): Promise<Runtime> {
    const { account, credentials } = serviceAccount(service, accountSettings);
    runtime = await startRuntime({ clock: service.clock, flow: flowAround(node(settings), account), credentials });
    return runtime;
  }
  const payload = (red: Runtime) => red.outputs.at(-1)?.payload as Record<string, unknown>;
  const inject = (fault: Fault) => service.simulator.controls.faults.inject(fault);
  /** Exactly one end an input: outputs and completions, or errors. */
  const ended = (red: Runtime, { outputs = 0, errors = 0 }) => {
    assert.deepEqual(
      { outputs: red.outputs.length, completed: red.completed.length, caught: red.caught.length },
      { outputs, completed: outputs, caught: errors },
    );
  };

  describe('success', () => {
    it('sends the message on with the outcome as payload and its other properties kept', async () => {
      const red = await start();
      await red.run({ payload: 'open', topic: 'panel', req: { user: 7 }, deep: { list: [1, 2] } });
      ended(red, { outputs: 1 });
      const { topic, req, deep } = red.outputs[0] ?? {};
      assert.deepEqual({ topic, req, deep }, { topic: 'panel', req: { user: 7 }, deep: { list: [1, 2] } });
      assert.deepEqual(payload(red), {
        deviceId: outlets,
        command: 'open',
        outcome: 'confirmed',
        position: 'open',
        sequence: 1,
        state: 'off',
        energised: false,
        at: service.clock.now(),
      });
      assert.equal(service.position(outlets), 'open');
      assert.equal(service.commands().length, 1);
    });

    it('shows the position in its status, with a green dot', async () => {
      const red = await start();
      await red.run({ payload: 'open' });
      await turnUntil(service.clock, () => red.statuses.at(-1)?.text === 'open');
      assert.deepEqual(red.statuses.at(-1), { fill: 'green', shape: 'dot', text: 'open' });
    });

    const actions: [action: string, settings: Settings, position: 'open' | 'closed', commands: number][] = [
      ['open', {}, 'open', 1],
      ['close', {}, 'closed', 1],
      ['openFor', { seconds: '60', secondsType: 'num' }, 'open', 1],
      ['cancelTimer', {}, 'closed', 0],
      ['readPosition', {}, 'closed', 0],
      ['readTimer', {}, 'closed', 0],
    ];
    for (const [action, settings, position, commands] of actions)
      it(`action ${action}`, async () => {
        const red = await start({ action, ...settings });
        await red.run({ payload: 'anything' });
        ended(red, { outputs: 1 });
        assert.equal(service.position(outlets), position);
        assert.equal(service.commands().length, commands);
        assert.equal(payload(red).deviceId, outlets);
      });

    it('open for 60 s closes again by itself; the timer can be read and cancelled', async () => {
      const red = await start({ action: 'openFor', seconds: 'wait', secondsType: 'msg' });
      await red.run({ wait: 60 });
      assert.equal(payload(red).secondsUntilReset, 60);
      await service.clock.advance(60_000);
      assert.equal(service.position(outlets), 'closed');
    });

    it('read position answers with what the service said as well', async () => {
      const red = await start({ action: 'readPosition' });
      await red.run({});
      const { position, raw } = payload(red);
      assert.deepEqual({ position, raw }, { position: 'closed', raw: 'closed' });
    });

    it('read timer answers with the seconds that are left', async () => {
      const red = await start({ action: 'readTimer' });
      await red.run({});
      assert.equal(payload(red).secondsUntilReset, 0);
    });

    it('the reason names the flow and the node, unless one is given', async () => {
      const red = await start({ dryRun: true });
      await red.run({ payload: 'open' });
      const { body } = payload(red).request as { body: { reason: string } };
      assert.match(body.reason, /switch/);
      await red.run({ payload: { command: 'open', reason: 'peak price' } });
      assert.equal((payload(red).request as { body: { reason: string } }).body.reason, 'peak price');
    });
  });

  describe('where values come from', () => {
    it('a message overrides nothing that the dialog sets', async () => {
      const red = await start({ action: 'open' });
      await red.run({ payload: 'close', deviceId: service.device('Pool pump'), command: 'close' });
      assert.equal(service.position(outlets), 'open');
      assert.equal(service.position(service.device('Pool pump')), 'closed');
    });

    it('flow and global context, environment and JSONata', async () => {
      process.env.BREAKERFLOW_TEST_DEVICE = outlets;
      try {
        const red = await start({
          target: 'value',
          device: 'BREAKERFLOW_TEST_DEVICE',
          deviceType: 'env',
          command: 'wanted',
          commandType: 'flow',
          reason: '"limit of " & limit & " A"',
          reasonType: 'jsonata',
          dryRun: true,
        });
        red.node('n').context().flow.set('wanted', { command: 'open', secondsUntilReset: 30 });
        await red.run({ limit: 60 });
        const { body } = payload(red).request as { body: unknown };
        assert.deepEqual(body, { command: 'open', reason: 'limit of 60 A', secondsUntilReset: 30 });
      } finally {
        delete process.env.BREAKERFLOW_TEST_DEVICE;
      }
    });

    it('global context names the device', async () => {
      const red = await start({ target: 'value', device: 'device', deviceType: 'global' });
      red.node('n').context().global.set('device', outlets);
      await red.run({ payload: 'off' });
      assert.equal(payload(red).outcome, 'confirmed');
      red.node('n').context().global.set('device', undefined);
    });

    for (const [what, settings] of [
      ['an expression that does not parse', { command: '$foo(', commandType: 'jsonata' }],
      ['an expression that fails', { command: '$error("no")', commandType: 'jsonata' }],
      ['a property of what is not there', { command: 'a.b.c', commandType: 'msg' }],
      ['an expression that answers nothing', { command: 'missing', commandType: 'jsonata' }],
      ['an empty context', { command: 'nothing', commandType: 'flow' }],
      ['an environment variable that is not set', { command: 'BREAKERFLOW_NOT_SET', commandType: 'env' }],
    ] as [string, Settings][])
      it(`${what} is invalid input, and nothing is sent`, async () => {
        const red = await start(settings);
        await red.run({ payload: 'open' });
        ended(red, { errors: 1 });
        assert.equal(red.caught[0]?.error.code, 'INVALID_INPUT');
        assert.equal(service.requests().length, 0);
      });

    for (const wait of ['', 0, '0', false, [], null, 'soon', -5, undefined])
      it(`open for ${JSON.stringify(wait) ?? 'nothing'} is invalid input: without a time it would stay open`, async () => {
        const red = await start({ action: 'openFor', seconds: 'wait', secondsType: 'msg' });
        await red.run({ wait });
        ended(red, { errors: 1 });
        assert.equal(red.caught[0]?.error.code, 'INVALID_INPUT');
        assert.equal(service.commands().length, 0);
      });
  });

  describe('refusal', () => {
    it('what is no command is refused with every problem by field, and nothing is sent', async () => {
      const red = await start();
      await red.run({ payload: { command: 'toggle', secondsUntilReset: 'x' }, topic: 'kept' });
      ended(red, { errors: 1 });
      const [caught] = red.caught;
      assert.equal(caught?.error.code, 'INVALID_INPUT');
      assert.deepEqual(
        caught?.error.cause.validations.map(({ field }) => field),
        ['command', 'secondsUntilReset'],
      );
      assert.equal(caught?.topic, 'kept');
      assert.equal(service.requests().length, 0);
    });

    it('what the service refuses arrives at Catch with code, validations and msg.statusCode', async () => {
      const red = await start();
      service.simulator.controls.setOnline(outlets, false);
      await red.run({ payload: 'open' });
      ended(red, { errors: 1 });
      const [caught] = red.caught;
      assert.equal(caught?.error.code, 'DEVICE_OFFLINE');
      assert.equal(caught?.statusCode, 503);
      const { operation, method, deviceId, statusCode, retryable } = caught?.error.cause ?? {};
      assert.deepEqual(
        { operation, method, deviceId, statusCode, retryable },
        {
          operation: 'remoteHandle.setPosition',
          method: 'POST',
          deviceId: outlets,
          statusCode: 503,
          retryable: true,
        },
      );
      assert.equal(caught?.error.source.id, 'n');
    });

    it('a timer in an override event: the service names the field', async () => {
      await holdByOverrideEvent(service, outlets);
      const red = await start({ action: 'openFor', seconds: '60', secondsType: 'num' });
      await red.run({});
      assert.equal(red.caught[0]?.error.code, 'REFUSED');
      assert.equal(red.caught[0]?.statusCode, 400);
      assert.deepEqual(
        red.caught[0]?.error.cause.validations.map(({ field }) => field),
        ['secondsUntilReset'],
      );
    });

    it('a device that does not exist', async () => {
      const red = await start({ target: 'value', device: 'no-such-device', deviceType: 'str' });
      await red.run({ payload: 'open' });
      assert.equal(red.caught[0]?.error.code, 'NOT_FOUND');
      assert.equal(red.caught[0]?.statusCode, 404);
    });

    it('the error shows in the status, red', async () => {
      const red = await start();
      await red.run({ payload: 'toggle' });
      assert.deepEqual(red.statuses.at(-1), { fill: 'red', shape: 'dot', text: 'invalid input' });
    });

    for (const [what, settings, code] of [
      ['a protected device', (id: string) => ({ protectedDevices: [id] }), 'BLOCKED_BY_INTERLOCK'],
      ['a protected load', () => ({ protectedLoads: 'freezer, outlets' }), 'BLOCKED_BY_INTERLOCK'],
    ] as [string, (id: string) => Settings, string][])
      it(`${what} of the account is respected`, async () => {
        const red = await start({}, settings(outlets));
        await red.run({ payload: 'open' });
        assert.equal(red.caught[0]?.error.code, code);
        assert.equal(service.commands().length, 0);
      });

    it('the mute after the start of the account holds a command, counts down on the badge, and lets it go', async () => {
      const red = await start({}, { startMute: 5 });
      const startMs = service.clock.now();
      await red.run({ payload: 'open' });
      assert.equal(payload(red).outcome, 'confirmed');
      const [command] = service.commands();
      assert((command?.at ?? 0) >= startMs + 4_000, 'it was held');
      assert(red.statuses.some(({ text = '' }) => /^held \d s$/.test(text)));
      assert.deepEqual(red.caught, []);
    });

    for (const [what, msg] of [
      ['retained', { retain: true }],
      ['expired', { expires: '2020-01-01T00:00:00Z' }],
      ['old', { madeAt: 1_000_000_000_000 }],
    ] as [string, Settings][])
      it(`a message that is ${what} does not act`, async () => {
        const red = await start();
        await red.run({ payload: 'open', ...msg });
        assert.equal(red.caught[0]?.error.code, 'COMMAND_EXPIRED');
        assert.equal(service.commands().length, 0);
      });

    it('closing after the hand lever was opened needs msg.confirm', async () => {
      const red = await start();
      service.simulator.controls.moveMainHandle(outlets, 'open');
      await red.run({ payload: 'close' });
      assert.equal(red.caught[0]?.error.code, 'CONFIRMATION_NEEDED');
      await red.run({ payload: 'close', confirm: 'true' });
      assert.equal(red.caught[1]?.error.code, 'CONFIRMATION_NEEDED');
      await red.run({ payload: 'close', confirm: true });
      assert.equal(payload(red).outcome, 'confirmed');
      assert.equal(service.commands().length, 1);
    });
  });

  describe('outcomes', () => {
    it('dry run until the account is armed: the exact request, and nothing is sent', async () => {
      const red = await start({}, { armed: false });
      await red.run({ payload: 'open' });
      const { outcome, request } = payload(red);
      assert.equal(outcome, 'dry-run');
      assert.equal((request as { method: string }).method, 'POST');
      assert.equal(service.requests().length, 0);
      await turnUntil(service.clock, () => red.statuses.at(-1)?.text === 'dry run');
    });

    it('deferred in an override event, with a yellow status', async () => {
      await holdByOverrideEvent(service, outlets);
      const red = await start();
      await red.run({ payload: 'open' });
      assert.equal(payload(red).outcome, 'deferred');
      await turnUntil(service.clock, () => red.statuses.at(-1)?.text === 'deferred');
      assert.equal(red.statuses.at(-1)?.fill, 'yellow');
    });

    it('unknown when the answer is lost and the position cannot be read; the command was sent once', async () => {
      const red = await start({ action: 'close', confirmClose: false });
      inject({ kind: 'reset-after', match: { operation: 'remoteHandle.setPosition' } });
      inject({ kind: 'error', status: 403, match: { operation: 'remoteHandle.getPosition' } });
      await red.run({});
      ended(red, { outputs: 1 });
      assert.equal(payload(red).outcome, 'unknown');
      assert.equal(service.commands().length, 1);
    });

    it('accepted without read-back', async () => {
      const red = await start({ readBack: false });
      await red.run({ payload: 'open' });
      assert.equal(payload(red).outcome, 'accepted');
    });

    it('a read-back of minutes does not run into the deadline of the input', async () => {
      const red = await start({ readBackSeconds: 300 });
      inject({ kind: 'error', status: 403, match: { operation: 'remoteHandle.getPosition' } });
      await red.run({ payload: 'open' });
      ended(red, { outputs: 1 });
      assert.equal(payload(red).outcome, 'unknown');
    });
  });

  describe('timeout', () => {
    it('a read that is not answered ends within its deadline plus 5 s, with one error', async () => {
      const red = await start({ action: 'readPosition' });
      inject({ kind: 'slow', delayMs: 3_600_000 });
      const startMs = service.clock.now();
      await red.run({}, { held: 1 });
      ended(red, { errors: 1 });
      assert.equal(red.caught[0]?.error.code, 'TIMEOUT');
      assert(service.clock.now() - startMs <= 65_000, `${service.clock.now() - startMs} ms`);
    });

    it('a command that is not answered in time is unknown, not failed, and sent once', async () => {
      const red = await start();
      inject({ kind: 'slow', delayMs: 3_600_000, match: { operation: 'remoteHandle.setPosition' } });
      await red.run({ payload: 'close', confirm: true }, { held: 1 });
      ended(red, { outputs: 1 });
      assert.equal(service.commands().length <= 1, true);
      assert(['unknown', 'confirmed'].includes(String(payload(red).outcome)));
    });
  });

  describe('several breakers', () => {
    const labels = ['Kitchen outlets', 'Pool pump', 'Spare'];
    const ids = () => labels.map((label) => service.device(label));

    it('picked ones: one result each, in their order', async () => {
      const red = await start({ devices: ids(), action: 'open' });
      await red.run({});
      ended(red, { outputs: 1 });
      const { requested, succeeded, failed, results } = payload(red);
      assert.deepEqual({ requested, succeeded, failed }, { requested: 3, succeeded: 3, failed: 0 });
      assert.deepEqual(
        (results as { deviceId: string }[]).map(({ deviceId }) => deviceId),
        ids(),
      );
      assert.equal(service.commands().length, 3);
    });

    it('partial failure: the message goes on and says which failed and why', async () => {
      const red = await start({ devices: ids(), action: 'open' });
      service.simulator.controls.setOnline(service.device('Pool pump'), false);
      await red.run({});
      ended(red, { outputs: 1 });
      const { succeeded, failed, results } = payload(red);
      assert.deepEqual({ succeeded, failed }, { succeeded: 2, failed: 1 });
      const { error, deviceId } = (results as { deviceId: string; error: { code: string; cause: object } }[])[1] ?? {};
      assert.equal(deviceId, service.device('Pool pump'));
      assert.equal(error?.code, 'DEVICE_OFFLINE');
      await turnUntil(service.clock, () => red.statuses.at(-1)?.text === '2/3 devices');
      assert.equal(red.statuses.at(-1)?.fill, 'yellow');
    });

    it('when all fail the input fails, once', async () => {
      const red = await start({ devices: ids(), action: 'open' });
      for (const id of ids()) service.simulator.controls.setOnline(id, false);
      await red.run({});
      ended(red, { errors: 1 });
      assert.equal(red.caught[0]?.error.code, 'DEVICE_OFFLINE');
    });

    it('all breakers below a location, chargers left out, with progress in the status', async () => {
      const { data: locations } = await turned(service.clock, service.client().call('locations.list', {}));
      const address = locations.find(({ locationType }) => locationType === 'address');
      const red = await start({ target: 'location', location: address?.id, action: 'open' });
      inject({ kind: 'slow', delayMs: 1_500, times: 6, match: { operation: 'remoteHandle.setPosition' } });
      await red.run({}, { held: 6 });
      const { requested, succeeded } = payload(red);
      assert.deepEqual({ requested, succeeded }, { requested: 12, succeeded: 12 });
      assert(
        red.statuses.some(({ text }) => /^[1-9]\d?\/12 devices$/.test(String(text)) && text !== '12/12 devices'),
        JSON.stringify(red.statuses),
      );
      await turnUntil(service.clock, () => red.statuses.at(-1)?.text === '12/12 devices');
      assert.equal(service.commands().length, 12);
    });

    it('a group beyond its ceiling is blocked as a whole', async () => {
      const red = await start({ target: 'value', device: 'ids', deviceType: 'msg', maxDevices: 2, action: 'open' });
      await red.run({ ids: ids() });
      ended(red, { errors: 1 });
      assert.equal(red.caught[0]?.error.code, 'BLOCKED_BY_INTERLOCK');
      assert.equal(service.commands().length, 0);
    });

    for (const named of [[], [''], ['..'], [null], ['ok', '%2e%2e'], 7, undefined, '', {}])
      it(`${JSON.stringify(named) ?? 'nothing'} names no device: nothing is sent`, async () => {
        const red = await start({ target: 'value', device: 'ids', deviceType: 'msg', action: 'open' });
        await red.run({ ids: named });
        ended(red, { errors: 1 });
        assert.equal(red.caught[0]?.error.code, 'INVALID_ID');
        assert.equal(service.requests().length, 0);
      });
  });

  describe('configuration', () => {
    it('a missing account is an error of the message, not of the runtime', async () => {
      runtime = await startRuntime({ clock: service.clock, flow: flowAround(node({ account: 'gone' })) });
      await runtime.run({ payload: 'open' });
      ended(runtime, { errors: 1 });
      assert.equal(runtime.caught[0]?.error.code, 'INVALID_INPUT');
      assert.equal(runtime.caught[0]?.error.cause.validations[0]?.field, 'account');
    });

    it('a node without account and device says so in its status and refuses each message', async () => {
      runtime = await startRuntime({ clock: service.clock, flow: flowAround(node({ account: '', devices: [] })) });
      await runtime.run({ payload: 'open' });
      await runtime.run({ payload: 'open' });
      ended(runtime, { errors: 2 });
      assert.deepEqual(
        runtime.caught[0]?.error.cause.validations.map(({ field }) => field),
        ['account', 'devices'],
      );
    });

    it('a flow of an older version, in which properties are missing, works with the defaults', async () => {
      const { account, credentials } = serviceAccount(service);
      const stored = { type: 'breaker-control', account: 'account', devices: [outlets] };
      runtime = await startRuntime({ clock: service.clock, flow: flowAround(stored, account), credentials });
      await runtime.run({ payload: 'open' });
      assert.equal(payload(runtime).outcome, 'confirmed');
    });
  });

  describe('redeploy', () => {
    it('while in flight: the input ends at once, nothing is sent on, the status is cleared', async () => {
      const red = await start({ action: 'readPosition' });
      inject({ kind: 'slow', delayMs: 20_000, match: { operation: 'remoteHandle.getPosition' } });
      red.give({});
      await turnUntil(
        service.clock,
        () => service.simulator.controls.faults.active.length > 0 && service.requests('token.create').length > 0,
      );
      await settled(1);
      const { account } = serviceAccount(service);
      await red.deploy(flowAround(node({ action: 'readPosition' }), account));
      await service.clock.advance(30_000);
      await settled();
      assert.equal(red.outputs.length, 0);
      service.simulator.controls.faults.clear();
      await red.run({});
      assert.equal(red.outputs.length, 1);
    });

    it('100 redeploys leave listeners, timers and handles where they were', async () => {
      const red = await start({ action: 'readPosition' });
      const { account } = serviceAccount(service);
      const flow = (index: number) => flowAround(node({ action: 'readPosition', name: `switch ${index}` }), account);
      const round = async (index: number) => {
        red.give({});
        await red.deploy(flow(index));
        await settled();
      };
      const count = () => ({
        timers: service.clock.pendingTimers(),
        servers: process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap').length,
        timeouts: process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length,
        listeners: process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0),
      });
      await round(0);
      const before = count();
      const sockets = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length;
      const socketsBefore = sockets();
      for (let index = 1; index <= 100; index += 1) await round(index);
      assert.deepEqual(count(), before);
      assert(sockets() <= socketsBefore + 4, `${sockets()} sockets, ${socketsBefore} before`);
    }).timeout(60_000);
  });
});
