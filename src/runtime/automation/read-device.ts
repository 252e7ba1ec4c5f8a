import type { ChargerReading, CircuitReading } from '../../automation';
import { effectiveMode } from '../../charging';
import { circuitReading } from '../../circuit';
import { type CallOptions, type Client, ClientError, normalizePosition } from '../../client';
import type { Clock } from '../../clock';
import { readHeldDevices } from '../../control';
import { defined } from '../../object';
import { flatMeter } from '..';
import type { KnownMeter } from './meter-readings';

/** How a device is read. */
export interface ReadOptions extends Pick<CallOptions, 'signal' | 'deadlineMs' | 'priority'> {
  readonly clock: Clock;
  /** An answer not older than this may be shared with others. */
  readonly maxAgeMs: number;
}

/** A charger's setting, and whether it may be put into the mode in which a current counts. */
export interface KnownCharger {
  readonly reading: ChargerReading;
  readonly takeMode: boolean;
}

/** One list of events serves the reads of many devices. */
const eventsMaxAgeMs = 10_000;
/** Modes in which a charger offers all it has: any current is less. In a person's windows, or switched off, it is left alone. */
const freeModes: ReadonlySet<unknown> = new Set(['no-restrictions', 'api-override-enable']);

const serviceNowMs = (client: Client, clock: Clock) => clock.now() + (client.clockSkewMs() ?? 0);

/** The meter now; undefined where the answer holds no current: what is not read is never 0. spec 2.5 */
export async function readMeter(
  client: Client,
  deviceId: string,
  { clock, ...options }: ReadOptions,
): Promise<KnownMeter | undefined> {
  const { data, receivedAtMs } = await client.call('meter.reading', { path: { deviceId } }, options);
  const { currentA, currentB, energyDeliveredWh, energyGeneratedWh, ts } = flatMeter(data, 'base');
  const { sequence = ts } = data;
  if (currentA === undefined || !Number.isFinite(currentA) || sequence === undefined) return undefined;
  const measuredMs = ts === undefined ? receivedAtMs : Math.min(receivedAtMs, measuredAtMs(client, clock, ts));
  const amperes = currentB === undefined ? [currentA] : [currentA, currentB];
  const counters = defined({ deliveredWh: energyDeliveredWh, generatedWh: energyGeneratedWh });
  return { identity: `${sequence} ${ts}`, reading: { amperes, ...counters }, measuredMs };
}

/** The monotonic instant of a `ts` of the service, epoch seconds; never in the future. */
export const measuredAtMs = (client: Client, clock: Clock, ts: number) =>
  clock.monotonicMs() - Math.max(0, serviceNowMs(client, clock) - ts * 1_000);

/** Both handles, the connection, and whether an event holds it. A position that cannot be read is unknown. spec 2.6, 4.3 */
export async function readCircuit(
  client: Client,
  deviceId: string,
  { clock, ...options }: ReadOptions,
): Promise<CircuitReading> {
  const startedMs = clock.monotonicMs();
  const serviceMs = client.clockSkewMs() === undefined ? undefined : serviceNowMs(client, clock);
  const [data, position, held] = await Promise.all([
    client.call('deviceData.get', { filter: { deviceId } }, options),
    client.call('remoteHandle.getPosition', { path: { deviceId } }, options).catch(unlessEnded(options.signal)),
    readHeld(client, clock, options),
  ]);
  const { mainHandle, connected } = circuitReading(data.data, {
    serviceNowMs: serviceNowMs(client, clock),
    readAgeMs: 0,
    normalize: normalizePosition,
  });
  return {
    // An answer that is shared may have been read that much before.
    readAtMs: startedMs - options.maxAgeMs,
    remoteHandle: normalizePosition(position?.data.position),
    mainHandle,
    ...defined({ serviceMs, connected, heldByEvent: held?.has(deviceId) }),
  };
}

/** What a charger is set to. One that cannot be reached is read as not connected. spec 2.11, 4.7 */
export async function readCharger(
  client: Client,
  deviceId: string,
  timeZone: string,
  { clock, ...options }: ReadOptions,
): Promise<KnownCharger> {
  const readAtMs = clock.monotonicMs() - options.maxAgeMs;
  const path = { deviceId };
  const [read, connection, held] = await Promise.all([
    client.call('evse.getConfiguration', { path }, options).catch((error: unknown) => ({ error })),
    client.call('device.isConnected', { path }, options).catch(unlessEnded(options.signal)),
    readHeld(client, clock, options),
  ]);
  const connected = connection?.data.isConnected;
  if ('error' in read) {
    if (connected !== false) throw read.error;
    return { reading: { readAtMs, connected }, takeMode: false };
  }
  const overrideEvent = held?.has(deviceId);
  const { charging, maxCurrent } = effectiveMode(read.data, {
    atMs: clock.now(),
    timeZone,
    // Its own program while offline is not what it is set to.
    ...defined({ overrideEvent }),
  });
  const setting: ChargerReading['setting'] =
    charging === undefined ? undefined : charging ? (maxCurrent ?? 'no-limit') : 'paused';
  const { mode, configuration } = read.data;
  const offlineMode = configuration?.offlineConfiguration?.mode;
  const freeOffline = offlineMode === undefined ? undefined : offlineMode === 'no-restrictions';
  return {
    reading: {
      readAtMs,
      configuration: JSON.stringify([mode, overrideEvent === true]),
      ...defined({ connected, setting, freeOffline }),
    },
    takeMode: freeModes.has(mode),
  };
}

function readHeld(client: Client, clock: Clock, { signal, maxAgeMs }: Omit<ReadOptions, 'clock'>) {
  return readHeldDevices(client, clock, { ...defined({ signal }), maxAgeMs: Math.max(maxAgeMs, eventsMaxAgeMs) });
}

/** What fails is not known; but not where the reading itself has ended. */
function unlessEnded(signal: AbortSignal | undefined): (error: unknown) => undefined {
  return (error) => {
    if (signal?.aborted || !(error instanceof ClientError)) throw error;
    return undefined;
  };
}
