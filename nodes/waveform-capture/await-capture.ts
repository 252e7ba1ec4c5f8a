import { type Client, ClientError } from '../../src/client';
import { type Clock, sleep } from '../../src/clock';
import { type CaptureQuery, type CaptureRecord, describe, listCaptures, readCapture, timeOf } from '../../src/runtime';

/** How far back the first read goes, ms: clocks may differ by so much without an old capture passing for a new one. */
const marginMs = 600_000;

interface AwaitOptions {
  readonly client: Client;
  readonly clock: Clock;
  readonly deviceId: string;
  readonly query: Omit<CaptureQuery, 'capturedAt'>;
  readonly withinMs: number;
  readonly everyMs: number;
  readonly signal: AbortSignal;
  /** Called after each read that found nothing, with the time that is left. */
  readonly onRead: (leftMs: number) => void;
}

/**
 * The first complete capture that appears from now on and matches the query. The list is read at an interval; captures
 * of the first read are excluded by their ids, so that different clocks do not matter. Ends with `TIMEOUT`; a read that
 * fails with a retryable error is repeated.
 */
export async function awaitCapture(options: AwaitOptions): Promise<CaptureRecord> {
  const { client, clock, deviceId, query, withinMs, everyMs, signal, onRead } = options;
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
    onRead(leftMs);
    await sleep(clock, Math.min(everyMs, leftMs), signal);
    try {
      const fresh = (await listCaptures(client, deviceId, recent, signal)).filter(({ id }) => !known.has(id));
      const next = fresh.sort((one, other) => timeOf(one) - timeOf(other))[0];
      if (next !== undefined) return await readCapture(client, deviceId, next.id, signal);
    } catch (error) {
      const retryable = error instanceof ClientError && error.cause.retryable && !signal.aborted;
      if (!retryable || clock.monotonicMs() >= endMs) throw error;
    }
  }
}
