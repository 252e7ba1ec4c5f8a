import { type Client, normalizePosition } from '../../client';
import type { LiveDevice, SiteDevice } from '../../site-view';
import { flatMeter } from '../metering/flat-meter';

type Call = Client['call'];

/** One read where the device tells all; a running timer and a charger's state cost one more. spec 2.6, 4.3, 4.7 */
export async function readLiveDevice(
  call: Call,
  { id, hardwareType }: SiteDevice,
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
