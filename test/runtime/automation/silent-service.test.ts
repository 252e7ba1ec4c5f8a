import assert from 'node:assert/strict';
import { load, type ManagedSite, startManagedSite } from './managed-site';

const minute = 60_000;
/** What Node-RED waits for a node to close. */
const closeMs = 15_000;

describe('a deploy while the service does not answer the command of a manager', () => {
  let site: ManagedSite;
  beforeEach(async () => {
    site = await startManagedSite();
  });
  afterEach(() => site.close());

  for (const { when, title } of [
    { when: 'after', title: 'that it has carried out' },
    { when: 'before', title: 'that never reached the breaker' },
  ] as const)
    it(`${title}: it ends in time, what became of it is remembered, and it is carried out once`, async () => {
      const { service } = site;
      const { clock } = service;
      const { faults } = service.simulator.controls;
      const before = site.process();
      const first = before.start('m', { loads: [load(site.lesser)] });
      const match = { operation: 'remoteHandle.setPosition' } as const;
      faults.inject({ match, kind: 'slow', delayMs: 600 * minute, when, times: 1 });
      site.holdsUp(1);
      await site.passUntil(() => before.claims().claims.some(({ to }) => to === 'open'), 2 * minute);
      await site.pass(1_000);
      const sent = () => house.account.context.record.recent({ deviceId: site.lesser, sentOnly: true });
      let house = before;
      assert.deepEqual(
        sent().map(({ endedAt }) => endedAt),
        [undefined],
        'it is under way',
      );
      const startedMs = clock.monotonicMs();
      await before.close(first);
      house = await before.redeployed();
      assert(clock.monotonicMs() - startedMs < closeMs / 5, `it took ${clock.monotonicMs() - startedMs} ms`);
      const second = house.start('m', { loads: [load(site.lesser)] });
      house.deployed();
      await site.pass(minute);
      assert(
        sent().every(({ endedAt }) => endedAt !== undefined),
        'it has ended',
      );
      site.holdsUp(0);
      await site.passUntil(() => service.position(site.lesser) === 'open' && second.summary().shed === 1, 5 * minute);
      await site.pass(5 * minute);
      assert.deepEqual([site.moves(site.lesser), sent().length], [['open'], when === 'after' ? 1 : 2]);
      assert.deepEqual(house.claims().heldByGone, []);
      site.draws(site.base, 2);
      await site.passUntil(() => service.position(site.lesser) === 'closed', 15 * minute);
      assert.equal(second.told('needs-person'), 0);
      await house.close(second);
    });
});
