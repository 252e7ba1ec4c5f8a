import assert from 'node:assert/strict';
import { type InputOf, type OperationId, type RetryPolicy, retryPolicies, rowOf } from '../../src/catalog';
import type { Reply } from '../../src/client';
import type { reconcilers } from '../../src/client/reconcile';
import { createManualClock } from '../../src/clock';
import type { ScriptedReply } from '../support/scripted-service';
import { type ClientUnderTest, startClientUnderTest } from './client-under-test';

type ReconciledId = keyof typeof reconcilers;

interface ReadBack<Id extends OperationId = OperationId> {
  readonly input: InputOf<Id>;
  readonly route: string;
  /** What the reads answer when it happened, and when it did not. */
  readonly happened: Readonly<Record<string, unknown>>;
  readonly not: Readonly<Record<string, unknown>>;
  readonly data?: unknown;
}

const startMs = createManualClock().now();
const now = new Date(startMs).toISOString();
const yesterday = new Date(startMs - 86_400_000).toISOString();
const inAWeek = new Date(startMs + 7 * 86_400_000).toISOString();
const device = { deviceId: 'device-1' };
const positionOf = (position: string) => ({ 'GET /devices/device-1/breaker/remoteHandle/position': { position } });
const code = (status: string) => ({ 'GET /shareDeviceCodes/code-1': { code: 'code-1', status } });
const event = (status: string) => ({ 'GET /sharedDeviceOverrideEvents/event-1': { id: 'event-1', status } });
const participations = (status: string) => ({
  'GET /sharedDeviceOverrideEvents/event-1/sharedDeviceParticipations': [
    { id: 'p1', sharedDeviceId: 'shared-1', status },
    { id: 'p2', sharedDeviceId: 'other', status: 'participating' },
  ],
});
const webhook = (path: string) => ({
  input: { body: { uri: 'https://a.test/hook' } },
  route: `POST /${path}`,
  happened: {
    [`GET /${path}`]: [
      { id: 'w0', uri: 'https://a.test/other' },
      { id: 'w1', uri: 'https://a.test/hook' },
    ],
  },
  not: { [`GET /${path}`]: [{ id: 'w0', uri: 'https://a.test/other' }] },
  data: { id: 'w1', uri: 'https://a.test/hook' },
});
const batch = { path: '/bargraph/settings/mode', body: { mode: 'user-defined' } } as const;
const eventPath = { path: { eventId: 'event-1' } };
const shared = { ...eventPath, body: { sharedDeviceIds: ['shared-1'] } };
const participation = (status: string) => [{ id: 'p1', sharedDeviceId: 'shared-1', status }];
const stream = {
  description: 'mine',
  format: 'azure-iot-hub',
  azureIotHubStreamConfig: { registryConnectionString: 'HostName=x' },
} as const;

