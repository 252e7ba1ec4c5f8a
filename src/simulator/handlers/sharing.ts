import type { AnswerOf } from '../../catalog';
import { defined } from '../../object';
import { notFound } from '../find';
import { type HandlerContext, type HandlersOf, ServiceRefusal } from '../handler';
import type { ServiceState, ShareCodeState } from '../service-state';
import { meets } from './criteria';
import { fieldRefusal } from './field-refusal';
import { isoInstant } from './iso-instant';
import { leave } from './participation';

function organizationName(state: ServiceState, organizationId: string | undefined): string | undefined {
  return state.organizations.find(({ id }) => id === organizationId)?.name;
}

function namesOf(state: ServiceState, share: ShareCodeState) {
  const owner = organizationName(state, share.ownerOrganizationId);
  const claiming = organizationName(state, share.claimingOrganizationId);
  return {
    ...defined({ deviceOwnerOrganizationName: owner, claimingOrganizationName: claiming }),
  };
}

function view(share: ShareCodeState, { state }: HandlerContext): AnswerOf<'shareDeviceCodes.get'> {
  const { code, status, deviceId, ownerOrganizationId, claimingOrganizationId, createdAt } = share;
  return {
    code,
    status,
    deviceId,
    deviceOwnerOrganizationId: ownerOrganizationId,
    ...defined({ claimingOrganizationId }),
    ...namesOf(state, share),
    createdAt: isoInstant(createdAt),
  };
}

function sharedDeviceView(share: ShareCodeState): AnswerOf<'sharedDevices.get'> {
  const { sharedDeviceId, deviceId, code, ownerOrganizationId, claimingOrganizationId } = share;
  return {
    ...defined({ id: sharedDeviceId }),
    deviceId,
    code,
    deviceOwnerOrganizationId: ownerOrganizationId,
    ...defined({ claimingOrganizationId }),
  };
}

function isParty({ caller }: HandlerContext, share: ShareCodeState): boolean {
  return share.ownerOrganizationId === caller.organizationId || share.claimingOrganizationId === caller.organizationId;
}

/** Who knows a code that nobody has claimed may look at it; after that it is between owner and claimer. */
function findShare(context: HandlerContext, code: string): ShareCodeState {
  const share = context.state.shareCodes.find((known) => known.code === code);
  if (share === undefined || !(isParty(context, share) || share.status === 'active'))
    throw notFound('Share device code');
  return share;
}

/** The devices that are shared now, seen from both sides. */
function sharedNow(context: HandlerContext): ShareCodeState[] {
  return context.state.shareCodes.filter((share) => share.status === 'claimed' && isParty(context, share));
}

function change(context: HandlerContext, share: ShareCodeState, status: 'claimed' | 'relinquished' | 'revoked'): void {
  share.status = status;
  context.emit({
    type: 'share-code-changed',
    payload: {
      ...namesOf(context.state, share),
      code: share.code,
      deviceId: share.deviceId,
      status,
      updatedAt: isoInstant(context.clock.now()),
    },
  });
}

/** What was only possible through the share ends with it: shared device streams and participations. */
function endShare(context: HandlerContext, share: ShareCodeState, status: 'relinquished' | 'revoked'): void {
  const { state } = context;
  change(context, share, status);
  if (!state.shareCodes.some((other) => other.deviceId === share.deviceId && other.status === 'claimed'))
    state.deviceStreams = state.deviceStreams.filter(({ shared, deviceId }) => !shared || deviceId !== share.deviceId);
  for (const event of state.overrideEvents)
    for (const participation of event.participations)
      if (participation.sharedDeviceId === share.sharedDeviceId && participation.status === 'participating')
        leave(context, event, participation, 'removed');
}

/**
 * Statuses and payloads are not documented: `active` -> `claimed` -> `relinquished`, and `revoked` from both of the first.
 * A code is created with the `deviceId` of one's own device. spec 4.9
 */
