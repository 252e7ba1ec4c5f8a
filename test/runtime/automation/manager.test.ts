import assert from 'node:assert/strict';
import { callsAMinute, managerSettings, readingPlan } from '../../../src/automation';
import { freeDevice, tellManager } from '../../../src/runtime/automation';
import { copied, load, type ManagedSite, startManagedSite, sumOf } from './managed-site';

const minute = 60_000;

describe('a load manager in the runtime', () => {
  let site: ManagedSite;
  beforeEach(async () => {
    site = await startManagedSite();
  });
  afterEach(() => site.close());
  /** A car that draws all it can get, and a limit that it exceeds. */
  async function withCar() {
    const { controls } = site.service.simulator;
    const car = () => controls.devices().find(({ id }) => id === site.charger) ?? assert.fail();
    site.draws(site.lesser, 1);
    if (car().pluggedIn) controls.unplugCar(site.charger);
    controls.plugInCar(site.charger, { neededWh: 90_000, carMaxA: 32 });
    await site.pass(5 * minute);
    const legs = ['A', 'B'] as const;
    const of = sumOf([site.base, site.important, site.lesser]);
    const circuits = [...of.circuits, { deviceId: site.charger, legs }];
    const settings = {
      legs,
      groups: [{ id: 'main', limit: 45, of: { ...of, circuits, notMeasured: [0, 0] } }],
      loads: [load(site.important), load(site.charger, { kind: 'charger', legs })],
    };
    return { settings, drawn: () => car().electrical.currentA };
  }

  const isOpen = () => site.service.position(site.lesser) === 'open';

  describe('a limit that is exceeded', () => {
    it('opens the least important load once, with the reason in the record of commands', async () => {
      const house = site.process();
      const manager = house.start('m');
      await site.pass(5 * minute);
      assert.deepEqual(site.commanded(), [site.lesser]);
      assert(isOpen());
      const [entry] = house.account.context.record.recent({ deviceId: site.lesser });
      assert.equal(entry?.outcome, 'confirmed');
      assert.match(entry?.reason ?? '', /^over-limit /);
      assert.deepEqual([entry?.askedBy.nodeId, entry?.askedBy.nodeName], ['m', 'Manager m']);
      assert.deepEqual([manager.told('opened'), manager.summary().shed, manager.troubles], [1, 1, []]);
      await house.close(manager);
    });

    it('lets a load come back when it fits again, and not before', async () => {
      const house = site.process();
      const manager = house.start('m');
      await site.passUntil(isOpen);
      await site.pass(10 * minute);
      assert.equal(site.commanded().length, 1);
      site.draws(site.base, 2);
      await site.pass(4 * minute);
      assert.equal(site.commanded().length, 1);
      await site.passUntil(() => !isOpen(), 4 * minute);
      await site.pass(5 * minute);
      assert.deepEqual(site.moves(site.lesser), ['open', 'closed']);
      assert.deepEqual([site.commanded().length, manager.told('came-back'), manager.summary().status], [2, 1, 'calm']);
      // A row is read once a minute: that it was closed by us is known before it is read again.
      assert.equal(manager.told('manual'), 0);
      assert.deepEqual(house.claims().heldByGone, []);
      await house.close(manager);
    });

    it('reduces a charger before it opens a breaker, and gives back what it was set to', async () => {
      const { settings, drawn } = await withCar();
      const house = site.process();
      const before = drawn();
      assert(before > 25, `the car draws ${before} A`);
      const manager = house.start('m', settings);
      await site.pass(5 * minute);
      assert(drawn() < before - 5 && drawn() >= 5.5, `it draws ${drawn()} A`);
      assert.deepEqual([site.commanded(), manager.told('reduced')], [[], 1]);
      site.draws(site.base, 0.5);
      site.draws(site.important, 0.5);
      assert.equal(manager.told('free-offline'), 1, 'a charger that is not limited offline is told of once');
      await site.passUntil(() => drawn() > before - 1, 10 * minute);
      await site.pass(5 * minute);
      const [{ change } = {}] = house.account.context.record.recent({ deviceId: site.charger });
      assert.deepEqual([change, manager.told('raised'), manager.troubles], ['no-limit A', 1, []]);
      await house.close(manager);
    });
  });

  describe('readings from messages', () => {
    const asked = (deviceId: string) =>
      site.service.requests('meter.reading').filter(({ path }) => path.includes(deviceId)).length;
    /** The base load is told every 5 s, also that it draws much. */
    async function pushing(house: ReturnType<ManagedSite['process']>, amperes: number, more: object = {}) {
      const manager = house.start('m');
      await site.pass(minute);
      const before = asked(site.base);
      for (let at = 0; at < 24; at += 1) {
        manager.run.push({
          ...{ deviceId: site.base.toUpperCase(), amperes: [amperes], deliveredWh: 1, generatedWh: 0 },
          ...{ ts: site.service.clock.now() / 1_000, ...more },
        });
        await site.pass(5_000);
      }
      const count = asked(site.base) - before;
      await house.close(manager);
      return count;
    }

    it('count, and a meter that is told of is not asked', async () => {
      site.draws(site.lesser, 3);
      const house = site.process();
      assert.equal(await pushing(house, 60), 0);
      assert.ok(site.commanded().includes(site.lesser));
    });

    it('that are older than what was read, or without its counters, do not', async () => {
      site.draws(site.base, 2);
      site.draws(site.lesser, 3);
      for (const more of [{ ts: 1_700 }, { deliveredWh: undefined }])
        assert.ok((await pushing(site.process(), 60, more)) >= 11);
      assert.deepEqual(site.commanded(), []);
    });

    it('of a circuit that the manager does not read are left out', async () => {
      const house = site.process();
      const manager = house.start('m');
      manager.run.push({ deviceId: site.charger, amperes: [99] });
      await site.pass(minute);
      assert.deepEqual([manager.troubles, manager.told('opened')], [[], 1]);
      await house.close(manager);
    });
  });

  describe('a charger of a node that is gone', () => {
    it('stays limited and listed until a person frees it, which sends nothing', async () => {
      const { settings, drawn } = await withCar();
      const house = site.process();
      const before = drawn();
      const manager = house.start('m', settings);
      await site.passUntil(() => drawn() < before - 5, 5 * minute);
      await site.pass(minute);
      assert.equal(await freeDevice(house.account, house.RED, site.charger), false, 'its manager runs');
      await house.close(manager, true);
      house.deployed();
      const [held] = house.claims().heldByGone;
      assert.deepEqual(
        [held?.deviceId, held?.kind, held?.by],
        [site.charger, 'charger', [{ id: 'm', name: 'Manager m' }]],
      );
      const limit = held?.limits?.m ?? assert.fail();
      assert(limit >= 6 && limit < before, `${limit} A`);
      site.service.simulator.controls.clearRequests();
      assert.equal(await freeDevice(house.account, house.RED, site.charger), true);
      await site.pass(5 * minute);
      assert.deepEqual(house.claims().heldByGone, []);
      assert.equal(site.service.requests('evse.updateConfiguration').length, 0);
      assert(drawn() < before - 5);
      const again = site.process({ userDir: copied(house.userDir) });
      assert.deepEqual(again.claims().heldByGone, []);
    });
  });

  describe('a manager that is told something', () => {
    it('decides at once; one whose node is being deployed is told nothing', async () => {
      const house = site.process();
      const manager = house.start('m');
      await site.pass(minute);
      assert.equal(tellManager(house.account, house.RED, 'm', { kind: 'pause', forMs: minute }), true);
      assert.deepEqual([manager.summary().status, manager.summary().pausedForMs], ['paused', minute]);
      assert.equal(tellManager(house.account, house.RED, 'other', { kind: 'pause' }), false);
      await house.close(manager);
      assert.equal(tellManager(house.account, house.RED, 'm', { kind: 'resume' }), false);
    });
  });

  describe('a person', () => {
    it('who has closed and opened a shed load is the one to close it', async () => {
      const house = site.process();
      const manager = house.start('m');
      await site.passUntil(isOpen);
      site.draws(site.base, 2);
      await site.pass(2 * minute);
      await site.person(site.lesser, 'close');
      await site.pass(15_000);
      await site.person(site.lesser, 'open');
      await site.pass(30 * minute);
      assert.deepEqual(site.moves(site.lesser), ['open', 'closed', 'open']);
      assert.equal(manager.told('needs-person') + manager.told('manual') >= 1, true);
      await house.close(manager);
    });

    it('is also one who operates the load with another node of ours', async () => {
      const house = site.process();
      const manager = house.start('m');
      await site.passUntil(isOpen);
      site.draws(site.base, 2);
      await site.pass(2 * minute);
      const { clock } = site.service;
      const operator = await house.account.operator();
      for (const command of ['close', 'open'] as const) {
        const [receivedAt, receivedAtMs] = [clock.now(), clock.monotonicMs()];
        const running = operator.operate({
          ...{ deviceId: site.lesser, command, reason: 'a button', confirmed: true, confirmClose: true },
          ...{ receivedAt, receivedAtMs, startedAt: receivedAt, startedAtMs: receivedAtMs },
          ...{ retained: false, mute: false, dryRun: false, asker: { nodeId: 'button' } },
        });
        await site.pass(15_000);
        await running;
      }
      await site.pass(30 * minute);
      assert.deepEqual(site.moves(site.lesser), ['open', 'closed', 'open']);
      assert.equal(manager.summary().shed, 0);
      await house.close(manager);
    });
  });

  describe('readings that are missing', () => {
    it('open nothing: a device that is offline does not draw 0 A, nor what it drew', async () => {
      const { controls } = site.service.simulator;
      for (const id of [site.base, site.important, site.lesser]) controls.setOnline(id, false);
      const house = site.process();
      const manager = house.start('m');
      await site.pass(15 * minute);
      assert.deepEqual(site.commanded(), []);
      assert.equal(manager.summary().status, 'stale');
      assert.equal(manager.troubles.length, 3, 'each device is told once');
      await house.close(manager);
    });

    it('close nothing: a total that falls silent while a load is off leaves it off', async () => {
      const house = site.process();
      const manager = house.start('m');
      await site.passUntil(isOpen);
      site.draws(site.base, 2);
      await site.pass(2 * minute);
      const { controls } = site.service.simulator;
      for (const id of [site.base, site.important, site.lesser]) controls.setOnline(id, false);
      await site.pass(30 * minute);
      assert.deepEqual(site.moves(site.lesser), ['open']);
      await house.close(manager);
    });
  });

  describe('a dry run', () => {
    const writes = () =>
      site.service.simulator.controls.requests.filter(({ method, operation }) => {
        return method !== 'GET' && !String(operation).startsWith('token');
      });

    it('decides as a live manager does, and sends nothing', async () => {
      const house = site.process();
      const manager = house.start('m', { dryRun: true });
      await site.pass(5 * minute);
      assert.deepEqual([writes(), manager.told('opened'), manager.summary().shed], [[], 1, 1]);
      site.draws(site.base, 2);
      await site.pass(12 * minute);
      assert.deepEqual([writes(), manager.told('came-back'), manager.summary().shed], [[], 1, 0]);
      await house.close(manager);
    });

    it('is what a manager does on an account that is not armed', async () => {
      const house = site.process({ armed: false });
      const manager = house.start('m');
      await site.pass(5 * minute);
      assert.deepEqual([writes(), manager.told('opened'), manager.summary().dryRun], [[], 1, true]);
      await house.close(manager);
    });
  });

  it('managers of one account ask once for the same meter', async () => {
    const house = site.process();
    const calm = { groups: [{ id: 'main', limit: 100, of: sumOf([site.base, site.important, site.lesser]) }] };
    const one = house.start('one', calm);
    await site.pass(3 * minute);
    const countOf = () => site.service.requests('meter.reading').length;
    site.service.simulator.controls.clearRequests();
    await site.pass(5 * minute);
    const alone = countOf();
    const others = Array.from({ length: 9 }, (_, index) => house.start(`m${index}`, calm));
    await site.pass(3 * minute);
    site.service.simulator.controls.clearRequests();
    await site.pass(5 * minute);
    assert.equal(countOf(), alone);
    for (const manager of [one, ...others]) await house.close(manager);
  });

  describe('calls a minute', () => {
    const readings: ReadonlySet<string | undefined> = new Set([
      'meter.reading',
      'deviceData.get',
      'remoteHandle.getPosition',
      'evse.getConfiguration',
      'device.isConnected',
      'overrideEvents.list',
    ]);
    const asked = () => site.service.requests().filter(({ operation }) => readings.has(operation)).length;
    const minutes = 10;

    async function counted(): Promise<number> {
      await site.pass(90_000);
      const before = asked();
      await site.pass(minutes * minute);
      return (asked() - before) / minutes;
    }
    function near(real: number, told: number): void {
      assert(Math.abs(real - told) <= 0.05 * told + 0.2, `${real} calls a minute, told are ${told}`);
    }

    it('are as many as the plan of readings says: of breakers and a charger', async () => {
      const { settings } = await withCar();
      const house = site.process();
      const manager = house.start('m', { ...settings, groups: [{ ...settings.groups[0], limit: 400 }] as never });
      const plan = readingPlan(managerSettings({ by: 'm', quantity: 'current', ...settings }), 10_000);
      assert.equal(callsAMinute(plan), 4 * 6 + 2 + 2 + 1);
      near(await counted(), callsAMinute(plan));
      await house.close(manager);
    });

    it('are as many as the plan says of two managers that read partly the same', async () => {
      const house = site.process();
      const of = sumOf([site.base, site.important]);
      const meter = { kind: 'meter' as const, deviceId: site.base, legs: ['A'] as const };
      const given = [
        { groups: [{ id: '', limit: 400, of }], loads: [load(site.important)] },
        { groups: [{ id: '', limit: 400, of: meter }], loads: [load(site.important), load(site.lesser)] },
      ];
      const managers = given.map((one, index) => house.start(`m${index}`, one));
      const plans = given.map((one) => managerSettings({ by: 'm', quantity: 'current', ...one }));
      const told = callsAMinute(plans.flatMap((settings) => readingPlan(settings, 10_000)));
      assert.equal(told, 2 * 6 + 1 + 2 * 2 + 1);
      near(await counted(), told);
      for (const manager of managers) await house.close(manager);
    });
  });

  it('tells what goes wrong in its node once, and goes on', async () => {
    const house = site.process();
    const manager = house.start('m', {}, () => {
      throw new Error('no such text');
    });
    await site.pass(3 * minute);
    assert.deepEqual(manager.troubles.map(String), ['Error: no such text']);
    assert(isOpen());
    await house.close(manager);
  });

  it('a limit that is changed while it runs counts at once, and what is shed stays shed', async () => {
    const house = site.process();
    const manager = house.start('m');
    await site.passUntil(isOpen);
    manager.run.changeLimit(100);
    await site.pass(minute);
    assert.deepEqual([manager.summary().lanes[0]?.limit, manager.summary().shed], [100, 1]);
    await site.passUntil(() => !isOpen());
    manager.run.changeLimit(26);
    await site.passUntil(isOpen);
    assert.deepEqual([manager.told('opened'), manager.told('manual')], [2, 0]);
    await house.close(manager);
  });

  it('a message pauses it and lets it go on', async () => {
    const house = site.process();
    const manager = house.start('m');
    manager.run.take({ kind: 'pause' });
    await site.pass(5 * minute);
    assert.deepEqual([site.commanded(), manager.summary().status], [[], 'paused']);
    manager.run.take({ kind: 'resume' });
    await site.passUntil(isOpen, 3 * minute);
    await house.close(manager);
  });

  it('a total from messages counts as old as it is', async () => {
    const house = site.process();
    const manager = house.start('m', { groups: [{ id: 'main', limit: 26, of: { kind: 'message' } }] });
    for (let sequence = 1; sequence <= 12; sequence++) {
      manager.run.total('main', { sequence, values: [30] });
      await site.pass(5_000);
      if (isOpen()) break;
    }
    assert(isOpen());
    await site.pass(5 * minute);
    assert.equal(manager.summary().status, 'stale');
    assert.deepEqual(site.commanded(), [site.lesser]);
    await house.close(manager);
  });

  describe('what is remembered', () => {
    it('lets another process go on where this one ended, and commands nothing at its start', async () => {
      const house = site.process();
      const first = house.start('m');
      await site.passUntil(isOpen);
      await site.pass(2 * minute);
      await house.close(first);
      await house.end();
      const again = site.process({ userDir: copied(house.userDir) });
      const manager = again.start('m');
      await site.pass(3 * minute);
      assert.deepEqual([site.commanded(), manager.summary().shed], [[site.lesser], 1]);
      assert.deepEqual([again.claims().heldByGone, again.warned], [[], []]);
      site.draws(site.base, 2);
      await site.passUntil(() => !isOpen(), 15 * minute);
      assert.equal(site.commanded().length, 2);
      await again.close(manager);
    });

    it('keeps a charger reduced over a restart, and what it was set to before', async () => {
      const { settings, drawn } = await withCar();
      const house = site.process();
      const before = drawn();
      const first = house.start('m', settings);
      await site.passUntil(() => drawn() < before - 5, 5 * minute);
      await site.pass(minute);
      await house.close(first);
      await house.end();
      site.service.simulator.controls.clearRequests();
      const again = site.process({ userDir: copied(house.userDir) });
      const manager = again.start('m', settings);
      await site.pass(3 * minute);
      assert.equal(site.service.requests('evse.updateConfiguration').length, 0);
      assert.equal(manager.summary().shed, 1);
      site.draws(site.base, 0.5);
      site.draws(site.important, 0.5);
      await site.passUntil(() => drawn() > before - 1, 10 * minute);
      const [{ change } = {}] = again.account.context.record.recent({ deviceId: site.charger });
      assert.equal(change, 'no-limit A');
      await again.close(manager);
    });
  });
});
