import { limits } from '../../catalog';
import { defined } from '../../object';
import { createIdentifiers } from '../identifiers';
import { dayMs, derivedSeed, nextInWeek, recordedSince } from '../physics';
import type { ServiceState } from '../service-state';
import type { DeviceState, Instant, LoadProfile, LocationState } from '../state';
import { plugSessionOf } from './charging-past';
import { createBreaker, createCharger } from './create-device';
import type { DescribedDevice, DescribedLocation, SiteDescription } from './described-site';
import { loadKinds } from './site-description';

export interface SiteFromOptions {
  /** Of identifiers, weather, and the loads that have no seed of their own. */
  readonly seed: number;
  /** Epoch milliseconds. */
  readonly now: Instant;
}

/** How long the past is that a described site has: its loads have repeated their week for so long. */
const pastMs = 35 * dayMs;
const minuteMs = 60_000;
/** Nominal volts from a leg to neutral. */
const legV = 120;

/**
 * The world of a described site as it is at `now`: its devices under their own ids, loads that repeat the recorded week, and the
 * cars of that week. Its accounts and secrets are made up. The description must have no `siteProblems`.
 *
 * @example
 * const simulator = await createSimulator({ initialState: siteFrom(description, { seed: 1, now: Date.now() }) });
 */
export function siteFrom(description: SiteDescription, { seed: givenSeed, now }: SiteFromOptions): ServiceState {
  const seed = description.seed ?? givenSeed;
  const counter = { sequence: 0 };
  const { newId, newSecret } = createIdentifiers(seed, counter);
  const account = (): ServiceState['application'] => ({
    clientId: newId(),
    secrets: (['secret1', 'secret2'] as const).map((name) => ({
      ...{ name, value: newSecret(), expiry: now + limits.secretLifetimeMs, lasting: true },
    })),
  });
  const { name, description: about = '', id = newId() } = description.organization;
  const zoneOf = zonesOf(description);
  const devices = description.devices.map((device, index) =>
    deviceFrom(device, { organizationId: id, seed: derivedSeed(seed, index), zone: zoneOf(device.locationId), now }),
  );
  const site: ServiceState = {
    version: 1,
    seed,
    createdAt: now,
    apiKey: newSecret(),
    application: account(),
    organizations: [{ id, name, description: about, serviceAccount: account() }],
    locations: description.locations.map((location) => locationFrom(location, id)),
    devices,
    plugSessions: devices.flatMap((device, index) =>
      pastSessions(device, description.devices[index] as DescribedDevice, now).map((visit) =>
        plugSessionOf(device, { ...visit, id: newId() }, now),
      ),
    ),
    ...{ tokens: [], webhooks: [], streams: [], deviceStreams: [], batches: [], udpKeys: [] },
    ...{ roles: [], users: [], userRoles: [], inviteCodes: [], ocppCentralSystems: [], ocppChargePoints: [] },
    ...{ shareCodes: [], overrideEvents: [] },
    sequence: 0,
  };
  return { ...site, sequence: counter.sequence };
}

/** The zone of a location, or of the nearest one above it that has one. */
function zonesOf({ locations, zone }: SiteDescription): (locationId: string) => string | undefined {
  const byId = new Map(locations.map((location) => [location.id, location]));
  return (locationId) => {
    for (let at = byId.get(locationId); at !== undefined; at = byId.get(at.parentId ?? ''))
      if (at.zone !== undefined) return at.zone;
    return zone;
  };
}

function locationFrom(location: DescribedLocation, organizationId: string): LocationState {
  const { id, parentId, type, name, description, place } = location;
  const text = (degrees: number) => String(Number(degrees.toFixed(6)));
  return {
    id,
    organizationId,
    ...defined({ parentLocationId: parentId }),
    locationType: type,
    details: {
      name,
      ...defined({ description }),
      ...(place === undefined
        ? {}
        : { address: { coordinates: { latitude: text(place.latitude), longitude: text(place.longitude) } } }),
    },
  };
}

/** What a SKU tells: `BREM2030` is a breaker with two poles for 30 A. */
export function ratingsOfSku(sku: string | undefined): { readonly poles?: 1 | 2; readonly ratedA?: number } {
  const [, poles, amps] = /^B(?:R|AB)EM([12])0(\d\d)$/.exec(sku ?? '') ?? [];
  return poles === undefined ? {} : { poles: poles === '2' ? 2 : 1, ratedA: Number(amps) };
}

interface DeviceContext {
  readonly organizationId: string;
  readonly seed: number;
  readonly zone: string | undefined;
  readonly now: Instant;
}

