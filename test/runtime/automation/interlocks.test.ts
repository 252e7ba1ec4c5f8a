import assert from 'node:assert/strict';
import { holdByOverrideEvent } from '../../support/simulated-service';
import { turned } from '../../support/turn-clock';
import { load, type ManagedSite, startManagedSite, sumOf } from './managed-site';

const minute = 60_000;

describe('what a load manager may not do', () => {
  let site: ManagedSite;
  beforeEach(async () => {
    site = await startManagedSite();
  });
  afterEach(() => site.close());
  const isOpen = () => site.service.position(site.lesser) === 'open';

  describe('to close a circuit', () => {
    it('that is locked open while it is shed', async () => {
      const house = site.process();
      const manager = house.start('m');
      await site.passUntil(isOpen);
      const { locks, service } = house.account.context;
      locks.lock({ service, deviceId: site.lesser }, 'the electrician', site.service.clock.now());
      site.draws(site.base, 2);
      await site.pass(20 * minute);
      assert.deepEqual([site.moves(site.lesser), manager.summary().shed], [['open'], 1]);
      locks.unlock({ service, deviceId: site.lesser });
      await site.passUntil(() => !isOpen(), 10 * minute);
      await house.close(manager);
    });

    it('whose main handle somebody has opened', async () => {
      const house = site.process();
      const manager = house.start('m');
      await site.passUntil(isOpen);
      site.service.simulator.controls.moveMainHandle(site.lesser, 'open');
      site.draws(site.base, 2);
      await site.pass(20 * minute);
      site.service.simulator.controls.moveMainHandle(site.lesser, 'closed');
      await site.pass(20 * minute);
      assert.equal(site.service.position(site.lesser), 'open');
      assert.deepEqual([site.commanded().length, manager.told('needs-person')], [1, 1]);
      await house.close(manager);
    });

    it('whose history cannot be read, until it can', async () => {
      const { faults } = site.service.simulator.controls;
      const house = site.process();
      const manager = house.start('m');
      await site.passUntil(isOpen);
      site.draws(site.base, 2);
      faults.inject({ kind: 'error', status: 403, match: { operation: 'eventHistory.mainHandle' } });
      await site.pass(20 * minute);
      assert.deepEqual([site.commanded().length, manager.summary().shed], [1, 1]);
      faults.clear();
      await site.passUntil(() => !isOpen(), 10 * minute);
      await house.close(manager);
    });

    it('that an override event has taken meanwhile', async () => {
      const house = site.process();
      const manager = house.start('m');
      await site.passUntil(isOpen);
      const event = await holdByOverrideEvent(site.service, site.lesser);
      site.draws(site.base, 2);
      await site.pass(15 * minute);
      assert.equal(site.commanded().length, 1);
      await event.removed();
      await site.passUntil(() => !isOpen(), 15 * minute);
      assert.equal(site.commanded().length, 2);
      await house.close(manager);
    });

    it('within a minute of another, also where two managers share a meter', async () => {
      const house = site.process();
      const of = sumOf([site.base, site.important, site.lesser]);
      const manager = (id: string, deviceId: string) =>
        house.start(id, { groups: [{ id: 'main', limit: 16, of }], loads: [load(deviceId)] });
      const managers = [manager('one', site.important), manager('two', site.lesser)];
      const both = [site.important, site.lesser];
      const open = () => both.filter((id) => site.service.position(id) === 'open').length;
      await site.passUntil(() => open() === 2, 5 * minute);
      site.draws(site.base, 0.5);
      site.draws(site.important, 3);
      site.draws(site.lesser, 3);
      for (const one of managers) one.run.take({ kind: 'limit', value: 60 });
      const closedAt: number[] = [];
      site.service.simulator.controls.onEvent((happened) => {
        if (happened.type === 'handle-changed' && happened.position === 'closed') closedAt.push(happened.at);
      });
      await site.pass(45 * minute);
      assert.equal(closedAt.length, 2, `${closedAt}`);
      assert((closedAt[1] ?? 0) - (closedAt[0] ?? 0) >= minute, `${closedAt}`);
      for (const one of managers) await house.close(one);
    });
  });

  describe('to open', () => {
    it('a circuit that the account protects: it is told, and the next load is taken', async () => {
      const house = site.process({ protectedDevices: [site.lesser] });
      const manager = house.start('m');
      await site.pass(5 * minute);
      assert.deepEqual([site.commanded(), manager.told('open-failed')], [[site.important], 1]);
      assert.deepEqual(house.claims().heldByGone, []);
      await house.close(manager);
    });

    it('a circuit that an override event holds: the next load is taken', async () => {
      const event = await holdByOverrideEvent(site.service, site.lesser);
      const house = site.process();
      const manager = house.start('m');
      await site.pass(5 * minute);
      assert.deepEqual(site.commanded(), [site.important]);
      await event.removed();
      await house.close(manager);
    });

    it('a circuit twice, because the answer to its command was lost', async () => {
      const { faults } = site.service.simulator.controls;
      faults.inject({ match: { operation: 'remoteHandle.setPosition' }, kind: 'reset-after', times: 1 });
      const house = site.process();
      const manager = house.start('m');
      await site.pass(5 * minute);
      assert.deepEqual([site.moves(site.lesser), site.moves(site.important)], [['open'], []]);
      assert.equal(manager.summary().shed, 1);
      site.draws(site.base, 2);
      await site.passUntil(() => !isOpen(), 15 * minute);
      await house.close(manager);
    });
  });

  describe('to take a dry run for what happened', () => {
    it('when it goes live: nothing is shed then, and what a person opened is not its own', async () => {
      const before = site.process();
      const dry = before.start('m', { dryRun: true });
      await site.passUntil(() => dry.run.summary()?.shed === 1, 5 * minute);
      await before.close(dry);
      await site.person(site.lesser, 'open');
      site.draws(site.base, 2);
      const house = await before.redeployed();
      const live = house.start('m');
      house.deployed();
      await site.pass(20 * minute);
      assert.deepEqual([site.moves(site.lesser), live.summary().shed], [['open'], 0]);
      await house.close(live);
    });

    it('when it was live before: what it holds is listed meanwhile, and comes back when it is live again', async () => {
      const first = site.process();
      const live = first.start('m');
      await site.passUntil(isOpen);
      await first.close(live);
      const second = await first.redeployed();
      const dry = second.start('m', { dryRun: true });
      second.deployed();
      site.draws(site.base, 2);
      await site.pass(15 * minute);
      assert.deepEqual(site.moves(site.lesser), ['open']);
      assert.deepEqual(
        second.claims().heldByGone.map(({ deviceId }) => deviceId),
        [site.lesser],
      );
      await second.close(dry);
      const third = await second.redeployed();
      const again = third.start('m');
      third.deployed();
      await site.passUntil(() => !isOpen(), 15 * minute);
      assert.deepEqual(third.claims().heldByGone, []);
      await third.close(again);
    });
  });

  describe('to take a charger out of the mode that a person has chosen', () => {
    const everyDay = { start: { day: 'sunday', time: '0000' }, stop: { day: 'saturday', time: '2359' } } as const;
    const modes = [
      { title: 'switched off', body: { mode: 'api-override-disable' }, refused: 0 },
      { title: 'in its own windows', body: windowsOf([everyDay]), refused: 1 },
    ] as const;
    for (const { title, body, refused } of modes)
      it(`also when all readings have stopped: one that is ${title} stays so`, async () => {
        const { clock } = site.service;
        const client = site.service.client();
        const path = { deviceId: site.charger };
        await turned(clock, client.call('evse.updateConfiguration', { path, body: body as never }));
        const house = site.process();
        const manager = house.start('m', {
          groups: [{ id: 'main', limit: 45, of: sumOf([site.base]) }],
          loads: [load(site.charger, { kind: 'charger' })],
        });
        await site.pass(2 * minute);
        site.service.simulator.controls.setOnline(site.base, false);
        await site.pass(10 * minute);
        const { data } = await turned(clock, client.call('evse.getConfiguration', { path }));
        assert.deepEqual([data.mode, manager.told('reduced')], [body.mode, 1]);
        assert.equal(manager.told('charger-refuses'), refused);
        await house.close(manager);
      });
  });
});

function windowsOf(windows: readonly unknown[]) {
  return { mode: 'charge-windows', configuration: { windowConfiguration: { windows } } };
}
