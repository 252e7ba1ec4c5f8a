import type { AnswerOf, InputOf } from '../../catalog';
import { defined } from '../../object';
import { findLocation, mayView } from '../find';
import { type HandlerContext, type HandlersOf, ServiceRefusal } from '../handler';
import type { LocationState } from '../state';
import { fieldRefusal } from './field-refusal';
import { requireNoCycle, requireParent } from './location-tree';
import { removeRolesAt } from './role-scope';

type Creation = InputOf<'locations.create'>['body'];
type Details = Pick<Creation, 'name'> & Partial<Omit<Creation, 'organizationId' | 'locationType' | 'parentLocationId'>>;

const permissions = {
  ORG: ['create:location', 'read:location', 'update:location', 'delete:location'],
  APP: ['read:location'],
  none: [],
} as const;

function view(
  location: LocationState,
  context: HandlerContext,
  includePermissions = 'false',
): AnswerOf<'locations.get'> {
  const { id, organizationId, parentLocationId, locationType, details } = location;
  return {
    id,
    organizationId,
    locationType,
    ...defined({ parentLocationId }),
    ...details,
    ...(includePermissions === 'true' ? { permissions: [...permissions[context.caller.kind]] } : {}),
  };
}

function add(
  { state, newId }: HandlerContext,
  organizationId: string,
  locationType: LocationState['locationType'],
  parentLocationId: string | undefined,
  details: Details,
): LocationState {
  const location: LocationState = {
    id: newId(),
    organizationId,
    ...defined({ parentLocationId }),
    locationType,
    details,
  };
  state.locations.push(location);
  return location;
}

/** spec 4.8 */
export const locations: HandlersOf<'locations'> = {
  'locations.create': ({ body }, context) => {
    const { organizationId, locationType, parentLocationId, address, ...details } = body;
    if (!mayView(context, organizationId)) throw fieldRefusal('organizationId', 'is not the organization of the token');
    if (locationType === 'address' && address === undefined)
      throw fieldRefusal('address', 'is required when locationType is address');
    if (locationType === 'custom' && address !== undefined)
      throw fieldRefusal('address', 'is not valid when locationType is custom');
    if (locationType === 'custom' && details.customTypeInfo === undefined)
      throw fieldRefusal('customTypeInfo', 'is required when locationType is custom');
    if (locationType !== 'custom' && details.customTypeInfo !== undefined)
      throw fieldRefusal('customTypeInfo', `is not valid when locationType is ${locationType}`);

    if (address === undefined || locationType !== 'equipment') {
      requireParent(context, organizationId, locationType, parentLocationId);
      const own = address === undefined ? details : { ...details, address };
      return view(add(context, organizationId, locationType, parentLocationId, own), context);
    }
    // Equipment with an address: the address location is created first, and the equipment below it is the answer.
    requireParent(context, organizationId, 'address', parentLocationId);
    const above = add(context, organizationId, 'address', parentLocationId, { ...details, address });
    return view(add(context, organizationId, 'equipment', above.id, details), context);
  },

  'locations.list': ({ filter, query }, context) => {
    const wanted = filter[0]?.value;
    return context.state.locations
      .filter(({ organizationId }) => mayView(context, organizationId))
      .filter(({ organizationId }) => wanted === undefined || organizationId === wanted)
      .map((location) => view(location, context, query?.includePermissions));
  },

  'locations.get': ({ path, query }, context) =>
    view(findLocation(context, path.locationId), context, query?.includePermissions),

  'locations.update': ({ path, body }, context) => {
    const location = findLocation(context, path.locationId);
    const { parentLocationId, address, ...details } = body;
    if (Object.keys(body).length === 0) throw new ServiceRefusal(400, 'The body names nothing to change');
    if (address !== undefined && location.locationType !== 'address')
      throw fieldRefusal('address', 'is only valid for a location of type address');
    if (details.customTypeInfo !== undefined && location.locationType !== 'custom')
      throw fieldRefusal('customTypeInfo', 'is only valid for a location of type custom');
    if (parentLocationId !== undefined) {
      requireParent(context, location.organizationId, location.locationType, parentLocationId);
      requireNoCycle(context, location, parentLocationId);
      location.parentLocationId = parentLocationId;
    }
    location.details = {
      ...location.details,
      ...details,
      ...(address === undefined ? {} : { address: { ...location.details.address, ...address } }),
    };
    return view(location, context);
  },

  'locations.delete': ({ path }, context) => {
    const { state } = context;
    const location = findLocation(context, path.locationId);
    if (state.locations.some(({ parentLocationId }) => parentLocationId === location.id))
      throw new ServiceRefusal(400, 'The location has child locations');
    if (state.devices.some(({ locationId }) => locationId === location.id))
      throw new ServiceRefusal(400, 'The location has devices');
    removeRolesAt(context, location.id);
    state.inviteCodes = state.inviteCodes.filter(({ locationId }) => locationId !== location.id);
    state.locations = state.locations.filter((known) => known !== location);
    return undefined;
  },
};
