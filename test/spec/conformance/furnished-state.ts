import assert from 'node:assert/strict';
import type { WebhookKind } from '../../../src/catalog';
import type { SimulatorSnapshot } from '../../../src/simulator';
import { ids } from '../../simulator/small-state';

/** What the furnished state has besides the small one. */
export const furnished = {
  webhook: (kind: WebhookKind) => `webhook-${kind}`,
  usedStream: 'stream-used',
  freeStream: 'stream-free',
  deviceStream: 'device-stream',
  sharedDeviceStream: 'shared-device-stream',
  batch: 'batch',
  udpKey: 'udp-key',
  email: 'installer@example.com',
  inviteCode: 'INVITE',
  usedCentralSystem: 'central-used',
  freeCentralSystem: 'central-free',
  chargePoint: 'charge-point',
  station: 'charging-station',
  activeCode: 'ACTIVE',
  claimedCode: 'CLAIMED',
  /** Takes part in `event`. */
  participant: 'shared-lights',
  /** Takes part in nothing. */
  bystander: 'shared-charger',
  event: 'event',
  emptyEvent: 'event-empty',
  plugSession: 'plug-session',
  waveform: 'waveform',
  barn: 'barn',
} as const;

const webhookKinds = [
  'deviceOnboarding',
  'userPermission',
  'deviceOverrideEvent',
  'shareDeviceCode',
] as const satisfies readonly WebhookKind[];

/** One record of each kind, so that every operation finds what it needs. */
export function furnish(state: SimulatorSnapshot, now: number): void {
  furnishDevices(state, now);
  furnishAccount(state, now);
  furnishSharing(state, now);
}

function furnishDevices(state: SimulatorSnapshot, now: number): void {
  const [oven, charger] = [ids.oven, ids.charger].map((id) => state.devices.find((device) => device.id === id));
  assert.ok(oven && charger?.evse);
  const color = { red: 0, green: 255, blue: 0 };
  oven.settings.bargraphColors = { led1: color, led2: color, led3: color, led4: color, led5: color };
  oven.waveforms.push({ id: furnished.waveform, trigger: 'Immediate', type: 'waveform', capturedAt: now - 60_000 });
  for (const history of [oven.handleHistory, oven.mainHandleHistory])
    history.push(
      { at: now - 7_200_000, position: 'open', source: 'test' },
      { at: now - 3_600_000, position: 'closed', source: 'test' },
    );
  state.devices.push({
    ...structuredClone(charger),
    id: furnished.station,
    serialNumber: 'SN-STATION',
    evse: { ...structuredClone(charger.evse), ocppChargePointId: furnished.chargePoint },
  });
  state.ocppCentralSystems.push(
    { id: furnished.usedCentralSystem, websocketBaseUrl: 'wss://used.example.com' },
    { id: furnished.freeCentralSystem, websocketBaseUrl: 'wss://free.example.com' },
  );
  state.ocppChargePoints.push({
    id: furnished.chargePoint,
    ocppCentralSystemId: furnished.usedCentralSystem,
    deviceId: furnished.station,
  });
  state.plugSessions.push({
    id: furnished.plugSession,
    deviceId: ids.charger,
    startedAt: now - 7_200_000,
    stoppedAt: now - 3_600_000,
    neededWh: 0,
    carMaxA: 16,
    draw: [{ at: now - 7_200_000, amps: 16 }],
    chargeSessions: [{ startedAt: now - 7_200_000, stoppedAt: now - 3_600_000 }],
  });
}

function furnishAccount(state: SimulatorSnapshot, now: number): void {
  for (const kind of webhookKinds)
    state.webhooks.push({
      id: furnished.webhook(kind),
      kind,
      uri: `https://hooks.example.com/${kind}`,
      additionalHttpHeaders: {},
    });
  for (const id of [furnished.usedStream, furnished.freeStream])
    state.streams.push({
      id,
      request: { description: id, format: 'azure-iot-hub', azureIotHubStreamConfig: { registryConnectionString: 'x' } },
    });
  const health = { at: now, code: 200, message: 'OK' };
  state.deviceStreams.push(
    { id: furnished.deviceStream, deviceId: ids.oven, streamId: furnished.usedStream, shared: false, health },
    { id: furnished.sharedDeviceStream, deviceId: ids.lights, streamId: furnished.usedStream, shared: true, health },
  );
  const startTime = new Date(now + 3_600_000).toISOString();
  state.batches.push({
    id: furnished.batch,
    organizationId: ids.organization,
    type: 'deviceBatchCommand',
    clock: { deviceIds: [ids.oven], startTime, path: '/bargraph/settings/mode', body: { mode: 'user-defined' } },
    createdAt: now,
    nextRunAt: now + 3_600_000,
    devices: [{ deviceId: ids.oven, status: 'queued', at: now }],
  });
  state.udpKeys.push({
    id: furnished.udpKey,
    organizationId: ids.organization,
    value: 'c2VjcmV0',
    keyType: 'unicast',
    expiresAt: now + 86_400_000,
    assignments: [],
  });
  state.users.push({ id: 'user', email: furnished.email, verified: true });
  state.userRoles.push({
    id: 'user-role',
    roleId: ids.role,
    email: furnished.email,
    status: 'active',
    inviteType: 'email',
    scopeId: ids.house,
    organizationId: ids.organization,
  });
  state.inviteCodes.push({
    code: furnished.inviteCode,
    organizationId: ids.organization,
    locationId: ids.house,
    roleId: ids.role,
    createdAt: now,
    acceptances: [],
  });
  state.locations.push({
    id: furnished.barn,
    organizationId: ids.organization,
    locationType: 'custom',
    details: { name: 'Barn' },
  });
}

function furnishSharing(state: SimulatorSnapshot, now: number): void {
  const owned = { ownerOrganizationId: ids.organization, createdAt: now };
  const claimed = { ...owned, claimingOrganizationId: ids.otherOrganization, status: 'claimed' as const };
  state.shareCodes.push(
    { ...owned, code: furnished.activeCode, deviceId: ids.oven, status: 'active' },
    { ...claimed, code: furnished.claimedCode, deviceId: ids.lights, sharedDeviceId: furnished.participant },
    { ...claimed, code: 'OTHER', deviceId: ids.charger, sharedDeviceId: furnished.bystander },
  );
  const event = {
    creatorOrganizationId: ids.otherOrganization,
    startTime: now,
    status: 'active' as const,
    createdAt: now,
  };
  state.overrideEvents.push(
    {
      ...event,
      id: furnished.event,
      participations: [
        {
          id: 'participation',
          sharedDeviceId: furnished.participant,
          deviceId: ids.lights,
          status: 'participating',
          updatedAt: now,
        },
      ],
    },
    { ...event, id: furnished.emptyEvent, participations: [] },
  );
}
