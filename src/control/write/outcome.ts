import { type CallOptions, ClientError } from '../../client';
import { type Clock, sleep } from '../../clock';
import type { DeviceOutcome } from '../device/request';
import { type DeviceRequest, signalPart } from './write-request';

const pauseMs = 1_000;
/** How long to read after a lost answer when no read-back was requested. */
const settlingMs = 4_000;

interface Written {
  /** The service answered with success; false: its answer was lost. */
  readonly answered: boolean;
  readonly hasWantedValue: (options: CallOptions) => Promise<boolean>;
  /** The outcome of an accepted write that is not read back in time. */
  readonly outcomeIfNotReadBack: DeviceOutcome;
}

/** Waits for the answer to a write; false when it was lost and the outcome is unknown. */
export async function isAnswered(send: Promise<unknown>): Promise<boolean> {
  try {
    await send;
    return true;
  } catch (error) {
    if (error instanceof ClientError && error.code === 'UNKNOWN_OUTCOME') return false;
    throw error;
  }
}

/**
 * Determines the outcome of a write by reading until the value is set. Never rejects because of an abort: a write
 * that was sent is reported with the outcome known so far.
 */
export async function outcomeOfWrite(
  clock: Clock,
  { signal, readBackMs }: DeviceRequest,
  { answered, hasWantedValue, outcomeIfNotReadBack }: Written,
): Promise<DeviceOutcome> {
  const asSent = answered ? 'accepted' : 'unknown';
  if ((readBackMs === undefined && answered) || signal?.aborted) return asSent;
  const endMs = clock.monotonicMs() + (readBackMs ?? settlingMs);
  for (;;) {
    const deadlineMs = Math.max(pauseMs, endMs - clock.monotonicMs());
    try {
      if (await hasWantedValue({ deadlineMs, ...signalPart(signal) })) return 'confirmed';
    } catch {
      if (signal?.aborted) return asSent;
    }
    if (clock.monotonicMs() + pauseMs > endMs) return answered ? outcomeIfNotReadBack : 'unknown';
    await sleep(clock, pauseMs, signal).catch(() => {});
    if (signal?.aborted) return asSent;
  }
}
