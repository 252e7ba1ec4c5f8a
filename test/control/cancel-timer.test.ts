import assert from 'node:assert/strict';
import { type OperatedSite, startSite } from './operated-site';

describe('cancel timer', () => {
  let site: OperatedSite;
  let deviceId: string;
  beforeEach(async () => {
    site = await startSite();
    deviceId = site.device('Kitchen outlets');
  });
  afterEach(() => site.close());

  const cancel = (more: Partial<Parameters<OperatedSite['request']>[0]> = {}) => {
    const { command: _, ...request } = site.request({ deviceId, command: 'open', ...more });
    return site.operator().cancelTimer(request);
  };
  const openFor = (secondsUntilReset: number) => site.operate({ deviceId, command: 'open', secondsUntilReset });
  const resetAt = () => site.simulator.controls.devices().find(({ id }) => id === deviceId)?.resetAt;

  it('ends a running timer and leaves the breaker open; both are read back', async () => {
    await openFor(60);
    await site.clock.advance(5_000);
    const result = await site.settle(cancel());
    assert.equal(result.outcome, 'confirmed');
    assert.equal(result.position, 'open');
    assert.equal(resetAt(), undefined);
    assert.equal(site.commands().length, 2);
    await site.clock.advance(120_000);
    assert.equal(site.position(deviceId), 'open');
  });

  it('sends nothing without a timer, so that a closed breaker stays closed', async () => {
    const result = await site.settle(cancel());
    assert.deepEqual(
      { command: result.command, outcome: result.outcome, position: result.position },
      { command: 'cancelTimer', outcome: 'unchanged', position: 'closed' },
    );
    assert.equal(site.commands().length, 0);
  });

  it('does not cancel a timer that is about to end, because that would open the breaker again', async () => {
    await openFor(10);
    const end = resetAt() ?? 0;
    await site.clock.advance(end - site.clock.now() - 2_000);
    await site.refused(cancel(), 'BLOCKED_BY_INTERLOCK');
    assert.equal(site.commands().length, 1);
    await site.clock.advance(2_000);
    assert.equal(site.position(deviceId), 'closed');
  });

  it('a cancel that is delayed until the timer has ended is not sent', async () => {
    await openFor(12);
    site.simulator.controls.faults.inject({
      kind: 'too-many-requests',
      retryAfter: '11',
      match: { operation: 'remoteHandle.setPosition' },
      times: 1,
    });
    const promise = cancel({ expiresAt: site.clock.now() + 60_000 });
    await site.settle(promise.catch(() => undefined));
    await assert.rejects(promise);
    await site.clock.advance(20_000);
    assert.equal(site.position(deviceId), 'closed');
    assert.equal(site.commands().filter(({ status }) => status < 300).length, 1);
  });

  it('a timer whose end cannot be read back is not reported as cancelled', async () => {
    await openFor(60);
    const { faults } = site.simulator.controls;
    // The first read, of the timer, is answered because it has no pages; the read-back is not.
    const timer = { operation: 'remoteHandle.getSecondsUntilReset' } as const;
    faults.inject({ kind: 'looping-page', match: timer, times: 1 });
    faults.inject({ kind: 'error', status: 403, match: timer });
    const result = await site.settle(cancel());
    assert.equal(result.outcome, 'unknown');
  });

  it('shows the request on an account that is not armed', async () => {
    await openFor(60);
    const { command: _, ...request } = site.request({ deviceId, command: 'open' });
    const result = await site.settle(site.operator({ armed: false }).cancelTimer(request));
    assert.equal(result.outcome, 'dry-run');
    assert.deepEqual(result.request?.body, { command: 'open', reason: 'test', secondsUntilReset: 0 });
    assert.equal(site.commands().length, 1);
  });

  it('a retained message does not cancel a timer', async () => {
    await openFor(60);
    await site.refused(cancel({ retained: true }), 'COMMAND_EXPIRED');
    assert.equal(site.commands().length, 1);
  });

  it('a protected device is refused', async () => {
    await openFor(60);
    const { command: _, ...request } = site.request({ deviceId, command: 'open' });
    const operator = site.operator({ protectedDevices: [deviceId] });
    await site.refused(operator.cancelTimer(request), 'BLOCKED_BY_INTERLOCK');
  });
});
