import { defined } from '../../object';
import { dayMs, sessionsOf, weekMinute } from '../physics';
import type { ServiceState } from '../service-state';
import type { DeviceState, Instant, LocationState } from '../state';
import type { DescribedDevice, DescribedLocation, SiteDescription } from './described-site';

const minuteMs = 60_000;
/** Of a car of which nobody knows when it leaves. */
const overnightMinutes = 12 * 60;

/**
 * The site of an organization as it is at `now`, by default of the first one: its loads are the same for any day, its cars are those
 * of the last week. It holds no secret and none of what was registered at the service.
 */
export function describeState(
  state: ServiceState,
  now: Instant,
  organizationId: string | undefined = state.organizations[0]?.id,
): SiteDescription {
  const organization = state.organizations.find(({ id }) => id === organizationId);
  const devices = state.devices.filter((device) => device.organizationId === organizationId);
  return {
    version: 1,
    describedAt: new Date(now).toISOString(),
    organization: {
      ...defined({ id: organizationId, description: organization?.description }),
      name: organization?.name ?? '',
    },
    seed: state.seed,
    locations: state.locations.filter((location) => location.organizationId === organizationId).map(describedLocation),
    devices: devices.map((device) => describedDevice(device, state, now)),
  };
}

function describedLocation({ id, parentLocationId, locationType, details }: LocationState): DescribedLocation {
  const { latitude, longitude } = details.address?.coordinates ?? {};
  return {
    id,
    ...defined({ parentId: parentLocationId, description: details.description }),
    type: locationType,
    name: details.name ?? id,
    ...(latitude === undefined || longitude === undefined
      ? {}
      : { place: { latitude: Number(latitude), longitude: Number(longitude) } }),
  };
}

function describedDevice(device: DeviceState, state: ServiceState, now: Instant): DescribedDevice {
  const { load, settings, evse, remoteHandle, mainHandle } = device;
  const opened = mainHandle === 'open' ? device.mainHandleHistory : remoteHandle === 'open' ? device.handleHistory : [];
  const { loadPresentThreshold, alignment, dataReportRate, bargraphMode, bargraphColors } = settings;
  return {
    ...{ id: device.id, name: device.label, type: device.hardwareType, sku: device.sku },
    ...{ serialNumber: device.serialNumber, locationId: device.locationId, ratedA: device.ratedA, poles: device.poles },
    ...{ online: device.online, remoteHandle, mainHandle },
    ...defined({ stationId: device.chargerStationId, leg: device.leg, loadDetails: device.loadDetails }),
    ...defined({ openedBy: opened.at(-1)?.source, recorded: load.recorded }),
    settings: {
      ...{ loadPresentThreshold, alignment, dataReportRate, bargraphMode },
      ...defined({ bargraphColors }),
      waveformConfiguration: { ...settings.waveformConfiguration },
    },
    load: { kind: load.kind, ratedA: load.ratedA, seed: load.seed },
    ...(evse === undefined
      ? {}
      : {
          configuration: structuredClone({ ...evse.configuration }),
          visits: visitsOf(device, state, now),
          ...(evse.visits === undefined ? lastCarOf(device, state) : {}),
        }),
  };
}

/** The car of the last session, where it has a driver who knows when to leave. */
function lastCarOf(device: DeviceState, state: ServiceState): Pick<DescribedDevice, 'lastCar'> {
  const last = sessionsOf(state, device.id).at(-1);
  if (last?.leavesAt === undefined) return {};
  const { startedAt, leavesAt, neededWh, carMaxA } = last;
  return {
    lastCar: {
      ...{ cameAt: new Date(startedAt).toISOString(), leavesAt: new Date(leavesAt).toISOString() },
      ...{ neededWh, carMaxA },
    },
  };
}

/** The cars of the last week; one that stays longer than until the next one comes leaves before it. */
function visitsOf(device: DeviceState, state: ServiceState, now: Instant): NonNullable<DescribedDevice['visits']> {
  if (device.evse?.visits !== undefined) return [...device.evse.visits];
  const sessions = sessionsOf(state, device.id).filter(({ startedAt }) => startedAt > now - 7 * dayMs);
  return sessions.map(({ startedAt, stoppedAt, leavesAt, neededWh, carMaxA }) => {
    const endsAt = stoppedAt ?? leavesAt ?? Math.max(now, startedAt) + overnightMinutes * minuteMs;
    return {
      minute: weekMinute(startedAt, device.load.zone),
      minutes: Math.max(
        1,
        Math.floor((Math.min(endsAt, (sessions[0]?.startedAt ?? 0) + 7 * dayMs) - startedAt) / minuteMs),
      ),
      neededWh,
      carMaxA,
    };
  });
}
