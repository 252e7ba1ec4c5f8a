import type { ServiceState } from './service-state';

/** Credentials of the simulated service, as the JSON line of the stand-alone simulator prints them. */
export interface SimulatorCredentials {
  readonly apiKey: string;
  readonly application: { readonly clientId: string; readonly clientSecret: string };
  readonly organization: { readonly id: string; readonly clientId: string; readonly clientSecret: string };
}

/** What a caller of the service needs to know of its state. */
export function credentialsOf({ apiKey, application, organizations }: ServiceState, now: number): SimulatorCredentials {
  const organization = organizations[0];
  if (organization === undefined) throw new Error('the simulator needs a state with an organization');
  const secretOf = ({ secrets }: ServiceState['application']) =>
    secrets.find(({ expiry }) => expiry > now)?.value ?? secrets[0]?.value ?? '';
  return {
    apiKey,
    application: { clientId: application.clientId, clientSecret: secretOf(application) },
    organization: {
      id: organization.id,
      clientId: organization.serviceAccount.clientId,
      clientSecret: secretOf(organization.serviceAccount),
    },
  };
}
