import assert from 'node:assert/strict';
import { settled } from '../support/turn-clock';
import { type OperatedSite, startSite } from './operated-site';

describe('safety: pace', () => {
  let site: OperatedSite;
  let deviceId: string;
  beforeEach(async () => {
    site = await startSite();
    deviceId = site.device('Kitchen outlets');
  });
  afterEach(() => site.close());

  it('a close is sent 10 s after the previous command', async () => {
    const operator = site.operator({ commandExpiryMs: 60_000 });
    await site.operate({ deviceId, command: 'open' }, operator);
    await site.clock.advance(2_000);
    const result = await site.operate({ deviceId, command: 'close' }, operator);
    assert.equal(result.outcome, 'confirmed');
    const [open, close] = site.commands();
    assert(open !== undefined && close !== undefined);
    assert(close.at - open.at >= 10_000, `${close.at - open.at} ms`);
  });

  it('a close that could not be sent 2 s before it expires is refused at once, with the seconds to wait', async () => {
    const operator = site.operator({ commandExpiryMs: 11_999 });
    await site.operate({ deviceId, command: 'open' }, operator);
    const close = operator.operate(site.request({ deviceId, command: 'close' }));
    const error = await site.refused(close, 'RATE_LIMITED_LOCALLY');
    assert.equal(error.cause.retryAfter, 10);
    assert.equal(site.commands().length, 1);
  });

  it('an open is sent at once, at most one per second', async () => {
    const operator = site.operator();
    const results = await site.settle(
      Promise.all([1, 2, 3].map(() => operator.operate(site.request({ deviceId, command: 'open' })))),
    );
    assert.deepEqual(
      results.map(({ outcome }) => outcome),
      ['confirmed', 'confirmed', 'confirmed'],
    );
    const times = site.commands().map(({ at }) => at - (site.commands()[0]?.at ?? 0));
    assert.deepEqual(times, [0, 1000, 2000]);
  });

  it('the pace is per device', async () => {
    const other = site.device('Pool pump');
    const operator = site.operator();
    await site.settle(
      Promise.all([deviceId, other].map((id) => operator.operate(site.request({ deviceId: id, command: 'open' })))),
    );
    const [first, second] = site.commands();
    assert.equal(first?.at, second?.at);
  });

  it('a waiting close is superseded by a newer one', async () => {
    const operator = site.operator({ commandExpiryMs: 60_000 });
    await site.operate({ deviceId, command: 'open' }, operator);
    await site.clock.advance(2_000);
    const older = operator.operate(site.request({ deviceId, command: 'close' }));
    const dropped = assert.rejects(older, { code: 'RATE_LIMITED_LOCALLY' });
    await settled();
    const newer = operator.operate(site.request({ deviceId, command: 'close' }));
    assert.equal((await site.settle(newer)).outcome, 'confirmed');
    await dropped;
    assert.equal(site.commands().length, 2);
  });

  it('an open ends a waiting close with BLOCKED_BY_INTERLOCK, and the close is never sent', async () => {
    const operator = site.operator({ commandExpiryMs: 60_000 });
    await site.operate({ deviceId, command: 'open' }, operator);
    await site.clock.advance(2_000);
    const close = operator.operate(site.request({ deviceId, command: 'close' }));
    const beaten = assert.rejects(close, { code: 'BLOCKED_BY_INTERLOCK' });
    await settled();
    await site.operate({ deviceId, command: 'open' }, operator);
    await beaten;
    assert.equal(site.position(deviceId), 'open');
    assert.equal(site.commands().length, 2);
  });

  it('at most 10 closes a minute reach one device', async () => {
    const quick = site.client({ commandSpacingMs: 1_000 });
    const sent: number[] = [];
    for (let index = 0; index < 12; index += 1) {
      const command = quick.call('remoteHandle.setPosition', {
        path: { deviceId },
        body: { command: 'close', reason: 'x' },
      });
      await site.settle(command.catch(() => undefined));
    }
    for (const { at, status } of site.commands()) if (status < 300) sent.push(at);
    for (const [index, at] of sent.entries()) {
      const tenth = sent[index + 10];
      if (tenth !== undefined) assert(tenth - at >= 60_000, `${tenth - at} ms`);
    }
    assert(sent.length >= 10);
  });
});
