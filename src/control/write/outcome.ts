import { type CallOptions, ClientError } from '../../client';
import { type Clock, sleep } from '../../clock';
import type { DeviceOutcome } from '../device/request';
import { type DeviceRequest, signalPart } from './write-request';

const pauseMs = 1_000;
/** How long is read after a lost answer when no read-back is wanted. */
const settlingMs = 4_000;

interface Written {
  /** The service said yes; otherwise its answer was lost. */
  readonly answered: boolean;
  readonly isSo: (options: CallOptions) => Promise<boolean>;
  /** What it is when it does not read so in time although the service said yes. */
  readonly otherwise: DeviceOutcome;
}

/** Sends; false when the answer is lost and nothing tells what became of it. */
export async function sent(send: Promise<unknown>): Promise<boolean> {
  try {
    await send;
    return true;
  } catch (error) {
    if (error instanceof ClientError && error.code === 'UNKNOWN_OUTCOME') return false;
    throw error;
  }
}

/**
 * Finds out what became of a write by reading until it is so. Never rejects because of an abort: what was sent stays sent, and
 * is told as far as it is known.
 */
export async function outcomeOfWrite(
  clock: Clock,
  { signal, readBackMs }: DeviceRequest,
  { answered, isSo, otherwise }: Written,
): Promise<DeviceOutcome> {
  const asSent = answered ? 'accepted' : 'unknown';
  if ((readBackMs === undefined && answered) || signal?.aborted) return asSent;
  const endMs = clock.monotonicMs() + (readBackMs ?? settlingMs);
  for (;;) {
    const deadlineMs = Math.max(pauseMs, endMs - clock.monotonicMs());
    try {
      if (await isSo({ deadlineMs, ...signalPart(signal) })) return 'confirmed';
    } catch {
      if (signal?.aborted) return asSent;
    }
    if (clock.monotonicMs() + pauseMs > endMs) return answered ? otherwise : 'unknown';
    await sleep(clock, pauseMs, signal).catch(() => {});
    if (signal?.aborted) return asSent;
  }
}
