import type { AnswerOf, InputOf } from '../../catalog';
import type { DeviceState } from '../state';
import { openWindow } from './charge-windows';

type Restrictions = NonNullable<
  NonNullable<
    NonNullable<InputOf<'evse.updateConfiguration'>['body']['configuration']>['apiConfiguration']
  >['restrictions']
>;

/** What a charger applies; 0 is no limit. spec 2.11 */
export interface EvseControl {
  readonly enabled: boolean;
  readonly authorized: boolean;
  readonly restrictions: { readonly maxCurrent: number; readonly maxEnergy: number };
}

function control(enabled: boolean, restrictions: Restrictions | undefined = {}): EvseControl {
  const { maxCurrent = 0, maxEnergy = 0 } = restrictions;
  return { enabled, authorized: enabled, restrictions: { maxCurrent, maxEnergy } };
}

/** The mode as it is read: one of the three that cannot be set, where one applies. */
export function appliedMode({ evse, online }: DeviceState): AnswerOf<'evse.getConfiguration'>['mode'] {
  if (evse === undefined) return undefined;
  if (evse.ocppChargePointId !== undefined) return 'ocpp';
  if (!online && evse.configuration.configuration.offlineConfiguration?.mode === 'no-restrictions')
    return 'offline-no-restrictions';
  return evse.configuration.mode;
}

/**
 * What the charger applies at an instant, by its mode: `cloud-api` the API configuration (not enabled unless it says so),
 * `charge-windows` the window that is open, `api-override-disable` nothing; in the others charging is free. spec 4.7
 */
export function controlAt(device: DeviceState, at: number): EvseControl {
  const parts = device.evse?.configuration.configuration;
  switch (appliedMode(device)) {
    case 'cloud-api':
      return control(parts?.apiConfiguration?.enabled ?? false, parts?.apiConfiguration?.restrictions);
    case 'charge-windows': {
      const window = openWindow(parts?.windowConfiguration?.windows ?? [], at);
      return control(window !== undefined, window?.restrictions);
    }
    case 'api-override-disable':
      return control(false);
    default:
      return control(true);
  }
}
