import assert from 'node:assert/strict';
import breakerDirectory from '../../nodes/breaker-directory/breaker-directory';
import type { Circuit } from '../../src/directory';
import { circuitsOf } from '../../src/runtime';
import { circuit } from '../directory/circuits';
import { type FlowNode, helper } from '../support/node-red-test-helper';
import { flowAround, type Runtime, serviceAccount, startRuntime, withTexts } from '../support/runtime';
import { type SimulatedService, startService } from '../support/simulated-service';

interface ProtectingAccount {
  readonly safety: { readonly critical: { isCritical(deviceId: string): boolean } };
}

describe('breaker-directory in the runtime', () => {
  let service: SimulatedService;
  let runtime: Runtime | undefined;
  let [outlets, dryer]: string[] = [];

  beforeEach(async () => {
    service = await startService();
    outlets = service.device('Kitchen outlets');
    dryer = service.device('Clothes dryer');
  });
  afterEach(async () => {
    await runtime?.stop();
    runtime = undefined;
    await service.close();
  });

  const directory = (circuits: readonly unknown[], id = 'directory', account = 'account'): FlowNode => ({
    id,
    type: 'breaker-directory',
    account,
    circuits,
  });
  const row = (name: string, more: Partial<Circuit> = {}) => circuit(outlets ?? '', name, more);

  function flowWith(...directories: readonly FlowNode[]): FlowNode[] {
    const node = { type: 'breaker-control', account: 'account', target: 'devices', devices: [outlets], action: 'open' };
    return flowAround(node, serviceAccount(service, { protectedDevices: [dryer] }).account, ...directories);
  }
  async function start(...directories: readonly FlowNode[]): Promise<Runtime> {
    runtime = await startRuntime({
      clock: service.clock,
      flow: flowWith(...directories),
      credentials: serviceAccount(service).credentials,
      nodes: [withTexts(breakerDirectory)],
    });
    return runtime;
  }
  const warnings = () =>
    helper
      .log()
      .args.filter(([{ level }]) => level === 30)
      .map(([{ msg }]) => String(msg))
      .filter((text) => text.includes('circuit directory'));
  const refusals = (red: Runtime) => red.caught.map(({ error }) => `${error.code} ${error.message}`);
  const meaning = (text: string, account = 'account') => circuitsOf(account).now().resolve(text);

  describe('who has its names', () => {
    it('the nodes of its account, and of no other', async () => {
      await start(directory([row('Water heater')]));
      assert.deepEqual(meaning('water heater'), { by: 'name', deviceId: outlets });
      assert.equal(meaning('water heater', 'other'), undefined);
    });

    it('nobody after the node is deleted', async () => {
      const red = await start(directory([row('Water heater')]));
      await red.deploy(flowWith(), 'nodes');
      assert.equal(meaning('water heater'), undefined);
    });

    it('nobody in a flow that is deployed without it, whatever ran before', async () => {
      await start(directory([row('Water heater', { critical: true })]));
      await runtime?.stop();
      await start();
      assert.equal(meaning('water heater'), undefined);
      assert.equal(circuitsOf('account').hasCritical(), false);
    });
  });

  describe('a rename', () => {
    it('restarts no other node, and counts at once', async () => {
      const red = await start(directory([row('Water heater')]));
      const nodes = ['n', 'account', 'outputs'].map((id) => red.node(id));
      const before = red.node('directory');
      await red.deploy(flowWith(directory([row('Boiler')])), 'nodes');
      assert.notEqual(red.node('directory'), before);
      assert.deepEqual(
        nodes.filter((node) => red.node(node.id) !== node),
        [],
      );
      assert.deepEqual(meaning('boiler'), { by: 'name', deviceId: outlets });
      assert.equal(meaning('water heater'), undefined);
    });
  });

  describe('a critical circuit', () => {
    it('is operated by no node, from the next command on, and again when it is not critical any more', async () => {
      const red = await start(directory([row('Freezer')]));
      await red.run({});
      assert.equal(red.outputs.length, 1);
      await red.deploy(flowWith(directory([row('Freezer', { critical: true })])), 'nodes');
      await red.run({});
      assert.deepEqual(refusals(red), [
        `BLOCKED_BY_INTERLOCK Error: Blocked by an interlock: Freezer is protected by the circuit directory`,
      ]);
      await red.deploy(flowWith(directory([row('Freezer')])), 'nodes');
      await service.clock.advance(20_000);
      await red.run({});
      assert.equal(red.outputs.length, 2);
    });

    it('is protected even where another row of the directory is wrong, and that is told', async () => {
      const red = await start(directory([{ ...row('Freezer', { critical: true }), leg: 'D' }, { name: 'x' }]));
      await red.run({});
      assert.equal(red.caught[0]?.error.code, 'BLOCKED_BY_INTERLOCK');
      assert.deepEqual(warnings(), [
        'The circuit directory has 2 problems, and names that fit several devices name none. ' +
          'Row 1 Leg: must be A, B, C or both; 2 Device: must be the id of a device',
      ]);
    });

    it('stays protected at every moment of a deploy of the directory', async () => {
      const red = await start(directory([row('Freezer', { critical: true })]));
      const seen = new Set<boolean>();
      const watching = setInterval(() => seen.add(circuitsOf('account').isCritical(outlets ?? '')), 0);
      await red.deploy(flowWith(directory([row('Freezer 2', { critical: true })])), 'nodes');
      clearInterval(watching);
      seen.add(circuitsOf('account').isCritical(outlets ?? ''));
      assert.deepEqual([...seen], [true]);
    });

    it('is what the account protects by its name or serial number', async () => {
      const { account } = serviceAccount(service, { protectedDevices: ['SPARE', 'kitchen  Freezer', '30001'] });
      const nodes = flowWith(
        directory([row('Kitchen freezer'), circuit(dryer ?? '', 'Dryer', { serialNumber: '30001' })]),
      );
      runtime = await startRuntime({
        clock: service.clock,
        flow: nodes.map((node) => (node.id === account.id ? account : node)),
        credentials: serviceAccount(service).credentials,
        nodes: [withTexts(breakerDirectory)],
      });
      await runtime.run({});
      const { safety } = (runtime.node('account') as unknown as { readonly account: ProtectingAccount }).account;
      assert.equal(runtime.caught[0]?.error.code, 'BLOCKED_BY_INTERLOCK');
      assert.deepEqual(
        [outlets, dryer, 'other'].map((id) => safety.critical.isCritical(id ?? '')),
        [true, true, false],
      );
      assert.equal(runtime.outputs.length, 0);
    });

    it('that the account protects too stays protected when the directory goes', async () => {
      const red = await start(directory([circuit(dryer ?? '', 'Dryer', { critical: true })]));
      await red.deploy(flowWith(), 'nodes');
      const { account } = red.node('account') as unknown as {
        readonly account: { safety: { protectedDevices: string[] } };
      };
      assert.deepEqual(account.safety.protectedDevices, [dryer]);
    });
  });

  describe('two directories of one account', () => {
    it('the names of the first one count, the second one warns, and both protect', async () => {
      await start(
        directory([row('Water heater')]),
        directory([circuit(dryer ?? '', 'Tumbler', { critical: true })], 'second'),
      );
      assert.deepEqual(meaning('water heater'), { by: 'name', deviceId: outlets });
      assert.equal(meaning('tumbler'), undefined);
      assert.match(warnings().join(), /^The account has another circuit directory/);
      assert.equal(circuitsOf('account').isCritical(dryer ?? ''), true);
    });

    it('the first one stays the first when it is deployed again, and the second takes over when it is gone', async () => {
      const second = directory([circuit(dryer ?? '', 'Tumbler')], 'second');
      const red = await start(directory([row('Water heater')]), second);
      await red.deploy(flowWith(directory([row('Boiler')]), second), 'nodes');
      assert.deepEqual(meaning('boiler'), { by: 'name', deviceId: outlets });
      await red.deploy(flowWith(second), 'nodes');
      assert.deepEqual(meaning('tumbler'), { by: 'name', deviceId: dryer });
    });
  });
});
