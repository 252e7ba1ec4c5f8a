import { always, assumed, optional, record, text, view } from '../../schema';
import { deviceIdentifier, identifier } from './values';

export const ocppCentralSystemRequest = record({
  websocketBaseUrl: assumed(
    text({ pattern: '^wss?://[^\\s]+$', about: 'WebSocket base URL of the central system' }),
    'pattern',
  ),
});

/** spec 2.11 */
export const ocppCentralSystem = view({ id: always(text()), websocketBaseUrl: text() });

export const ocppChargePointRequest = record({
  ocppCentralSystemId: identifier('central system'),
  deviceId: deviceIdentifier('EV charger'),
  password: optional(text({ min: 1, secret: true, about: 'absent: no authentication' })),
  chargePointIdentifier: optional(text({ min: 1 })),
});

/** spec 2.11 */
export const ocppChargePoint = view({
  id: always(text()),
  ocppCentralSystemId: text(),
  deviceId: text(),
  chargePointIdentifier: text(),
  ocppCentralSystemUrl: text(),
});
