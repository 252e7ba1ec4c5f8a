import { type Client, ClientError } from '../../src/client';
import { type Clock, sleep } from '../../src/clock';
import { type CaptureQuery, type CaptureRecord, describe, listCaptures, readCapture, timeOf } from '../../src/runtime';

/** How far back the first look goes: clocks may differ by so much without an old capture passing for a new one. */
const marginMs = 600_000;

interface Awaiting {
  readonly client: Client;
  readonly clock: Clock;
  readonly deviceId: string;
  readonly query: Omit<CaptureQuery, 'capturedAt'>;
  readonly withinMs: number;
  readonly everyMs: number;
  readonly signal: AbortSignal;
  /** Called after each look that found nothing. */
  readonly onLook: (leftMs: number) => void;
}

/**
 * The first capture that appears after now and fits, whole. Looks again and again: what was there at the first look is
 * known by its id, so that no clock decides. Ends with `TIMEOUT`; a look that fails for a passing reason is made again.
 */
export async function awaitCapture(awaiting: Awaiting): Promise<CaptureRecord> {
  const { client, clock, deviceId, query, withinMs, everyMs, signal, onLook } = awaiting;
  const endMs = clock.monotonicMs() + withinMs;
  // The service's clock is known only after an answer.
  if (client.clockSkewMs() === undefined) await listCaptures(client, deviceId, query, signal);
  const since = clock.now() + (client.clockSkewMs() ?? 0) - marginMs;
  const recent = { ...query, capturedAt: { ge: new Date(since).toISOString() } };
  const known = new Set((await listCaptures(client, deviceId, recent, signal)).map(({ id }) => id));
  for (;;) {
    const leftMs = endMs - clock.monotonicMs();
    if (leftMs <= 0)
      throw new ClientError('TIMEOUT', `${deviceId}: no capture ${describe(query)} within ${withinMs / 1000} s`, {
        operation: 'waveforms.list',
        deviceId,
        validations: [],
      });
    onLook(leftMs);
    await sleep(clock, Math.min(everyMs, leftMs), signal);
    try {
      const fresh = (await listCaptures(client, deviceId, recent, signal)).filter(({ id }) => !known.has(id));
      const next = fresh.sort((one, other) => timeOf(one) - timeOf(other))[0];
      if (next !== undefined) return await readCapture(client, deviceId, next.id, signal);
    } catch (error) {
      const passing = error instanceof ClientError && error.cause.retryable && !signal.aborted;
      if (!passing || clock.monotonicMs() >= endMs) throw error;
    }
  }
}
