import assert from 'node:assert/strict';
import { holdByOverrideEvent, type OverriddenDevice } from '../support/simulated-service';
import { turnUntil } from '../support/turn-clock';
import { type OperatedSite, startSite } from './operated-site';

const hourMs = 3_600_000;

describe('spec 3 the outcome of a command that an override event stored', () => {
  let site: OperatedSite;
  let deviceId: string;
  let stop: AbortController;
  beforeEach(async () => {
    site = await startSite();
    deviceId = site.device('Water heater');
    stop = new AbortController();
  });
  afterEach(() => site.close());

  /** Sends an open, which is deferred, and waits for its outcome. */
  async function deferOpen() {
    const operator = site.operator();
    const deferred = await site.operate({ deviceId, command: 'open' }, operator);
    assert.equal(deferred.outcome, 'deferred');
    return { operator, deferred, later: operator.awaitDeferred(deferred, stop.signal) };
  }

  for (const [how, end] of [
    ['its owner opts it out', (event: OverriddenDevice) => event.optedOut()],
    ['the creator removes it', (event: OverriddenDevice) => event.removed()],
    [
      'the creator removes it and cancels the event',
      async (event: OverriddenDevice) => {
        await event.removed();
        await event.cancelled();
      },
    ],
    [
      'its owner revokes the share',
      async (event: OverriddenDevice) => {
        await site.settle(event.owner.call('shareDeviceCodes.revoke', { path: { code: event.code } }));
      },
    ],
  ] as const)
    it(`confirmed within a minute after ${how}, and nothing is resent`, async () => {
      const event = await holdByOverrideEvent(site, deviceId);
      const { later } = await deferOpen();
      await site.clock.advance(hourMs);
      assert.equal(site.position(deviceId), 'closed');
      const endedAt = site.clock.now();
      await end(event);
      const result = await site.settle(later);
      assert.deepEqual([result.outcome, result.position, result.command], ['confirmed', 'open', 'open']);
      assert(result.at - endedAt <= 61_000, `${result.at - endedAt} ms`);
      assert.equal(site.taken().length, 1);
    });

  it('confirmed after the event ended at its time', async () => {
    const endTime = new Date(site.clock.now() + hourMs).toISOString();
    await holdByOverrideEvent(site, deviceId, { endTime });
    const { later } = await deferOpen();
    const result = await site.settle(later, { withinMs: 2 * hourMs });
    assert.equal(result.outcome, 'confirmed');
    assert(result.at >= Date.parse(endTime));
    assert.equal(site.taken().length, 1);
  });

  it('superseded by a newer command, which is confirmed', async () => {
    const event = await holdByOverrideEvent(site, deviceId);
    const { operator, later } = await deferOpen();
    await site.clock.advance(20_000);
    const newer = await site.operate({ deviceId, command: 'open', reason: 'again' }, operator);
    assert.equal((await site.settle(later)).outcome, 'superseded');
    const newest = operator.awaitDeferred(newer, stop.signal);
    await event.optedOut();
    assert.equal((await site.settle(newest)).outcome, 'confirmed');
    assert.equal(site.taken().length, 2);
  });

  it('unknown when the breaker does not read as commanded afterwards', async () => {
    const event = await holdByOverrideEvent(site, deviceId);
    const { later } = await deferOpen();
    site.simulator.controls.setOnline(deviceId, false);
    await event.optedOut();
    const result = await site.settle(later);
    assert.deepEqual([result.outcome, result.position], ['unknown', 'closed']);
  });

  it('a failed read of events does not end the wait', async () => {
    const event = await holdByOverrideEvent(site, deviceId);
    const { later } = await deferOpen();
    const refused = { kind: 'error', status: 403, match: { operation: 'overrideEvents.list' }, times: 8 } as const;
    site.simulator.controls.faults.inject(refused);
    let isSettled = false;
    void later.then(() => {
      isSettled = true;
    });
    const looks = () => site.requests('overrideEvents.list').length;
    const before = looks();
    await turnUntil(site.clock, () => looks() >= before + 8);
    assert.equal(isSettled, false);
    await event.removed();
    assert.equal((await site.settle(later)).outcome, 'confirmed');
  });

  it('unknown after a day in an event', async () => {
    await holdByOverrideEvent(site, deviceId);
    const { later } = await deferOpen();
    site.simulator.controls.clearRequests();
    const result = await site.settle(later, { withinMs: 25 * hourMs });
    assert.deepEqual([result.outcome, site.taken()], ['unknown', []]);
  });

  it('the wait ends at once when it is aborted', async () => {
    await holdByOverrideEvent(site, deviceId);
    const { later } = await deferOpen();
    const rejected = assert.rejects(later);
    stop.abort(new Error('closed'));
    await rejected;
  });
});
