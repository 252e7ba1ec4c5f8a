import type { Client, HandlePosition } from '../../client';
import { type Clock, sleep } from '../../clock';
import { overrideHold, readBack } from '../write/read-back';

/** Waits between the reads of an override event; the last one repeats. */
const pausesMs = [5_000, 10_000, 20_000, 30_000, 60_000] as const;
/** After the event a device may be offline for a moment, or slow. */
const readBackMs = 60_000;
/** Events last for hours; after this the outcome is reported as unknown. */
const maxWaitMs = 86_400_000;

interface Deferred {
  readonly deviceId: string;
  readonly command: 'open' | 'close';
  /** Whether a newer command has replaced it. */
  readonly isSuperseded: () => boolean;
  readonly signal: AbortSignal;
}

/**
 * Waits until no override event holds the device any more, whichever way it ended, and reads what became of the command
 * that was stored. Only reads: the service itself executes the command. Rejects when aborted. spec 3
 */
export async function awaitDeferred(
  client: Client,
  clock: Clock,
  { deviceId, command, isSuperseded, signal }: Deferred,
): Promise<{ readonly outcome: 'confirmed' | 'superseded' | 'unknown'; readonly position?: HandlePosition }> {
  const endMs = clock.monotonicMs() + maxWaitMs;
  for (let attempt = 0; clock.monotonicMs() < endMs; attempt += 1) {
    await sleep(clock, pausesMs[Math.min(attempt, pausesMs.length - 1)] ?? 60_000, signal);
    if (isSuperseded()) return { outcome: 'superseded' };
    if ((await overrideHold(client, deviceId, signal)) !== 'free') continue;
    const wanted = command === 'open' ? 'open' : 'closed';
    const expected = { deviceId, wanted, secondsUntilReset: undefined, withinMs: readBackMs, signal } as const;
    const { asCommanded, position } = await readBack(client, clock, expected);
    if (isSuperseded()) return { outcome: 'superseded' };
    return { outcome: asCommanded ? 'confirmed' : 'unknown', position };
  }
  return { outcome: 'unknown' };
}
