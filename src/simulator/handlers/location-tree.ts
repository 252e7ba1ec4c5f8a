import { locationIdsAtOrBelow } from '../find';
import type { HandlerContext } from '../handler';
import type { LocationState } from '../state';
import { fieldRefusal } from './field-refusal';

/**
 * What each type may stand under: custom and address under the root or a custom, equipment under an address. So an
 * address is never above or below another address.
 */
const parentTypes = {
  custom: { types: ['custom'], root: true, rule: 'must be a custom location, or absent' },
  address: { types: ['custom'], root: true, rule: 'must be a custom location, or absent' },
  equipment: { types: ['address'], root: false, rule: 'must be an address location' },
} as const satisfies Record<
  LocationState['locationType'],
  { types: readonly LocationState['locationType'][]; root: boolean; rule: string }
>;

/** Throws 400 when a location of this type cannot stand there in the tree of its organization. */
export function requireParent(
  { state }: HandlerContext,
  organizationId: string,
  locationType: LocationState['locationType'],
  parentLocationId: string | undefined,
): void {
  const { types, root, rule } = parentTypes[locationType];
  if (parentLocationId === undefined) {
    if (!root) throw fieldRefusal('parentLocationId', rule);
    return;
  }
  const parent = state.locations.find(
    (known) => known.id === parentLocationId && known.organizationId === organizationId,
  );
  if (parent === undefined) throw fieldRefusal('parentLocationId', 'is not a location of the organization');
  if (!types.some((type) => type === parent.locationType)) throw fieldRefusal('parentLocationId', rule);
}

/** Throws 400 when the move would put the location below itself. */
export function requireNoCycle({ state }: HandlerContext, location: LocationState, parentLocationId: string): void {
  if (locationIdsAtOrBelow(state, location.id).has(parentLocationId))
    throw fieldRefusal('parentLocationId', 'is the location itself or one below it');
}
