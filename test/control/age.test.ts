import assert from 'node:assert/strict';
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
    const receivedAt = site.clock.now() - 10_000;
    assert.equal((await site.operate({ deviceId, command: 'open', receivedAt })).outcome, 'confirmed');
  });

  it('a command that is older than 10 s is not sent', () =>
    expired({ deviceId, command: 'open', receivedAt: site.clock.now() - 10_001 }));

  it('a command that was made more than 10 s ago is not sent, however new its message is', () =>
    expired({ deviceId, command: 'open', madeAt: site.clock.now() - 10_001 }));

  it('what a message says of its end counts', () =>
    expired({ deviceId, command: 'open', expiresAt: site.clock.now() - 1 }));

  it('a maker whose clock is ahead does not lengthen the life of a command', () =>
    expired({
      deviceId,
      command: 'open',
      receivedAt: site.clock.now() - 10_001,
      madeAt: site.clock.now() + 86_400_000,
    }));

  it('a command that expires while its device is looked at is not sent', async () => {
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

  it('a command that expires while it waits for its turn is not sent', async () => {
    const operator = site.operator();
    await site.operate({ deviceId, command: 'open' }, operator);
    await site.clock.advance(2_000);
    const receivedAt = site.clock.now() - 5_000;
    const close = operator.operate(site.request({ deviceId, command: 'close', receivedAt }));
    await site.refused(close, 'COMMAND_EXPIRED');
    assert.equal(site.commands().length, 1);
  });

  it('in the first 5 s after the start no command is sent', () =>
    expired({ deviceId, command: 'open', startedAt: site.clock.now() - 4_999 }));

  it('5 s after the start commands are sent', async () => {
    const startedAt = site.clock.now() - 5_000;
    assert.equal((await site.operate({ deviceId, command: 'open', startedAt })).outcome, 'confirmed');
  });

  it('a command that was made after the start is sent at once', async () => {
    const now = site.clock.now();
    const result = await site.operate({ deviceId, command: 'open', startedAt: now - 1, madeAt: now });
    assert.equal(result.outcome, 'confirmed');
  });

  it('a command that was made before the start is muted', () => {
    const now = site.clock.now();
    return expired({ deviceId, command: 'open', startedAt: now - 1, madeAt: now - 2 });
  });

  it('a node without mute sends at once', async () => {
    const result = await site.operate({ deviceId, command: 'open', startedAt: site.clock.now(), mute: false });
    assert.equal(result.outcome, 'confirmed');
  });

  it('a retained message never acts, long after the start and without mute', () =>
    expired({ deviceId, command: 'open', retained: true, mute: false }));
});