const cases: { readonly [Id in ReconciledId]: ReadBack<Id> } = {
  'remoteHandle.setPosition': {
    input: { path: device, body: { command: 'close', reason: 'test' } },
    route: 'POST /devices/device-1/breaker/remoteHandle/position',
    happened: positionOf('CLOSED'),
    not: positionOf('open'),
  },
  'devices.update': {
    input: { path: device, body: { locationId: 'there', loadDetails: { type: 'oven' } } },
    route: 'PATCH /devices/device-1',
    happened: {
      'GET /devices/device-1': { id: 'device-1', locationId: 'there', loadDetails: { type: 'oven', modelName: 'x' } },
    },
    not: { 'GET /devices/device-1': { id: 'device-1', locationId: 'there', loadDetails: { type: 'lamp' } } },
  },
  'waveforms.capture': {
    input: { path: device },
    route: 'POST /devices/device-1/waveforms',
    happened: {
      'GET /devices/device-1/waveforms': [{ id: 'wave-1' }],
      'GET /devices/device-1/waveforms/wave-1': { id: 'wave-1', numSamples: 200 },
    },
    not: { 'GET /devices/device-1/waveforms': [] },
    data: { id: 'wave-1', numSamples: 200 },
  },
  'udpKeys.assign': {
    input: { path: device, body: { keyId: 'key-1', priority: 'primary' } },
    route: 'POST /devices/device-1/udpKeys',
    happened: { 'GET /udpKeys': [{ id: 'key-1', keyType: 'unicast' }] },
    not: { 'GET /udpKeys': [{ id: 'key-0', keyType: 'unicast' }] },
    data: { activeKeyId: 'key-1', keyType: 'unicast', priority: 'primary' },
  },
  'evse.updateConfiguration': {
    input: {
      path: device,
      body: { mode: 'cloud-api', configuration: { apiConfiguration: { restrictions: { maxCurrent: 16 } } } },
    },
    route: 'PATCH /devices/device-1/evse/settings/configuration',
    happened: {
      'GET /devices/device-1/evse/settings/configuration': {
        mode: 'cloud-api',
        configuration: { apiConfiguration: { enabled: true, restrictions: { maxCurrent: 16, maxEnergy: 0 } } },
      },
    },
    not: {
      'GET /devices/device-1/evse/settings/configuration': {
        mode: 'cloud-api',
        configuration: { apiConfiguration: { enabled: true, restrictions: { maxCurrent: 32, maxEnergy: 0 } } },
      },
    },
    data: {
      mode: 'cloud-api',
      configuration: { apiConfiguration: { enabled: true, restrictions: { maxCurrent: 16, maxEnergy: 0 } } },
    },
  },
  'ocppChargePoints.create': {
    input: { body: { deviceId: 'device-1', ocppCentralSystemId: 'system-1' } },
    route: 'POST /ocppChargePoints',
    happened: { 'GET /ocppChargePoints': [{ id: 'point-1', deviceId: 'device-1' }] },
    not: { 'GET /ocppChargePoints': [] },
    data: { id: 'point-1', deviceId: 'device-1' },
  },
  'batchCommands.create': {
    input: { body: { deviceIds: ['device-1'], startTime: inAWeek, ...batch } },
    route: 'POST /deviceBatchCommands',
    happened: {
      'GET /deviceBatchCommands': [
        { id: 'old', createdAt: yesterday, deviceIds: ['device-1'], clockSchedule: { startTime: inAWeek }, ...batch },
        { id: 'new', createdAt: now, deviceIds: ['device-1'], clockSchedule: { startTime: inAWeek }, ...batch },
      ],
    },
    not: {
      'GET /deviceBatchCommands': [
        { id: 'other', createdAt: now, deviceIds: ['device-2'], clockSchedule: { startTime: inAWeek }, ...batch },
      ],
    },
    data: { id: 'new', createdAt: now, deviceIds: ['device-1'], clockSchedule: { startTime: inAWeek }, ...batch },
  },
  'batchCommands.createSun': {
    input: { body: { locationId: 'location-1', sunSchedule: { scheduleType: 'sunset', offset: -10 }, ...batch } },
    route: 'POST /deviceSunBatchCommands',
    happened: {
      'GET /deviceBatchCommands': [
        {
          id: 'new',
          createdAt: now,
          locationId: 'location-1',
          sunSchedule: { scheduleType: 'sunset', offset: -10 },
          ...batch,
        },
      ],
    },
    not: {
      'GET /deviceBatchCommands': [
        {
          id: 'new',
          createdAt: now,
          locationId: 'location-1',
          sunSchedule: { scheduleType: 'sunrise', offset: -10 },
          ...batch,
        },
      ],
    },
    data: {
      id: 'new',
      createdAt: now,
      locationId: 'location-1',
      sunSchedule: { scheduleType: 'sunset', offset: -10 },
      ...batch,
    },
  },
  'streams.create': {
    input: { body: stream },
    route: 'POST /streams',
    happened: { 'GET /streams': [{ id: 's1', description: 'mine', format: 'azure-iot-hub' }] },
    not: { 'GET /streams': [{ id: 's1', description: 'other', format: 'azure-iot-hub' }] },
    data: { id: 's1', description: 'mine', format: 'azure-iot-hub' },
  },
  'deviceStreams.create': {
    input: { body: { deviceId: 'device-1', streamId: 'stream-1' } },
    route: 'POST /deviceStreams',
    happened: { 'GET /deviceStreams': [{ id: 'd1', deviceId: 'device-1', streamId: 'stream-1' }] },
    not: { 'GET /deviceStreams': [] },
    data: { id: 'd1', deviceId: 'device-1', streamId: 'stream-1' },
  },
  'sharedDeviceStreams.create': {
    input: { body: { sharedDeviceId: 'shared-1', streamId: 'stream-1' } },
    route: 'POST /sharedDeviceStreams',
    happened: { 'GET /sharedDeviceStreams': [{ id: 'd1', sharedDeviceId: 'shared-1', streamId: 'stream-1' }] },
    not: { 'GET /sharedDeviceStreams': [{ id: 'd1', sharedDeviceId: 'shared-2', streamId: 'stream-1' }] },
    data: { id: 'd1', sharedDeviceId: 'shared-1', streamId: 'stream-1' },
  },
  'udpKeys.create': {
    input: { body: { keyType: 'unicast' } },
    route: 'POST /udpKeys',
    happened: {
      'GET /udpKeys': [
        { id: 'k0', value: 'x', expiresAt: now },
        { id: 'k1', value: 'y', expiresAt: inAWeek },
      ],
    },
    not: { 'GET /udpKeys': [{ id: 'k0', value: 'x', expiresAt: now }] },
    data: { id: 'k1', value: 'y', expiresAt: inAWeek },
  },
  'locations.create': {
    input: { body: { name: 'Panel', organizationId: 'o1', locationType: 'equipment', parentLocationId: 'parent' } },
    route: 'POST /locations',
    happened: {
      'GET /locations': [
        { id: 'l1', name: 'Panel', locationType: 'equipment', organizationId: 'o1', parentLocationId: 'parent' },
      ],
    },
    not: { 'GET /locations': [{ id: 'l1', name: 'Panel', locationType: 'equipment', parentLocationId: 'other' }] },
    data: { id: 'l1', name: 'Panel', locationType: 'equipment', organizationId: 'o1', parentLocationId: 'parent' },
  },
  'userRoles.assign': {
    input: { body: { locationId: 'l1', roleId: 'r1', email: 'a@b.test' } },
    route: 'POST /userRoles',
    happened: { 'GET /userRoles': [{ id: 'u1', locationId: 'l1', roleId: 'r1', email: 'a@b.test' }] },
    not: { 'GET /userRoles': [{ id: 'u1', locationId: 'l2', roleId: 'r1', email: 'a@b.test' }] },
    data: { id: 'u1', locationId: 'l1', roleId: 'r1', email: 'a@b.test' },
  },
  'inviteCodes.create': {
    input: { body: { locationId: 'l1', roleId: 'r1' } },
    route: 'POST /inviteCodes',
    happened: {
      'GET /inviteCodes': [
        { code: 'old', roleId: 'r1', createdAt: yesterday },
        { code: 'c1', roleId: 'r1', createdAt: now },
      ],
    },
    not: { 'GET /inviteCodes': [{ code: 'old', roleId: 'r1', createdAt: yesterday }] },
    data: { code: 'c1', roleId: 'r1', createdAt: now },
  },
  'ocppCentralSystems.create': {
    input: { body: { websocketBaseUrl: 'wss://ocpp.test' } },
    route: 'POST /ocppCentralSystems',
    happened: { 'GET /ocppCentralSystems': [{ id: 'o1', websocketBaseUrl: 'wss://ocpp.test' }] },
    not: { 'GET /ocppCentralSystems': [] },
    data: { id: 'o1', websocketBaseUrl: 'wss://ocpp.test' },
  },
  'deviceWebhooks.create': webhook('deviceWebhooks'),
  'userPermissionWebhooks.create': webhook('userPermissionWebhooks'),
  'deviceOverrideEventWebhooks.create': webhook('deviceOverrideEventWebhooks'),
  'shareDeviceCodeWebhooks.create': webhook('shareDeviceCodeWebhooks'),
  'shareDeviceCodes.create': {
    input: { body: { deviceId: 'device-1' } },
    route: 'POST /shareDeviceCodes',
    happened: { 'GET /shareDeviceCodes': [{ code: 'c1', deviceId: 'device-1', createdAt: now }] },
    not: { 'GET /shareDeviceCodes': [{ code: 'c0', deviceId: 'device-1', createdAt: yesterday }] },
    data: { code: 'c1', deviceId: 'device-1', createdAt: now },
  },
  'shareDeviceCodes.claim': {
    input: { path: { code: 'code-1' } },
    route: 'POST /shareDeviceCodes/code-1/claim',
    happened: code('claimed'),
    not: code('active'),
    data: { code: 'code-1', status: 'claimed' },
  },
  'shareDeviceCodes.revoke': {
    input: { path: { code: 'code-1' } },
    route: 'POST /shareDeviceCodes/code-1/revocation',
    happened: code('Revoked'),
    not: code('claimed'),
    data: { code: 'code-1', status: 'Revoked' },
  },
  'shareDeviceCodes.relinquish': {
    input: { path: { code: 'code-1' } },
    route: 'POST /shareDeviceCodes/code-1/relinquishment',
    happened: code('relinquished'),
    not: code('claimed'),
    data: { code: 'code-1', status: 'relinquished' },
  },
  'overrideEvents.create': {
    input: { body: { description: 'peak', startTime: inAWeek } },
    route: 'POST /sharedDeviceOverrideEvents',
    happened: {
      'GET /sharedDeviceOverrideEvents': [
        { id: 'e1', description: 'peak', startTime: inAWeek.replace('.000', ''), createdAt: now },
      ],
    },
    not: {
      'GET /sharedDeviceOverrideEvents': [{ id: 'e1', description: 'other', startTime: inAWeek, createdAt: now }],
    },
    data: { id: 'e1', description: 'peak', startTime: inAWeek.replace('.000', ''), createdAt: now },
  },
  'overrideEvents.addParticipations': {
    input: shared,
    route: 'POST /sharedDeviceOverrideEvents/event-1/sharedDeviceParticipations',
    happened: participations('participating'),
    not: participations('removed'),
    data: participation('participating'),
  },
  'overrideEvents.removeDevices': {
    input: shared,
    route: 'POST /sharedDeviceOverrideEvents/event-1/sharedDeviceRemovals',
    happened: participations('removed'),
    not: participations('participating'),
    data: participation('removed'),
  },
  'overrideEvents.optOut': {
    input: shared,
    route: 'POST /sharedDeviceOverrideEvents/event-1/sharedDeviceOptouts',
    happened: participations('optedOut'),
    not: participations('participating'),
    data: participation('optedOut'),
  },
  'overrideEvents.cancel': {
    input: eventPath,
    route: 'POST /sharedDeviceOverrideEvents/event-1/cancellation',
    happened: event('cancelled'),
    not: event('active'),
    data: { id: 'event-1', status: 'cancelled' },
  },
};

