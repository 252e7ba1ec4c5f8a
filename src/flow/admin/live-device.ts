import { type Client, normalizePosition } from '../../client';
import { flatMeter } from '../metering/flat-meter';
import type { TreeDevice } from './site-tree';

/** What the sidebar shows of a device in view; what is not known is absent. */
export interface LiveDevice {
  readonly connected?: boolean;
  /** Of the remote handle. */
  readonly position?: 'open' | 'closed' | 'unknown';
  /** The hand-operated handle is open: whatever the remote one does, the circuit is dead. */
  readonly openedByHand?: boolean;
  /** Mean power of the last report. */
  readonly watts?: number;
  /** Seconds until a timer closes the breaker. */
  readonly timerSeconds?: number;
  readonly evse?: string;
  /** How old the measured value was when it was read. */
  readonly ageMs?: number;
  /** Why it could not be read. */
  readonly error?: string;
}

type Call = Client['call'];

/** One read where the device tells all; a running timer and a charger's state cost one more. spec 2.6, 4.3, 4.7 */
export async function readLiveDevice(
  call: Call,
  { id, hardwareType }: TreeDevice,
  serviceNowMs: () => number,
): Promise<LiveDevice> {
  const { data } = await call('deviceData.get', { filter: { deviceId: id } });
  const { breaker, device, meter } = data;
  const closed = breaker?.settings?.remoteHandlePosition?.val;
  const position = closed === undefined ? undefined : normalizePosition(closed);
  const isCharger = hardwareType === 'ev-emcb';
  const [timer, evse] = await Promise.all([
    position === 'open' && !isCharger
      ? call('remoteHandle.getSecondsUntilReset', { path: { deviceId: id } })
      : undefined,
    isCharger ? call('evse.state', { path: { deviceId: id } }) : undefined,
  ]);
  const { averagePowerW, ts } = flatMeter(meter?.telemetry ?? {}, 'base');
  const connected = device?.metadata?.isConnected?.val;
  const timerSeconds = timer?.data.secondsUntilReset ?? 0;
  const state = evse?.data.state?.val;
  const openedByHand = breaker?.metadata?.mainHandlePosition?.val === false;
  return {
    ...(typeof connected === 'boolean' ? { connected } : {}),
    ...(position === undefined ? {} : { position }),
    ...(openedByHand ? { openedByHand } : {}),
    ...(averagePowerW === undefined ? {} : { watts: Math.round(averagePowerW) }),
    ...(timerSeconds > 0 ? { timerSeconds } : {}),
    ...(typeof state === 'string' ? { evse: state } : {}),
    ...(ts === undefined ? {} : { ageMs: Math.max(0, Math.round(serviceNowMs() - ts * 1000)) }),
  };
}
