import assert from 'node:assert/strict';
import type { OperationId } from '../../../src/catalog';
import type { FaultEffect } from '../../../src/simulator';
import { faultKinds } from '../../../src/simulator/fault-kinds';
import { holdByOverrideEvent } from '../../support/simulated-service';
import { load, type ManagedSite, startManagedSite, sumOf } from './managed-site';

const minute = 60_000;
const dayMs = 24 * 60 * minute;

interface Row {
  readonly title: string;
  readonly fault: FaultEffect;
  readonly times?: number;
  readonly operation?: OperationId;
}

/** What may happen to the commands of a manager, and to the reads that tell of their effect. */
const rows: readonly Row[] = [
  { title: 'a command that is lost on its way', fault: { kind: 'reset-before' }, times: 1 },
  { title: 'commands that are lost on their way for some time', fault: { kind: 'reset-before' }, times: 3 },
  { title: 'an answer that is lost', fault: { kind: 'reset-after' }, times: 1 },
  { title: 'an answer that is cut off', fault: { kind: 'truncated' }, times: 1 },
  { title: 'an answer that is not JSON', fault: { kind: 'malformed-json' }, times: 1 },
  { title: 'an answer without a body', fault: { kind: 'empty-body' }, times: 1 },
  { title: 'a late answer', fault: { kind: 'slow', delayMs: 8_000, when: 'after' }, times: 1 },
  { title: 'a late command', fault: { kind: 'slow', delayMs: 8_000, when: 'before' }, times: 1 },
  { title: 'a page of a gateway', fault: { kind: 'html', status: 502 }, times: 1 },
  { title: 'a gateway without a body', fault: { kind: 'bare-status' }, times: 1 },
  { title: 'a service that is not available', fault: { kind: 'unavailable' }, times: 2 },
  { title: 'a breaker that is offline', fault: { kind: 'offline' }, times: 3 },
  { title: 'too many requests', fault: { kind: 'too-many-requests', retryAfter: '5' }, times: 2 },
  { title: 'too many requests, for a minute', fault: { kind: 'too-many-requests', retryAfter: '60' }, times: 2 },
  { title: 'an error of the service', fault: { kind: 'error', status: 500 }, times: 2 },
  { title: 'a refusal of the service', fault: { kind: 'error', status: 400 }, times: 1 },
  { title: 'a redirect', fault: { kind: 'redirect' }, times: 1 },
  { title: 'an answer that is packed', fault: { kind: 'gzip' }, times: 1 },
  { title: 'a token that has expired', fault: { kind: 'expired-token' }, times: 1 },
  {
    title: 'positions that arrive after newer ones',
    fault: { kind: 'slow', delayMs: 6_000, when: 'after' },
    operation: 'remoteHandle.getPosition',
    times: 2,
  },
  {
    title: 'positions that cannot be read',
    fault: { kind: 'unavailable' },
    operation: 'remoteHandle.getPosition',
    times: 8,
  },
  {
    title: 'currents that arrive after newer ones',
    fault: { kind: 'slow', delayMs: 9_000, when: 'after' },
    operation: 'meter.reading',
    times: 3,
  },
];

