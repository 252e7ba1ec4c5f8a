import { type CallOptions, ClientError } from '../client';
import { type Clock, sleep } from '../clock';
import type { DeviceOutcome } from './device-request';
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

/** Finds out what became of a write by reading until it is so. */
export async function outcomeOfWrite(
  clock: Clock,
  { signal, readBackMs }: DeviceRequest,
  { answered, isSo, otherwise }: Written,
): Promise<DeviceOutcome> {
  if (readBackMs === undefined && answered) return 'accepted';
  const endMs = clock.now() + (readBackMs ?? settlingMs);
  for (;;) {
    const deadlineMs = Math.max(pauseMs, endMs - clock.now());
    try {
      if (await isSo({ deadlineMs, ...signalPart(signal) })) return 'confirmed';
    } catch (error) {
      if (signal?.aborted) throw error;
    }
    if (clock.now() + pauseMs > endMs) return answered ? otherwise : 'unknown';
    await sleep(clock, pauseMs, signal);
  }
}
