import assert from 'node:assert/strict';
import type { ErrorCode } from '../../../../src/client';
import { refusal } from '../refusal';
import { withService } from '../service-under-test';
import { backoffMs, commandsSent, commandWith, loggedIn, moves, opened, path, readWith } from './faulty-calls';

/** How long a request is held up, which is longer than anybody waits for it. */
const heldUpMs = 120_000;

describe('a service that is busy, or does not answer', () => {
  const waits: readonly (readonly [title: string, retryAfter: string | undefined, waitMs: number])[] = [
    ['two seconds', '2', 2000],
    ['at once', '0', 1000],
    ['a negative time', '-5', 1000],
    ['no time', undefined, 375],
    ['a time that cannot be read', 'soon', 1000],
    ['an instant', new Date(Date.UTC(2026, 0, 15, 12, 0, 3)).toUTCString(), 2500],
    ['an instant that is over', new Date(Date.UTC(2020, 0, 1)).toUTCString(), 1000],
  ];

  for (const [title, retryAfter, waitMs] of waits)
    it(
      `429 with a Retry-After of ${title}: sent again after ${waitMs} ms`,
      withService(async (service) => {
        const fault = { kind: 'too-many-requests', ...(retryAfter === undefined ? {} : { retryAfter }) } as const;
        const reply = readWith(service, fault, 1);
        await service.waitOut(waitMs);
        assert.equal((await reply).data.length, 1);
        assert.equal(service.requests('roles.list').length, 2);
      }),
    );

  for (const [title, retryAfter] of [
    ['a week', '604800'],
    ['more than a timer holds', '1e300'],
  ] as const)
    it(
      `429 with a Retry-After of ${title}: RATE_LIMITED at once, with the time`,
      withService(async (service) => {
        const error = await refusal(readWith(service, { kind: 'too-many-requests', retryAfter }), 'RATE_LIMITED', 429);
        assert.equal(error.cause.retryAfter, Number(retryAfter));
        assert.equal(service.requests('roles.list').length, 1);
      }),
    );

  it(
    '429 to a command: it was not executed, and is sent again when told',
    withService(async (service) => {
      const reply = commandWith(service, 'open', { kind: 'too-many-requests', retryAfter: '3' });
      await service.waitOut(3000);
      assert.equal((await reply).settledBy, 'answer');
      assert.deepEqual([commandsSent(service), moves(service)], [2, 1]);
    }),
  );

  it(
    '429 to a factory reset: RATE_LIMITED, not sent again',
    withService(async (service) => {
      await loggedIn(service);
      service.simulator.controls.faults.inject({ kind: 'too-many-requests', retryAfter: '1' });
      await refusal(service.client.call('devices.decommission', { path }), 'RATE_LIMITED', 429);
      assert.equal(service.requests().length, 1);
    }),
  );

  it(
    '503 to a read of a record: BAD_RESPONSE after two more attempts',
    withService(async (service) => {
      const failed = refusal(readWith(service, { kind: 'unavailable' }), 'BAD_RESPONSE', 503);
      for (const ms of backoffMs.slice(0, 2)) await service.waitOut(ms);
      await failed;
      assert.equal(service.requests('roles.list').length, 3);
    }),
  );

  for (const kind of ['offline', 'unavailable'] as const)
    it(
      `503 (${kind}) to a command: DEVICE_OFFLINE, not sent again`,
      withService(async (service) => {
        await refusal(commandWith(service, 'open', { kind }), 'DEVICE_OFFLINE', 503);
        await service.clock.advance(60_000);
        assert.deepEqual([commandsSent(service), moves(service)], [1, 0]);
      }),
    );

  it(
    "a gateway's bare 503 to a close: UNKNOWN_OUTCOME, never sent again",
    withService(async (service) => {
      await refusal(commandWith(service, 'close', { kind: 'bare-status' }), 'UNKNOWN_OUTCOME', 503);
      await service.clock.advance(60_000);
      assert.deepEqual([commandsSent(service), moves(service)], [1, 0]);
    }, opened),
  );

  it(
    'no answer to a read: TIMEOUT at its deadline',
    withService(async (service) => {
      await loggedIn(service);
      service.simulator.controls.faults.inject({ kind: 'slow', delayMs: heldUpMs, times: 1 });
      const failed = refusal(service.client.call('roles.list', {}, { deadlineMs: 5_000 }), 'TIMEOUT');
      // The deadline, the wait for the answer, and the request that is held up.
      await service.untilTimers(3);
      await service.waitOut(5_000);
      await failed;
      await service.clock.advance(heldUpMs);
      assert.equal(service.requests('roles.list').length, 1);
    }),
  );

  const hangs: readonly (readonly [string, 'before' | 'after', ErrorCode | 'read-back', number])[] = [
    ['that it has not executed yet: UNKNOWN_OUTCOME', 'before', 'UNKNOWN_OUTCOME', 0],
    ['that it has executed: read back', 'after', 'read-back', 1],
  ];
  for (const [title, when, end, moved] of hangs)
    it(
      `no answer to a close ${title}, never sent again`,
      withService(async (service) => {
        const reply = commandWith(service, 'close', { kind: 'slow', delayMs: heldUpMs, when });
        const ended = end === 'read-back' ? reply : refusal(reply, end);
        await service.untilTimers(3);
        await service.waitOut(10_000);
        const outcome = await ended;
        assert.equal('settledBy' in outcome ? outcome.settledBy : 'error', end === 'read-back' ? end : 'error');
        assert.equal(moves(service), moved);
        await service.clock.advance(heldUpMs);
        assert.deepEqual([commandsSent(service), moves(service)], [1, 1]);
      }, opened),
    );
});
