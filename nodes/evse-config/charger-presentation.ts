import type { AnswerOf } from '../../src/catalog';
import {
  type ConfigurationRead,
  effectiveMode,
  limitRead,
  type ModeCircumstances,
  noLimit,
  readChargerState,
} from '../../src/charging';
import type { ChargerView } from '../../src/control';
import { defined } from '../../src/object';

/** A charger's state as one flat record; times in epoch ms. What the state does not tell of the car is absent. */
export function flatChargerState(
  deviceId: string,
  { state, currentError, permanentErrorFlag }: AnswerOf<'evse.state'>,
) {
  const read = readChargerState(state?.val);
  return {
    deviceId,
    state: state?.val,
    ...defined({ pluggedIn: read?.pluggedIn, charging: read?.charging }),
    since: state?.ts === undefined ? undefined : state.ts * 1000,
    error: currentError?.val?.type,
    errorDescription: currentError?.val?.description,
    permanentError: permanentErrorFlag?.val,
  };
}

/** The control state that a charger applies now; a limit of 0 becomes "no limit". */
export function flatChargerControl(deviceId: string, { enabled, authorized, restrictions }: AnswerOf<'evse.control'>) {
  return {
    deviceId,
    enabled,
    authorized,
    maxCurrent: limitRead(restrictions?.maxCurrent),
    maxEnergy: limitRead(restrictions?.maxEnergy),
  };
}

/** A charger's configuration with its effective mode and the reasons; a limit of 0 becomes "no limit". */
export function presentConfiguration(
  deviceId: string,
  view: ChargerView,
  time: Pick<ModeCircumstances, 'atMs' | 'timeZone'>,
) {
  const { configuration, connected, overrideEvent } = view;
  const effective = effectiveMode(configuration as ConfigurationRead, { ...time, connected, overrideEvent });
  return {
    deviceId,
    mode: configuration.mode,
    configuration: withNoLimit(configuration.configuration),
    connected,
    overrideEvent,
    effective,
  };
}

function withNoLimit(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNoLimit);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      (name === 'maxCurrent' || name === 'maxEnergy') && inner === 0 ? noLimit : withNoLimit(inner),
    ]),
  );
}
