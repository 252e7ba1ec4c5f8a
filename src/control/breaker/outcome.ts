import type { Client, HandlePosition } from '../../client';
import type { Clock } from '../../clock';
import { heldByOverrideEvent, readBack } from '../write/read-back';
import { signalPart } from '../write/write-request';
import type { HandleSent } from './handle-sender';
import type { BreakerRequest, CommandOutcome } from './request';

const outcomeWithoutRead = { answer: 'accepted', 'read-back': 'confirmed', nothing: 'unknown' } as const;

/** The outcome of a command that was sent. */
export interface BreakerOutcome {
  readonly outcome: CommandOutcome;
  readonly position?: HandlePosition;
  readonly closesAt?: number;
  /** After an open without a timer: nobody knows whether an older timer still runs, and closes the breaker. */
  readonly timerUnknown?: true;
}

/**
 * Determines the outcome of a command that was sent. Never rejects because of an abort: a command that was sent is
 * reported with the outcome known so far.
 */
export async function outcomeOfCommand(
  client: Client,
  clock: Clock,
  request: Pick<
    BreakerRequest,
    'deviceId' | 'command' | 'secondsUntilReset' | 'readBackMs' | 'signal' | 'releaseWhile'
  >,
  sent: HandleSent,
): Promise<BreakerOutcome> {
  const { deviceId, command, secondsUntilReset, readBackMs, signal, releaseWhile } = request;
  const asSent: BreakerOutcome = { outcome: outcomeWithoutRead[sent.settledBy] };
  if (signal?.aborted) return asSent;
  try {
    const wanted = command === 'open' ? 'open' : 'closed';
    const expected = { deviceId, wanted, secondsUntilReset: sent.secondsUntilReset, signal, releaseWhile } as const;
    const read =
      readBackMs === undefined ? undefined : await readBack(client, clock, { ...expected, withinMs: readBackMs });
    // A timer that could not be ended closes the breaker again, whatever the read-back says.
    const timer =
      command === 'open' && secondsUntilReset === undefined && sent.secondsUntilReset === undefined
        ? await runningTimer(client, clock, deviceId, signal)
        : {};
    if (read === undefined) return { ...asSent, ...timer };
    if (read.asCommanded) return { outcome: 'confirmed', position: read.position, ...timer };
    const held = await heldByOverrideEvent(client, deviceId, signal);
    const outcome = held && sent.settledBy !== 'nothing' ? 'deferred' : 'unknown';
    return { outcome, position: read.position, ...timer };
  } catch (error) {
    if (!signal?.aborted) throw error;
    return asSent;
  }
}

async function runningTimer(
  client: Client,
  clock: Clock,
  deviceId: string,
  signal: AbortSignal | undefined,
): Promise<Pick<BreakerOutcome, 'closesAt' | 'timerUnknown'>> {
  const { data } = await client.call(
    'remoteHandle.getSecondsUntilReset',
    { path: { deviceId } },
    { deadlineMs: timerReadMs, ...signalPart(signal) },
  );
  const leftS = data.secondsUntilReset;
  if (leftS === undefined) return { timerUnknown: true };
  return leftS > 0 ? { closesAt: clock.now() + leftS * 1000 } : {};
}

const timerReadMs = 5_000;
