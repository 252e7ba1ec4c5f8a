import { always, anything, assumed, integer, known, map, oneOf, optional, record, text, view } from '../../schema';
import { limits } from '../limits';
import { deviceIdentifier, identifier, instantRead } from './values';

export const streamFormats = ['azure-iot-hub', 'webhook'] as const;

const credentials = view({
  accessKeyId: always(text({ min: 1 })),
  secretAccessKey: always(text({ min: 1, secret: true })),
});
/** Their names are assumed: whatever else is among them is a secret too. */
const streamCredentials: typeof credentials = {
  ...credentials,
  json: { ...credentials.json, additionalProperties: anything({ secret: true }).json },
};

/** spec 2.7 */
export const streamRequest = record({
  description: text({ max: limits.streamDescriptionCharacters }),
  format: oneOf(streamFormats),
  azureIotHubStreamConfig: optional(
    record({ registryConnectionString: text({ min: 1, secret: true }) }, { about: 'for azure-iot-hub' }),
  ),
  webhookStreamConfig: optional(
    record(
      {
        baseUrl: text({ pattern: '^https://[^\\s/?#@]+(/[^\\s?#]*)?$', about: 'HTTPS base URL of the receiver' }),
        authType: oneOf(['aws-request-v4-signature']),
        authCredentials: assumed(streamCredentials, 'shape'),
        validationPath: text({ min: 1 }),
        publishPath: text({ min: 1 }),
      },
      { about: 'for webhook' },
    ),
  ),
});

/** spec 2.7 */
export const stream = view({
  id: always(text()),
  description: text(),
  format: known(streamFormats),
  azureIotHubStreamConfig: view({ registryConnectionString: text({ secret: true }) }),
  webhookStreamConfig: view({
    baseUrl: text(),
    authType: text(),
    authCredentials: map(text({ secret: true })),
    validationPath: text(),
    publishPath: text(),
  }),
});

export const deviceStreamRequest = record({ deviceId: deviceIdentifier('device'), streamId: identifier('stream') });

/** spec 2.7 */
export const deviceStream = view({ id: always(text()), deviceId: text(), streamId: text() });

/** spec 2.7 */
export const streamHealth = view({
  dateTime: instantRead,
  message: text(),
  streamStatusCode: integer({ about: 'meaning not documented' }),
});
