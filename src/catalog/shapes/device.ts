import { always, assumed, boolean, integer, known, oneOf, optional, record, text, view } from '../../schema';
import { limits } from '../limits';
import { color, colorRead, identifier } from './values';

export const hardwareTypes = ['emcb', 'ev-emcb'] as const;
export const deviceSkus = ['BREM1015', 'BREM1020', 'BREM2030', 'BABEM1015', 'BABEM1020', 'BABEM2030'] as const;

/** The specification shows one value, and says that there are others. spec 2.2 */
export const knownLoadTypes = ['air-conditioner'] as const;

/** spec 2.2 */
export const loadDetails = view({
  type: known(knownLoadTypes, { about: 'kind of load' }),
  manufacturerName: text(),
  modelName: text(),
});

/** What can be written to `loadDetails`. spec 2.2, 4.2 */
export const loadDetailsChange = record({
  type: optional(known(knownLoadTypes, { about: 'kind of load' })),
  manufacturerName: optional(text()),
  modelName: optional(text()),
});

/** spec 2.2 */
export const device = view({
  id: always(text()),
  locationId: text({ about: 'parent location of type equipment' }),
  hardwareType: known(hardwareTypes),
  sku: known(deviceSkus),
  serialNumber: text(),
  chargerStationId: text({ about: 'EV chargers only' }),
  loadDetails,
});

/** spec 4.2 */
export const deviceChange = record({
  locationId: optional(identifier('new parent location in the same organization')),
  loadDetails: optional(loadDetailsChange),
});

/** Values as read: letter case varies, and a breaker can report that handle and contacts disagree. spec 2.3 */
export const handlePosition = view({ position: known(['open', 'closed']) });

/** spec 4.3 */
export const handleCommand = record({
  command: oneOf(['open', 'close']),
  reason: text({ min: 1, about: 'why the breaker is operated; kept in its history' }),
  secondsUntilReset: optional(
    integer({
      min: 0,
      max: limits.secondsUntilResetMax,
      unit: 's',
      about: 'only with open: 0 cancels a timer, otherwise at least 10; the breaker closes again when it has run out',
    }),
  ),
});

export const secondsUntilReset = view({
  secondsUntilReset: integer({ unit: 's', about: '0 when no timer is active' }),
});

export const connection = view({ isConnected: boolean(), ts: integer({ unit: 's', about: 'epoch seconds' }) });

export const loadPresentThreshold = record({
  loadPresentThreshold: integer({ min: 1, unit: 'mA', about: 'a load is present above this current' }),
});

export const loadPresentThresholdRead = view({ loadPresentThreshold: integer({ unit: 'mA' }) });

export const alignment = record({
  alignment: oneOf(['none', 'clock'], { about: 'clock: reports are sent at multiples of the report rate' }),
});

/** The body is not shown: any other is sent. spec 4.3 */
export const dataReportRate = assumed(
  record({ dataReportRate: integer({ min: 1, unit: 's', about: 'seconds between reports; 300 by default' }) }),
  'shape',
);

export const bargraphMode = record({
  mode: oneOf(['track-meter-data', 'user-defined'], { about: 'colors apply only in user-defined' }),
});

export const bargraphModeRead = view({ mode: known(['track-meter-data', 'user-defined']) });

/** spec 2.3 */
export const bargraphColors = record({ led1: color, led2: color, led3: color, led4: color, led5: color });

export const bargraphColorsRead = view({
  led1: colorRead,
  led2: colorRead,
  led3: colorRead,
  led4: colorRead,
  led5: colorRead,
});
