import type { OperationId } from '../catalog';
import { refusal } from './refusal';
import type { WriteRequest } from './write-request';

/** When a command was made, and what may be done with it. */
export interface CommandAge extends Pick<WriteRequest, 'madeAt' | 'retained' | 'startedAt' | 'mute'> {
  readonly deviceId: string;
  readonly expiresAt: number;
}

/** A command that is too old, was kept by a broker, or cannot be shown to be made after the start, never acts. */
export function checkAge(
  { deviceId, madeAt, retained, expiresAt, startedAt, mute }: CommandAge,
  now: number,
  startMuteMs: number,
  operation?: OperationId,
): void {
  if (retained) throw refusal('COMMAND_EXPIRED', deviceId, 'got a retained message: it never acts', operation);
  if (now > expiresAt) throw refusal('COMMAND_EXPIRED', deviceId, 'got its command too late', operation);
  const madeSinceStart = madeAt !== undefined && madeAt >= startedAt;
  if (mute && !madeSinceStart && now < startedAt + startMuteMs) {
    const leftS = Math.ceil((startedAt + startMuteMs - now) / 1000);
    throw refusal('COMMAND_EXPIRED', deviceId, `is muted for ${leftS} s after the start`, operation);
  }
}
