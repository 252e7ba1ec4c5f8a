import assert from 'node:assert/strict';
import type { Message } from '../../src/runtime';
import { messageTimes } from '../../src/runtime/node/message-times';

const now = Date.UTC(2026, 0, 15, 12);
const times = (msg: object, expiryS?: number) => messageTimes(msg as Message, now, expiryS);

describe('creation and expiry of a message', () => {
  it('a message without times has no times of its own', () => {
    assert.deepEqual(times({}), { retained: false, queued: false });
    assert.deepEqual(times({ madeAt: null, expires: undefined }), { retained: false, queued: false });
  });
  it('epoch ms, Date and ISO 8601 are instants', () => {
    for (const madeAt of [now, new Date(now), new Date(now).toISOString()]) assert.equal(times({ madeAt }).madeAt, now);
  });
  it('the limit of the node counts from the creation of the command', () => {
    assert.equal(times({ madeAt: now - 4_000 }, 10).expiresAt, now + 6_000);
  });
  it('the limit of the node counts from the arrival if the creation time is missing or in the future', () => {
    assert.equal(times({}, 10).expiresAt, now + 10_000);
    assert.equal(times({ madeAt: now + 60_000 }, 10).expiresAt, now + 10_000);
  });
  it('the earlier of both ends applies', () => {
    assert.equal(times({ expires: now + 3_000 }, 10).expiresAt, now + 3_000);
    assert.equal(times({ expires: now + 30_000 }, 10).expiresAt, now + 10_000);
    assert.equal(times({ expires: now + 30_000 }).expiresAt, now + 30_000);
  });
  it('only retain: true is retained', () => {
    assert.equal(times({ retain: true }).retained, true);
    for (const retain of [false, 'false', 0, undefined]) assert.equal(times({ retain }).retained, false);
  });
  for (const value of ['soon', '', Number.NaN, Number.POSITIVE_INFINITY, {}, true, new Date('x')])
    for (const field of ['madeAt', 'expires'])
      it(`${field} ${String(value)} is not a time and is refused, not ignored`, () => {
        assert.throws(() => times({ [field]: value }), { code: 'INVALID_INPUT' });
      });
});
