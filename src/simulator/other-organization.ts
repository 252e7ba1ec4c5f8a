import { limits, secretNames } from '../catalog';
import { ControlProblem } from './control-problem';
import { type OrganizationCredentials, organizationCredentials } from './credentials';
import type { ServiceContext } from './handler';
import { partyDescription } from './own-secrets';

/**
 * The organization of this name, created if the application has none: another party of the service, such as a grid
 * operator with which devices are shared. Throws a {@link ControlProblem} when no more can be made.
 */
export function otherOrganization(context: ServiceContext, name: string): OrganizationCredentials {
  const { state, clock, newId, newSecret } = context;
  const now = clock.now();
  const known = state.organizations.find((organization) => organization.name === name);
  if (known !== undefined) return organizationCredentials(known, now);
  if (state.organizations.length >= limits.organizationsPerApplication)
    throw new ControlProblem(409, `The application has its ${limits.organizationsPerApplication} organizations`);
  const expiry = now + limits.secretLifetimeMs;
  const made = {
    id: newId(),
    name,
    description: partyDescription,
    serviceAccount: {
      clientId: newId(),
      secrets: secretNames.map((secretName) => ({
        name: secretName,
        value: newSecret(),
        expiry,
        lasting: true as const,
      })),
    },
  };
  state.organizations.push(made);
  return organizationCredentials(made, now);
}
