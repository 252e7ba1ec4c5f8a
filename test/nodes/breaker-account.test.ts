import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Account } from '../../src/runtime';
import { type FlowNode, helper } from '../support/node-red-test-helper';
import { flowAround, type Runtime, serviceAccount, startRuntime } from '../support/runtime';
import { type SimulatedService, startService } from '../support/simulated-service';
import { settled, turned, turnUntil } from '../support/turn-clock';

type Settings = Readonly<Record<string, unknown>>;

describe('breaker-account in the runtime', () => {
  let service: SimulatedService;
  let runtime: Runtime | undefined;
  beforeEach(async () => {
    service = await startService();
  });
  afterEach(async () => {
    await runtime?.stop();
    runtime = undefined;
    await service.close();
  });

  const reader = (settings: Settings = {}) => ({
    type: 'breaker-control',
    account: 'account',
    target: 'devices',
    devices: [service.device('Spare')],
    action: 'readPosition',
    ...settings,
  });
  async function start(settings: Settings = {}, node: Settings = {}, secrets: Record<string, string> = {}) {
    const { account, credentials } = serviceAccount(service, settings);
    runtime = await startRuntime({
      clock: service.clock,
      flow: flowAround(reader(node), account),
      credentials: { account: { ...credentials.account, ...secrets } },
    });
    return runtime;
  }
  const accountOf = (red: Runtime) => (red.node('account') as unknown as { account?: Account }).account;
  const code = (red: Runtime) => red.caught.at(-1)?.error.code;

  it('opens nothing before it is used', async () => {
    await start();
    await settled();
    assert.equal(service.requests().length, 0);
  });

  it('a token is asked for once for all nodes', async () => {
    const red = await start();
    for (let index = 0; index < 5; index += 1) red.give({});
    await red.untilEnded(5);
    assert.equal(service.requests('token.create').length, 1);
    assert.equal(red.outputs.length, 5);
  });

  it('the built-in simulator needs no setting and no secret, and is armed', async () => {
    const account = { id: 'account', type: 'breaker-account' };
    runtime = await startRuntime({
      clock: service.clock,
      // Seed 1 gives every simulator the same site.
      flow: flowAround(reader({ action: 'open', mute: false }), account),
    });
    await runtime.run({});
    assert.equal((runtime.outputs[0]?.payload as { outcome: string } | undefined)?.outcome, 'confirmed');
    assert.equal(service.requests().length, 0);
  });

  it('a redeploy finds the simulated world as it was', async () => {
    const flow = (name: string) =>
      flowAround(reader({ action: 'value', mute: false, name }), { id: 'account', type: 'breaker-account', seed: 7 });
    const find = async (red: Runtime) => {
      const directory = await turned(service.clock, accountOf(red)?.directory() ?? assert.fail());
      return turned(service.clock, directory.devices());
    };
    const named = (deviceId: string, name: string, action: string) =>
      flow(name).map((node) => (node.id === 'n' ? { ...node, devices: [deviceId], action } : node)) as FlowNode[];
    runtime = await startRuntime({ clock: service.clock, flow: flow('a') });
    const [device] = await find(runtime);
    assert(device !== undefined);
    await runtime.deploy(named(device.id, 'b', 'open'));
    await runtime.run({});
    await runtime.deploy(named(device.id, 'c', 'readPosition'));
    await runtime.run({});
    assert.equal((runtime.outputs.at(-1)?.payload as { position: string } | undefined)?.position, 'open');
  });

  it('an account whose settings are not those of its site says so once, with both values', async () => {
    const other = { id: 'other', type: 'breaker-account', name: 'Other', speed: 60 };
    const flow = flowAround(
      reader({ action: 'readPosition' }),
      { id: 'account', type: 'breaker-account' },
      other as FlowNode,
    );
    runtime = await startRuntime({ clock: service.clock, flow });
    const { account: first } = runtime.node('other') as unknown as { account: Account };
    await turned(service.clock, first.client());
    await runtime.run({});
    await runtime.run({});
    assert.equal(runtime.outputs.length, 2);
    const told = helper.log().args.filter(([{ level, msg }]) => level === 30 && /simulated site/.test(String(msg)));
    assert.deepEqual(
      told.map(([{ msg }]) => msg),
      [
        'The simulated site Maple Street 12 runs with clock speed 60, and this account has clock speed 1: ' +
          'it uses the site as it runs.',
      ],
    );
    const { account: second } = runtime.node('account') as unknown as { account: Account };
    assert.deepEqual(await turned(service.clock, second.simulator()), await turned(service.clock, first.simulator()));
  });

  const refused: [what: string, settings: Settings, secrets: Record<string, string>, code: string][] = [
    ['an API key that is missing', {}, { apiKey: '' }, 'INVALID_INPUT'],
    ['an API key that cannot stand in a header', {}, { apiKey: 'a\nb' }, 'INVALID_INPUT'],
    ['a wrong API key', {}, { apiKey: 'wrong' }, 'AUTH_FAILED'],
    ['a wrong secret', {}, { orgSecret1: 'wrong', appSecret1: 'wrong' }, 'AUTH_FAILED'],
    ['no credentials', {}, { orgClientId: '', appClientId: '' }, 'AUTH_FAILED'],
    ['a base URL without https', { baseUrl: 'http://api.example.com' }, {}, 'INVALID_INPUT'],
    ['a base URL with a password', { baseUrl: 'https://:secret@api.example.com' }, {}, 'INVALID_INPUT'],
    ['replaced paths that are no JSON', { replaced: '{' }, {}, 'INVALID_INPUT'],
    ['a CA that is no certificate', { ca: 'x' }, {}, 'INVALID_INPUT'],
  ];
  for (const [what, settings, secrets, expected] of refused)
    it(`${what} ends each input with ${expected}, and the runtime goes on`, async () => {
      const red = await start(settings, {}, secrets);
      await red.run({});
      await red.run({});
      assert.equal(red.caught.length, 2);
      assert.equal(code(red), expected);
      assert.equal(red.outputs.length, 0);
      for (const secret of Object.values(secrets).filter((value) => value.length > 2))
        assert(!JSON.stringify(red.caught.map(({ error }) => error)).includes(JSON.stringify(secret).slice(1, -1)));
    });

  it('credentials that are gone are said at the deploy, with what to do about it', async () => {
    const sentence = /no API key.*credentialSecret.*enter everything again/;
    const warned = () =>
      helper.log().args.filter(([{ level, msg }]) => level === 30 && sentence.test(String(msg))).length;
    const { account } = serviceAccount(service);
    runtime = await startRuntime({ clock: service.clock, flow: flowAround(reader(), account) });
    assert.equal(warned(), 1);
    await runtime.stop();
    const red = await start();
    assert.equal(warned(), 0);
    await red.stop();
    runtime = await startRuntime({
      clock: service.clock,
      flow: flowAround(reader(), { ...account, mode: 'simulator' }),
    });
    assert.equal(warned(), 0);
  });

  it('the second secret is used when the first one is refused', async () => {
    const good = service.settings.organization?.secret1 ?? '';
    const red = await start({}, {}, { orgSecret1: 'rotated-away', orgSecret2: good, appClientId: '' });
    await red.run({});
    assert.equal(red.outputs.length, 1);
  });

  it('replaced paths that were emptied are none', async () => {
    const red = await start({ replaced: '' });
    await red.run({});
    assert.equal(red.outputs.length, 1);
  });

  it('a host that does not answer: NETWORK, within the deadline', async () => {
    const gone = createServer();
    await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve));
    const { port } = gone.address() as AddressInfo;
    await new Promise((resolve) => gone.close(resolve));
    const red = await start({ baseUrl: `http://127.0.0.1:${port}` });
    await red.run({});
    assert.equal(code(red), 'NETWORK');
    assert.equal(red.caught[0]?.error.cause.retryable, true);
  });

  it('a secret never reaches a Catch node or an output', async () => {
    const red = await start();
    service.simulator.controls.faults.inject({ kind: 'error', status: 403, message: service.settings.apiKey });
    await red.run({});
    const seen = JSON.stringify([red.caught.map(({ error }) => error), red.outputs, red.statuses]);
    for (const secret of [service.settings.apiKey, service.settings.organization?.secret1])
      assert(!seen.includes(String(secret)));
  });

  it('a disabled account: its nodes say that it is missing', async () => {
    const { account, credentials } = serviceAccount(service);
    runtime = await startRuntime({
      clock: service.clock,
      flow: flowAround(reader(), { ...account, d: true } as FlowNode),
      credentials,
    });
    await runtime.run({});
    assert.equal(code(runtime), 'INVALID_INPUT');
    assert.equal(runtime.caught[0]?.error.cause.validations[0]?.field, 'account');
  });

  it('closing it while nodes wait ends their inputs', async () => {
    const red = await start();
    service.simulator.controls.faults.inject({ kind: 'slow', delayMs: 20_000 });
    red.give({});
    await settled(1);
    const ends = red.caught.length;
    assert.equal(ends, 0);
    await accountOf(red)?.close();
    await turnUntil(service.clock, () => red.caught.length === 1, { held: 1 });
    assert.equal(code(red), 'CLOSED');
    await red.run({});
    assert.equal(code(red), 'CLOSED');
  });
});