function deviceFrom(device: DescribedDevice, { organizationId, seed, zone, now }: DeviceContext): DeviceState {
  const isCharger = device.type === 'ev-emcb';
  const ofSku = ratingsOfSku(device.sku);
  const preset = isCharger
    ? { sku: 'BABEM2030', poles: 2 as const, ratedA: 32 }
    : { sku: 'BREM1020', poles: 1 as const, ratedA: 20 };
  const poles = device.poles ?? ofSku.poles ?? preset.poles;
  const ratedA = device.ratedA ?? ofSku.ratedA ?? preset.ratedA;
  const load = loadFrom(device, { poles, ratedA });
  const circuit = {
    ...{ label: device.name, sku: device.sku ?? preset.sku, poles, ratedA, load, energyBaseWh: 0 },
    ...defined({ loadDetails: device.loadDetails }),
    ...(device.leg === 'B' ? { leg: 'B' as const } : {}),
  };
  const commissionedAt = now - pastMs;
  const placement = {
    ...{ id: device.id, organizationId, locationId: device.locationId, serialNumber: device.serialNumber ?? device.id },
    ...{ commissionedAt, onlineSince: commissionedAt, boots: 1, seed },
  };
  const made = isCharger
    ? createCharger(circuit, placement, {
        ...{
          chargerStationId: device.stationId ?? `CS-${placement.serialNumber}`,
          mode: 'no-restrictions',
          maxCurrent: 0,
        },
      })
    : createBreaker(circuit, placement);
  made.load = {
    ...made.load,
    ...defined({ zone, recorded: device.recorded }),
    seed: device.load?.seed ?? made.load.seed,
  };
  Object.assign(made.settings, device.settings);
  if (made.evse !== undefined) {
    if (device.lastCar === undefined) made.evse.visits = device.visits ?? [];
    made.evse.configuration = configurationFrom(made.evse.configuration, device.configuration);
  }
  openHandles(made, device, now);
  if (device.online === false) Object.assign(made, { online: false, offlineSince: now - minuteMs });
  return made;
}

function loadFrom(
  { type, load = {}, loadDetails, recorded }: DescribedDevice,
  { poles, ratedA }: { readonly poles: 1 | 2; readonly ratedA: number },
): Pick<LoadProfile, 'kind' | 'ratedA'> {
  if (type === 'ev-emcb') return { kind: 'ev', ratedA: load.ratedA ?? ratedA };
  const named = load.kind ?? loadDetails?.type;
  const kind = (loadKinds as readonly string[]).includes(named ?? '') && named !== 'ev' ? named : 'outlets';
  const most = recorded?.watts.reduce<number>((greatest, value) => Math.max(greatest, Math.abs(value ?? 0)), 0) ?? 0;
  const drawnA = most === 0 ? ratedA * 0.6 : most / (legV * poles);
  return { kind: kind as LoadProfile['kind'], ratedA: load.ratedA ?? drawnA };
}

type Configuration = NonNullable<DeviceState['evse']>['configuration'];

/** Only what is described replaces what a new charger has. */
function configurationFrom(before: Configuration, described: DescribedDevice['configuration'] = {}): Configuration {
  const { mode, configuration } = described as Partial<Configuration>;
  return {
    mode: mode ?? before.mode,
    configuration: { ...before.configuration, ...defined({ ...configuration }) },
  };
}

/** Nobody knows who opened a breaker whose description does not say it: somebody at the panel, for a command. */
function openHandles(made: DeviceState, { remoteHandle, mainHandle, openedBy }: DescribedDevice, now: Instant): void {
  const at = now - minuteMs;
  const event = (source: string) => ({ at, position: 'open' as const, source: openedBy ?? source });
  if (remoteHandle === 'open') made.handleHistory.push(event('remote-command'));
  if (mainHandle === 'open') made.mainHandleHistory.push(event('manual'));
  Object.assign(made, defined({ remoteHandle, mainHandle }));
  if (remoteHandle === 'open' || mainHandle === 'open') made.conduction.push({ at, closed: false });
}

type PastVisit = Omit<Parameters<typeof plugSessionOf>[1], 'id'>;

/** The cars of the week before, and the one that is there now or was there last; in order of time. */
function pastSessions(device: DeviceState, { visits = [], lastCar }: DescribedDevice, now: Instant): PastVisit[] {
  const since = Math.max(recordedSince(device), now - 7 * dayMs);
  const last = lastCar === undefined ? undefined : shifted(lastCar, now);
  const past = visits
    .map(({ minute, minutes, neededWh, carMaxA }) => {
      const startedAt = nextInWeek(minute, since, device.load.zone);
      return { startedAt, leavesAt: startedAt + minutes * minuteMs, neededWh, carMaxA };
    })
    .filter(({ startedAt, leavesAt }) => (last === undefined ? startedAt < now : leavesAt <= last.startedAt))
    .sort((one, other) => one.startedAt - other.startedAt);
  return last === undefined ? past : [...past, last];
}

/** A car that came after `now` came so many days earlier: its routine is that of a day. */
function shifted({ cameAt, leavesAt, ...car }: NonNullable<DescribedDevice['lastCar']>, now: Instant): PastVisit {
  const startedAt = Date.parse(cameAt);
  const earlierMs = Math.max(0, Math.ceil((startedAt - now) / dayMs)) * dayMs;
  return { ...car, startedAt: startedAt - earlierMs, leavesAt: Date.parse(leavesAt) - earlierMs };
}
