import { assumed, boolean, known, list, number, oneOf, optional, record, text, view } from '../../schema';
import { limits } from '../limits';
import { instant, instantRead, timestamped } from './values';

export const evseSettableModes = [
  'no-restrictions',
  'cloud-api',
  'charge-windows',
  'api-override-enable',
  'api-override-disable',
] as const;
/** Modes that can be read but not set. */
export const evseReadOnlyModes = ['ocpp', 'manual-override', 'offline-no-restrictions'] as const;
export const evseStates = ['idle'] as const;
export const evseErrorTypes = ['NO_ERROR', 'ERROR_VENT_NOT_SUPPORTED'] as const;
export const evseOfflineModes = ['no-restrictions', 'no-change'] as const;
export const weekDays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;

export const evseErrorDetail = view({ type: known(evseErrorTypes), description: text() });

/** spec 2.11 */
export const evseState = view({
  state: timestamped(known(evseStates)),
  currentError: timestamped(evseErrorDetail),
  permanentErrorFlag: timestamped(boolean()),
});

/** 0 means no limit for both. spec 2.11, 9.3 */
export const evseRestrictions = record({
  maxCurrent: optional(
    assumed(
      number({ min: 0, max: limits.evseCurrentMaxA, unit: 'A', about: '0 = no limit, otherwise 6 to 32' }),
      'maximum',
    ),
  ),
  maxEnergy: optional(
    assumed(number({ min: 0, max: limits.evseEnergyMaxWh, unit: 'Wh', about: '0 = no limit' }), 'maximum'),
  ),
});

const restrictionsRead = view({ maxCurrent: number({ unit: 'A' }), maxEnergy: number({ unit: 'Wh' }) });

/** What the charger applies now. spec 2.11 */
export const evseControl = view({ enabled: boolean(), authorized: boolean(), restrictions: restrictionsRead });

const windowEdge = record({
  day: oneOf(weekDays),
  time: text({ pattern: '^([01][0-9]|2[0-3])[0-5][0-9]$', about: 'HHMM, 24 hours' }),
});

export const chargeWindow = record({ start: windowEdge, stop: windowEdge, restrictions: optional(evseRestrictions) });

const configurationChange = record({
  apiConfiguration: optional(
    record({ enabled: optional(boolean({ about: 'charging allowed' })), restrictions: optional(evseRestrictions) }),
  ),
  windowConfiguration: optional(record({ windows: list(chargeWindow) })),
  offlineConfiguration: optional(record({ mode: known(evseOfflineModes) })),
  manualOverrideConfiguration: optional(record({ featureEnabled: boolean() })),
});

/** A change of the configuration: only what is named changes. spec 4.7 */
export const evseConfigurationChange = record({
  mode: optional(assumed(oneOf(evseSettableModes), 'enum')),
  configuration: optional(configurationChange),
});

const windowEdgeRead = view({ day: known(weekDays), time: text() });

/** The configuration as read; its mode can be one that cannot be set. spec 2.11 */
export const evseConfiguration = view({
  mode: known([...evseSettableModes, ...evseReadOnlyModes]),
  configuration: view({
    apiConfiguration: view({ enabled: boolean(), restrictions: restrictionsRead }),
    windowConfiguration: view({
      windows: list(view({ start: windowEdgeRead, stop: windowEdgeRead, restrictions: restrictionsRead })),
    }),
    offlineConfiguration: view({ mode: known(evseOfflineModes) }),
    manualOverrideConfiguration: view({ featureEnabled: boolean() }),
  }),
});

/** Units of the numeric fields are not documented. spec 2.11 */
export const plugSession = view({
  id: text(),
  deviceId: text(),
  status: known(['active', 'completed']),
  startedAt: instant('when the car was plugged in'),
  stoppedAt: instant('when the car was unplugged'),
  energyTransferred: number(),
  ampsAverage: number(),
  ampsMax: number(),
  totalSecondsWithLoad: number({ unit: 's' }),
  chargeSessions: list(
    view({
      status: text(),
      error: view({ type: known(evseErrorTypes), description: text(), timestamp: instantRead }),
      startedAt: instant('when charging began'),
      stoppedAt: instant('when charging ended'),
      energyTransferred: number(),
    }),
  ),
});
