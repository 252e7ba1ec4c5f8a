import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freeDevice } from '../../../src/runtime/automation';
import { copied, load, type ManagedSite, startManagedSite, sumOf } from './managed-site';

const minute = 60_000;
const memoryFile = 'breakerflow-automation.json';

describe('the desk of a service', () => {
  let site: ManagedSite;
  beforeEach(async () => {
    site = await startManagedSite();
  });
  afterEach(() => site.close());
  const isOpen = () => site.service.position(site.lesser) === 'open';
  const heldBy = (claims: {
    heldByGone: readonly { deviceId: string; by: readonly { id: string; name?: string }[] }[];
  }) => claims.heldByGone.map(({ deviceId, by }) => [deviceId, ...by.map(({ id, name }) => `${id}: ${name}`)]);

  it('has each command made by the manager that wants it, also where another one is the cause that it comes now', async () => {
    const house = site.process();
    const of = sumOf([site.base, site.important, site.lesser]);
    const start = (id: string, deviceId: string) =>
      house.start(id, { groups: [{ id: 'main', limit: 16, of }], loads: [load(deviceId)] });
    const running = [start('one', site.important), start('two', site.lesser)];
    const open = () => [site.important, site.lesser].filter((id) => site.service.position(id) === 'open').length;
    await site.passUntil(() => open() === 2, 5 * minute);
    for (const id of [site.base, site.important, site.lesser]) site.draws(id, 0.5);
    await site.passUntil(() => open() === 0, 30 * minute);
    const askers = (deviceId: string) =>
      house.account.calls
        .entries()
        .filter(({ operation, url }) => operation === 'remoteHandle.setPosition' && url.includes(deviceId))
        .map(({ origin }) => (origin?.kind === 'node' ? origin.id : origin?.kind));
    assert.deepEqual(
      [askers(site.important), askers(site.lesser)],
      [
        ['one', 'one'],
        ['two', 'two'],
      ],
    );
    for (const one of running) await house.close(one);
  });

  describe('a deploy', () => {
    it('with a command under way sends it once, and the node that takes over goes on with it', async () => {
      const before = site.process();
      const first = before.start('m');
      const { faults } = site.service.simulator.controls;
      faults.inject({ match: { operation: 'remoteHandle.setPosition' }, kind: 'slow', delayMs: 4_000, when: 'after' });
      site.holdsUp(1);
      await site.passUntil(() => before.claims().claims.some(({ to }) => to === 'open'), 2 * minute);
      await before.close(first);
      const house = await before.redeployed();
      const second = house.start('m');
      house.deployed();
      const entryOf = () => house.account.context.record.recent({ deviceId: site.lesser })[0];
      assert.deepEqual([entryOf()?.command, entryOf()?.endedAt], ['open', undefined], 'it is under way');
      await site.pass(5_000);
      assert.equal(entryOf()?.outcome, 'confirmed');
      site.holdsUp(0);
      faults.clear();
      await site.pass(10 * minute);
      assert.deepEqual([site.commanded(), site.moves(site.lesser)], [[site.lesser], ['open']]);
      assert.deepEqual([second.summary().shed, house.claims().heldByGone], [1, []]);
      site.draws(site.base, 2);
      await site.passUntil(() => !isOpen(), 15 * minute);
      assert.equal(site.commanded().length, 2);
      await house.close(second);
    });

    for (const seconds of [4, 25])
      it(`with a close under way, which takes ${seconds} s: it came back by us, and may be opened again`, async () => {
        const before = site.process();
        const first = before.start('m');
        await site.passUntil(isOpen);
        site.draws(site.base, 2);
        const { faults } = site.service.simulator.controls;
        await site.pass(2 * minute);
        const delayMs = seconds * 1_000;
        faults.inject({ match: { operation: 'remoteHandle.setPosition' }, kind: 'slow', delayMs, when: 'before' });
        site.holdsUp(1);
        const isClosing = () => {
          const [newest] = before.account.context.record.recent({ deviceId: site.lesser });
          return newest?.command === 'close' && newest.sentAt !== undefined;
        };
        await site.passUntil(isClosing);
        await before.close(first);
        const house = await before.redeployed();
        const second = house.start('m');
        house.deployed();
        await site.pass(minute);
        site.holdsUp(0);
        faults.clear();
        await site.pass(2 * minute);
        assert.deepEqual([isOpen(), second.summary().shed], [false, 0]);
        assert.deepEqual([second.told('manual'), second.told('forgotten'), second.told('came-back')], [0, 0, 1]);
        site.draws(site.base, 12);
        await site.passUntil(isOpen, 5 * minute);
        await house.close(second);
      });

    it('while a close waits for its minute does not send it, and the breaker comes back later', async () => {
      const house = site.process();
      const of = sumOf([site.base, site.important, site.lesser]);
      const start = (id: string, deviceId: string, limit: number) =>
        house.start(id, { groups: [{ id: 'main', limit, of }], loads: [load(deviceId)] });
      const one = start('one', site.important, 16);
      const two = start('two', site.lesser, 16);
      const open = () => [site.important, site.lesser].filter((id) => site.service.position(id) === 'open');
      await site.passUntil(() => open().length === 2, 5 * minute);
      for (const id of [site.base, site.important, site.lesser]) site.draws(id, 0.5);
      // What they drew before would not fit below the limits.
      await house.close(one);
      await house.close(two);
      const again = [start('one', site.important, 60), start('two', site.lesser, 60)] as const;
      await site.passUntil(() => open().length === 1, 20 * minute);
      const waits = open()[0] === site.important ? 0 : 1;
      const id = waits === 0 ? 'one' : 'two';
      const closing = () => house.claims().claims.some(({ by, to }) => by === id && to === 'closed');
      await site.passUntil(closing, 50_000);
      await house.close(again[waits]);
      await site.pass(3 * minute);
      assert.equal(open().length, 1);
      const third = start(id, waits === 0 ? site.important : site.lesser, 60);
      await site.passUntil(() => open().length === 0, 20 * minute);
      assert.equal(third.told('needs-person'), 0);
      await house.close(again[1 - waits] as (typeof again)[number]);
      await house.close(third);
    });

    it('keeps what is shed, with its rest and its hold', async () => {
      const before = site.process();
      const first = before.start('m');
      await site.passUntil(isOpen);
      await before.close(first);
      assert.equal(before.claims().claims.length, 1, 'its claims wait for it');
      const house = await before.redeployed();
      const second = house.start('m');
      house.deployed();
      await site.pass(10 * minute);
      assert.deepEqual([site.commanded().length, second.summary().shed, second.told('opened')], [1, 1, 0]);
      assert.deepEqual(
        house.claims().managers.map(({ id, name }) => [id, name]),
        [['m', 'Manager m']],
      );
      await house.close(second);
    });
  });

  describe('two managers on one breaker', () => {
    const both = (site: ManagedSite) => sumOf([site.base, site.important, site.lesser]);
    it('open it once, and it comes back when it fits both', async () => {
      const house = site.process();
      const strict = house.start('strict', { groups: [{ id: 'main', limit: 26, of: both(site) }] });
      const loose = house.start('loose', {
        groups: [{ id: 'main', limit: 28, of: both(site) }],
        loads: [load(site.lesser)],
      });
      await site.pass(10 * minute);
      assert.deepEqual(site.moves(site.lesser), ['open']);
      assert.deepEqual([strict.summary().shed, loose.summary().shed], [1, 1]);
      site.draws(site.base, 5.5);
      await site.pass(20 * minute);
      assert.deepEqual(site.moves(site.lesser), ['open'], 'it fits the one, and not the other');
      site.draws(site.base, 2);
      await site.passUntil(() => !isOpen(), 20 * minute);
      await site.pass(20 * minute);
      assert.deepEqual(site.moves(site.lesser), ['open', 'closed']);
      assert.deepEqual([strict.summary().shed, loose.summary().shed, house.claims().heldByGone], [0, 0, []]);
      for (const manager of [strict, loose]) await house.close(manager);
    });
  });

  describe('a node that is removed or disabled', () => {
    it('leaves its breaker open and listed, and no other manager closes it', async () => {
      const house = site.process();
      const gone = house.start('gone');
      const other = house.start('other', {
        groups: [{ id: 'main', limit: 28, of: sumOf([site.base, site.important, site.lesser]) }],
        loads: [load(site.lesser)],
      });
      await site.passUntil(isOpen);
      await site.pass(3 * minute);
      await house.close(gone, true);
      house.deployed();
      assert.deepEqual(heldBy(house.claims()), [[site.lesser, 'gone: Manager gone']]);
      site.draws(site.base, 2);
      await site.pass(30 * minute);
      assert.deepEqual(site.moves(site.lesser), ['open']);
      assert.equal(other.told('needs-person'), 1);
      assert.deepEqual(heldBy(house.claims()), [[site.lesser, 'gone: Manager gone']]);
      await freeDevice(house.account, house.RED, site.lesser);
      assert.deepEqual(house.claims().heldByGone, []);
      await house.close(other);
    });

    it('does not get its breaker back when it is enabled again, also in another process', async () => {
      const house = site.process();
      const first = house.start('m');
      await site.passUntil(isOpen);
      await house.close(first, true);
      await house.end();
      const again = site.process({ userDir: copied(house.userDir) });
      assert.deepEqual(heldBy(again.claims()), [[site.lesser, 'm: Manager m']]);
      const second = again.start('m');
      site.draws(site.base, 2);
      await site.pass(20 * minute);
      assert.deepEqual([site.moves(site.lesser), second.summary().shed], [['open'], 0]);
      assert.deepEqual(heldBy(again.claims()), [[site.lesser, 'm: Manager m']]);
      await again.close(second);
    });

    it('is one that a deploy has not made again', async () => {
      const before = site.process();
      const first = before.start('m');
      await site.passUntil(isOpen);
      await before.close(first);
      const house = await before.redeployed();
      before.RED.nodes.getNode = () => null as never;
      house.deployed();
      assert.deepEqual(heldBy(house.claims()), [[site.lesser, 'm: Manager m']]);
      assert.deepEqual(house.claims().claims, []);
    });
  });

  describe('what is remembered', () => {
    it('is on the disk before the command is sent', async () => {
      const house = site.process();
      const { faults } = site.service.simulator.controls;
      faults.inject({ match: { operation: 'remoteHandle.setPosition' }, kind: 'slow', delayMs: 5_000, when: 'before' });
      site.holdsUp(1);
      const manager = house.start('m');
      await site.passUntil(() => house.claims().claims.some(({ to }) => to === 'open'), 2 * minute);
      const stored = JSON.parse(readFileSync(join(house.userDir, memoryFile), 'utf8'));
      const [{ arbiter, managers }] = stored.services;
      assert.deepEqual(arbiter.breakers[site.lesser], { holders: ['m'], done: { m: 1 } });
      assert.equal(managers.m.live.loads[site.lesser].phase, 'opening');
      await site.pass(minute);
      site.holdsUp(0);
      await house.close(manager);
    });

    it('of a command that was never sent, because the process ended, opens nothing at the next start', async () => {
      const house = site.process();
      const { faults } = site.service.simulator.controls;
      faults.inject({ match: { operation: 'remoteHandle.setPosition' }, kind: 'reset-before' });
      const manager = house.start('m');
      await site.passUntil(() => house.claims().claims.some(({ to }) => to === 'open'), 2 * minute);
      const userDir = copied(house.userDir);
      faults.clear();
      site.draws(site.base, 2);
      await house.close(manager);
      await house.end();
      const sent = site.commanded().length;
      const again = site.process({ userDir });
      const second = again.start('m');
      await site.pass(5 * minute);
      assert.equal(site.commanded().length, sent);
      assert.deepEqual(again.claims().heldByGone, []);
      await again.close(second);
    });

    it('and cannot be written: nothing is sent or decided, it is told once, and it goes on when it can', async () => {
      const house = site.process();
      const blocker = join(house.userDir, `${memoryFile}.new`);
      mkdirSync(blocker);
      const manager = house.start('m');
      await site.pass(10 * minute);
      assert.deepEqual(site.commanded(), []);
      assert.deepEqual([manager.troubles.length, house.warned.length], [1, 1]);
      rmSync(blocker, { recursive: true });
      await site.passUntil(isOpen, 3 * minute);
      assert.deepEqual(manager.troubles.length, 1);
      await house.close(manager);
    });

    it('and can no longer be written when a load is to be opened: the open is not sent, nor decided again', async () => {
      const house = site.process();
      site.draws(site.base, 2);
      const manager = house.start('m');
      await site.pass(minute);
      mkdirSync(join(house.userDir, `${memoryFile}.new`));
      site.draws(site.base, 12);
      await site.pass(10 * minute);
      assert.deepEqual([site.commanded(), manager.told('opened'), manager.troubles.length], [[], 1, 1]);
      await house.close(manager);
    });

    it('and cannot be read: nothing is decided, and the file stays as it is', async () => {
      const house = site.process();
      mkdirSync(join(house.userDir, memoryFile));
      const manager = house.start('m');
      await site.pass(10 * minute);
      assert.deepEqual([site.commanded(), manager.troubles.length], [[], 1]);
      await house.close(manager);
    });

    it('and is damaged: the file is set aside and told, and no breaker that is open is ours', async () => {
      const house = site.process();
      const first = house.start('m');
      await site.passUntil(isOpen);
      await house.close(first);
      await house.end();
      const userDir = copied(house.userDir);
      writeFileSync(join(userDir, memoryFile), '{"version":1,"services":[{"service":"x","arbiter":{}}]}');
      site.draws(site.base, 2);
      const again = site.process({ userDir });
      const manager = again.start('m');
      await site.pass(20 * minute);
      assert.deepEqual([site.moves(site.lesser), manager.summary().shed], [['open'], 0]);
      assert(existsSync(join(userDir, `${memoryFile}.damaged`)));
      assert.equal(again.warned.length, 1);
      await again.close(manager);
    });
  });
});
