import type { AnswerOf } from '../../catalog';
import { type CallOptions, type Client, type HandlePosition, normalizePosition, type ReleaseWhile } from '../../client';
import { type Clock, sleep } from '../../clock';
import { signalPart } from './write-request';

/** Waits between the reads of one read-back; the last one repeats. */
const pausesMs = [250, 500, 1_000, 2_000] as const;
/** The least deadline of a read, also of the last one of a read-back. */
const minReadMs = 1_000;

/** The state that a command should have caused. */
interface Expected {
  readonly deviceId: string;
  readonly wanted: HandlePosition;
  /** The timer that was set (0: ended); undefined: the command sets no timer. */
  readonly secondsUntilReset: number | undefined;
  readonly withinMs: number;
  readonly signal: AbortSignal | undefined;
  /** Wraps the pauses: devices still to be commanded go before devices that are only read. */
  readonly releaseWhile?: ReleaseWhile | undefined;
}

/**
 * Reads position and timer until they are as commanded or `withinMs` have passed, and returns the last read. A failed
 * read counts as unknown, never as success.
 */
export async function readBack(
  client: Client,
  clock: Clock,
  expected: Expected,
): Promise<{ readonly asCommanded: boolean; readonly position: HandlePosition }> {
  const { signal, releaseWhile = (wait) => wait } = expected;
  await releaseWhile(Promise.resolve(), 'last');
  const endMs = clock.monotonicMs() + expected.withinMs;
  for (let attempt = 0; ; attempt += 1) {
    const deadlineMs = Math.max(minReadMs, endMs - clock.monotonicMs());
    const options: CallOptions = { deadlineMs, priority: 'command-read', ...signalPart(signal), releaseWhile };
    const position = await readPosition(client, expected.deviceId, options);
    if (position === expected.wanted && (await timerAsCommanded(client, expected, options)))
      return { asCommanded: true, position };
    const pauseMs = pausesMs[Math.min(attempt, pausesMs.length - 1)] ?? 1_000;
    if (clock.monotonicMs() + pauseMs > endMs) return { asCommanded: false, position };
    await releaseWhile(sleep(clock, pauseMs, signal), 'last');
  }
}

async function readPosition(client: Client, deviceId: string, options: CallOptions): Promise<HandlePosition> {
  try {
    const { data } = await client.call('remoteHandle.getPosition', { path: { deviceId } }, options);
    return normalizePosition(data.position);
  } catch (error) {
    if (options.signal?.aborted) throw error;
    return 'unknown';
  }
}

async function timerAsCommanded(
  client: Client,
  { deviceId, secondsUntilReset }: Expected,
  options: CallOptions,
): Promise<boolean> {
  if (secondsUntilReset === undefined) return true;
  try {
    const { data } = await client.call('remoteHandle.getSecondsUntilReset', { path: { deviceId } }, options);
    const leftS = data.secondsUntilReset;
    if (leftS === undefined) return false;
    return secondsUntilReset === 0 ? leftS === 0 : leftS > 0 && leftS <= secondsUntilReset;
  } catch (error) {
    if (options.signal?.aborted) throw error;
    return false;
  }
}

/**
 * Whether an override event holds the device, so that a command is stored; `unknown`: the events could not be read.
 * spec 3
 */
export async function overrideHold(
  client: Client,
  deviceId: string,
  signal?: AbortSignal,
): Promise<'held' | 'free' | 'unknown'> {
  // Its own organization sees every event that holds it.
  const options = { ...signalPart(signal), ofDevice: deviceId };
  try {
    const events = await client.list('overrideEvents.list', {}, { ...options, maxAgeMs: 1_000 });
    for (const event of events.filter(isActive)) {
      if (event.id === undefined) continue;
      const { data } = await client.call(
        'overrideEvents.listParticipations',
        { path: { eventId: event.id } },
        { ...options, maxAgeMs: 1_000 },
      );
      if (data.some((one) => one.deviceId === deviceId && one.status === 'participating')) return 'held';
    }
    return 'free';
  } catch (error) {
    if (signal?.aborted) throw error;
    return 'unknown';
  }
}

/** Whether an override event is known to hold the device. */
export async function heldByOverrideEvent(client: Client, deviceId: string, signal?: AbortSignal): Promise<boolean> {
  return (await overrideHold(client, deviceId, signal)) === 'held';
}

// The statuses are not documented: only an event that has not begun or is over is known to store no command.
export function isActive({ status }: AnswerOf<'overrideEvents.list'>[number]): boolean {
  return status !== 'scheduled' && status !== 'cancelled' && status !== 'ended';
}
