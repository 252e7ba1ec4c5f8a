import { type AnswerOf, limits, secretNames } from '../../catalog';
import { findOrganization, notFound } from '../find';
import { type HandlerContext, type HandlersOf, ServiceRefusal } from '../handler';
import { expiryOf } from '../own-secrets';
import type { ServiceState } from '../service-state';
import type { OrganizationState, SecretState } from '../state';
import { isoInstant } from './iso-instant';

/** What an APP token may do in an organization. */
const permissions = ['create:location'];

// The value of a secret is shown on creation and rotation, and never again. spec 2.10
function secretView(secret: SecretState, now: number, withValue: boolean) {
  const { name, value } = secret;
  return { name, expiry: isoInstant(expiryOf(secret, now)), ...(withValue ? { value } : {}) };
}

function view(organization: OrganizationState, now: number, withValues: boolean): AnswerOf<'organizations.get'> {
  const { id, name, description, serviceAccount } = organization;
  return {
    id,
    name,
    description,
    serviceAccount: {
      clientId: serviceAccount.clientId,
      secrets: serviceAccount.secrets.map((secret) => secretView(secret, now, withValues)),
    },
  };
}

function newSecretState({ clock, newSecret }: HandlerContext, name: SecretState['name']): SecretState {
  return { name, value: newSecret(), expiry: clock.now() + limits.secretLifetimeMs };
}

/** spec 4.8 */
export const organizations: HandlersOf<'organizations'> = {
  'organizations.create': ({ body }, context) => {
    const { state, newId } = context;
    if (state.organizations.length >= limits.organizationsPerApplication)
      throw new ServiceRefusal(400, `The application has its ${limits.organizationsPerApplication} organizations`);
    const organization: OrganizationState = {
      id: newId(),
      name: body.name,
      description: body.description,
      serviceAccount: { clientId: newId(), secrets: secretNames.map((name) => newSecretState(context, name)) },
    };
    state.organizations.push(organization);
    return view(organization, context.clock.now(), true);
  },

  'organizations.list': ({ query }, { state, clock }) =>
    state.organizations.map((organization) => ({
      ...view(organization, clock.now(), false),
      ...(query?.includePermissions === 'true' ? { permissions } : {}),
    })),

  'organizations.get': ({ path }, context) =>
    view(findOrganization(context, path.organizationId), context.clock.now(), false),

  'organizations.users': ({ path, filter }, context) =>
    usersOf(context.state, findOrganization(context, path.organizationId).id, filter[0]?.value),
};

/** Users with an account and an active role; `userAccess` tells on what. spec 2.10 */
function usersOf(
  state: ServiceState,
  organizationId: string,
  roleName: string | boolean | undefined,
): AnswerOf<'organizations.users'> {
  const roleIds = state.roles.filter(({ name }) => roleName === undefined || name === roleName).map(({ id }) => id);
  const active = state.userRoles.filter(
    (role) => role.organizationId === organizationId && role.status === 'active' && roleIds.includes(role.roleId),
  );
  return state.users.flatMap(({ id, email }) => {
    const own = active.filter((role) => role.email === email);
    const userAccess = [
      ...(own.some(({ scopeId }) => scopeId === organizationId) ? ['Organization'] : []),
      ...(own.some(({ scopeId }) => scopeId !== organizationId) ? ['Location'] : []),
    ];
    return own.length === 0 ? [] : [{ id, email, userAccess }];
  });
}

/** spec 4.8 */
export const serviceAccounts: HandlersOf<'serviceAccounts'> = {
  // Which identifier is meant is not documented: the account's client id and the organization's id are both taken.
  'serviceAccounts.rotateSecret': ({ path }, context) => {
    const organization = context.state.organizations.find(
      ({ id, serviceAccount }) => id === path.serviceAccountId || serviceAccount.clientId === path.serviceAccountId,
    );
    if (organization === undefined) throw notFound('Service account');
    const name = secretNames.find((known) => known === path.secretName);
    if (name === undefined) throw notFound('Secret');
    const secret = newSecretState(context, name);
    const { serviceAccount } = organization;
    serviceAccount.secrets = [...serviceAccount.secrets.filter((other) => other.name !== name), secret].sort((a, b) =>
      a.name.localeCompare(b.name),
    );
    return secretView(secret, context.clock.now(), true);
  },
};
