import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import breakerDirectory from '../../nodes/breaker-directory/breaker-directory';
import loadManager from '../../nodes/load-manager/load-manager';
import type { ListedManager, LiveDevice, ManagerList, ManagerQuestion } from '../../src/admin-api';
import { circuit } from '../directory/circuits';
import { adminAuth } from '../support/admin-server';
import { type AdminSide, startAdminSide } from '../support/admin-side';
import type { FlowNode } from '../support/node-red-test-helper';
import { flowAround, withTexts } from '../support/runtime';
import type { SimulatedService } from '../support/simulated-service';
import { turned, turnUntil } from '../support/turn-clock';

const path = 'breakerflow/accounts/account/managers';

describe('the load managers in the sidebar', () => {
  let side: AdminSide;
  let service: SimulatedService;
  let rack: string;
  let flow: FlowNode[];

  interface Options {
    readonly node?: object;
    readonly load?: object;
    readonly auth?: () => ReturnType<typeof adminAuth>;
  }

  async function start({ node = {}, load = {}, auth }: Options = {}): Promise<void> {
    side = await startAdminSide({
      ...(auth === undefined ? {} : { auth }),
      nodes: [withTexts(breakerDirectory), withTexts(loadManager)],
      flow: (account, { device, simulator }) => {
        rack = device('Office server rack');
        simulator.controls.setLoad(rack, { kind: 'server-rack', ratedA: 25 });
        flow = flowAround(
          {
            type: 'load-manager',
            name: 'Main',
            account: 'account',
            limit: '60',
            of: 'messages',
            phases: 'A',
            zone: 'America/New_York',
            loads: [{ deviceId: rack, kind: 'breaker', leg: 'A', ...load }],
            wires: [['outputs'], ['outputs']],
            ...node,
          },
          account,
          {
            id: 'directory',
            type: 'breaker-directory',
            account: 'account',
            circuits: [circuit(rack, 'Rack')],
          } as unknown as FlowNode,
          { ...account, id: 'other' },
        );
        return flow;
      },
    });
    service = side.service;
  }
  afterEach(() => side.stop());

  /** A meter of the flow that tells a total every 10 s. */
  async function measures(ampere: number, forMs: number): Promise<void> {
    for (let passedMs = 0; passedMs < forMs; passedMs += 10_000) {
      await turned(service.clock, side.runtime.run({ payload: { total: [ampere] } }));
      const untilMs = service.clock.now() + 10_000;
      await turnUntil(service.clock, () => service.clock.now() >= untilMs);
    }
  }
  async function sheds(): Promise<void> {
    await measures(50, 120_000);
    await measures(68, 120_000);
    assert.equal(service.position(rack), 'open');
  }

  const as = (user: string | undefined) => (user === undefined ? {} : { headers: { authorization: `Bearer ${user}` } });
  async function list(id = 'account', user?: string): Promise<ManagerList> {
    const { status, json } = await side.ask('GET', `breakerflow/accounts/${id}/managers`, as(user));
    assert.equal(status, 200, JSON.stringify(json));
    return json;
  }
  async function manager(): Promise<ListedManager> {
    const { managers } = await list();
    assert.equal(managers.length, 1);
    return managers[0] ?? assert.fail();
  }
  const load = async () => (await manager()).loads[0] ?? assert.fail();
  const tell = (body: Partial<ManagerQuestion>, user?: string) =>
    side.ask('POST', `${path}/tell`, { body: { manager: 'n', deviceId: '', ...body }, ...as(user) });
  const free = (deviceId: string, user?: string) =>
    side.ask('POST', `${path}/free`, { body: { deviceId }, ...as(user) });
  const live = async (): Promise<LiveDevice | undefined> => {
    const { json } = await side.ask('GET', `breakerflow/accounts/account/live?view=a&devices=${rack}`);
    return json.devices[rack];
  };
  const commands = () => service.commands().length;
  const refusal = ({ status, json }: Awaited<ReturnType<typeof tell>>) => {
    assert.equal(status, 400, JSON.stringify(json));
    return String(json.error.message);
  };
  const withoutManager = () => flow.filter(({ id }) => id !== 'n');
  const onDisk = () => JSON.parse(readFileSync(join(side.runtime.userDir, 'breakerflow-automation.json'), 'utf8'));

  describe('the list', () => {
    it('has each manager with its limits, and each load in words', async () => {
      await start();
      await measures(50, 120_000);
      const calm = await manager();
      assert.deepEqual([calm.name, calm.status, calm.unit, calm.dryRun], ['Main', 'calm', 'A', false]);
      assert.deepEqual(calm.limits, [{ leg: 'A', total: 50, limit: 60, live: true }]);
      assert.deepEqual((await load()).phase, 'normal');
      await measures(68, 120_000);
      const shed = await load();
      assert.deepEqual([shed.name, shed.phase, shed.opensToday, shed.operations], ['Rack', 'shed', 1, 1]);
      assert.equal(shed.why, 'leg A carried 68 A, limit 60 A');
      assert((shed.offForMs ?? 0) > 0);
      assert((shed.backInMs ?? 0) > 0);
    });

    it('asks nothing of the service', async () => {
      await start();
      await measures(50, 120_000);
      const before = service.requests().length;
      await side.ask('GET', path);
      assert.equal(service.requests().length, before);
    });

    it('has the managers of other accounts of the same service', async () => {
      await start();
      await measures(50, 60_000);
      assert.deepEqual(
        (await list('other')).managers.map(({ name }) => name),
        ['Main'],
      );
    });

    it('of an account that does not exist is 404', async () => {
      await start();
      assert.equal((await side.ask('GET', 'breakerflow/accounts/nobody/managers')).status, 404);
      assert.equal((await side.ask('POST', 'breakerflow/accounts/nobody/managers/tell', { body: {} })).status, 404);
    });

    it('marks a dry run: what it claims is claimed of nothing', async () => {
      await start({ node: { dryRun: true } });
      await measures(50, 120_000);
      await measures(68, 120_000);
      const dry = await manager();
      assert.deepEqual([dry.dryRun, dry.loads[0]?.phase], [true, 'shed']);
      assert.equal(service.position(rack), 'closed');
      assert.equal((await live())?.claims?.[0]?.dryRun, true);
      await side.runtime.deploy(withoutManager());
      assert.deepEqual(await list(), { managers: [], held: [] });
    });
  });

  describe('who may', () => {
    const auth = () => adminAuth({ anna: 'breakerflow.write', reader: 'breakerflow.read', root: '*' });

    it('with breakerflow.read: look, and nothing else', async () => {
      await start({ auth });
      await list('account', 'reader');
      assert.equal((await tell({ action: 'pause' }, 'reader')).status, 401);
      assert.equal((await free(rack, 'reader')).status, 401);
      assert.equal((await tell({ action: 'pause' })).status, 401);
    });

    it('with breakerflow.write: tell a manager', async () => {
      await start({ auth });
      await measures(50, 60_000);
      assert.equal((await tell({ action: 'pause' }, 'anna')).status, 200);
    });
  });

  describe('what a person tells a manager', () => {
    it('an OK closes nothing at once: the load comes back when it has fitted for its time', async () => {
      await start({ load: { comesBack: 'after-ok' } });
      await sheds();
      await measures(20, 900_000);
      assert.deepEqual([service.position(rack), (await load()).waitsForOk], ['open', true]);
      const sent = commands();
      const { status, json } = await tell({ action: 'allow', deviceId: rack });
      assert.equal(status, 200);
      assert.deepEqual([json.managers[0].loads[0].waitsForOk, json.managers[0].loads[0].phase], [false, 'shed']);
      assert.equal(commands(), sent);
      const fromMs = service.clock.now();
      await measures(20, 120_000);
      assert(service.clock.now() - fromMs < 300_000);
      assert.equal(service.position(rack), 'open');
      await measures(20, 420_000);
      assert.equal(service.position(rack), 'closed');
    });

    it('a pause lasts an hour: nothing comes back meanwhile, and resume goes on by the rules', async () => {
      await start();
      await sheds();
      const { json } = await tell({ action: 'pause' });
      assert.deepEqual([json.managers[0].status, json.managers[0].pausedForMs], ['paused', 3_600_000]);
      await measures(20, 900_000);
      assert.equal(service.position(rack), 'open');
      assert(((await manager()).pausedForMs ?? 0) < 2_700_001);
      assert.notEqual((await tell({ action: 'resume' })).json.managers[0].status, 'paused');
      await measures(20, 420_000);
      assert.equal(service.position(rack), 'closed');
    });

    it('a load that waits for no OK, or never comes back, or is none, takes none', async () => {
      await start({ load: { comesBack: 'never' } });
      await measures(50, 120_000);
      assert.match(refusal(await tell({ action: 'allow', deviceId: rack })), /Rack waits for no OK/);
      await measures(68, 120_000);
      assert.deepEqual([(await load()).waitsForOk, (await load()).comesBack], [false, 'never']);
      assert.match(refusal(await tell({ action: 'allow', deviceId: rack })), /Rack waits for no OK/);
      assert.match(refusal(await tell({ action: 'allow', deviceId: 'nothing' })), /nothing is no load/);
    });

    it('a manager that does not run, and an unknown action, are refused', async () => {
      await start();
      await measures(50, 60_000);
      assert.match(refusal(await tell({ action: 'pause', manager: 'nobody' })), /does not run/);
      assert.match(refusal(await tell({ action: 'shed' as 'pause' })), /allow, pause, resume/);
      assert.equal((await manager()).status, 'calm');
    });
  });

  describe('what a node that is gone holds', () => {
    async function isGone(): Promise<void> {
      await start();
      await sheds();
      await side.runtime.deploy(withoutManager());
    }

    it('is listed with the name of the node and since when, and in the details of the circuit', async () => {
      await isGone();
      const { managers, held } = await list();
      assert.deepEqual(managers, []);
      assert.deepEqual(
        held.map(({ deviceId, name, kind, by }) => [deviceId, name, kind, by]),
        [[rack, 'Rack', 'breaker', [{ id: 'n', name: 'Main' }]]],
      );
      assert(Math.abs((held[0]?.since ?? 0) - service.clock.now()) < 300_000, `${held[0]?.since}`);
      assert.deepEqual((await live())?.claims, [{ by: 'n', name: 'Main', to: 'open', dryRun: false, gone: true }]);
    });

    it('is freed by a person: the list is empty, also on the disk, and nothing is sent', async () => {
      await isGone();
      const sent = commands();
      const { status, json } = await free(rack);
      assert.deepEqual([status, json], [200, { managers: [], held: [] }]);
      assert.deepEqual(onDisk().services[0].arbiter.breakers[rack].holders, []);
      assert.deepEqual([commands(), service.position(rack)], [sent, 'open']);
      assert.equal((await live())?.claims, undefined);
    });

    it('is freed when a person closes the breaker from the sidebar', async () => {
      await isGone();
      const ask = (confirmation: string) =>
        side.ask('POST', 'breakerflow/accounts/account/operate', {
          body: { deviceId: rack, action: 'close', confirmation },
        });
      const first = await ask('');
      await service.clock.advance(2_000);
      const { json } = first.json.done === true ? first : await ask(first.json.confirmation);
      assert.deepEqual([json.done, json.outcome, service.position(rack)], [true, 'confirmed', 'closed']);
      assert.deepEqual((await list()).held, []);
      assert.deepEqual(onDisk().services[0].arbiter.breakers[rack].holders, []);
    });

    it('a device that nobody holds, or a manager that runs, is not freed', async () => {
      await start();
      await sheds();
      assert.match(refusal(await free(rack)), /Rack is held by no node that is gone/);
      assert.match(refusal(await free('nothing')), /nothing is held by no node/);
      await measures(20, 600_000);
      assert.equal(service.position(rack), 'closed');
    });
  });
});
