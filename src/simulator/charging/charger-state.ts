import type { AnswerOf, StreamPublish } from '../../catalog';
import { evseStateValue, sessionsOf } from '../physics';
import type { ServiceState } from '../service-state';
import type { DeviceState, EvseDeviceState } from '../state';
import { appliedMode, controlAt } from './control';
import { runningSession } from './plug';

/** What a charger does, since its state last could change. spec 2.11 */
export function chargerState(
  state: ServiceState,
  device: DeviceState,
  charger: EvseDeviceState,
  now: number,
): AnswerOf<'evse.state'> {
  const session = runningSession(state, device.id);
  const control = controlAt(device, now);
  const val = evseStateValue({
    pluggedIn: session !== undefined,
    permanentError: charger.permanentError,
    allowed: control.enabled && control.authorized,
    amps: session?.draw.at(-1)?.amps ?? 0,
  });
  const since =
    session === undefined
      ? Math.max(device.commissionedAt, sessionsOf(state, device.id).at(-1)?.stoppedAt ?? 0)
      : Math.max(session.startedAt, session.draw.at(-1)?.at ?? 0, charger.changedAt ?? 0);
  const ts = Math.floor(since / 1000);
  return {
    state: { val, ts },
    currentError: { val: { type: charger.currentError, description: charger.currentError }, ts },
    permanentErrorFlag: { val: charger.permanentError, ts },
  };
}

/** The charger's channel of a stream: each leaf with the instant since which it holds. spec 6.2 */
export function chargerChannel(
  state: ServiceState,
  device: DeviceState,
  charger: EvseDeviceState,
  now: number,
): NonNullable<StreamPublish['evse']> {
  const { enabled, authorized } = controlAt(device, now);
  const ts = Math.floor((charger.changedAt ?? device.commissionedAt) / 1000);
  const since = (val: unknown) => ({ val, ts });
  const { apiConfiguration, windowConfiguration, offlineConfiguration } = charger.configuration.configuration;
  return {
    metadata: {
      ...chargerState(state, device, charger, now),
      enabled: { val: enabled, ts },
      authorized: { val: authorized, ts },
      numBoots: { val: device.boots, ts: Math.floor(device.onlineSince / 1000) },
    },
    settings: {
      mode: { val: appliedMode(device) ?? charger.configuration.mode, ts },
      ...(apiConfiguration === undefined ? {} : { apiConfiguration: since(apiConfiguration) }),
      ...(windowConfiguration === undefined ? {} : { windowConfiguration: since(windowConfiguration) }),
      ocppConfiguration: since({ enabled: charger.ocppChargePointId !== undefined }),
      ...(offlineConfiguration === undefined ? {} : { offlineConfiguration: since(offlineConfiguration) }),
    },
  };
}