function policyOf(id: OperationId, input: InputOf<OperationId>): RetryPolicy {
  const { retry } = rowOf(id);
  const parts = { path: {}, query: {}, filter: {}, body: {}, ...(input as object) };
  return retryPolicies[typeof retry === 'function' ? retry(parts) : retry];
}

describe('behaviour: reconciling after an answer was lost', () => {
  let tested: ClientUnderTest;

  beforeEach(async () => {
    tested = await startClientUnderTest({ settings: { commandSpacingMs: 0 } });
  });
  afterEach(() => tested.close());

  function script(reads: Readonly<Record<string, unknown>>): void {
    for (const [route, data] of Object.entries(reads)) tested.service.on(route, { json: { data } });
  }
  function call(id: ReconciledId, input: unknown): Promise<Reply<OperationId>> {
    return tested.client.call<OperationId>(id, input as InputOf<OperationId>);
  }

  for (const [name, readBack] of Object.entries(cases)) {
    const id = name as ReconciledId;
    it(`${id} is not sent again when the read shows that it happened`, async () => {
      tested.service.on(readBack.route, 'reset');
      script(readBack.happened);
      const reply = await tested.turn(call(id, readBack.input));
      assert.equal(reply.settledBy, 'read-back');
      assert.deepEqual(reply.data, readBack.data);
      assert.equal(tested.service.count(readBack.route), 1);
    });

    it(`${id} is sent again only as the table allows when the read shows that it did not happen`, async () => {
      tested.service.on(readBack.route, 'reset');
      script(readBack.not);
      const error = await tested.failure(call(id, readBack.input));
      assert.equal(error.code, 'UNKNOWN_OUTCOME');
      const { retries } = policyOf(id, readBack.input).afterSending;
      assert.equal(tested.service.count(readBack.route), 1 + retries);
    });
  }

  it('of two records that fit nobody knows which, so the outcome is unknown', async () => {
    const { route, input } = cases['streams.create'];
    tested.service.on(route, 'reset');
    script({ 'GET /streams': [1, 2].map((n) => ({ id: `s${n}`, description: 'mine', format: 'azure-iot-hub' })) });
    assert.equal((await tested.failure(call('streams.create', input))).code, 'UNKNOWN_OUTCOME');
  });

  it('a webhook registered meanwhile is recognised when sending again is refused', async () => {
    const { route, input, happened, not } = cases['deviceWebhooks.create'];
    const list = 'GET /deviceWebhooks';
    tested.service.on(route, 'reset', { status: 400, json: { error: { message: 'uri is taken' } } });
    tested.service.on(list, { json: { data: not[list] } }, { json: { data: happened[list] } });
    const reply = await tested.turn(call('deviceWebhooks.create', input));
    assert.equal(reply.settledBy, 'read-back');
    assert.equal(tested.service.count(route), 2);
  });

  it('sent again and refused, with nothing to be seen, it was refused', async () => {
    const { route, input, not } = cases['deviceWebhooks.create'];
    tested.service.on(route, 'reset', { status: 400, json: { error: { message: 'uri is bad' } } });
    script(not);
    const error = await tested.failure(call('deviceWebhooks.create', input));
    assert.deepEqual([error.code, error.cause.statusCode], ['REFUSED', 400]);
    assert.equal(tested.service.count(route), 2);
  });

  it('a charger configuration is read back no sooner than 2 s after it was sent', async () => {
    const { route, input, happened } = cases['evse.updateConfiguration'];
    const readAt: number[] = [];
    tested.service.on(route, 'reset');
    tested.service.on('GET /devices/device-1/evse/settings/configuration', () => {
      readAt.push(tested.clock.now());
      return { json: { data: Object.values(happened)[0] } };
    });
    await tested.turn(call('evse.updateConfiguration', input));
    assert.deepEqual(readAt, [startMs + 2_000]);
  });
});

