import type { AnswerOf } from '../../catalog';
import { defined } from '../../object';
import { notFound } from '../find';
import { type HandlerContext, type HandlersOf, ServiceRefusal } from '../handler';
import type { InviteCodeState } from '../service-state';
import { meets } from './criteria';
import { isoInstant } from './iso-instant';
import { requireGrant } from './role-scope';

function view(invite: InviteCodeState): AnswerOf<'inviteCodes.get'> {
  const { code, locationId, roleId, createdAt, expiresAt, userLimit, emailDomain } = invite;
  return {
    code,
    locationId,
    roleId,
    createdAt: isoInstant(createdAt),
    userAcceptances: invite.acceptances.map(({ id, userId, email, joinedAt }) => ({
      id,
      userId,
      email,
      joinedDate: isoInstant(joinedAt),
    })),
    restrictions: {
      ...defined({ userLimit, emailDomain }),
      ...(expiresAt === undefined ? {} : { expirationDate: isoInstant(expiresAt) }),
    },
  };
}

// A code at its user limit is still active: deactivating it succeeds. spec 3
function isActive({ expiresAt }: InviteCodeState, now: number): boolean {
  return expiresAt === undefined || expiresAt > now;
}

function ownCodes({ state, caller }: HandlerContext): InviteCodeState[] {
  return state.inviteCodes.filter(({ organizationId }) => organizationId === caller.organizationId);
}

function findCode(context: HandlerContext, code: string): InviteCodeState {
  const invite = ownCodes(context).find((known) => known.code === code);
  if (invite === undefined) throw notFound('Invite code');
  return invite;
}

/** spec 4.8 */
export const inviteCodes: HandlersOf<'inviteCodes'> = {
  'inviteCodes.create': ({ body }, context) => {
    const { state, caller, clock, newId } = context;
    requireGrant(context, body.locationId, body.roleId);
    const { userLimit, emailDomain, expirationDate } = body.restrictions ?? {};
    const invite: InviteCodeState = {
      code: newId().replaceAll('-', '').slice(0, 12).toUpperCase(),
      organizationId: String(caller.organizationId),
      locationId: body.locationId,
      roleId: body.roleId,
      createdAt: clock.now(),
      ...defined({ userLimit, emailDomain }),
      ...(expirationDate === undefined ? {} : { expiresAt: Date.parse(expirationDate) }),
      acceptances: [],
    };
    state.inviteCodes.push(invite);
    return view(invite);
  },

  // `scope` is `organization` for a code that names the organization itself, else `location`.
  'inviteCodes.list': ({ filter }, context) =>
    ownCodes(context)
      .filter((invite) =>
        meets(filter, {
          scope: invite.locationId === invite.organizationId ? 'organization' : 'location',
          locationId: invite.locationId,
          isActive: isActive(invite, context.clock.now()),
        }),
      )
      .map(view),

  'inviteCodes.get': ({ path }, context) => view(findCode(context, path.code)),

  'inviteCodes.deactivate': ({ path }, context) => {
    const invite = findCode(context, path.code);
    const now = context.clock.now();
    if (!isActive(invite, now)) throw new ServiceRefusal(409, 'The invite code is already past its expiration');
    invite.expiresAt = now;
    return undefined;
  },
};
