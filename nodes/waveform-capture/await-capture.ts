import { type Client, ClientError } from '../../src/client';
import { type Clock, sleep } from '../../src/clock';
import { type CaptureQuery, type CaptureRecord, describe, listCaptures, readCapture, timeOf } from '../../src/runtime';

/** The range of the first read, ms. If the clocks differ by less, an old capture is not mistaken for a new one. */
const marginMs = 600_000;

interface AwaitOptions {
  readonly client: Client;
  readonly clock: Clock;
  readonly deviceId: string;
  readonly query: Omit<CaptureQuery, 'capturedAt'>;
  readonly withinMs: number;
  readonly everyMs: number;
  readonly signal: AbortSignal;
  /** Called after each read without a new capture, with the remaining time. */
  readonly onRead: (leftMs: number) => void;
}

/**
 * Waits for the first complete new capture that matches the query. The list is read at an interval; captures of the first
 * read are excluded by their ids, so that different clocks do not matter. Throws `TIMEOUT`. A read that fails with a
 * retryable error is repeated.
 */
export async function awaitCapture(options: AwaitOptions): Promise<CaptureRecord> {
  const { client, clock, deviceId, query, withinMs, everyMs, signal, onRead } = options;
  const endMs = clock.monotonicMs() + withinMs;
  // The service's clock is known only after an answer.
  if (client.clockSkewMs() === undefined) await listCaptures(client, deviceId, query, signal);
  const sinceMs = clock.now() + (client.clockSkewMs() ?? 0) - marginMs;
  const recent = { ...query, capturedAt: { ge: new Date(sinceMs).toISOString() } };
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
      const newCaptures = (await listCaptures(client, deviceId, recent, signal)).filter(({ id }) => !known.has(id));
      const oldest = newCaptures.sort((a, b) => timeOf(a) - timeOf(b))[0];
      if (oldest !== undefined) return await readCapture(client, deviceId, oldest.id, signal);
    } catch (error) {
      const retryable = error instanceof ClientError && error.cause.retryable && !signal.aborted;
      if (!retryable || clock.monotonicMs() >= endMs) throw error;
    }
  }
}
