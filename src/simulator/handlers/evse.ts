import { type InputOf, limits } from '../../catalog';
import { defined } from '../../object';
import { chargerState } from '../charging/charger-state';
import { appliedMode, controlAt } from '../charging/control';
import { findDevice } from '../find';
import { type HandlerContext, type HandlersOf, ServiceRefusal } from '../handler';
import { inOverrideEvent, requireOnline } from '../operate-handle';
import type { DeviceState, EvseConfigurationState, EvseDeviceState } from '../state';
import { fieldsRefusal } from './field-refusal';

type Change = InputOf<'evse.updateConfiguration'>['body'];

/** The delay between the acknowledgement of a change and its effect. */
export const readBackDelayMs = 2000;

function findCharger(context: HandlerContext, deviceId: string): { device: DeviceState; evse: EvseDeviceState } {
  const device = findDevice(context, deviceId);
  if (device.evse === undefined) throw new ServiceRefusal(418, 'The device is not an EV charger');
  return { device, evse: device.evse };
}

/** Only what is named changes; a list of windows is replaced as a whole. spec 4.7 */
function merged(configuration: EvseConfigurationState, change: Change): EvseConfigurationState {
  const { apiConfiguration, ...parts } = change.configuration ?? {};
  const before = configuration.configuration;
  const api = before.apiConfiguration;
  return {
    ...configuration,
    ...defined({ mode: change.mode }),
    configuration: {
      ...before,
      ...parts,
      ...(apiConfiguration === undefined
        ? {}
        : {
            apiConfiguration: {
              ...api,
              ...apiConfiguration,
              ...(apiConfiguration.restrictions === undefined
                ? {}
                : { restrictions: { ...api?.restrictions, ...apiConfiguration.restrictions } }),
            },
          }),
    },
  };
}

/** 1 to 5 A do not exist: a charger offers at least 6 A, and 0 stands for no limit. */
function requirePossibleCurrents({ configuration }: Change): void {
  const places = [
    { path: 'apiConfiguration', restrictions: configuration?.apiConfiguration?.restrictions },
    ...(configuration?.windowConfiguration?.windows ?? []).map(({ restrictions }, index) => ({
      path: `windowConfiguration.windows[${index}]`,
      restrictions,
    })),
  ];
  const wrong = places.filter(
    ({ restrictions }) =>
      (restrictions?.maxCurrent ?? 0) > 0 && Number(restrictions?.maxCurrent) < limits.evseCurrentMinA,
  );
  if (wrong.length > 0)
    throw fieldsRefusal(
      wrong.map(({ path }) => ({
        propertyName: `configuration.${path}.restrictions.maxCurrent`,
        message: `must be 0 (no limit) or at least ${limits.evseCurrentMinA}`,
      })),
    );
}

/** spec 4.7 */
export const evse: HandlersOf<'evse'> = {
  'evse.state': ({ path }, context) => {
    const { device, evse: charger } = findCharger(context, path.deviceId);
    return chargerState(context.state, device, charger, context.clock.now());
  },

  'evse.control': ({ path }, context) => {
    const { enabled, authorized, restrictions } = controlAt(
      findCharger(context, path.deviceId).device,
      context.clock.now(),
    );
    return { enabled, authorized, restrictions: { ...restrictions } };
  },

  'evse.getConfiguration': ({ path }, context) => {
    const { device, evse: charger } = findCharger(context, path.deviceId);
    const mode = appliedMode(device);
    return { ...charger.configuration, ...defined({ mode }) };
  },

  'evse.updateConfiguration': ({ path, body }, context) => {
    const { device, evse: charger } = findCharger(context, path.deviceId);
    if (Object.keys(body).length === 0) throw new ServiceRefusal(400, 'The body names nothing to change');
    requirePossibleCurrents(body);
    if (charger.ocppChargePointId !== undefined) throw new ServiceRefusal(400, 'The device is controlled by OCPP');
    if (inOverrideEvent(context.state, device.id))
      throw new ServiceRefusal(400, 'The device takes part in an override event');
    requireOnline(device);
    const configuration = merged(charger.pending?.configuration ?? charger.configuration, body);
    charger.pending = { at: context.clock.now() + readBackDelayMs, configuration };
    return configuration;
  },
};
