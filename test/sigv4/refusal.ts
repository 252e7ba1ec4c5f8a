import assert from 'node:assert/strict';
import { type ArrivedRequest, headerOf, verify, withHeader } from './arrived-request';
import { signedAt, verifier } from './signed-publish';

/** Fails unless `verifier` refuses `request` at `failed` for `reason`. */
export function assertRefused(
  request: ArrivedRequest,
  failed: string,
  reason: string,
  detail?: object,
  nowMs = signedAt.getTime(),
): void {
  const verdict = verify(verifier, request, nowMs);
  assert.ok(!verdict.ok, 'accepted');
  assert.deepEqual([verdict.failed, verdict.reason], [failed, reason]);
  if (detail !== undefined) assert.deepEqual(verdict.detail, detail);
}

/** `request` with another text in its Authorization header; fails if that changes nothing. */
export function replaceInAuthorization(request: ArrivedRequest, from: string, to: string): ArrivedRequest {
  const value = headerOf(request, 'authorization');
  assert.notEqual(value.replace(from, to), value);
  return withHeader(request, 'authorization', value.replace(from, to));
}
