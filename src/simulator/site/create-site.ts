import { limits } from '../../catalog';
import { createRandom, dayMs, derivedSeed } from '../physics';
import type { ServiceState } from '../service-state';
import type { Instant, LocationState, ServiceAccountState } from '../state';
import { breakers, chargers } from './circuits';
import { createBreaker, createCharger, type Placement } from './create-device';
import { createLocations } from './locations';
import { addPanelPast } from './panel-past';
import { createPlugSessions } from './plug-sessions';

export interface SiteInput {
  readonly seed: number;
  /** Epoch milliseconds. */
  readonly now: Instant;
  newId(): string;
  newSecret(): string;
}

const minuteMs = 60_000;
const monthsSinceCommissioning = 14;

/**
 * The state a service begins with: one organization with a house, its panel of twelve breakers, two EV chargers in the
 * garage, its installers, and a past of 14 months. Nothing else is registered. `sequence` counts the calls of `newId`
 * and `newSecret`; the same input gives the same site.
 */
export function createSite({ seed, now, ...identifiers }: SiteInput): ServiceState {
  let sequence = 0;
  const newId = () => {
    sequence += 1;
    return identifiers.newId();
  };
  const newSecret = () => {
    sequence += 1;
    return identifiers.newSecret();
  };
  const random = createRandom(seed);
  const commissionedAt = monthsBefore(now, monthsSinceCommissioning);

  const account = (): ServiceAccountState => ({
    clientId: newId(),
    secrets: [
      { name: 'secret1', value: newSecret(), expiry: now + limits.secretLifetimeMs, lasting: true },
      { name: 'secret2', value: newSecret(), expiry: now + limits.secretLifetimeMs, lasting: true },
    ],
  });
  const organizationId = newId();
  const locations = createLocations(organizationId, newId);
  const [, address, panel, garage] = locations;

  const serials = new Set<string>();
  function newSerial(): string {
    const serial = String(30_000_000_000 + Math.floor(random() * 1_000_000_000));
    if (serials.has(serial)) return newSerial();
    serials.add(serial);
    return serial;
  }
  const placement = (location: LocationState, index: number): Placement => ({
    id: newId(),
    organizationId,
    locationId: location.id,
    serialNumber: newSerial(),
    // The installer went from one to the next.
    commissionedAt: commissionedAt + index * 4 * minuteMs,
    onlineSince: now - Math.floor((2 + 20 * random()) * dayMs),
    boots: 2 + Math.floor(6 * random()),
    seed: derivedSeed(seed, index),
  });
  const panelDevices = breakers.map((circuit, index) => createBreaker(circuit, placement(panel, index)));
  const garageDevices = chargers.map((circuit, index) =>
    createCharger(circuit, placement(garage, breakers.length + index), {
      chargerStationId: `CS-${1001 + index}`,
      ...(index === 0 ? { mode: 'no-restrictions', maxCurrent: 0 } : { mode: 'cloud-api', maxCurrent: 24 }),
    }),
  );
  addPanelPast(panelDevices, now, newId);

  return {
    version: 1,
    seed,
    createdAt: now,
    apiKey: newSecret(),
    application: account(),
    organizations: [
      {
        id: organizationId,
        name: 'Maple Street 12',
        description: 'A simulated house with a pool, a solar roof and two electric cars',
        serviceAccount: account(),
      },
    ],
    locations,
    devices: [...panelDevices, ...garageDevices],
    plugSessions: createPlugSessions(garageDevices, now, random, newId),
    tokens: [],
    webhooks: [],
    streams: [],
    deviceStreams: [],
    batches: [],
    udpKeys: [],
    ...createInstallers(organizationId, address.id, newId),
    inviteCodes: [],
    ocppCentralSystems: [],
    ocppChargePoints: [],
    shareCodes: [],
    overrideEvents: [],
    sequence,
  };
}

function monthsBefore(now: Instant, months: number): Instant {
  const date = new Date(now);
  date.setUTCMonth(date.getUTCMonth() - months, 12);
  date.setUTCHours(15, 24, 0, 0);
  return date.getTime();
}

function createInstallers(
  organizationId: string,
  addressId: string,
  newId: () => string,
): Pick<ServiceState, 'roles' | 'users' | 'userRoles'> {
  const role = { id: newId(), name: 'Installer' };
  const users = ['dana@installer.example', 'lee@installer.example'].map((email) => ({
    id: newId(),
    email,
    verified: true,
  }));
  const scopes = [organizationId, addressId];
  return {
    roles: [role],
    users,
    userRoles: users.map(({ email }, index) => ({
      id: newId(),
      roleId: role.id,
      email,
      status: 'active',
      inviteType: 'email',
      scopeId: scopes[index] ?? organizationId,
      organizationId,
    })),
  };
}
