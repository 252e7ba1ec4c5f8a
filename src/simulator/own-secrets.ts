import { limits } from '../catalog';
import { createIdentifiers, type Identifiers } from './identifiers';
import type { ServiceState } from './service-state';
import { createSite } from './site';
import type { Instant, SecretState } from './state';

/** Of an organization that the simulator has made for a party of its own. */
export const partyDescription = 'Another party of the service';

/**
 * When a secret ends. Those that the simulator has made for itself never do, however far its clock has come: their
 * expiry is always a year ahead. Those that are created or rotated by the API live for the one year of the
 * specification.
 */
export function expiryOf({ lasting, expiry }: SecretState, now: Instant): Instant {
  return lasting === true ? now + limits.secretLifetimeMs : expiry;
}

function accountsOf({ application, organizations }: ServiceState): { secrets: SecretState[] }[] {
  return [application, ...organizations.map(({ serviceAccount }) => serviceAccount)];
}

/** Marks the simulator's own secrets in a state of a version that let them end. */
export function markOwnSecrets(state: ServiceState): void {
  if (accountsOf(state).some(({ secrets }) => secrets.some(({ lasting }) => lasting === true))) return;
  const { seed, createdAt } = state;
  const site = createSite({ seed, now: createdAt, ...createIdentifiers(seed, { sequence: 0 }) });
  const own = new Set(accountsOf(site).flatMap(({ secrets }) => secrets.map(({ value }) => value)));
  for (const { description, serviceAccount } of state.organizations)
    if (description === partyDescription) for (const { value } of serviceAccount.secrets) own.add(value);
  for (const { secrets } of accountsOf(state))
    for (const secret of secrets) if (own.has(secret.value)) secret.lasting = true;
}

/** Replaces the secrets that follow from the seed by random ones, for a service that other machines can reach. */
export function replaceSeededSecrets(state: ServiceState, { newSecret }: Identifiers): void {
  state.secretsAre = 'random';
  state.apiKey = newSecret();
  state.tokens = [];
  for (const { secrets } of accountsOf(state))
    for (const secret of secrets) if (secret.lasting === true) secret.value = newSecret();
}
