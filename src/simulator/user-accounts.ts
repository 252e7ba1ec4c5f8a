import { ControlProblem } from './control-problem';
import type { ServiceContext } from './handler';
import { announcePermission } from './handlers/role-scope';
import type { UserRoleState, UserState } from './service-state';

function accountOf(context: ServiceContext, email: string): UserState {
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new ControlProblem(400, `${email} is not an e-mail address`);
  const known = context.state.users.find((user) => user.email === email);
  if (known !== undefined) return known;
  const user = { id: context.newId(), email, verified: false };
  context.state.users.push(user);
  return user;
}

/** A user creates an account and verifies it: roles that were pending become active. spec 3 */
export function verifyUser(context: ServiceContext, email: string): UserState {
  const user = accountOf(context, email);
  user.verified = true;
  for (const role of context.state.userRoles) {
    if (role.email !== email || role.status !== 'pending') continue;
    role.status = 'active';
    announcePermission(context, role, 'assigned');
  }
  return user;
}

/** A user joins by an invite code, within its restrictions; a user without an account gets one. spec 2.10 */
export function acceptInviteCode(context: ServiceContext, code: string, email: string): UserRoleState {
  const invite = context.state.inviteCodes.find((known) => known.code === code);
  if (invite === undefined) throw new ControlProblem(404, `There is no invite code ${code}`);
  const now = context.clock.now();
  if (invite.expiresAt !== undefined && invite.expiresAt <= now) throw new ControlProblem(409, 'The code has expired');
  if (invite.emailDomain !== undefined && !email.toLowerCase().endsWith(`@${invite.emailDomain.toLowerCase()}`))
    throw new ControlProblem(409, `The code is for addresses at ${invite.emailDomain}`);
  if (invite.acceptances.some((acceptance) => acceptance.email === email))
    throw new ControlProblem(409, `${email} has accepted the code already`);
  if (invite.userLimit !== undefined && invite.acceptances.length >= invite.userLimit)
    throw new ControlProblem(409, 'The code has reached its user limit');
  const user = verifyUser(context, email);
  invite.acceptances.push({ id: context.newId(), userId: user.id, email, joinedAt: now });
  const role: UserRoleState = {
    id: context.newId(),
    roleId: invite.roleId,
    email,
    status: 'active',
    inviteType: 'inviteCode',
    inviteCode: code,
    scopeId: invite.locationId,
    organizationId: invite.organizationId,
  };
  context.state.userRoles.push(role);
  announcePermission(context, role, 'assigned');
  return role;
}
