import type { OperationId } from '../catalog';
import { refusal } from './refusal';
import type { SafetySettings } from './safety';
import { expiryOf, type WriteRequest } from './write-request';

/**
 * A command that is too old, was kept by a broker, or cannot be shown to be made after the start, never acts. Returns until
 * when it may be sent.
 */
export function checkAge(
  request: WriteRequest & { readonly deviceId: string },
  now: number,
  { commandExpiryMs, startMuteMs }: Pick<SafetySettings, 'commandExpiryMs' | 'startMuteMs'>,
  operation?: OperationId,
): number {
  const { deviceId, madeAt, retained, startedAt, mute } = request;
  const expiresAt = expiryOf(request, commandExpiryMs);
  if (retained) throw refusal('COMMAND_EXPIRED', deviceId, 'got a retained message: it never acts', operation);
  if (now > expiresAt) throw refusal('COMMAND_EXPIRED', deviceId, 'got its command too late', operation);
  const madeSinceStart = madeAt !== undefined && madeAt >= startedAt;
  if (mute && !madeSinceStart && now < startedAt + startMuteMs) {
    const leftS = Math.ceil((startedAt + startMuteMs - now) / 1000);
    throw refusal('COMMAND_EXPIRED', deviceId, `is muted for ${leftS} s after the start`, operation);
  }
  return expiresAt;
}
