/** The 13 rows of section 7: status, words of the condition, the requests that meet it. */
export const documentedErrors: readonly (readonly [number, string, readonly string[]])[] = [
  [400, 'cancelling a batch command that is completed or in progress', ['DELETE /deviceBatchCommands/{id}']],
  [
    400,
    'creating a 4th webhook device stream for a device (shared ones count)',
    ['POST /deviceStreams', 'POST /sharedDeviceStreams'],
  ],
  [400, 'registering the same stream twice on one device', ['POST /deviceStreams']],
  [400, 'deleting a location that has child locations or devices', ['DELETE /locations/{locationId}']],
  [
    400,
    'address sent for a non-address location, or customTypeInfo for a non-custom location',
    ['PATCH /locations/{locationId}'],
  ],
  [
    400,
    'EVSE configuration update when the device uses OCPP or takes part in an override event',
    ['PATCH /devices/{deviceId}/evse/settings/configuration'],
  ],
  [
    400,
    'secondsUntilReset with close, or a non-zero value below 10',
    ['POST /devices/{deviceId}/breaker/remoteHandle/position'],
  ],
  [400, 'UDP key creation over the key limit', ['POST /udpKeys']],
  [400, 'claiming a share code for an OCPP-configured device', ['POST /shareDeviceCodes/{code}/claim']],
  [
    404,
    'device stream status requested with an id that is not a device stream id',
    ['GET /deviceStreams/{deviceStreamId}/status'],
  ],
  [409, 'deactivating an invite code already past expiration', ['POST /inviteCodes/{code}/deactivation']],
  [
    429,
    'documented for the set remote handle position operation',
    ['POST /devices/{deviceId}/breaker/remoteHandle/position'],
  ],
  [
    503,
    'decommission, or OCPP charge point registration, while the device is offline',
    ['DELETE /devices/{deviceId}', 'POST /ocppChargePoints'],
  ],
];

const dayMs = 86_400_000;

/** The rows of section 8: what is limited, and the values under the names that the catalog gives them. */
export const documentedLimits: readonly (readonly [string, Readonly<Record<string, number>>])[] = [
  ['Em-Api-Subscription-Key length', { apiKeyCharacters: 128 }],
  ['Authorization length', { authorizationCharacters: 2000 }],
  ['Webhook uri', { webhookUriCharacters: 256 }],
  ['Stream description', { streamDescriptionCharacters: 256 }],
  ['clientId, clientSecret', { credentialCharacters: 256 }],
  ['Webhook device streams per device', { webhookDeviceStreamsPerDevice: 3 }],
  ['Secret lifetime', { secretLifetimeMs: 365 * dayMs }],
  ['UDP key validity', { udpKeyValidityMs: 7 * dayMs }],
  // Capped by the number of devices; the formula is not shown, so there is no number.
  ['UDP key count', {}],
  ['Batch command endTime default', { batchEndTimeDefaultYears: 100 }],
  ['secondsUntilReset', { secondsUntilResetMin: 10, secondsUntilResetMax: 3600 }],
  ['Historical telemetry time range', { historyRangeMonths: 6 }],
  ['Event history page', { eventHistoryPage: 1000 }],
  ['Plug sessions page', { plugSessionsPage: 100 }],
  ['Override event list', { overrideEventsListed: 500 }],
  ['Pagination bounds', { pagingMax: 2_147_483_647 }],
];

/** Bounds of the decisions that section 8 does not show. */
export const decidedLimits: Readonly<Record<string, number>> = {
  organizationsPerApplication: 10,
  evseCurrentMinA: 6,
  evseCurrentMaxA: 32,
  evseEnergyMaxWh: 200_000,
};
