import type { OperationId } from '../../catalog';
import type { Clock } from '../../clock';
import { expiryOf, type WriteRequest } from '../write/write-request';
import { refusal } from './refusal';
import type { SafetySettings } from './safety';

type AgedRequest = WriteRequest & { readonly deviceId: string };
type Limits = Pick<SafetySettings, 'commandExpiryMs' | 'startMuteMs'>;

/** When a command may be sent, monotonic ms. */
export interface SendingTime {
  readonly expiresAtMs: number;
  /** Held until then, because the flow has just started. */
  readonly heldUntilMs?: number;
}

/** Refuses a command that is too old or was kept by a broker. Returns until when it may be sent, monotonic ms. */
function checkExpiry(request: AgedRequest, clock: Clock, { commandExpiryMs }: Limits, operation?: OperationId): number {
  const { deviceId, retained } = request;
  const expiresAtMs = expiryOf(request, commandExpiryMs);
  if (retained)
    throw refusal(
      'COMMAND_EXPIRED',
      deviceId,
      'got a retained message: it never acts',
      { kind: 'retained' },
      operation,
    );
  if (clock.monotonicMs() > expiresAtMs)
    throw refusal('COMMAND_EXPIRED', deviceId, 'got its command too late', { kind: 'tooOld' }, operation);
  return expiresAtMs;
}

/** Until when a write is muted, because its flow has just started; undefined when it is not. */
function mutedUntilMs(
  { mute, madeAt, startedAt, startedAtMs }: AgedRequest,
  clock: Clock,
  { startMuteMs }: Limits,
): number | undefined {
  const madeSinceStart = madeAt !== undefined && madeAt >= startedAt;
  const untilMs = startedAtMs + startMuteMs;
  return mute && !madeSinceStart && clock.monotonicMs() < untilMs ? untilMs : undefined;
}

const mutedWhy = {
  muted: '',
  mutedOlder: ', and its message may be older than that',
  mutedTooLong: ', and the command expires before that',
};

function mutedRefusal(
  { deviceId }: AgedRequest,
  clock: Clock,
  untilMs: number,
  kind: keyof typeof mutedWhy,
  operation?: OperationId,
) {
  const seconds = Math.ceil((untilMs - clock.monotonicMs()) / 1000);
  const why = `is muted for ${seconds} s after the start${mutedWhy[kind]}`;
  return refusal('MUTED', deviceId, why, { kind, seconds }, operation);
}

/**
 * Refuses a write that is not idempotent, such as a restart, for a while after the flow's start: its message may be
 * older than the start. Returns until when it may be sent, monotonic ms.
 */
export function checkAge(request: AgedRequest, clock: Clock, limits: Limits, operation?: OperationId): number {
  const expiresAtMs = checkExpiry(request, clock, limits, operation);
  const untilMs = mutedUntilMs(request, clock, limits);
  if (untilMs !== undefined) throw mutedRefusal(request, clock, untilMs, 'muted', operation);
  return expiresAtMs;
}

/**
 * Holds an idempotent write (open, close, a current) for a while after the flow's start, and checks it then. A write
 * that energises is refused instead where its message may be older than the start: from a queue outside this process,
 * or with an earlier time.
 */
export function checkIdempotentWrite(
  request: AgedRequest,
  clock: Clock,
  limits: Limits,
  { energises }: { readonly energises: boolean },
  operation?: OperationId,
): SendingTime {
  const expiresAtMs = checkExpiry(request, clock, limits, operation);
  const heldUntilMs = mutedUntilMs(request, clock, limits);
  if (heldUntilMs === undefined) return { expiresAtMs };
  if (energises && (request.queued === true || request.madeAt !== undefined))
    throw mutedRefusal(request, clock, heldUntilMs, 'mutedOlder', operation);
  if (heldUntilMs >= expiresAtMs) throw mutedRefusal(request, clock, heldUntilMs, 'mutedTooLong', operation);
  return { expiresAtMs, heldUntilMs };
}
