import { type Client, ClientError } from '../../client';
import { defined } from '../../object';
import {
  type DescribedDevice,
  type DescribedLocation,
  ratingsOfSku,
  type SiteDescription,
  type SiteGap,
  siteProblems,
} from '../../simulator';
import { describedConfiguration } from './charger-configuration';
import { describedData } from './device-data';
import { weekOfHistory } from './recorded-week';
import { type PastSession, visitsOf } from './weekly-visits';

/** What people know of a circuit, as the circuit directory of an account says. */
export interface NamedCircuit {
  readonly deviceId: string;
  readonly name: string;
  readonly leg?: string;
  readonly ratedA?: number;
  readonly feedsIn?: boolean;
}

/** How far the reading has come, in devices. */
export interface SiteProgress {
  readonly read: number;
  readonly devices: number;
}

export interface SiteReading {
  readonly client: Pick<Client, 'call' | 'list' | 'pages'>;
  /** The clock of the service, epoch milliseconds, asked after the first answer: the week before it is read. */
  now(): number;
  readonly name: string;
  readonly circuits?: readonly NamedCircuit[];
  /** IANA name: by whose clock the site lives. The service does not tell; that of this machine by default. */
  readonly zone?: string;
  readonly onProgress?: (progress: SiteProgress) => void;
  readonly signal?: AbortSignal;
}

/** The most devices of one description; the rest is named in its gaps. */
const maxDevices = 200;
/** The devices that are read at once; how fast they are is decided by the account's call budget. */
const atOnce = 3;
const weekMs = 7 * 86_400_000;
const pageSize = 1_000;

/**
 * Describes the site of an account by what the service tells: locations, devices with ratings, handles and settings, the last week of
 * each meter, charge windows, and the plug sessions of that week. Reads only, as polls. What cannot be read is named in `gaps`.
 * Rejects where not even the list of devices can be read, and with the signal's reason when it is aborted.
 *
 * @example
 * const description = await describeSite({ client, now: Date.now, name: 'House', zone: 'Europe/Berlin' });
 */
export async function describeSite(reading: SiteReading): Promise<SiteDescription> {
  const { client, name, signal, circuits = [], onProgress } = reading;
  const zone = reading.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const options = { priority: 'poll', ...defined({ signal }) } as const;
  const gaps: SiteGap[] = [];
  const [found, locations] = await Promise.all([
    client.list('devices.list', {}, options).catch((error: unknown) => {
      signal?.throwIfAborted();
      throw error;
    }),
    client.list('locations.list', {}, options).catch((error: unknown) => {
      gaps.push({ what: 'locations', why: whyOf(error, signal) });
      return [];
    }),
  ]);
  const nowMs = reading.now();
  if (found.length > maxDevices) gaps.push({ what: 'more', why: String(found.length - maxDevices) });
  const left = found.slice(0, maxDevices).map((device, index) => ({ device, index }));
  const total = left.length;
  const described: { index: number; device: DescribedDevice; gaps: readonly SiteGap[] }[] = [];
  onProgress?.({ read: 0, devices: total });
  const readers = Array.from({ length: atOnce }, async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const circuit = circuits.find(({ deviceId }) => deviceId === next?.device.id);
      described.push({ index: next.index, ...(await describeDevice(next.device, circuit)) });
      onProgress?.({ read: described.length, devices: total });
    }
  });
  await Promise.all(readers);
  described.sort((one, other) => one.index - other.index);
  const devices = described.map(({ device }) => device);
  const places = placesFor(devices, locations.map(describedLocation), name);
  const top = places.filter(({ type, parentId }) => type === 'address' || parentId === undefined);
  return withoutWrongParts({
    version: 1,
    describedAt: new Date(nowMs).toISOString(),
    organization: { name },
    zone,
    locations: places,
    devices,
    gaps: [
      ...gaps,
      ...(reading.zone === undefined
        ? top.map((location): SiteGap => ({ what: 'zone', of: location.name, why: zone }))
        : []),
      ...described.flatMap((one) => one.gaps),
    ],
  });

  type Device = (typeof found)[number];

  async function describeDevice(
    device: Device,
    circuit: NamedCircuit | undefined,
  ): Promise<{ device: DescribedDevice; gaps: readonly SiteGap[] }> {
    const { id, hardwareType, locationId, sku, serialNumber, chargerStationId, loadDetails } = device;
    const label = circuit?.name || loadDetails?.modelName || loadDetails?.type || serialNumber || id;
    const lacking: SiteGap[] = [];
    const lack = (what: SiteGap['what']) => (error: unknown) => {
      lacking.push({ what, of: label, why: whyOf(error, signal) });
      return undefined;
    };
    const isCharger = hardwareType === 'ev-emcb';
    const data = await client
      .call('deviceData.get', { filter: { deviceId: id } }, options)
      .then((reply) => describedData(reply.data), lack('deviceData'));
    const path = { deviceId: id };
    const charging = isCharger
      ? await client
          .call('evse.getConfiguration', { path }, options)
          .then((reply) => describedConfiguration(reply.data), lack('configuration'))
      : undefined;
    if (charging?.otherMode !== undefined) lacking.push({ what: 'mode', of: label, why: charging.otherMode });
    const week = isCharger ? undefined : await readWeek(id).catch(lack('history'));
    if (!isCharger && week === undefined && !lacking.some(({ what }) => what === 'history'))
      lacking.push({ what: 'history', of: label });
    const visits = isCharger ? await readVisits(id).catch(lack('sessions')) : undefined;
    if (isCharger && visits?.length === 0) lacking.push({ what: 'sessions', of: label });
    const ratings = { ...ratingsOfSku(sku), ...defined({ ratedA: circuit?.ratedA }), ...data?.ratings };
    if (ratings.ratedA === undefined || ratings.poles === undefined) lacking.push({ what: 'ratings', of: label });
    const leg = circuit?.leg;
    return {
      gaps: lacking,
      device: {
        ...{ id, name: label, type: isCharger ? 'ev-emcb' : 'emcb', locationId: locationId ?? '' },
        ...defined({ sku, serialNumber, stationId: chargerStationId }),
        ...(leg === 'A' || leg === 'B' ? { leg } : {}),
        ...(loadDetails === undefined ? {} : { loadDetails: detailsOf(loadDetails) }),
        ...ratings,
        ...data?.state,
        ...(circuit?.feedsIn === true ? { load: { kind: 'solar-inverter' as const } } : {}),
        ...defined({ configuration: charging?.configuration, recorded: week, visits }),
      },
    };
  }

  async function readWeek(deviceId: string) {
    const input = {
      path: { deviceId },
      query: { startTime: new Date(nowMs - weekMs).toISOString(), endTime: new Date(nowMs).toISOString() },
      page: { offset: 0, limit: pageSize },
    };
    const items = [];
    for await (const page of client.pages('meter.history', input, options)) items.push(...page.items);
    return weekOfHistory(items, zone);
  }

  async function readVisits(deviceId: string) {
    const since = new Date(nowMs - weekMs).toISOString();
    const sessions: PastSession[] = await client.list(
      'plugSessions.list',
      { filter: { deviceId, startedAt: { ge: since } } },
      options,
    );
    return visitsOf(sessions, { zone, nowMs });
  }
}

