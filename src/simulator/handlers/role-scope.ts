import type { InputOf } from '../../catalog';
import type { HandlerContext, ServiceContext } from '../handler';
import type { UserRoleState } from '../service-state';
import { fieldRefusal } from './field-refusal';
import { isoInstant } from './iso-instant';

/** A role is granted on a location, or on an organization, which either field may name. spec 4.8 */
export function scopeIdOf(body: Pick<InputOf<'userRoles.assign'>['body'], 'locationId' | 'organizationId'>): string {
  const scopeId = body.locationId ?? body.organizationId;
  if (scopeId === undefined) throw fieldRefusal('locationId', 'is required');
  return scopeId;
}

/** Throws 400 for a scope outside the caller's organization, and for a role that does not exist. */
export function requireGrant({ state, caller }: HandlerContext, scopeId: string, roleId: string): void {
  const inside =
    scopeId === caller.organizationId ||
    state.locations.some(({ id, organizationId }) => id === scopeId && organizationId === caller.organizationId);
  if (!inside) throw fieldRefusal('locationId', 'is not a location of the organization');
  if (!state.roles.some(({ id }) => id === roleId)) throw fieldRefusal('roleId', 'is not a role');
}

/** The user permission webhook's event. spec 6.1 */
export function announcePermission(
  context: ServiceContext,
  role: UserRoleState,
  permissionChangeType: 'assigned' | 'cancelled' | 'invited' | 'revoked',
): void {
  context.emit({
    type: 'permission-changed',
    payload: {
      ...(role.scopeId === role.organizationId
        ? { organizationId: role.organizationId }
        : { locationId: role.scopeId }),
      email: role.email,
      timestamp: isoInstant(context.clock.now()),
      roleId: role.roleId,
      inviteType: role.inviteType,
      permissionChangeType,
    },
  });
}

/** Removes roles, clears the acceptances of the invite codes that granted them, and emits events. spec 3 */
export function removeRoles(context: ServiceContext, removed: readonly UserRoleState[]): void {
  const { state } = context;
  state.userRoles = state.userRoles.filter((role) => !removed.includes(role));
  for (const role of removed) {
    const invite = state.inviteCodes.find(({ code }) => code === role.inviteCode);
    if (role.inviteType === 'inviteCode' && invite !== undefined)
      invite.acceptances = invite.acceptances.filter(({ email }) => email !== role.email);
    announcePermission(context, role, role.status === 'active' ? 'revoked' : 'cancelled');
  }
}

/** Removes what was granted on a location. */
export function removeRolesAt(context: ServiceContext, scopeId: string): void {
  removeRoles(
    context,
    context.state.userRoles.filter((role) => role.scopeId === scopeId),
  );
}
