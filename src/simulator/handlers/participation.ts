import { defined } from '../../object';
import type { ServiceContext } from '../handler';
import { applyStoredCommand } from '../operate-handle';
import type { OverrideEventState, ShareCodeState } from '../service-state';
import { isoInstant } from './iso-instant';

export type Participation = OverrideEventState['participations'][number];

function announce(context: ServiceContext, event: OverrideEventState, participation: Participation): void {
  const { state } = context;
  const owner = state.devices.find(({ id }) => id === participation.deviceId)?.organizationId;
  const creator = state.organizations.find(({ id }) => id === event.creatorOrganizationId);
  context.emit({
    type: 'participation-changed',
    payload: {
      deviceId: participation.deviceId,
      deviceOverrideEventId: event.id,
      ...defined({ deviceOwnerOrganizationId: owner }),
      eventCreatorOrganizationId: event.creatorOrganizationId,
      ...defined({ eventCreatorOrganizationName: creator?.name }),
      updatedAt: isoInstant(participation.updatedAt),
      status: participation.status,
    },
  });
}

/** An override event that is set cancels the timer of a breaker. spec 3 */
export function cancelTimer({ state }: ServiceContext, deviceId: string): void {
  const device = state.devices.find(({ id }) => id === deviceId);
  if (device !== undefined) delete device.resetAt;
}

/** A shared device joins an event, for the first time or again. spec 3 */
export function join(
  context: ServiceContext,
  event: OverrideEventState,
  { deviceId, sharedDeviceId }: ShareCodeState & { sharedDeviceId: string },
): Participation {
  const now = context.clock.now();
  const earlier = event.participations.find((known) => known.sharedDeviceId === sharedDeviceId);
  const participation: Participation = earlier ?? {
    id: context.newId(),
    sharedDeviceId,
    deviceId,
    status: 'participating',
    updatedAt: now,
  };
  if (earlier === undefined) event.participations.push(participation);
  participation.status = 'participating';
  participation.updatedAt = now;
  if (event.status === 'active') cancelTimer(context, deviceId);
  announce(context, event, participation);
  return participation;
}

/** A device leaves an event: a command that waited for that is carried out. spec 3 */
export function leave(
  context: ServiceContext,
  event: OverrideEventState,
  participation: Participation,
  status: 'removed' | 'optedOut',
): void {
  participation.status = status;
  participation.updatedAt = context.clock.now();
  announce(context, event, participation);
  const device = context.state.devices.find(({ id }) => id === participation.deviceId);
  if (device !== undefined) applyStoredCommand(context, device);
}