/** The words of the service; an abort is none of its answers. */
function whyOf(error: unknown, signal: AbortSignal | undefined): string {
  signal?.throwIfAborted();
  if (error instanceof ClientError && error.code === 'CLOSED') throw error;
  return error instanceof Error ? error.message : String(error);
}

function detailsOf({
  type,
  manufacturerName,
  modelName,
}: {
  type?: string;
  manufacturerName?: string;
  modelName?: string;
}) {
  return defined({ type, manufacturerName, modelName });
}

interface ReadLocation {
  readonly id: string;
  readonly name?: string;
  readonly description?: string;
  readonly parentLocationId?: string;
  readonly locationType?: string;
  readonly address?: { readonly coordinates?: { readonly latitude?: string; readonly longitude?: string } };
}

function describedLocation(location: ReadLocation): DescribedLocation {
  const { id, name, description, parentLocationId, locationType, address } = location;
  const latitude = Number.parseFloat(address?.coordinates?.latitude ?? '');
  const longitude = Number.parseFloat(address?.coordinates?.longitude ?? '');
  const isPlace = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return {
    id,
    ...defined({ parentId: parentLocationId, description }),
    type: locationType === 'custom' || locationType === 'address' ? locationType : 'equipment',
    name: name || id,
    ...(isPlace ? { place: { latitude, longitude } } : {}),
  };
}

/** The locations, and one for each device whose own could not be read. */
function placesFor(
  devices: readonly DescribedDevice[],
  locations: readonly DescribedLocation[],
  siteName: string,
): DescribedLocation[] {
  const known = new Set(locations.map(({ id }) => id));
  const lost = new Set(devices.map(({ locationId }) => locationId).filter((id) => !known.has(id)));
  const added = [...lost].map((id): DescribedLocation => ({ id, type: 'equipment', name: siteName || id }));
  // What stands under a location that may not be read stands alone.
  const kept = locations.map(({ parentId, ...location }) =>
    parentId !== undefined && known.has(parentId) ? { ...location, parentId } : location,
  );
  return [...kept, ...added];
}

/** What a part of a device is, for the gap where it is left out. */
const gapOfPart = {
  settings: 'deviceData',
  configuration: 'configuration',
  recorded: 'history',
  visits: 'sessions',
} as const satisfies Partial<Record<keyof DescribedDevice, SiteGap['what']>>;

/** A service may answer with what no simulator can take: such a part is left out, and named. */
function withoutWrongParts(description: SiteDescription): SiteDescription {
  const devices = [...description.devices];
  const gaps = [...(description.gaps ?? [])];
  for (const { field, message } of siteProblems(description)) {
    const [, index = '', part = ''] = /^devices\[(\d+)\]\.(\w+)/.exec(field) ?? [];
    const device = devices[Number(index)];
    if (device === undefined || !Object.hasOwn(gapOfPart, part))
      throw new Error(`the site cannot be described: ${field} ${message}`);
    const { [part as keyof typeof gapOfPart]: _wrong, ...kept } = device;
    devices[Number(index)] = kept;
    gaps.push({ what: gapOfPart[part as keyof typeof gapOfPart], of: device.name, why: `${field} ${message}` });
  }
  return { ...description, devices, gaps };
}
