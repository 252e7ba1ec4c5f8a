import type { ServiceState } from '../../src/simulator/service-state';
import type { DeviceState } from '../../src/simulator/state';

/** Identifiers of the small service that the tests stand on. */
export const ids = {
  organization: '10000000-0000-4000-8000-000000000001',
  otherOrganization: '10000000-0000-4000-8000-000000000002',
  campus: '20000000-0000-4000-8000-000000000001',
  house: '20000000-0000-4000-8000-000000000002',
  panel: '20000000-0000-4000-8000-000000000003',
  otherPanel: '20000000-0000-4000-8000-000000000004',
  oven: '30000000-0000-4000-8000-000000000001',
  lights: '30000000-0000-4000-8000-000000000002',
  charger: '30000000-0000-4000-8000-000000000003',
  foreign: '30000000-0000-4000-8000-000000000004',
  role: '40000000-0000-4000-8000-000000000001',
} as const;

export const apiKey = 'test-api-key';
export const account = {
  application: { clientId: 'application', clientSecret: 'application-secret' },
  organization: { clientId: 'organization', clientSecret: 'organization-secret' },
  otherOrganization: { clientId: 'other', clientSecret: 'other-secret' },
} as const;

const year = 365 * 86_400_000;

function serviceAccount({ clientId, clientSecret }: { clientId: string; clientSecret: string }, now: number) {
  return {
    clientId,
    secrets: [
      { name: 'secret1' as const, value: clientSecret, expiry: now + year },
      { name: 'secret2' as const, value: `${clientSecret}-2`, expiry: now + 60_000 },
    ],
  };
}

function breaker(id: string, now: number, about: Partial<DeviceState>): DeviceState {
  const since = now - 40 * 86_400_000;
  return {
    id,
    locationId: ids.panel,
    organizationId: ids.organization,
    hardwareType: 'emcb',
    sku: 'BREM1020',
    serialNumber: `SN-${id.slice(-2)}`,
    label: 'Breaker',
    poles: 1,
    ratedA: 20,
    load: { kind: 'outlets', ratedA: 10, seed: 7 },
    online: true,
    onlineSince: since,
    remoteHandle: 'closed',
    mainHandle: 'closed',
    handleHistory: [],
    mainHandleHistory: [],
    conduction: [{ at: since, closed: true }],
    energyBaseWh: 1000,
    commissionedAt: since,
    boots: 3,
    settings: {
      waveformConfiguration: { p0OvercurrentEnabled: true, p0mAOvercurrent: 60_000, samplesAfterTrigger: 100 },
      loadPresentThreshold: 100,
      alignment: 'none',
      alignmentSince: since,
      dataReportRate: 300,
      bargraphMode: 'track-meter-data',
    },
    waveforms: [],
    ...about,
  };
}

/** Two organizations; the first has a campus, a house on it, and a panel with two breakers and an EV charger. */
export function smallState(now: number): ServiceState {
  return {
    version: 1,
    seed: 5,
    sequence: 0,
    createdAt: now,
    apiKey,
    application: serviceAccount(account.application, now),
    organizations: [
      {
        id: ids.organization,
        name: 'First',
        description: '',
        serviceAccount: serviceAccount(account.organization, now),
      },
      {
        id: ids.otherOrganization,
        name: 'Other',
        description: '',
        serviceAccount: serviceAccount(account.otherOrganization, now),
      },
    ],
    locations: [
      { id: ids.campus, organizationId: ids.organization, locationType: 'custom', details: { name: 'Campus' } },
      {
        id: ids.house,
        organizationId: ids.organization,
        parentLocationId: ids.campus,
        locationType: 'address',
        details: {
          name: 'House',
          address: { city: 'Pittsburgh', coordinates: { latitude: '40.44', longitude: '-79.99' } },
        },
      },
      {
        id: ids.panel,
        organizationId: ids.organization,
        parentLocationId: ids.house,
        locationType: 'equipment',
        details: { name: 'Panel' },
      },
      {
        id: ids.otherPanel,
        organizationId: ids.otherOrganization,
        locationType: 'equipment',
        details: { name: 'Other panel' },
      },
    ],
    devices: [
      breaker(ids.oven, now, {
        label: 'Oven',
        sku: 'BREM2030',
        poles: 2,
        ratedA: 30,
        load: { kind: 'oven', ratedA: 20, seed: 3 },
      }),
      breaker(ids.lights, now, { label: 'Lights', load: { kind: 'lighting', ratedA: 5, seed: 4 } }),
      breaker(ids.charger, now, {
        label: 'Charger',
        hardwareType: 'ev-emcb',
        sku: 'BABEM2030',
        poles: 2,
        ratedA: 32,
        load: { kind: 'ev', ratedA: 32, seed: 5 },
        chargerStationId: 'CS-1',
        evse: {
          configuration: {
            mode: 'no-restrictions',
            configuration: {
              apiConfiguration: { enabled: true, restrictions: { maxCurrent: 0, maxEnergy: 0 } },
              windowConfiguration: { windows: [] },
              offlineConfiguration: { mode: 'no-restrictions' },
              manualOverrideConfiguration: { featureEnabled: false },
            },
          },
          currentError: 'NO_ERROR',
          permanentError: false,
        },
      }),
      breaker(ids.foreign, now, { locationId: ids.otherPanel, organizationId: ids.otherOrganization }),
    ],
    plugSessions: [],
    tokens: [],
    webhooks: [],
    streams: [],
    deviceStreams: [],
    batches: [],
    udpKeys: [],
    roles: [{ id: ids.role, name: 'Installer' }],
    users: [],
    userRoles: [],
    inviteCodes: [],
    ocppCentralSystems: [],
    ocppChargePoints: [],
    shareCodes: [],
    overrideEvents: [],
  };
}
