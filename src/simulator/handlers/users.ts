import type { AnswerOf } from '../../catalog';
import { notFound } from '../find';
import type { HandlersOf } from '../handler';
import type { UserRoleState } from '../service-state';
import { meets } from './criteria';
import { announcePermission, removeRoles, requireGrant, scopeIdOf } from './role-scope';

function view(role: UserRoleState): AnswerOf<'userRoles.assign'> {
  const { id, roleId, email, status, inviteType, scopeId, organizationId } = role;
  return {
    id,
    roleId,
    email,
    status,
    inviteType,
    ...(scopeId === organizationId ? {} : { locationId: scopeId }),
    organizationId,
  };
}

/** spec 4.8 */
export const roles: HandlersOf<'roles'> = {
  'roles.list': (_, { state }) => state.roles.map(({ id, name }) => ({ id, name })),
};

/** spec 4.8 */
export const userRoles: HandlersOf<'userRoles'> = {
  'userRoles.assign': ({ body }, context) => {
    const { state, caller, newId } = context;
    const scopeId = scopeIdOf(body);
    requireGrant(context, scopeId, body.roleId);
    const known = state.userRoles.find(
      (role) => role.scopeId === scopeId && role.roleId === body.roleId && role.email === body.email,
    );
    if (known !== undefined) return view(known);
    const hasAccount = state.users.some(({ email, verified }) => email === body.email && verified);
    const role: UserRoleState = {
      id: newId(),
      roleId: body.roleId,
      email: body.email,
      status: hasAccount ? 'active' : 'pending',
      inviteType: 'email',
      scopeId,
      organizationId: String(caller.organizationId),
    };
    state.userRoles.push(role);
    announcePermission(context, role, hasAccount ? 'assigned' : 'invited');
    return view(role);
  },

  'userRoles.list': ({ filter }, { state, caller }) =>
    state.userRoles
      .filter((role) => role.organizationId === caller.organizationId && meets(filter, { status: role.status }))
      .map(view),

  'userRoles.delete': ({ body }, context) => {
    const scopeId = scopeIdOf(body);
    const role = context.state.userRoles.find(
      (known) =>
        known.organizationId === context.caller.organizationId &&
        known.scopeId === scopeId &&
        known.roleId === body.roleId &&
        known.email === body.email,
    );
    if (role === undefined) throw notFound('User role');
    removeRoles(context, [role]);
    return undefined;
  },
};
