import { type HandlerContext, ServiceRefusal } from './handler';
import type { ServiceState } from './service-state';
import type { DeviceState, LocationState, OrganizationState } from './state';

/** An ORG caller sees its own organization, an APP caller everything. spec 5.2 */
export function mayView(context: Pick<HandlerContext, 'caller'>, organizationId: string): boolean {
  return context.caller.kind === 'APP' || context.caller.organizationId === organizationId;
}

/** The same answer for an entry that does not exist and for one that the caller may not view. */
export function notFound(what: string): ServiceRefusal {
  return new ServiceRefusal(404, `${what} not found`);
}

export function visibleDevices(context: HandlerContext): DeviceState[] {
  return context.state.devices.filter((device) => mayView(context, device.organizationId));
}

/** Throws 404. */
export function findDevice(context: HandlerContext, deviceId: string): DeviceState {
  const device = context.state.devices.find(({ id }) => id === deviceId);
  if (device === undefined || !mayView(context, device.organizationId)) throw notFound('Device');
  return device;
}

/** Throws 404. */
export function findLocation(context: HandlerContext, locationId: string): LocationState {
  const location = context.state.locations.find(({ id }) => id === locationId);
  if (location === undefined || !mayView(context, location.organizationId)) throw notFound('Location');
  return location;
}

/** Throws 404. */
export function findOrganization(context: HandlerContext, organizationId: string): OrganizationState {
  const organization = context.state.organizations.find(({ id }) => id === organizationId);
  if (organization === undefined || !mayView(context, organization.id)) throw notFound('Organization');
  return organization;
}

/** The location itself and all below it. */
export function locationIdsAtOrBelow(state: ServiceState, locationId: string): Set<string> {
  const found = new Set([locationId]);
  for (let size = 0; size !== found.size; ) {
    size = found.size;
    for (const { id, parentLocationId } of state.locations)
      if (parentLocationId !== undefined && found.has(parentLocationId)) found.add(id);
  }
  return found;
}
