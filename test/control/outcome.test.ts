import assert from 'node:assert/strict';
import { ClientError } from '../../src/client';
import { createBreakerOperator, memoryContext, type UnheardWrite } from '../../src/control';
import { outcomeOfCommand } from '../../src/control/breaker/outcome';
import type { Fault } from '../../src/simulator';
import { holdByOverrideEvent } from '../support/simulated-service';
import { type OperatedSite, startSite, usualSafety } from './operated-site';

describe('safety: read-back and honest outcomes', () => {
  let site: OperatedSite;
  let deviceId: string;
  beforeEach(async () => {
    site = await startSite();
    deviceId = site.device('Kitchen outlets');
  });
  afterEach(() => site.close());

  const inject = (fault: Fault) => site.simulator.controls.faults.inject(fault);
  const handle = { operation: 'remoteHandle.setPosition' } as const;
  const asked = { deviceId: '', command: 'open' } as const;

  it('confirmed: the position reads as commanded', async () => {
    const result = await site.operate({ ...asked, deviceId });
    assert.deepEqual(
      { outcome: result.outcome, position: result.position, command: result.command, deviceId: result.deviceId },
      { outcome: 'confirmed', position: 'open', command: 'open', deviceId },
    );
    assert.equal(site.requests('remoteHandle.getPosition').length, 1);
  });

  it('confirmed: a requested timer runs', async () => {
    const result = await site.operate({ ...asked, deviceId, secondsUntilReset: 60 });
    assert.equal(result.outcome, 'confirmed');
    assert.equal(result.secondsUntilReset, 60);
    assert.equal(site.requests('remoteHandle.getSecondsUntilReset').length, 1);
  });

  it('unknown: the breaker is open, but the requested timer cannot be read', async () => {
    inject({ kind: 'error', status: 403, match: { operation: 'remoteHandle.getSecondsUntilReset' } });
    const result = await site.operate({ ...asked, deviceId, secondsUntilReset: 60 });
    assert.equal(result.outcome, 'unknown');
    assert.equal(result.position, 'open');
  });

  it('an open after which the service does not tell of a timer says that it is not known', async () => {
    const client = { call: async () => ({ data: {} }) } as unknown as Parameters<typeof outcomeOfCommand>[0];
    const sent = { settledBy: 'answer', secondsUntilReset: undefined } as const;
    const told = await outcomeOfCommand(client, site.clock, { deviceId, command: 'open' }, sent);
    assert.deepEqual(told, { outcome: 'accepted', timerUnknown: true });
  });

  it('accepted: the answer of the service alone is not a confirmation', async () => {
    const { readBackMs: _, ...request } = site.request({ ...asked, deviceId });
    const result = await site.settle(site.operator().operate(request));
    assert.equal(result.outcome, 'accepted');
    assert.equal(result.position, undefined);
    assert.equal(site.requests('remoteHandle.getPosition').length, 0);
  });

  it('deferred: an override event holds the device and has stored the command', async () => {
    await holdByOverrideEvent(site, deviceId);
    const result = await site.operate({ ...asked, deviceId });
    assert.equal(result.outcome, 'deferred');
    assert.equal(result.position, 'closed');
    assert.equal(site.position(deviceId), 'closed');
    assert.equal(site.taken().length, 1);
  });

  it('unknown: another device is in an override event, not this one', async () => {
    await holdByOverrideEvent(site, site.device('Pool pump'));
    inject({ kind: 'error', status: 403, match: { operation: 'remoteHandle.getPosition' } });
    assert.equal((await site.operate({ ...asked, deviceId })).outcome, 'unknown');
  });

  it('unknown: the service accepted the command, but the position cannot be read for 15 s', async () => {
    inject({ kind: 'error', status: 403, match: { operation: 'remoteHandle.getPosition' } });
    const startMs = site.clock.now();
    const result = await site.operate({ ...asked, deviceId });
    assert.equal(result.outcome, 'unknown');
    assert.equal(result.position, 'unknown');
    assert(site.clock.now() - startMs <= 15_000);
    assert.equal(site.commands().length, 1);
  });

  it('confirmed: the answer to a close is lost, and the read-back settles it without a second close', async () => {
    await site.operate({ ...asked, deviceId });
    await site.clock.advance(10_000);
    inject({ kind: 'reset-after', match: handle, times: 1 });
    const result = await site.operate({ deviceId, command: 'close', confirmClose: false });
    assert.equal(result.outcome, 'confirmed');
    assert.equal(site.commands().length, 2);
  });

  it('unknown: a close is lost before it is executed and never sent again', async () => {
    await site.operate({ ...asked, deviceId });
    await site.clock.advance(10_000);
    inject({ kind: 'reset-before', match: handle });
    const result = await site.operate({ deviceId, command: 'close', confirmClose: false });
    assert.equal(result.outcome, 'unknown');
    assert.equal(result.position, 'open');
    assert.equal(site.commands().length, 2);
  });

  it('without read-back a close with a lost answer is confirmed by the read that settles it', async () => {
    inject({ kind: 'reset-after', match: handle, times: 1 });
    const { readBackMs: _, ...request } = site.request({ ...asked, deviceId });
    assert.equal((await site.settle(site.operator().operate(request))).outcome, 'confirmed');
    assert.equal(site.commands().length, 1);
  });

  it('without read-back a close that cannot be settled is unknown', async () => {
    inject({ kind: 'reset-before', match: handle });
    const request = site.request({ deviceId, command: 'close', confirmClose: false });
    inject({ kind: 'error', status: 403, match: { operation: 'remoteHandle.getPosition' } });
    const { readBackMs: _, ...unread } = request;
    assert.equal((await site.settle(site.operator().operate(unread))).outcome, 'unknown');
    assert.equal(site.commands().length, 1);
  });

  it('an offline device is an error, not an outcome', async () => {
    site.simulator.controls.setOnline(deviceId, false);
    const error = await site.refused(site.operator().operate(site.request({ ...asked, deviceId })), 'DEVICE_OFFLINE');
    assert.equal(error.cause.statusCode, 503);
    assert.equal(site.commands().length, 1);
  });

  it('a timer is refused for a close before anything is sent', async () => {
    const request = site.request({ deviceId, command: 'close', secondsUntilReset: 60 });
    await site.refused(site.operator().operate(request), 'INVALID_INPUT');
    assert.equal(site.requests().length, 0);
  });

  it('a cancelled read-back ends at once as accepted by the service', async () => {
    inject({ kind: 'error', status: 403, match: { operation: 'remoteHandle.getPosition' } });
    const stop = new AbortController();
    const promise = site.operator().operate(site.request({ ...asked, deviceId, signal: stop.signal }));
    await site.settle(
      new Promise<void>((resolve) => {
        site.clock.after(2_000, () => {
          stop.abort(new Error('stopped'));
          resolve();
        });
      }),
    );
    const { outcome } = await promise;
    assert.equal(outcome, 'accepted');
  });

  it('a command without an answer when its node closes is unknown, and logged', async () => {
    const unheard: UnheardWrite[] = [];
    const operator = createBreakerOperator(site.client(), site.clock, usualSafety, {
      ...memoryContext(site.clock),
      onUnheard: (write) => unheard.push(write),
    });
    inject({ kind: 'slow', delayMs: 5_000, match: { operation: 'remoteHandle.setPosition' } });
    const stop = new AbortController();
    const promise = operator.operate(site.request({ ...asked, deviceId, signal: stop.signal }));
    site.clock.after(1_000, () => stop.abort(new ClientError('CLOSED', 'the node was closed')));
    const { outcome } = await site.settle(promise, { held: 1 });
    assert.equal(outcome, 'unknown');
    assert.deepEqual(unheard, [{ deviceId, what: 'open', outcome: 'unknown' }]);
  });
});
