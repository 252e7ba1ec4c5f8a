import { createHash } from 'node:crypto';
import { type AnswerOf, limits } from '../../catalog';
import { defined } from '../../object';
import { findDevice, locationIdsAtOrBelow, notFound, visibleDevices } from '../find';
import { type HandlerContext, type HandlersOf, ServiceRefusal } from '../handler';
import { requireOnline } from '../operate-handle';
import type { ServiceState, UdpKeyState } from '../service-state';
import { meets } from './criteria';
import { fieldRefusal } from './field-refusal';
import { isoInstant } from './iso-instant';

function view(key: UdpKeyState): AnswerOf<'udpKeys.get'> {
  return {
    id: key.id,
    organizationId: key.organizationId,
    value: key.value,
    expiresAt: isoInstant(key.expiresAt),
    keyType: key.keyType,
    deviceIds: key.assignments.map(({ deviceId }) => deviceId),
  };
}

/** The keys that devices can have: not the expired ones. */
function heldKeys({ state, caller, clock }: HandlerContext): UdpKeyState[] {
  return state.udpKeys.filter((key) => key.organizationId === caller.organizationId && key.expiresAt > clock.now());
}

/** An expired or deleted key neither counts nor shows. spec 8 */
function activeKeys(context: HandlerContext): UdpKeyState[] {
  return heldKeys(context).filter(({ deleted }) => deleted !== true);
}

function findKey(context: HandlerContext, keyId: string): UdpKeyState | undefined {
  return activeKeys(context).find(({ id }) => id === keyId);
}

/** A deleted key is there only as long as a device has it. */
export function forgetUnheldKeys(state: ServiceState): void {
  state.udpKeys = state.udpKeys.filter(({ deleted, assignments }) => deleted !== true || assignments.length > 0);
}

/** spec 4.6, and the assignment of 4.3 */
export const udpKeys: HandlersOf<'udpKeys'> = {
  'udpKeys.create': ({ body }, context) => {
    const { state, caller, clock, newId, newSecret } = context;
    const ofType = activeKeys(context).filter(({ keyType }) => keyType === body.keyType);
    const cap = visibleDevices(context).length;
    if (ofType.length >= cap)
      throw new ServiceRefusal(400, `The organization has its ${cap} active ${body.keyType} keys, one a device`);
    const key: UdpKeyState = {
      id: newId(),
      organizationId: String(caller.organizationId),
      value: createHash('sha256').update(newSecret()).digest('base64'),
      keyType: body.keyType,
      expiresAt: clock.now() + limits.udpKeyValidityMs,
      assignments: [],
    };
    state.udpKeys.push(key);
    return view(key);
  },

  'udpKeys.list': ({ filter }, context) => {
    const below = filter.find(({ field }) => field === 'locationId');
    const within = below === undefined ? new Set<string>() : locationIdsAtOrBelow(context.state, String(below.value));
    const there = new Set(
      visibleDevices(context)
        .filter(({ locationId }) => within.has(locationId))
        .map(({ id }) => id),
    );
    return activeKeys(context)
      .filter((key) => below === undefined || key.assignments.some(({ deviceId }) => there.has(deviceId)))
      .filter((key) =>
        meets(
          filter.filter((criterion) => criterion !== below),
          { keyType: key.keyType, deviceId: key.assignments.map(({ deviceId }) => deviceId) },
        ),
      )
      .map(view);
  },

  'udpKeys.get': ({ path }, context) => {
    const key = findKey(context, path.keyId);
    if (key === undefined) throw notFound('UDP key');
    return view(key);
  },

  'udpKeys.delete': ({ path }, context) => {
    const key = findKey(context, path.keyId);
    if (key === undefined) throw notFound('UDP key');
    const online = new Set(context.state.devices.filter((device) => device.online).map(({ id }) => id));
    key.deleted = true;
    key.assignments = key.assignments.filter(({ deviceId }) => !online.has(deviceId));
    forgetUnheldKeys(context.state);
    return undefined;
  },

  'udpKeys.assign': ({ path, body }, context) => {
    const device = findDevice(context, path.deviceId);
    const key = findKey(context, body.keyId);
    if (key === undefined) throw fieldRefusal('keyId', 'is not an active key of the organization');
    requireOnline(device);
    const rotated = heldKeys(context).find(
      ({ id, keyType, assignments }) =>
        id !== key.id &&
        keyType === key.keyType &&
        assignments.some(({ deviceId, priority }) => deviceId === device.id && priority === body.priority),
    );
    if (rotated !== undefined)
      rotated.assignments = rotated.assignments.filter(
        ({ deviceId, priority }) => deviceId !== device.id || priority !== body.priority,
      );
    // A key has one priority on a device.
    key.assignments = key.assignments.filter(({ deviceId }) => deviceId !== device.id);
    key.assignments.push({ deviceId: device.id, priority: body.priority });
    forgetUnheldKeys(context.state);
    return {
      activeKeyId: key.id,
      ...defined({ rotatedKeyId: rotated?.id }),
      keyType: key.keyType,
      priority: body.priority,
    };
  },
};
