import { defined } from '../../object';
import { type HandlersOf, ServiceRefusal } from '../handler';
import { expiryOf } from '../own-secrets';
import type { ServiceState } from '../service-state';
import type { ServiceAccountState } from '../state';
import { isoInstant } from './iso-instant';

interface Account {
  readonly kind: 'APP' | 'ORG';
  readonly organizationId?: string;
  readonly account: ServiceAccountState;
}

function accountOf(state: ServiceState, clientId: string): Account | undefined {
  if (state.application.clientId === clientId) return { kind: 'APP', account: state.application };
  const organization = state.organizations.find(({ serviceAccount }) => serviceAccount.clientId === clientId);
  return organization && { kind: 'ORG', organizationId: organization.id, account: organization.serviceAccount };
}

/** spec 4.1, 5.3 */
export const token: HandlersOf<'token'> = {
  'token.create': ({ body }, { state, clock, settings, newSecret }) => {
    const now = clock.now();
    const found = accountOf(state, body.clientId);
    const secret = found?.account.secrets.find(
      (known) => known.value === body.clientSecret && expiryOf(known, now) > now,
    );
    if (found === undefined || secret === undefined)
      throw new ServiceRefusal(401, 'clientId or clientSecret is not valid');
    const issued = {
      value: `${newSecret()}.${newSecret()}`,
      kind: found.kind,
      ...defined({ organizationId: found.organizationId }),
      expiresAt: now + settings.tokenLifetimeMs,
    };
    state.tokens = [...state.tokens.filter(({ expiresAt }) => expiresAt > now), issued];
    return { token: issued.value, expiresAt: isoInstant(issued.expiresAt) };
  },
};
