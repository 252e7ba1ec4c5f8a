import assert from 'node:assert/strict';
import { type Caught, flowAround, type Runtime, serviceAccount, startRuntime } from '../support/runtime';
import { type SimulatedService, startService } from '../support/simulated-service';
import { settled, turnUntil } from '../support/turn-clock';

type Settings = Readonly<Record<string, unknown>>;

/** Two control nodes, each with an account of its own for the same service. */
describe('breaker-control: order, pace and lock-out in the runtime', () => {
  let service: SimulatedService;
  let red: Runtime;
  let outlets: string;

  beforeEach(async () => {
    service = await startService();
    outlets = service.device('Kitchen outlets');
  });
  afterEach(async () => {
    await red.stop();
    await service.close();
  });

  const node = (settings: Settings) => ({
    type: 'breaker-control',
    account: 'account',
    target: 'devices',
    devices: [outlets],
    action: 'value',
    command: 'payload',
    commandType: 'msg',
    ...settings,
  });

  function flowOf(settings: Settings, accountSettings: Settings) {
    const { account, credentials } = serviceAccount(service, accountSettings);
    const other = { ...account, id: 'account2' };
    const second = {
      ...node({ account: 'account2', ...settings }),
      id: 'n2',
      z: 'tab',
      x: 1,
      y: 1,
      wires: [['outputs']],
    };
    const own = credentials.account ?? {};
    return { flow: flowAround(node(settings), account, other, second), credentials: { account: own, account2: own } };
  }
  async function start(settings: Settings = {}, accountSettings: Settings = {}): Promise<void> {
    red = await startRuntime({ clock: service.clock, ...flowOf(settings, accountSettings) });
  }
  const outcomes = () =>
    red.outputs.map(({ payload }) => {
      const { command, outcome } = payload as { command: string; outcome: string };
      return `${command} ${outcome}`;
    });
  const codes = () => red.caught.map(({ error }: Caught) => error.code);
  const ends = () => red.outputs.length + red.caught.length;

  it('close and open at once end open: the close is refused, whichever reads are slow', async () => {
    await start();
    service.simulator.controls.faults.inject({ kind: 'slow', delayMs: 150, match: { operation: 'devices.get' } });
    red.give({ payload: 'close' });
    red.give({ payload: 'open' });
    await turnUntil(service.clock, () => ends() === 2, { held: 2 });
    assert.equal(service.position(outlets), 'open');
    assert.deepEqual([outcomes(), codes()], [['open confirmed'], ['BLOCKED_BY_INTERLOCK']]);
  });

  it('the order holds across nodes and accounts of one service', async () => {
    await start({ confirmClose: false }, { commandSpacing: 2 });
    red.give({ payload: 'open' }, 'n2');
    red.give({ payload: 'close' }, 'n');
    await turnUntil(service.clock, () => ends() === 2);
    assert.deepEqual(outcomes().sort(), ['close confirmed', 'open confirmed']);
    assert.equal(service.position(outlets), 'closed');
    const [first, second] = service.commands();
    assert((second?.at ?? 0) - (first?.at ?? 0) >= 2_000);
  });

  it('an open after a timed open ends its timer: the breaker stays open', async () => {
    await start();
    red.give({ payload: { command: 'open', secondsUntilReset: 12 } });
    red.give({ payload: 'open' });
    await turnUntil(service.clock, () => ends() === 2);
    await service.clock.advance(60_000);
    assert.equal(service.position(outlets), 'open');
  });

  it('a redeploy keeps the pace of a breaker', async () => {
    await start({ confirmClose: false });
    await red.run({ payload: 'open' });
    await red.deploy(flowOf({ confirmClose: false, name: 'again' }, { name: 'again' }).flow, 'full');
    await red.run({ payload: 'close' });
    assert.deepEqual(codes(), ['RATE_LIMITED_LOCALLY']);
    assert.equal(service.position(outlets), 'open');
  });

  it('what was opened before a redeploy is closed after it without a confirmation', async () => {
    await start();
    await red.run({ payload: 'open' });
    await service.clock.advance(20_000);
    await red.deploy(flowOf({ name: 'again' }, { name: 'again' }).flow, 'full');
    await red.run({ payload: 'close' });
    assert.deepEqual([codes(), outcomes().at(-1)], [[], 'close confirmed']);
  });

  it('a locked breaker is opened, and closed by no node until it is unlocked, over redeploys too', async () => {
    await start({ confirmClose: false }, { commandSpacing: 1 });
    await red.run({ payload: { lock: true, by: 'Anna' } });
    const locked = red.outputs.at(-1)?.payload as { locked: { by: string }; outcome: string };
    assert.deepEqual([locked.locked.by, locked.outcome, service.position(outlets)], ['Anna', 'confirmed', 'open']);
    await service.clock.advance(5_000);
    await red.deploy(flowOf({ confirmClose: false, name: 'again' }, { commandSpacing: 1, name: 'again' }).flow, 'full');
    red.give({ payload: 'close', confirm: true }, 'n2');
    await turnUntil(service.clock, () => red.caught.length === 1);
    assert.deepEqual(codes(), ['LOCKED_OUT']);
    await red.run({ payload: { unlock: outlets.toUpperCase(), by: 'Anna' } });
    await red.run({ payload: 'close' });
    assert.equal(service.position(outlets), 'closed');
  });

  it('a lock that names a breaker of another node, or nobody who locks, is refused', async () => {
    await start();
    await red.run({ payload: { lock: service.device('Pool pump'), by: 'Anna' } });
    await red.run({ payload: { lock: true } });
    assert.deepEqual(codes(), ['INVALID_INPUT', 'INVALID_INPUT']);
    assert.equal(service.commands().length, 0);
  });

  it('commands in flight at a redeploy end as unknown outcomes that name their devices, not as closed', async () => {
    await start({ confirmClose: false });
    service.simulator.controls.faults.inject({
      kind: 'slow',
      delayMs: 4_000,
      match: { operation: 'remoteHandle.setPosition' },
    });
    red.give({ payload: 'open' });
    await turnUntil(service.clock, () => service.requests('remoteHandle.setPosition').length >= 0, { held: 1 });
    await settled(1);
    const ended: string[] = [];
    const control = red.node('n') as unknown as { error(error: Error): void };
    const { error: told } = control;
    control.error = function (this: unknown, error: Error & { code?: string }) {
      ended.push(`${error.code} ${error.message.includes(outlets)}`);
      told.call(this, error);
    };
    const deployed = red.deploy(flowOf({ confirmClose: false, name: 'again' }, { name: 'again' }).flow, 'full');
    await turnUntil(service.clock, () => ended.length === 1, { held: 1 });
    await deployed;
    assert.deepEqual(ended, ['UNKNOWN_OUTCOME true']);
    await service.clock.advance(10_000);
  });
});