export const shareDeviceCodes: HandlersOf<'shareDeviceCodes'> = {
  'shareDeviceCodes.create': ({ body }, context) => {
    const { state, caller, clock, newId } = context;
    const device = state.devices.find(
      ({ id, organizationId }) => id === body.deviceId && organizationId === caller.organizationId,
    );
    if (device === undefined) throw fieldRefusal('deviceId', 'is not a device of the organization');
    const share: ShareCodeState = {
      code: newId().replaceAll('-', '').slice(0, 12).toUpperCase(),
      deviceId: device.id,
      ownerOrganizationId: device.organizationId,
      status: 'active',
      createdAt: clock.now(),
    };
    state.shareCodes.push(share);
    return view(share, context);
  },

  // `action` is `created` for the codes one made and `claimed` for those one claimed.
  'shareDeviceCodes.list': ({ filter }, context) =>
    context.state.shareCodes
      .filter((share) => isParty(context, share))
      .filter((share) =>
        meets(filter, {
          status: share.status,
          action: share.ownerOrganizationId === context.caller.organizationId ? 'created' : 'claimed',
          deviceId: share.deviceId,
        }),
      )
      .map((share) => view(share, context)),

  'shareDeviceCodes.get': ({ path }, context) => view(findShare(context, path.code), context),

  'shareDeviceCodes.deviceSummary': ({ path }, context) => {
    const share = findShare(context, path.code);
    const device = context.state.devices.find(({ id }) => id === share.deviceId);
    if (device === undefined) throw notFound('Device');
    const { id: deviceId, serialNumber, hardwareType, sku } = device;
    return { deviceId, serialNumber, hardwareType, sku };
  },

  'shareDeviceCodes.claim': ({ path }, context) => {
    const { state, caller, newId } = context;
    const share = findShare(context, path.code);
    if (share.status !== 'active') throw new ServiceRefusal(400, `The code is ${share.status}`);
    if (share.ownerOrganizationId === caller.organizationId)
      throw new ServiceRefusal(400, 'The device belongs to the organization itself');
    const device = state.devices.find(({ id }) => id === share.deviceId);
    if (device === undefined) throw notFound('Device');
    if (device.evse?.ocppChargePointId !== undefined)
      throw new ServiceRefusal(400, 'The device is configured for OCPP');
    share.claimingOrganizationId = String(caller.organizationId);
    share.sharedDeviceId = newId();
    change(context, share, 'claimed');
    return view(share, context);
  },

  'shareDeviceCodes.revoke': ({ path }, context) => {
    const share = findShare(context, path.code);
    if (share.ownerOrganizationId !== context.caller.organizationId)
      throw new ServiceRefusal(403, 'Only the owner of the device can revoke its code');
    if (share.status !== 'active' && share.status !== 'claimed')
      throw new ServiceRefusal(400, `The code is ${share.status}`);
    endShare(context, share, 'revoked');
    return view(share, context);
  },

  'shareDeviceCodes.relinquish': ({ path }, context) => {
    const share = findShare(context, path.code);
    if (share.claimingOrganizationId !== context.caller.organizationId)
      throw new ServiceRefusal(403, 'Only the organization that claimed the code can relinquish it');
    if (share.status !== 'claimed') throw new ServiceRefusal(400, `The code is ${share.status}`);
    endShare(context, share, 'relinquished');
    return view(share, context);
  },
};

/** Owner and claimer both see a shared device: each needs its identifier in override events. spec 4.9 */
export const sharedDevices: HandlersOf<'sharedDevices'> = {
  'sharedDevices.list': ({ filter }, context) =>
    sharedNow(context)
      .filter(({ deviceId, code }) => meets(filter, { deviceId, code }))
      .map(sharedDeviceView),

  'sharedDevices.get': ({ path }, context) => {
    const share = sharedNow(context).find(({ sharedDeviceId }) => sharedDeviceId === path.id);
    if (share === undefined) throw notFound('Shared device');
    return sharedDeviceView(share);
  },
};
