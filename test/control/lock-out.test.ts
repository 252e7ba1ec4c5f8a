import assert from 'node:assert/strict';
import { createBatchOperator, createBreakerOperator, memoryContext, type OperatorContext } from '../../src/control';
import { type OperatedSite, startSite, usualSafety } from './operated-site';

describe('safety: lock-out', () => {
  let site: OperatedSite;
  let deviceId: string;
  let context: OperatorContext;
  beforeEach(async () => {
    site = await startSite();
    deviceId = site.device('Kitchen outlets');
    context = memoryContext(site.clock, 'site');
  });
  afterEach(() => site.close());

  const operator = (safety = {}) =>
    createBreakerOperator(site.client(), site.clock, { ...usualSafety, ...safety }, context);
  const close = (more: object = {}) =>
    operator({ commandExpiryMs: 60_000 }).operate(site.request({ deviceId, command: 'close', ...more }));
  const lock = () => context.locks.lock({ service: 'site', deviceId }, 'Anna', site.clock.now());

  it('a close of a locked circuit is refused even if confirmed, and the error names who locked it', async () => {
    lock();
    for (const confirmed of [false, true]) {
      const { message } = await site.refused(close({ confirmed }), 'LOCKED_OUT');
      assert.match(message, /Anna/);
    }
    assert.equal(site.commands().length, 0);
  });

  it('ids are compared without case', async () => {
    context.locks.lock({ service: 'site', deviceId: deviceId.toUpperCase() }, 'Anna', 0);
    await site.refused(close(), 'LOCKED_OUT');
  });

  it('a lock that is set during the checks of a close refuses it', async () => {
    site.simulator.controls.faults.inject({ kind: 'slow', delayMs: 1_000, match: { operation: 'deviceData.get' } });
    const closing = close();
    site.clock.after(500, lock);
    const refused = assert.rejects(closing, { code: 'LOCKED_OUT' });
    await site.settle(
      closing.catch(() => undefined),
      { held: 1 },
    );
    await refused;
    assert.equal(site.commands().length, 0);
  });

  it('opening a locked circuit is allowed', async () => {
    lock();
    const result = await site.settle(operator().operate(site.request({ deviceId, command: 'open' })));
    assert.equal(result.outcome, 'confirmed');
  });

  it('an unlocked circuit may be closed', async () => {
    lock();
    context.locks.unlock({ service: 'site', deviceId });
    assert.equal((await site.settle(close())).outcome, 'confirmed');
  });

  it('a batch that closes a locked circuit is refused as a whole', async () => {
    lock();
    const operate = createBatchOperator(site.client(), site.clock, usualSafety, context);
    const order = {
      path: '/breaker/remoteHandle/position',
      body: { command: 'close', reason: 'test' },
      deviceIds: [site.device('Pool pump'), deviceId],
    };
    const request = { ...site.arrived(), confirmed: true, confirmClose: true, picked: true };
    await site.refused(operate.create(order, request), 'LOCKED_OUT');
    assert.equal(site.requests('batchCommands.create').length, 0);
  });
});
