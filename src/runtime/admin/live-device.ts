import type { LiveDevice, SiteDevice } from '../../admin-api';
import { circuitReading } from '../../circuit';
import { type Client, normalizePosition } from '../../client';
import { flatMeter } from '..';

type Call = Client['call'];

interface ReadOptions {
  readonly serviceNowMs: () => number;
  readonly monotonicMs: () => number;
  /** An answer of the cache may be as old as this. */
  readonly sharedMaxAgeMs: number;
  /** The devices that override events hold; undefined if the service does not say. */
  readonly held: Promise<ReadonlySet<string> | undefined>;
}

/**
 * One read of the device data, and one more for the timer of an open breaker or the state of a charger.
 * spec 2.6, 4.3, 4.7
 */
export async function readLiveDevice(
  call: Call,
  { id, hardwareType }: SiteDevice,
  { serviceNowMs, monotonicMs, sharedMaxAgeMs, held }: ReadOptions,
): Promise<LiveDevice> {
  const startedMs = monotonicMs();
  const [{ data }, holds] = await Promise.all([call('deviceData.get', { filter: { deviceId: id } }), held]);
  const read = circuitReading(data, {
    serviceNowMs: serviceNowMs(),
    readAgeMs: sharedMaxAgeMs + monotonicMs() - startedMs,
    normalize: normalizePosition,
  });
  const isCharger = hardwareType === 'ev-emcb';
  const [timer, evse] = await Promise.all([
    read.remoteHandle === 'open' && !isCharger
      ? call('remoteHandle.getSecondsUntilReset', { path: { deviceId: id } })
      : undefined,
    isCharger ? call('evse.state', { path: { deviceId: id } }) : undefined,
  ]);
  const { averagePowerW, ts } = flatMeter(data.meter?.telemetry ?? {}, 'base');
  const timerSeconds = timer?.data.secondsUntilReset;
  const state = evse?.data.state?.val;
  return {
    circuit: { ...read, ...(holds === undefined ? {} : { heldByEvent: holds.has(id) }) },
    ...(averagePowerW === undefined ? {} : { watts: Math.round(averagePowerW) }),
    ...(timerSeconds !== undefined && timerSeconds > 0 ? { timerSeconds } : {}),
    ...(timer !== undefined && timerSeconds === undefined ? { timerUnknown: true } : {}),
    ...(typeof state === 'string' ? { evse: state } : {}),
    ...(ts === undefined ? {} : { ageMs: Math.max(0, Math.round(serviceNowMs() - ts * 1000)) }),
  };
}
