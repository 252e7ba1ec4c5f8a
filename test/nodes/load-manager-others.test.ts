import assert from 'node:assert/strict';
import breakerDirectory from '../../nodes/breaker-directory/breaker-directory';
import loadManager from '../../nodes/load-manager/load-manager';
import { isInCycle, type OtherManager, rivalOf } from '../../nodes/load-manager/other-managers';
import { helper } from '../support/node-red-test-helper';
import { flowAround, type Runtime, serviceAccount, startRuntime, withTexts } from '../support/runtime';
import { type SimulatedService, startService } from '../support/simulated-service';
import { settled, turned, turnUntil } from '../support/turn-clock';

describe('load-manager: which other manager goes first at a device', () => {
  const own = { id: 'own', partOf: '', dryRun: false };
  const other = (id: string, more: Partial<OtherManager> = {}): OtherManager => ({
    ...{ id, name: id, loads: ['Heater'], partOf: '', dryRun: false, goesFirst: true },
    ...more,
  });
  const cases: readonly (readonly [string, Partial<typeof own>, readonly OtherManager[], string | undefined])[] = [
    ['one that is unrelated, in any spelling of the id', {}, [other('a')], 'a'],
    ['none that names other devices', {}, [other('a', { loads: ['dryer'] })], undefined],
    ['none that goes second', {}, [other('a', { goesFirst: false })], undefined],
    ['none that it is a part of', { partOf: 'a' }, [other('a')], undefined],
    ['none that is a part of it', {}, [other('a', { partOf: 'own' })], undefined],
    ['none that it is a part of over another', { partOf: 'b' }, [other('a'), other('b', { partOf: 'a' })], undefined],
    ['one that is a part of the same whole', { partOf: 'b' }, [other('a', { partOf: 'b' }), other('b')], 'a'],
    ['none that is a dry run', {}, [other('a', { dryRun: true })], undefined],
    ['none while it is a dry run itself', { dryRun: true }, [other('a')], undefined],
    [
      'one that goes first although another chain never ends',
      {},
      [other('a', { partOf: 'b' }), other('b', { partOf: 'a' })],
      'a',
    ],
  ];
  for (const [title, change, others, wanted] of cases)
    it(title, () => assert.equal(rivalOf('heater', { ...own, ...change }, others)?.id, wanted));

  it('a manager is never a part of itself, by itself or over others', () => {
    assert.equal(isInCycle({ ...own, partOf: 'own' }, []), true);
    assert.equal(
      isInCycle({ ...own, partOf: 'a' }, [other('a', { partOf: 'b' }), other('b', { partOf: 'own' })]),
      true,
    );
    assert.equal(isInCycle({ ...own, partOf: 'a' }, [other('a'), other('b', { partOf: 'own' })]), false);
    assert.equal(isInCycle({ ...own, partOf: 'gone' }, []), false);
  });
});

describe('load-manager: two managers of one device', () => {
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

  const manager = (more: object = {}) => ({
    type: 'load-manager',
    account: 'account',
    limit: '60',
    of: 'messages',
    phases: 'A',
    zone: 'America/New_York',
    loads: [{ deviceId: rack, kind: 'breaker', leg: 'A' }],
    ...more,
  });
  const place = { z: 'tab', x: 1, y: 1, wires: [[], []] };
  const flow = (own: object, other?: object) =>
    flowAround(
      manager({ name: 'Own', wires: [['outputs'], ['outputs']], ...own }),
      serviceAccount(service).account,
      ...(other === undefined ? [] : [{ id: 'a', ...place, ...manager({ name: 'Other', ...other }) } as never]),
    );
  async function deploy(own: object, other?: object): Promise<Runtime> {
    red = await startRuntime({
      clock: service.clock,
      flow: flow(own, other),
      credentials: serviceAccount(service).credentials,
      nodes: [withTexts(breakerDirectory), withTexts((RED) => loadManager(RED))],
    });
    await settled();
    return red;
  }
  const warnings = () =>
    helper
      .log()
      .args.filter(([{ level }]) => level === 30)
      .map(([{ id, msg }]) => `${id}: ${msg}`);
  const isTold = (id: string) => warnings().some((text) => text.startsWith(`${id}: The load manager does nothing`));
  const states = (runtime: Runtime) => runtime.outputs.filter(({ event }) => event === undefined).length;

  async function measures(runtime: Runtime, id: string, ampere: number, forMs: number): Promise<void> {
    for (let passedMs = 0; passedMs < forMs; passedMs += 10_000) {
      runtime.give({ payload: { total: [ampere] } }, id);
      const untilMs = service.clock.now() + 10_000;
      await turnUntil(service.clock, () => service.clock.now() >= untilMs);
    }
  }

  it('that are unrelated: the second does nothing, says so with the name of the first, and shows it', async () => {
    const runtime = await deploy({}, {});
    await turnUntil(service.clock, () => isTold('n'));
    assert.match(
      warnings().find((text) => text.startsWith('n: ')) ?? '',
      /Loads, row 1 \([^)]*\), Device: is a load of "Other" too: remove it from one of the two, or make one part/,
    );
    await turnUntil(service.clock, () => runtime.statuses.at(-1)?.text === 'refused: "Other" goes first');
    await turned(service.clock, runtime.run({ payload: { total: [90] } }));
    assert.match(runtime.caught[0]?.error.message ?? '', /is a load of "Other" too/);
    await measures(runtime, 'n', 90, 120_000);
    assert.deepEqual([service.commands(), states(runtime)], [[], 0]);
    await measures(runtime, 'a', 50, 60_000);
    await measures(runtime, 'a', 90, 60_000);
    assert.equal(service.position(rack), 'open');
  });

  it('that are unrelated: the one that ran first goes on when another is added', async () => {
    const runtime = await deploy({});
    await turnUntil(service.clock, () => states(runtime) > 0);
    await runtime.deploy(flow({}, {}), 'nodes');
    await turnUntil(service.clock, () => isTold('a'));
    assert.equal(isTold('n'), false);
  });

  it('that are unrelated: the second starts when the first is removed', async () => {
    const runtime = await deploy({}, {});
    await turnUntil(service.clock, () => isTold('n'));
    await runtime.deploy(flow({}), 'nodes');
    await turnUntil(service.clock, () => states(runtime) > 0);
  });

  it('that become unrelated: the one that ran second stops', async () => {
    const runtime = await deploy({}, { partOf: 'n' });
    await turnUntil(service.clock, () => states(runtime) > 0);
    await runtime.deploy(flow({}, {}), 'nodes');
    await turnUntil(service.clock, () => isTold('n') || isTold('a'));
    assert.notEqual(isTold('n'), isTold('a'));
  });

  it('of which one is part of the other both run', async () => {
    const runtime = await deploy({ partOf: 'a' }, {});
    await turnUntil(service.clock, () => states(runtime) > 0);
    assert.deepEqual([isTold('n'), isTold('a')], [false, false]);
  });

  it('of which each is part of the other are refused both', async () => {
    const runtime = await deploy({ partOf: 'a' }, { partOf: 'n' });
    const told = (id: string) =>
      warnings().some(
        (text) => text.startsWith(`${id}: `) && text.includes('Part of: makes this manager a part of itself'),
      );
    await turnUntil(service.clock, () => told('n') && told('a'));
    assert.equal(states(runtime), 0);
  });
});