describe('a fault between a load manager and the service', () => {
  let site: ManagedSite;
  beforeEach(async () => {
    site = await startManagedSite();
  });
  afterEach(() => site.close());
  const isOpen = () => site.service.position(site.lesser) === 'open';
  const one = () => ({ loads: [load(site.lesser)] });
  /** What the service took of the commands to a device. */
  const taken = () => site.service.taken().length;

  /** A fault that begins when the command is about to be sent. */
  async function withFault({ fault, times, operation = 'remoteHandle.setPosition' }: Row, isDone: () => boolean) {
    const { faults } = site.service.simulator.controls;
    faults.inject({ match: { operation }, ...fault, ...(times === undefined ? {} : { times }) });
    if (fault.kind === 'slow') site.holdsUp(times ?? 1);
    await site.passUntil(isDone, 40 * minute);
    await site.pass(minute);
    site.holdsUp(0);
    faults.clear();
  }

  it('is of every kind that can meet a command', () => {
    const tried = new Set<string>(rows.map(({ fault }) => fault.kind));
    // Only a list has a next page.
    assert.deepEqual(
      Object.keys(faultKinds).filter((kind) => !tried.has(kind)),
      ['looping-page'],
    );
  });

  for (const row of rows)
    describe(row.title, () => {
      it('opens nothing twice, and forgets nothing that it has opened', async () => {
        const house = site.process();
        site.draws(site.base, 2);
        const manager = house.start('m', one());
        await site.pass(2 * minute);
        site.draws(site.base, 12);
        await withFault(row, isOpen);
        await site.pass(10 * minute);
        assert.deepEqual([site.moves(site.lesser), manager.summary().shed], [['open'], 1]);
        site.draws(site.base, 2);
        await site.passUntil(() => !isOpen(), 20 * minute);
        await site.pass(5 * minute);
        assert.deepEqual([site.moves(site.lesser), manager.summary().shed], [['open', 'closed'], 0]);
        assert.deepEqual([house.claims().heldByGone, manager.told('needs-person')], [[], 0]);
        await house.close(manager);
      });

      it('closes nothing twice, and forgets nothing that is still open', async () => {
        const house = site.process();
        const manager = house.start('m', one());
        await site.passUntil(isOpen);
        await site.pass(minute);
        site.draws(site.base, 2);
        await withFault(row, () => !isOpen() || manager.told('needs-person') > 0);
        await site.pass(10 * minute);
        const moves = site.moves(site.lesser);
        const { phase } = manager.summary().loads[0] ?? {};
        assert(moves.filter((move) => move === 'closed').length <= 1 + moves.lastIndexOf('open'), String(moves));
        // Either it is back, or it is open and a person was told.
        assert.equal(phase, 'normal');
        assert.equal(isOpen(), manager.told('needs-person') > 0, `${moves}`);
        await house.close(manager);
      });
    });

  it('429 while five are to open: each is opened once', async () => {
    const labels = ['Kitchen outlets', 'Office server rack', 'Living room lights', 'Clothes dryer', 'Pool pump'];
    const ids = labels.map(site.service.device);
    for (const id of ids) site.draws(id, 3);
    const { faults } = site.service.simulator.controls;
    faults.inject({
      match: { operation: 'remoteHandle.setPosition' },
      ...{ kind: 'too-many-requests', retryAfter: '20', times: 5 },
    });
    const house = site.process();
    const manager = house.start('m', {
      groups: [{ id: 'main', limit: 13, of: sumOf([site.base, ...ids]) }],
      loads: ids.map((id) => load(id)),
    });
    const open = () => ids.filter((id) => site.service.position(id) === 'open');
    await site.passUntil(() => open().length === 5, 15 * minute);
    await site.pass(10 * minute);
    for (const id of ids) assert.deepEqual(site.moves(id), ['open']);
    assert.deepEqual([manager.summary().shed, taken()], [5, 5]);
    await house.close(manager);
  });

  for (const [title, byMs] of [
    ['forward by a day', dayMs],
    ['back by a day', -dayMs],
    ['by the hour of a change to summer time', 60 * minute],
  ] as const)
    it(`a clock that steps ${title} while a load is shed: it comes back once, by its times`, async () => {
      const house = site.process();
      const manager = house.start('m', one());
      await site.passUntil(isOpen);
      site.draws(site.base, 2);
      await site.pass(minute);
      site.service.clock.step(byMs);
      await site.pass(3 * minute);
      assert.deepEqual(site.moves(site.lesser), ['open']);
      await site.passUntil(() => !isOpen(), 20 * minute);
      await site.pass(5 * minute);
      assert.deepEqual([site.moves(site.lesser), taken(), manager.summary().shed], [['open', 'closed'], 2, 0]);
      await house.close(manager);
    });

  it('an open that the service stores until an event ends is ours then, and comes back by the rules', async () => {
    const house = site.process();
    site.draws(site.base, 2);
    const manager = house.start('m', one());
    await site.pass(2 * minute);
    const event = await holdByOverrideEvent(site.service, site.lesser);
    site.draws(site.base, 12);
    await site.pass(3 * minute);
    assert.deepEqual(site.moves(site.lesser), []);
    await event.removed();
    await site.passUntil(isOpen, 10 * minute);
    await site.pass(10 * minute);
    assert.deepEqual([site.moves(site.lesser), manager.summary().shed], [['open'], 1]);
    site.draws(site.base, 2);
    await site.passUntil(() => !isOpen(), 20 * minute);
    assert.equal(manager.told('needs-person'), 0);
    await house.close(manager);
  });
});
