import type { LiveDevice, SiteDevice } from '../../admin-api';
import { circuitReading } from '../../circuit';
import { type Client, normalizePosition } from '../../client';
import { flatMeter } from '..';

type Call = Client['call'];

interface ReadingNow {
  readonly serviceNowMs: () => number;
  readonly monotonicMs: () => number;
  /** An answer of the cache may be as old as this. */
  readonly sharedMaxAgeMs: number;
  /** The devices that override events hold; undefined: the service does not tell. */
  readonly held: Promise<ReadonlySet<string> | undefined>;
}

/** One read where the device tells all; a running timer and a charger's state cost one more. spec 2.6, 4.3, 4.7 */
export async function readLiveDevice(
  call: Call,
  { id, hardwareType }: SiteDevice,
  { serviceNowMs, monotonicMs, sharedMaxAgeMs, held }: ReadingNow,
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
  const timerSeconds = timer?.data.secondsUntilReset ?? 0;
  const state = evse?.data.state?.val;
  return {
    circuit: { ...read, ...(holds === undefined ? {} : { heldByEvent: holds.has(id) }) },
    ...(averagePowerW === undefined ? {} : { watts: Math.round(averagePowerW) }),
    ...(timerSeconds > 0 ? { timerSeconds } : {}),
    ...(typeof state === 'string' ? { evse: state } : {}),
    ...(ts === undefined ? {} : { ageMs: Math.max(0, Math.round(serviceNowMs() - ts * 1000)) }),
  };
}
