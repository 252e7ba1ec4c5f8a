import type { InputOf, OperationId } from '../../src/catalog';
import { storedValues } from '../support/call-values';

type Settings = Readonly<Record<string, unknown>>;

/** One input of a node: its settings, and the message that it gets. */
export interface Trial {
  readonly settings: Settings;
  readonly msg?: Settings;
  /** How long it runs after the message: what it does by itself is seen then. */
  readonly runsMs?: number;
}

/** What trials are told of the simulated site. */
export interface TrialSite {
  readonly breaker: string;
  readonly charger: string;
  /** A location with coordinates. */
  readonly address: string;
  /** A batch that waits for its time. */
  readonly batchId: string;
  readonly keyId: string;
}

const picked = (deviceId: string, settings: Settings): Trial => ({
  settings: { target: 'devices', devices: [deviceId], readBack: false, ...settings },
});

/** A cloud-call with this operation and all of its input. */
function called<Id extends OperationId>(operation: Id, input: InputOf<Id>): Trial {
  const { values, secrets } = storedValues(operation, input as object);
  return { settings: { operation, values, pages: 'all', readBack: false }, msg: { secrets } };
}

/** For each node type that takes messages, inputs that together make it call all that its `operations` name. */
export const operationTrials: Readonly<Record<string, (site: TrialSite) => readonly Trial[]>> = {
  'breaker-account': ({ breaker }) => [picked(breaker, { type: 'meter-read' })],
  'breaker-control': ({ breaker }) =>
    ['open', 'readPosition', 'readTimer'].map((action) => picked(breaker, { action })),
  'meter-read': ({ breaker }) =>
    ['reading', 'latest', 'history', 'deviceData'].map((operation) => picked(breaker, { operation })),
  'evse-config': ({ charger }) => [
    ...['readState', 'readControl', 'readConfiguration', 'listSessions'].map((operation) =>
      picked(charger, { operation }),
    ),
    picked(charger, { operation: 'changeConfiguration', mode: 'api-override-enable' }),
    picked(charger, { operation: 'sessionMeter', sessionFrom: 'latest' }),
  ],
  'load-manager': ({ breaker, charger }) => {
    const managed = (meter: string, deviceId: string, kind: string, more: Settings) => ({
      ...{ quantity: 'power', of: 'meter', meter: [meter], phases: 'A', zone: 'UTC', calm: 1 },
      loads: [{ deviceId, kind }],
      ...more,
    });
    return [
      // Opens the breaker for the level, and closes it when the level has ended.
      {
        settings: managed(charger, breaker, 'breaker', { limit: '50', levels: [{ level: 'high', open: [breaker] }] }),
        msg: { payload: { level: 'high', for: 60 } },
        runsMs: 600_000,
      },
      {
        settings: managed(breaker, charger, 'charger', { limit: '0.01' }),
        msg: { payload: 'resume' },
        runsMs: 300_000,
      },
    ];
  },
  'circuit-watch': ({ breaker, charger }) => {
    const watched = (deviceId: string, settings: Settings, payload: unknown): Trial => ({
      settings: { target: 'devices', devices: [deviceId], zone: 'UTC', for: 0, ...settings },
      msg: { payload },
      runsMs: 120_000,
    });
    return [
      // A lever that opens brings what was captured of it.
      watched(
        breaker,
        { measure: 'handLever', condition: 'is', state: 'open' },
        { deviceId: breaker, 'breaker.metadata.mainHandlePosition': false },
      ),
      watched(breaker, { measure: 'ratingPercent', condition: 'above', value: 80 }, 'ack'),
      watched(breaker, { measure: 'energyToday', condition: 'above', value: 80 }, 'ack'),
      watched(charger, { measure: 'events', condition: 'changes' }, 'ack'),
      watched(breaker, { measure: 'endings' }, 'ack'),
    ];
  },
  'breaker-device': ({ breaker, keyId }) => {
    const { settings } = picked(breaker, {});
    const act = (action: string, more: Settings = {}, msg: Settings = {}): Trial => ({
      settings: { ...settings, action, ...more },
      msg,
    });
    return [
      ...['find', 'details', 'connection', 'deviceData', 'readSettings', 'handleHistory'].map((action) => act(action)),
      act('label', { loadType: 'kiln' }),
      act('restart'),
      act('setColors'),
      act('setMode'),
      act('setThreshold', { threshold: '150' }),
      act('setAlignment', { alignment: 'none' }),
      act('setReportRate', { reportRate: '60' }),
      act('createKey', { keyType: 'broadcast' }),
      ...['listKeys', 'getKey', 'assignKey', 'deleteKey'].map((action) =>
        act(action, {}, { payload: keyId, confirm: keyId }),
      ),
      act('decommission', {}, { confirm: breaker }),
    ];
  },
  'waveform-capture': ({ breaker }) => [
    picked(breaker, { operation: 'capture' }),
    picked(breaker, { operation: 'list' }),
    picked(breaker, { operation: 'latest' }),
    picked(breaker, { operation: 'readThresholds' }),
    picked(breaker, { operation: 'setThresholds', thresholds: '{"p0SagEnabled":true,"p0mVSag":91000}' }),
  ],
  'batch-schedule': ({ breaker, address, batchId }) => {
    const batch = (settings: Settings) => picked(breaker, { command: 'open', ...settings });
    const sun = { schedule: 'sun', sunEvent: 'sunset', place: address };
    return [
      batch({ operation: 'create', schedule: 'cron', cron: '0 22 * * *' }),
      batch({ operation: 'create', ...sun }),
      batch({ operation: 'list' }),
      ...['get', 'statuses', 'cancel'].map((operation) => ({ ...batch({ operation }), msg: { batchId } })),
    ];
  },
  // It has all operations: a few of each kind.
  'cloud-call': ({ breaker: deviceId, charger, keyId, batchId }) => {
    const path = { deviceId };
    const hour = { startTime: '2026-01-15T10:00:00Z', endTime: '2026-01-15T11:00:00Z' };
    return [
      called('devices.list', {}),
      called('locations.list', {}),
      called('roles.list', {}),
      called('remoteHandle.getPosition', { path }),
      called('loadPresentThreshold.get', { path }),
      called('meter.latest', { path }),
      called('meter.history', { path, query: hour, page: { offset: 0, limit: 1_000 } }),
      called('deviceData.get', { filter: { deviceId } }),
      called('waveforms.list', { path }),
      called('evse.getConfiguration', { path: { deviceId: charger } }),
      called('plugSessions.list', { filter: { deviceId: charger } }),
      called('udpKeys.get', { path: { keyId } }),
      called('batchCommands.get', { path: { id: batchId } }),
      called('telemetryAlignment.set', { path, body: { alignment: 'clock' } }),
      called('deviceWebhooks.create', {
        body: { uri: 'https://hooks.example.com/call', additionalHttpHeaders: { 'X-Secret': 'one' } },
      }),
      called('remoteHandle.setPosition', { path, body: { command: 'open', reason: 'test' } }),
    ];
  },
};

/** Node types that call when they are deployed and removed. */
export const receiverTrials: Readonly<Record<string, (site: TrialSite) => Settings>> = {
  'stream-receiver': ({ breaker }) => ({ type: 'stream-receiver', devices: [breaker] }),
  'webhook-in': () => ({
    type: 'webhook-in',
    deviceOnboarding: true,
    userPermission: true,
    deviceOverrideEvent: true,
    shareDeviceCode: true,
  }),
};
