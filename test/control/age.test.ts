import assert from 'node:assert/strict';
import { ClientError } from '../../src/client';
import { type OperatedSite, startSite } from './operated-site';

describe('safety: expiry, start-up mute, retained messages', () => {
  let site: OperatedSite;
  let deviceId: string;
  beforeEach(async () => {
    site = await startSite();
    deviceId = site.device('Kitchen outlets');
  });
  afterEach(() => site.close());

  const expired = async (asked: Parameters<OperatedSite['request']>[0]) => {
    await site.refused(site.operator().operate(site.request(asked)), 'COMMAND_EXPIRED');
    assert.equal(site.commands().length, 0);
  };

  it('a command is sent until it is 10 s old', async () => {
    const receivedAtMs = site.clock.monotonicMs() - 10_000;
    assert.equal((await site.operate({ deviceId, command: 'open', receivedAtMs })).outcome, 'confirmed');
  });

  it('a command that is older than 10 s is not sent', () =>
    expired({ deviceId, command: 'open', receivedAtMs: site.clock.monotonicMs() - 10_001 }));

  it('a command that was made more than 10 s ago is not sent, even if its message is new', () =>
    expired({ deviceId, command: 'open', madeAt: site.clock.now() - 10_001 }));

  it('the expiry in the message applies', () =>
    expired({ deviceId, command: 'open', expiresAt: site.clock.now() - 1 }));

  it('a sender clock that is ahead does not extend the expiry', () =>
    expired({
      deviceId,
      command: 'open',
      receivedAtMs: site.clock.monotonicMs() - 10_001,
      madeAt: site.clock.now() + 86_400_000,
    }));

  it('a command that expires during its checks is not sent', async () => {
    const { faults } = site.simulator.controls;
    faults.inject({ kind: 'slow', delayMs: 11_000, match: { operation: 'devices.get' } });
    const promise = site.operator().operate(site.request({ deviceId, command: 'open' }));
    const error = await site.settle(
      promise.then(
        () => assert.fail('it must not be sent'),
        (reason: { code: string }) => reason,
      ),
      { held: 1 },
    );
    assert(['COMMAND_EXPIRED', 'TIMEOUT'].includes(error.code), error.code);
    assert.equal(site.commands().length, 0);
  });

  it('a close that cannot be sent in time is refused at once, with the time to wait', async () => {
    const operator = site.operator();
    await site.operate({ deviceId, command: 'open' }, operator);
    await site.clock.advance(2_000);
    const receivedAtMs = site.clock.monotonicMs() - 5_000;
    const close = operator.operate(site.request({ deviceId, command: 'close', receivedAtMs }));
    const error = await site.refused(close, 'RATE_LIMITED_LOCALLY');
    assert.equal(error.cause.retryAfter, 8);
    assert.equal(site.commands().length, 1);
  });

  it('a step of the wall clock does not end, prolong or delay a command', async () => {
    for (const stepMs of [-3_600_000, 3_600_000]) {
      const before = site.commands().length;
      const request = site.request({ deviceId, command: 'open' });
      site.clock.step(stepMs);
      const result = await site.settle(site.operator().operate(request));
      assert.equal(result.outcome, 'confirmed');
      const old = site.request({ deviceId, command: 'open', receivedAtMs: site.clock.monotonicMs() - 10_001 });
      site.clock.step(-stepMs);
      await site.refused(site.operator().operate(old), 'COMMAND_EXPIRED');
      assert.equal(site.commands().length, before + 1);
      await site.clock.advance(1_000);
    }
  });

  const justStarted = () => ({ startedAt: site.clock.now() - 1, startedAtMs: site.clock.monotonicMs() - 1 });
  const whenSent = () => site.commands().map(({ at }) => at);

  it('a command in the first 5 s after the start is held, and then checked', async () => {
    const now = site.clock.now();
    const result = await site.operate({ deviceId, command: 'open', ...justStarted() });
    assert.equal(result.outcome, 'confirmed');
    assert.deepEqual(whenSent(), [now + 4_999]);
  });

  it('only the newest held open is sent', async () => {
    const operator = site.operator();
    const older = operator.operate(site.request({ deviceId, command: 'open', ...justStarted() }));
    const replaced = assert.rejects(older, { code: 'RATE_LIMITED_LOCALLY' });
    const newer = operator.operate(
      site.request({ deviceId, command: 'open', secondsUntilReset: 60, ...justStarted() }),
    );
    assert.equal((await site.settle(newer)).outcome, 'confirmed');
    await replaced;
    assert.equal(site.commands().length, 1);
  });

  it('a close does not supersede a held open; the close is refused', async () => {
    const operator = site.operator({ commandExpiryMs: 60_000 });
    const open = operator.operate(site.request({ deviceId, command: 'open', ...justStarted() }));
    await site.refused(operator.operate(site.request({ deviceId, command: 'close', ...justStarted() })), 'MUTED');
    assert.equal((await site.settle(open)).outcome, 'confirmed');
    assert.equal(site.position(deviceId), 'open');
  });

  it('a close is held only if its message cannot be older than the start', async () => {
    const now = site.clock.now();
    for (const older of [{ queued: true }, { madeAt: now - 2 }])
      await site.refused(
        site.operator().operate(site.request({ deviceId, command: 'close', ...justStarted(), ...older })),
        'MUTED',
      );
    assert.equal(site.commands().length, 0);
    const held = site.operator().operate(site.request({ deviceId, command: 'close', ...justStarted() }));
    assert.equal((await site.settle(held)).outcome, 'confirmed');
  });

  it('an open may be older than the start', async () => {
    const result = await site.operate({ deviceId, command: 'open', queued: true, ...justStarted() });
    assert.equal(result.outcome, 'confirmed');
  });

  it('a command that would expire while it is held is refused at once as muted, not as expired', async () => {
    const operator = site.operator({ commandExpiryMs: 4_000 });
    await site.refused(operator.operate(site.request({ deviceId, command: 'open', ...justStarted() })), 'MUTED');
  });

  it('a redeploy ends held commands', async () => {
    const closing = new AbortController();
    const held = site
      .operator()
      .operate(site.request({ deviceId, command: 'open', signal: closing.signal, ...justStarted() }));
    const ended = assert.rejects(held, { code: 'CLOSED' });
    closing.abort(new ClientError('CLOSED', 'the node was closed'));
    await ended;
    await site.clock.advance(10_000);
    assert.equal(site.commands().length, 0);
  });

  it('a command that was made after the start is sent at once', async () => {
    const now = site.clock.now();
    const result = await site.operate({ deviceId, command: 'open', ...justStarted(), madeAt: now });
    assert.equal(result.outcome, 'confirmed');
    assert.deepEqual(whenSent(), [now]);
  });

  it('a node without mute sends at once', async () => {
    const now = site.clock.now();
    const result = await site.operate({ deviceId, command: 'open', ...justStarted(), mute: false });
    assert.equal(result.outcome, 'confirmed');
    assert.deepEqual(whenSent(), [now]);
  });

  it('a retained message never commands a device, also long after the start and without mute', () =>
    expired({ deviceId, command: 'open', retained: true, mute: false }));
});
