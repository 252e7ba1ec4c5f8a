import type { InputOf, OperationId, RetryClass } from '../../src/catalog';

export interface RetryCase {
  readonly id: OperationId;
  readonly input: unknown;
  readonly route: string;
  readonly success: unknown;
}

function retryCase<Id extends OperationId>(id: Id, input: InputOf<Id>, route: string, data?: unknown): RetryCase {
  return { id, input, route, success: data === undefined ? {} : { json: { data } } };
}

const path = { deviceId: 'device-1' };
const position = 'POST /devices/device-1/breaker/remoteHandle/position';
const reason = 'test';

/** One operation of each retry class. */
export const retryCases: Readonly<Record<RetryClass, RetryCase>> = {
  token: retryCase(
    'token.create',
    { body: { clientId: 'id', clientSecret: 'secret' } },
    'POST /serviceAccount/authToken',
    {
      token: 'abc',
    },
  ),
  read: retryCase('devices.get', { path }, 'GET /devices/device-1', { id: 'device-1' }),
  handleOpen: retryCase('remoteHandle.setPosition', { path, body: { command: 'open', reason } }, position),
  handleOpenTimed: retryCase(
    'remoteHandle.setPosition',
    { path, body: { command: 'open', reason, secondsUntilReset: 60 } },
    position,
  ),
  handleCancelTimer: retryCase(
    'remoteHandle.setPosition',
    { path, body: { command: 'open', reason, secondsUntilReset: 0 } },
    position,
  ),
  handleClose: retryCase('remoteHandle.setPosition', { path, body: { command: 'close', reason } }, position),
  decommission: retryCase('devices.decommission', { path }, 'DELETE /devices/device-1'),
  deviceUpdate: retryCase('devices.update', { path, body: { locationId: 'there' } }, 'PATCH /devices/device-1'),
  restart: retryCase('devices.restart', { path }, 'POST /devices/device-1/restart'),
  setting: retryCase(
    'bargraphMode.set',
    { path, body: { mode: 'user-defined' } },
    'PUT /devices/device-1/bargraph/settings/mode',
  ),
  createOnline: retryCase('waveforms.capture', { path }, 'POST /devices/device-1/waveforms', { id: 'waveform-1' }),
  create: retryCase('udpKeys.create', { body: { keyType: 'unicast' } }, 'POST /udpKeys', { id: 'key-1' }),
  createWebhook: retryCase('deviceWebhooks.create', { body: { uri: 'https://a.test/hook' } }, 'POST /deviceWebhooks', {
    id: 'webhook-1',
  }),
  createUnrepeatable: retryCase(
    'organizations.create',
    { body: { name: 'a', description: 'b' } },
    'POST /organizations',
    {
      id: 'organization-1',
    },
  ),
  batchNow: retryCase(
    'batchCommands.create',
    { body: { deviceIds: ['device-1'], path: '/bargraph/settings/mode', body: { mode: 'user-defined' } } },
    'POST /deviceBatchCommands',
    { id: 'batch-1' },
  ),
  remove: retryCase('streams.delete', { path: { streamId: 'stream-1' } }, 'DELETE /streams/stream-1'),
  removeWithBody: retryCase(
    'userRoles.delete',
    { body: { locationId: 'location-1', roleId: 'role-1', email: 'a@b.test' } },
    'DELETE /userRoles',
  ),
  evseUpdate: retryCase(
    'evse.updateConfiguration',
    { path, body: { mode: 'cloud-api' } },
    'PATCH /devices/device-1/evse/settings/configuration',
    { mode: 'cloud-api' },
  ),
  rotateSecret: retryCase(
    'serviceAccounts.rotateSecret',
    { path: { serviceAccountId: 'account-1', secretName: 'secret1' } },
    'POST /serviceAccounts/account-1/secrets/secret1',
    { name: 'secret1' },
  ),
  update: retryCase(
    'locations.update',
    { path: { locationId: 'location-1' }, body: { name: 'here' } },
    'PATCH /locations/location-1',
    { id: 'location-1' },
  ),
  deactivate: retryCase(
    'inviteCodes.deactivate',
    { path: { code: 'code-1' } },
    'POST /inviteCodes/code-1/deactivation',
  ),
  transition: retryCase('shareDeviceCodes.claim', { path: { code: 'code-1' } }, 'POST /shareDeviceCodes/code-1/claim', {
    code: 'code-1',
  }),
};
