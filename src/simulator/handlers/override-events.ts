import { type AnswerOf, limits } from '../../catalog';
import { defined } from '../../object';
import { notFound } from '../find';
import { type HandlerContext, type HandlersOf, ServiceRefusal } from '../handler';
import type { OverrideEventState, ShareCodeState } from '../service-state';
import { meets } from './criteria';
import { fieldRefusal } from './field-refusal';
import { isoInstant } from './iso-instant';
import { join, leave, type Participation } from './participation';

function view(event: OverrideEventState): AnswerOf<'overrideEvents.get'> {
  const { id, description, status, startTime, endTime, createdAt, creatorOrganizationId } = event;
  return {
    id,
    ...defined({ description }),
    status,
    startTime: isoInstant(startTime),
    ...(endTime === undefined ? {} : { endTime: isoInstant(endTime) }),
    createdAt: isoInstant(createdAt),
    eventCreatorOrganizationId: creatorOrganizationId,
  };
}

function participationView(participation: Participation): NonNullable<AnswerOf<'overrideEvents.optOut'>[number]> {
  const { id, sharedDeviceId, deviceId, status, updatedAt } = participation;
  return { id, sharedDeviceId, deviceId, status, updatedAt: isoInstant(updatedAt) };
}

function owns({ state, caller }: HandlerContext, { deviceId }: Participation): boolean {
  return state.devices.some(({ id, organizationId }) => id === deviceId && organizationId === caller.organizationId);
}

function isCreator({ caller }: HandlerContext, event: OverrideEventState): boolean {
  return event.creatorOrganizationId === caller.organizationId;
}

/** The creator sees its event, and so does who owns a device in it. */
function maySee(context: HandlerContext, event: OverrideEventState): boolean {
  return isCreator(context, event) || event.participations.some((participation) => owns(context, participation));
}

function findEvent(context: HandlerContext, eventId: string): OverrideEventState {
  const event = context.state.overrideEvents.find(({ id }) => id === eventId);
  if (event === undefined || !maySee(context, event)) throw notFound('Override event');
  return event;
}

function requireCreator(context: HandlerContext, event: OverrideEventState): void {
  if (!isCreator(context, event))
    throw new ServiceRefusal(403, 'Only the organization that created the event can do this');
}

function requireOpen({ status }: OverrideEventState): void {
  if (status !== 'active' && status !== 'scheduled') throw new ServiceRefusal(400, `The event is ${status}`);
}

function requireIds(ids: readonly string[] | undefined): readonly string[] {
  if (ids === undefined || ids.length === 0) throw fieldRefusal('sharedDeviceIds', 'is required');
  return [...new Set(ids)];
}

function requireParticipating(event: OverrideEventState, ids: readonly string[]): Participation[] {
  return ids.map((id) => {
    const found = event.participations.find(
      ({ sharedDeviceId, status }) => sharedDeviceId === id && status === 'participating',
    );
    if (found === undefined) throw fieldRefusal('sharedDeviceIds', `names ${id}, which does not take part`);
    return found;
  });
}

function requireJoinable(context: HandlerContext, event: OverrideEventState, id: string) {
  const { state, caller } = context;
  const share = state.shareCodes.find(
    (known): known is ShareCodeState & { sharedDeviceId: string } =>
      known.sharedDeviceId === id &&
      known.status === 'claimed' &&
      known.claimingOrganizationId === caller.organizationId,
  );
  if (share === undefined)
    throw fieldRefusal('sharedDeviceIds', `names ${id}, which is not shared with the organization`);
  if (event.participations.some(({ sharedDeviceId, status }) => sharedDeviceId === id && status === 'optedOut'))
    throw fieldRefusal('sharedDeviceIds', `names ${id}, whose owner opted out`);
  const taken = state.overrideEvents.some(
    ({ status, participations }) =>
      (status === 'active' || status === 'scheduled') &&
      participations.some((known) => known.deviceId === share.deviceId && known.status === 'participating'),
  );
  if (taken) throw fieldRefusal('sharedDeviceIds', `names ${id}, which takes part in an override event`);
  return share;
}

/** Payloads are not documented; those of the simulator are in the catalog's shapes. spec 3, 4.9 */
export const overrideEvents: HandlersOf<'overrideEvents'> = {
  'overrideEvents.create': ({ body }, { state, caller, clock, newId }) => {
    const now = clock.now();
    const startTime = body.startTime === undefined ? now : Date.parse(body.startTime);
    const endTime = body.endTime === undefined ? undefined : Date.parse(body.endTime);
    if (endTime !== undefined && endTime <= Math.max(startTime, now))
      throw fieldRefusal('endTime', 'must be after startTime and in the future');
    const event: OverrideEventState = {
      id: newId(),
      creatorOrganizationId: String(caller.organizationId),
      ...defined({ description: body.description }),
      startTime,
      ...defined({ endTime }),
      status: startTime > now ? 'scheduled' : 'active',
      createdAt: now,
      participations: [],
    };
    state.overrideEvents.push(event);
    return view(event);
  },

  'overrideEvents.list': ({ filter }, context) =>
    context.state.overrideEvents
      .filter((event) => maySee(context, event))
      .filter(({ startTime, endTime }) => meets(filter, { startTime, endTime }))
      .slice(0, limits.overrideEventsListed)
      .map(view),

  'overrideEvents.get': ({ path }, context) => view(findEvent(context, path.eventId)),

  'overrideEvents.addParticipations': ({ path, body }, context) => {
    const event = findEvent(context, path.eventId);
    requireCreator(context, event);
    requireOpen(event);
    const shares = requireIds(body.sharedDeviceIds).map((id) => requireJoinable(context, event, id));
    return shares.map((share) => participationView(join(context, event, share)));
  },

  // An owner sees the participations of its own devices only.
  'overrideEvents.listParticipations': ({ path }, context) => {
    const event = findEvent(context, path.eventId);
    return event.participations
      .filter((participation) => isCreator(context, event) || owns(context, participation))
      .map(participationView);
  },

  'overrideEvents.removeDevices': ({ path, body }, context) => {
    const event = findEvent(context, path.eventId);
    requireCreator(context, event);
    requireOpen(event);
    const leaving = requireParticipating(event, requireIds(body.sharedDeviceIds));
    for (const participation of leaving) leave(context, event, participation, 'removed');
    return leaving.map(participationView);
  },

  'overrideEvents.optOut': ({ path, body }, context) => {
    const event = findEvent(context, path.eventId);
    requireOpen(event);
    const leaving = requireParticipating(event, requireIds(body.sharedDeviceIds));
    if (!leaving.every((participation) => owns(context, participation)))
      throw new ServiceRefusal(403, 'Only the owner of a device can opt it out');
    for (const participation of leaving) leave(context, event, participation, 'optedOut');
    return leaving.map(participationView);
  },

  'overrideEvents.cancel': ({ path }, context) => {
    const event = findEvent(context, path.eventId);
    requireCreator(context, event);
    requireOpen(event);
    if (event.participations.some(({ status }) => status === 'participating'))
      throw new ServiceRefusal(400, 'Devices take part in the event: remove them first');
    event.status = 'cancelled';
    return view(event);
  },
};
