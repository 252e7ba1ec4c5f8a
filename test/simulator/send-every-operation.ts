import assert from 'node:assert/strict';
import { type OperationId, rowOf } from '../../src/catalog';
import type { ManualClock } from '../../src/clock';
import type { Simulator } from '../../src/simulator';
import { type RawAnswer, send } from './raw-http';

type Fields = Record<string, unknown>;

interface Step {
  readonly operation: OperationId;
  /** Which organization asks, for operations that take an ORG token. */
  readonly as?: 'site' | 'neighbour';
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/**
 * One plausible request for each operation, in an order in which each finds what it needs; the last answer to each.
 * Every one must be 200, or 204 where nothing is returned.
 */
export async function sendEveryOperation(
  simulator: Simulator,
  baseUrl: string,
  clock: ManualClock,
): Promise<Map<OperationId, RawAnswer>> {
  const answers = new Map<OperationId, RawAnswer>();
  const { apiKey, application, organization } = simulator.credentials;
  const tokens = new Map<string, string>();

  async function perform({ operation, as = 'site', path = {}, query = {}, body }: Step): Promise<Fields & Fields[]> {
    const row = rowOf(operation);
    const kind = row.token.includes('ORG') ? as : row.token.length === 0 ? undefined : 'application';
    const target = row.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));
    const search = Object.entries(query)
      .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
      .join('&');
    const answer = await send(row.method, `${baseUrl}${target}${search === '' ? '' : `?${search}`}`, {
      headers: {
        'Em-Api-Subscription-Key': apiKey,
        ...(kind === undefined ? {} : { Authorization: `Bearer ${tokens.get(kind)}` }),
      },
      ...(body === undefined ? {} : { body }),
    });
    const expected = row.answer.kind === 'empty' ? 204 : 200;
    assert.equal(answer.status, expected, `${operation} answered ${answer.status}: ${answer.text}`);
    answers.set(operation, answer);
    return answer.json?.data;
  }
  const login = async (kind: string, { clientId, clientSecret }: { clientId: string; clientSecret: string }) =>
    tokens.set(kind, String((await perform({ operation: 'token.create', body: { clientId, clientSecret } })).token));

  const filter = (text: string) => ({ $filter: text });
  const iso = (ms: number) => new Date(ms).toISOString();
  const now = clock.now();
  await login('application', application);
  await login('site', organization);

  const neighbour = await perform({ operation: 'organizations.create', body: { name: 'Next door', description: '' } });
  const account = neighbour.serviceAccount as { clientId: string; secrets: { value: string }[] };
  await login('neighbour', { clientId: account.clientId, clientSecret: account.secrets[0]?.value ?? '' });
  await perform({ operation: 'organizations.list', query: { includePermissions: 'true' } });
  await perform({ operation: 'organizations.get', path: { organizationId: String(neighbour.id) } });
  await perform({
    operation: 'serviceAccounts.rotateSecret',
    path: { serviceAccountId: account.clientId, secretName: 'secret2' },
  });

  for (const kind of ['device', 'userPermission', 'deviceOverrideEvent', 'shareDeviceCode'] as const) {
    const uri = `https://hooks.example.com/${kind}`;
    const hook = await perform({
      operation: `${kind}Webhooks.create`,
      body: { uri, additionalHttpHeaders: { 'X-Secret': 's' } },
    });
    const path = { webhookId: String(hook.id) };
    await perform({ operation: `${kind}Webhooks.list` });
    await perform({ operation: `${kind}Webhooks.get`, path });
    await perform({ operation: `${kind}Webhooks.delete`, path });
  }

  const devices = await perform({ operation: 'devices.list' });
  const breaker = devices.find(({ hardwareType }) => hardwareType === 'emcb') as Fields;
  const charger = devices.find(({ hardwareType }) => hardwareType === 'ev-emcb') as Fields;
  const device = { deviceId: String(breaker.id) };
  const evse = { deviceId: String(charger.id) };
  await perform({ operation: 'devices.get', path: device });
  await perform({ operation: 'devices.update', path: device, body: { loadDetails: { type: 'oven' } } });
  await perform({ operation: 'devices.restart', path: device });
  await perform({ operation: 'device.isConnected', path: device });

  await perform({ operation: 'remoteHandle.getPosition', path: device });
  await perform({
    operation: 'remoteHandle.setPosition',
    path: device,
    body: { command: 'open', reason: 'test', secondsUntilReset: 60 },
  });
  await perform({ operation: 'remoteHandle.getSecondsUntilReset', path: device });
  await clock.advance(60_000);

  const color = { red: 255, green: 128, blue: 0 };
  const colors = { led1: color, led2: color, led3: color, led4: color, led5: color };
  await perform({ operation: 'waveformConfiguration.set', path: device, body: { p0SagEnabled: false } });
  await perform({ operation: 'waveformConfiguration.get', path: device });
  await perform({ operation: 'loadPresentThreshold.set', path: device, body: { loadPresentThreshold: 150 } });
  await perform({ operation: 'loadPresentThreshold.get', path: device });
  await perform({ operation: 'telemetryAlignment.set', path: device, body: { alignment: 'clock' } });
  await perform({ operation: 'dataReportRate.set', path: device, body: { dataReportRate: 60 } });
  await perform({ operation: 'bargraphMode.set', path: device, body: { mode: 'user-defined' } });
  await perform({ operation: 'bargraphMode.get', path: device });
  await perform({ operation: 'bargraphColors.set', path: device, body: colors });
  await perform({ operation: 'bargraphColors.get', path: device });

  const waveform = await perform({ operation: 'waveforms.capture', path: device });
  await perform({ operation: 'waveforms.list', path: device, query: filter("trigger eq 'Immediate'") });
  await perform({ operation: 'waveforms.get', path: { ...device, waveformId: String(waveform.id) } });

  await perform({ operation: 'meter.reading', path: device });
  await perform({ operation: 'meter.latest', path: device });
  await perform({
    operation: 'meter.history',
    path: device,
    query: { startTime: iso(now - 3_600_000), endTime: iso(now), offset: '0', limit: '5' },
  });
  await perform({ operation: 'deviceData.get', query: filter(`deviceId eq '${device.deviceId}'`) });

  const command = { path: '/breaker/remoteHandle/position', body: { command: 'open', reason: 'test' } };
  const batch = await perform({
    operation: 'batchCommands.create',
    body: { deviceIds: [device.deviceId], cronSchedule: '0 22 * * *', timeZone: 'America/New_York', ...command },
  });
  const locations = await perform({ operation: 'locations.list' });
  const address = locations.find(({ locationType }) => locationType === 'address') as Fields;
  await perform({
    operation: 'batchCommands.createSun',
    body: { locationId: address.id, deviceIds: [device.deviceId], sunSchedule: { scheduleType: 'sunset' }, ...command },
  });
  await perform({ operation: 'batchCommands.list', query: filter("type eq 'deviceSunBatchCommand'") });
  await perform({ operation: 'batchCommands.get', path: { id: String(batch.id) } });
  await perform({ operation: 'batchCommands.devices', path: { id: String(batch.id) } });
  await perform({ operation: 'batchCommands.cancel', path: { id: String(batch.id) } });

  const stream = await perform({
    operation: 'streams.create',
    body: {
      description: 'test',
      format: 'webhook',
      webhookStreamConfig: {
        baseUrl: 'https://streams.example.com',
        authType: 'aws-request-v4-signature',
        authCredentials: { accessKeyId: 'AKID', secretAccessKey: 'secret' },
        validationPath: '/validate',
        publishPath: '/publish',
      },
    },
  });
  const attachment = { deviceId: device.deviceId, streamId: String(stream.id) };
  await perform({ operation: 'streams.list' });
  await perform({ operation: 'streams.get', path: { streamId: String(stream.id) } });
  const deviceStream = await perform({ operation: 'deviceStreams.create', body: attachment });
  await perform({
    operation: 'deviceStreams.list',
    query: filter(`deviceId eq '${attachment.deviceId}' and streamId eq '${attachment.streamId}'`),
  });
  for (const operation of ['deviceStreams.get', 'deviceStreams.status', 'deviceStreams.delete'] as const)
    await perform({ operation, path: { deviceStreamId: String(deviceStream.id) } });

  const share = await perform({ operation: 'shareDeviceCodes.create', body: { deviceId: device.deviceId } });
  const code = { code: String(share.code) };
  await perform({ operation: 'shareDeviceCodes.list', query: filter("status eq 'active'") });
  await perform({ operation: 'shareDeviceCodes.get', path: code });
  await perform({ operation: 'shareDeviceCodes.deviceSummary', as: 'neighbour', path: code });
  await perform({ operation: 'shareDeviceCodes.claim', as: 'neighbour', path: code });
  const shared = (await perform({ operation: 'sharedDevices.list', as: 'neighbour' }))[0] as Fields;
  const sharedDeviceIds = [String(shared.id)];
  await perform({ operation: 'sharedDevices.get', as: 'neighbour', path: { id: String(shared.id) } });
  const sharedStream = await perform({
    operation: 'sharedDeviceStreams.create',
    body: { sharedDeviceId: shared.id, streamId: stream.id },
  });
  await perform({ operation: 'sharedDeviceStreams.list' });
  for (const part of ['get', 'status', 'delete'] as const)
    await perform({
      operation: `sharedDeviceStreams.${part}`,
      path: { sharedDeviceStreamId: String(sharedStream.id) },
    });
  await perform({ operation: 'streams.delete', path: { streamId: String(stream.id) } });

  const eventPath = async (): Promise<{ eventId: string }> => {
    const event = await perform({ operation: 'overrideEvents.create', as: 'neighbour', body: { description: 'test' } });
    const path = { eventId: String(event.id) };
    await perform({ operation: 'overrideEvents.addParticipations', as: 'neighbour', path, body: { sharedDeviceIds } });
    return path;
  };
  const first = await eventPath();
  await perform({ operation: 'overrideEvents.listParticipations', as: 'neighbour', path: first });
  await perform({ operation: 'overrideEvents.get', as: 'neighbour', path: first });
  await perform({
    operation: 'overrideEvents.list',
    as: 'neighbour',
    query: filter(`startTime ge ${iso(now)}`),
  });
  await perform({
    operation: 'overrideEvents.removeDevices',
    as: 'neighbour',
    path: first,
    body: { sharedDeviceIds },
  });
  await perform({ operation: 'overrideEvents.cancel', as: 'neighbour', path: first });
  await perform({ operation: 'overrideEvents.optOut', path: await eventPath(), body: { sharedDeviceIds } });
  await perform({ operation: 'shareDeviceCodes.relinquish', as: 'neighbour', path: code });
  const second = await perform({ operation: 'shareDeviceCodes.create', body: { deviceId: device.deviceId } });
  await perform({ operation: 'shareDeviceCodes.revoke', path: { code: String(second.code) } });

  const key = await perform({ operation: 'udpKeys.create', body: { keyType: 'unicast' } });
  await perform({ operation: 'udpKeys.list', query: filter("keyType eq 'unicast'") });
  await perform({ operation: 'udpKeys.get', path: { keyId: String(key.id) } });
  await perform({ operation: 'udpKeys.assign', path: device, body: { keyId: key.id, priority: 'primary' } });
  await perform({ operation: 'udpKeys.delete', path: { keyId: String(key.id) } });

  const history = filter(`deviceId eq '${device.deviceId}'`);
  await perform({ operation: 'eventHistory.remoteHandle', query: { ...history, limit: '10' } });
  await perform({ operation: 'eventHistory.mainHandle', query: history });

  await perform({ operation: 'evse.state', path: evse });
  await perform({ operation: 'evse.control', path: evse });
  await perform({ operation: 'evse.getConfiguration', path: evse });
  await perform({
    operation: 'evse.updateConfiguration',
    path: evse,
    body: {
      mode: 'cloud-api',
      configuration: { apiConfiguration: { enabled: true, restrictions: { maxCurrent: 16 } } },
    },
  });
  const sessions = await perform({
    operation: 'plugSessions.list',
    query: { ...filter(`deviceId eq '${evse.deviceId}'`), $orderby: 'startedAt desc', limit: '3' },
  });
  await perform({
    operation: 'plugSessions.meterTelemetry',
    path: { plugSessionId: String(sessions[0]?.id) },
    query: { limit: '5' },
  });

  const organizationId = organization.id;
  await perform({ operation: 'organizations.users', path: { organizationId }, query: filter("role eq 'Installer'") });
  const location = await perform({
    operation: 'locations.create',
    body: {
      name: 'Barn',
      organizationId,
      locationType: 'custom',
      customTypeInfo: { customLocationName: 'Farm' },
    },
  });
  const locationPath = { locationId: String(location.id) };
  await perform({ operation: 'locations.get', path: locationPath, query: { includePermissions: 'true' } });
  await perform({ operation: 'locations.update', path: locationPath, body: { name: 'Big barn' } });

  const role = (await perform({ operation: 'roles.list' }))[0] as Fields;
  const grant = { locationId: location.id, roleId: role.id, email: 'new@installer.example' };
  await perform({ operation: 'userRoles.assign', query: { skipNotificationEmail: 'true' }, body: grant });
  await perform({ operation: 'userRoles.list', query: filter("status eq 'pending'") });
  await perform({ operation: 'userRoles.delete', body: grant });
  const invite = await perform({
    operation: 'inviteCodes.create',
    body: { locationId: location.id, roleId: role.id, restrictions: { userLimit: 3 } },
  });
  await perform({ operation: 'inviteCodes.list', query: filter('isActive eq true') });
  await perform({ operation: 'inviteCodes.get', path: { code: String(invite.code) } });
  await perform({ operation: 'inviteCodes.deactivate', path: { code: String(invite.code) } });
  await perform({ operation: 'locations.delete', path: locationPath });

  await perform({ operation: 'resourceQuotas.list' });
  const central = await perform({
    operation: 'ocppCentralSystems.create',
    body: { websocketBaseUrl: 'wss://ocpp.example.com/station' },
  });
  const centralPath = { ocppCentralSystemId: String(central.id) };
  await perform({ operation: 'ocppCentralSystems.list' });
  await perform({ operation: 'ocppCentralSystems.get', path: centralPath });
  const point = await perform({
    operation: 'ocppChargePoints.create',
    body: { ocppCentralSystemId: central.id, deviceId: evse.deviceId, password: 'secret' },
  });
  const pointPath = { ocppChargePointId: String(point.id) };
  await perform({ operation: 'ocppChargePoints.list', query: filter(`deviceId eq '${evse.deviceId}'`) });
  await perform({ operation: 'ocppChargePoints.get', path: pointPath });
  await perform({ operation: 'ocppChargePoints.delete', path: pointPath });
  await perform({ operation: 'ocppCentralSystems.delete', path: centralPath });

  await perform({ operation: 'devices.decommission', path: device });
  return answers;
}