describe('behaviour: handle commands whose answer was lost', () => {
  const command = 'POST /devices/device-1/breaker/remoteHandle/position';
  const position = 'GET /devices/device-1/breaker/remoteHandle/position';
  const seconds = 'GET /devices/device-1/breaker/remoteHandle/secondsUntilReset';
  let tested: ClientUnderTest;

  beforeEach(async () => {
    tested = await startClientUnderTest();
  });
  afterEach(() => tested.close());

  const data = (value: object): ScriptedReply => ({ json: { data: value } });
  const send = (body: InputOf<'remoteHandle.setPosition'>['body']) =>
    tested.client.call('remoteHandle.setPosition', { path: device, body });

  it('an open that did not happen is sent once more, not sooner than a second after the first', async () => {
    const sentAt: number[] = [];
    tested.service.on(command, 'reset', () => {
      sentAt.push(tested.clock.now());
      return {};
    });
    tested.service.on(position, data({ position: 'closed' }));
    const reply = await tested.turn(send({ command: 'open', reason: 'test' }));
    assert.equal(reply.settledBy, 'answer');
    assert.equal(tested.service.count(command), 2);
    assert((sentAt[0] ?? 0) >= startMs + 1_000);
  });

  it('a position that is neither open nor closed settles nothing', async () => {
    tested.service.on(command, 'reset');
    tested.service.on(position, data({ position: 'feedback mismatch' }));
    for (const name of ['open', 'close'] as const) {
      const error = await tested.failure(send({ command: name, reason: 'test' }));
      assert.equal(error.code, 'UNKNOWN_OUTCOME');
      await tested.clock.advance(60_000);
    }
    assert.equal(tested.service.count(command), 2);
  });

  it('a timed open is confirmed by the position and a timer that runs', async () => {
    tested.service.on(command, 'reset');
    tested.service.on(position, data({ position: 'open' }));
    tested.service.on(seconds, data({ secondsUntilReset: 58 }), data({ secondsUntilReset: 0 }));
    const body = { command: 'open', reason: 'test', secondsUntilReset: 60 } as const;
    assert.equal((await tested.turn(send(body))).settledBy, 'read-back');
    await tested.clock.advance(60_000);
    assert.equal((await tested.failure(send(body))).code, 'UNKNOWN_OUTCOME');
    assert.equal(tested.service.count(command), 2);
  });

  it('a timer that still runs is cancelled once more', async () => {
    tested.service.on(command, 'reset', {});
    tested.service.on(position, data({ position: 'open' }));
    tested.service.on(seconds, data({ secondsUntilReset: 30 }));
    await tested.turn(send({ command: 'open', reason: 'test', secondsUntilReset: 0 }));
    assert.equal(tested.service.count(command), 2);
  });

  it('an open without a time did not happen while the breaker reads closed, although no timer runs', async () => {
    tested.service.on(command, 'reset', {});
    tested.service.on(position, data({ position: 'closed' }));
    tested.service.on(seconds, data({ secondsUntilReset: 0 }));
    const reply = await tested.turn(send({ command: 'open', reason: 'test', secondsUntilReset: 0 }));
    assert.equal(reply.settledBy, 'answer');
    assert.equal(tested.service.count(command), 2);
  });

  it('a close without an answer until its deadline is still read back', async () => {
    tested.service.on(command, 'hang');
    tested.service.on(position, data({ position: 'closed' }));
    const reply = await tested.turn(send({ command: 'close', reason: 'test' }), { held: 1 });
    assert.equal(reply.settledBy, 'read-back');
    assert.equal(tested.service.count(command), 1);
  });
});
