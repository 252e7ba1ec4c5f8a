import assert from 'node:assert/strict';
import breakerDirectory from '../../nodes/breaker-directory/breaker-directory';
import loadManager from '../../nodes/load-manager/load-manager';
import { circuit } from '../directory/circuits';
import { flowAround, type Runtime, serviceAccount, startRuntime, withTexts } from '../support/runtime';
import { type SimulatedService, startService } from '../support/simulated-service';
import { turned, turnUntil } from '../support/turn-clock';

/** Nothing of the node is replaced here: from the message to the handle of the breaker and back. */
describe('load-manager as a whole', () => {
  let service: SimulatedService;
  let red: Runtime | undefined;
  let rack: string;

  beforeEach(async () => {
    service = await startService();
    rack = service.device('Office server rack');
    service.simulator.controls.setLoad(rack, { kind: 'server-rack', ratedA: 25 });
  });
  afterEach(async () => {
    await red?.stop();
    red = undefined;
    await service.close();
  });

  const isOpen = () => service.position(rack) === 'open';

  async function start(more: object = {}): Promise<Runtime> {
    const node = {
      type: 'load-manager',
      name: 'Main',
      account: 'account',
      limit: '60',
      of: 'messages',
      phases: 'A',
      zone: 'America/New_York',
      loads: [{ deviceId: rack, kind: 'breaker', leg: 'A' }],
      wires: [['outputs'], ['outputs']],
      ...more,
    };
    const directory = {
      id: 'directory',
      type: 'breaker-directory',
      account: 'account',
      circuits: [circuit(rack, 'Rack')],
    };
    red = await startRuntime({
      clock: service.clock,
      flow: flowAround(node, serviceAccount(service).account, directory),
      credentials: serviceAccount(service).credentials,
      nodes: [withTexts(breakerDirectory), withTexts(loadManager)],
    });
    return red;
  }

  /** A meter of the flow that tells a total every 10 s. */
  async function measures(runtime: Runtime, ampere: number, forMs: number): Promise<void> {
    for (let passedMs = 0; passedMs < forMs; passedMs += 10_000) {
      await turned(service.clock, runtime.run({ payload: { total: [ampere] } }));
      const untilMs = service.clock.now() + 10_000;
      await turnUntil(service.clock, () => service.clock.now() >= untilMs);
    }
  }

  const actions = (runtime: Runtime) =>
    runtime.outputs
      .filter(({ event }) => event !== undefined)
      .map(({ event, name, payload }) => [event, name, payload]);

  it('opens the load that it names above the limit, says why, and closes it when it fits again', async () => {
    const runtime = await start();
    await measures(runtime, 50, 120_000);
    assert.equal(isOpen(), false);
    await measures(runtime, 68, 120_000);
    assert.equal(isOpen(), true);
    const [first] = actions(runtime);
    assert.deepEqual(first?.slice(0, 2), ['opened', 'Rack']);
    assert.match(String(first?.[2]), /^Rack opened: leg A carried 68 A, limit 60 A/);
    await measures(runtime, 20, 600_000);
    assert.equal(isOpen(), false);
    assert.deepEqual(runtime.caught, []);
  });

  it('commands nothing in a dry run, and tells what it would do', async () => {
    const runtime = await start({ dryRun: true });
    await measures(runtime, 50, 120_000);
    await measures(runtime, 68, 120_000);
    assert.equal(isOpen(), false);
    assert.equal(actions(runtime)[0]?.[0], 'opened');
    const commands = service.simulator.controls.requests.filter(
      ({ method, path }) => method === 'POST' && path.endsWith('/remoteHandle/position'),
    );
    assert.deepEqual(commands, []);
  });
});
