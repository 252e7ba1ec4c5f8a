import type { AnswerOf } from '../../catalog';
import { type CircuitReading, type CircuitStateName, circuitReading, effectiveState } from '../../circuit';
import { type CallOptions, type Client, type HandlePosition, normalizePosition, type ReleaseWhile } from '../../client';
import type { Clock } from '../../clock';
import { defined } from '../../object';
import { signalPart } from '../write/write-request';
import { readHeldDevices } from './event-hold';

type DeviceData = AnswerOf<'deviceData.get'>;

/** The state of a circuit as a message carries it. */
export interface CircuitRecord {
  readonly state: CircuitStateName;
  /** True: both handles are closed. False: one of them is open. Absent: not known. */
  readonly energised?: boolean;
  /** Of the remote handle. */
  readonly position: HandlePosition;
  /** The position as the service spells it. */
  readonly raw?: string;
  readonly mainHandle: HandlePosition;
  readonly connected?: boolean;
  /** Epoch ms on the service's clock: when the connection was lost, or the time of data that are too old. */
  readonly since?: number;
}

export interface CircuitOptions {
  readonly clock: Clock;
  readonly signal?: AbortSignal;
  readonly releaseWhile?: ReleaseWhile;
  readonly deadlineMs?: number;
  /** An answer not older than this may be shared. */
  readonly maxAgeMs?: number;
  /** The position of the remote handle where it was read just now: one call less, and nothing rejects but an abort. */
  readonly position?: HandlePosition;
}

/** One list of events serves reads of many devices. */
const eventsMaxAgeMs = 10_000;

/**
 * Reads both handles, the connection and what holds the device: the latest device data, and the position of the remote
 * handle by itself, which is newer. Two calls, and one list of events for all devices. spec 2.6, 4.3
 */
export async function readCircuitState(
  client: Client,
  deviceId: string,
  { clock, position, ...query }: CircuitOptions,
): Promise<CircuitRecord> {
  const options = callOptions(query);
  const startedMs = clock.monotonicMs();
  const [data, read, held] = await Promise.all([
    deviceData(client, deviceId, options, position !== undefined),
    position === undefined ? client.call('remoteHandle.getPosition', { path: { deviceId } }, options) : undefined,
    heldByEvent(client, deviceId, clock, options),
  ]);
  const reading = readingOf(client, data ?? {}, clock, readAgeMs(clock, startedMs, options));
  const remoteHandle = position ?? normalizePosition(read?.data.position);
  const raw = read?.data.position;
  return { ...recordOf(client, clock, { ...reading, remoteHandle, ...held }), ...defined({ raw }) };
}

/**
 * The state of a circuit whose latest device data were read between `startedMs` (monotonic) and now; undefined where
 * they contain neither a handle position nor a lost connection, as those of a charger.
 */
export async function circuitOfDeviceData(
  client: Client,
  deviceId: string,
  data: DeviceData,
  { clock, startedMs, ...query }: Omit<CircuitOptions, 'position'> & { readonly startedMs: number },
): Promise<CircuitRecord | undefined> {
  const options = callOptions(query);
  const reading = readingOf(client, data, clock, readAgeMs(clock, startedMs, options));
  const { connected, mainHandle, remoteHandle } = reading;
  if (connected !== false && mainHandle === 'unknown' && remoteHandle === 'unknown') return undefined;
  return recordOf(client, clock, { ...reading, ...(await heldByEvent(client, deviceId, clock, options)) });
}

function readingOf(client: Client, data: Partial<DeviceData>, clock: Clock, ageMs: number): CircuitReading {
  return circuitReading(data, {
    serviceNowMs: serviceNowMs(client, clock),
    readAgeMs: ageMs,
    normalize: normalizePosition,
  });
}

function recordOf(client: Client, clock: Clock, reading: CircuitReading): CircuitRecord {
  const { state, energised, forMs } = effectiveState(reading);
  return {
    state,
    ...defined({ energised }),
    position: reading.remoteHandle,
    mainHandle: reading.mainHandle,
    ...defined({ connected: reading.connected }),
    ...(forMs === undefined ? {} : { since: Math.round(serviceNowMs(client, clock) - forMs) }),
  };
}

const serviceNowMs = (client: Client, clock: Clock) => clock.now() + (client.clockSkewMs() ?? 0);

/** The greatest age of an answer, in ms: a shared one may have been read `maxAgeMs` before. */
function readAgeMs(clock: Clock, startedMs: number, { maxAgeMs = 0 }: CallOptions): number {
  return maxAgeMs + clock.monotonicMs() - startedMs;
}

function callOptions({ maxAgeMs = 0, signal, releaseWhile, deadlineMs }: Omit<CircuitOptions, 'clock'>): CallOptions {
  return {
    maxAgeMs,
    ...signalPart(signal),
    ...defined({ releaseWhile, deadlineMs }),
  };
}

async function heldByEvent(
  client: Client,
  deviceId: string,
  clock: Clock,
  { signal, maxAgeMs = 0 }: CallOptions,
): Promise<{ readonly heldByEvent?: boolean }> {
  const options = { ...signalPart(signal), maxAgeMs: Math.max(maxAgeMs, eventsMaxAgeMs) };
  const held = await readHeldDevices(client, clock, options);
  return held === undefined ? {} : { heldByEvent: held.has(deviceId) };
}

async function deviceData(
  client: Client,
  deviceId: string,
  options: CallOptions,
  mayFail: boolean,
): Promise<DeviceData | undefined> {
  try {
    return (await client.call('deviceData.get', { filter: { deviceId } }, options)).data;
  } catch (error) {
    if (!mayFail || options.signal?.aborted) throw error;
    return undefined;
  }
}
