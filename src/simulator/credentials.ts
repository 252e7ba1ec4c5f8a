import { expiryOf } from './own-secrets';
import type { ServiceState } from './service-state';

/** Credentials of the simulated service, as the JSON line of the stand-alone simulator prints them. */
export interface SimulatorCredentials {
  readonly apiKey: string;
  readonly application: { readonly clientId: string; readonly clientSecret: string };
  readonly organization: OrganizationCredentials;
}

/** With which an organization calls the service. */
export interface OrganizationCredentials {
  readonly id: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

function secretOf({ secrets }: ServiceState['application'], now: number): string {
  return secrets.find((secret) => expiryOf(secret, now) > now)?.value ?? secrets[0]?.value ?? '';
}

export function organizationCredentials(
  { id, serviceAccount }: ServiceState['organizations'][number],
  now: number,
): OrganizationCredentials {
  return { id, clientId: serviceAccount.clientId, clientSecret: secretOf(serviceAccount, now) };
}

/** What a caller of the service needs to know of its state. */
export function credentialsOf({ apiKey, application, organizations }: ServiceState, now: number): SimulatorCredentials {
  const organization = organizations[0];
  if (organization === undefined) throw new Error('the simulator needs a state with an organization');
  return {
    apiKey,
    application: { clientId: application.clientId, clientSecret: secretOf(application, now) },
    organization: organizationCredentials(organization, now),
  };
}
