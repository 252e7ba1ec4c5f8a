import { createHash } from 'node:crypto';
import { defined } from '../../object';
import type { ClientSettings, Credential, NamedCredential, OrganizationName } from '../interface';
import type { TokenHolder } from '../tokens';

/** An organization of the account, with the holder of its tokens. */
export interface Organization extends OrganizationName {
  readonly holder: TokenHolder;
  readonly credential: Credential;
}

/** A digest of the client id of an organization: what is remembered of it without its credential. */
export function organizationKey(clientId: string): string {
  return createHash('sha256').update(clientId).digest('hex').slice(0, 16);
}

/** The organizations of an account; the first holds the tokens of an account with one. */
export function organizationsOf({ organization, organizations = [] }: ClientSettings): Organization[] {
  const given: NamedCredential[] = [...(organization === undefined ? [] : [organization]), ...organizations];
  return given.map(({ clientId, secret1, secret2, name = '' }, index) => {
    const key = organizationKey(clientId);
    return {
      key,
      name: name === '' ? `organization ${index + 1}` : name,
      holder: index === 0 ? 'ORG' : `ORG:${key}`,
      credential: { clientId, secret1, ...defined({ secret2 }) },
    };
  });
}

/** What may be told of an organization. */
export const nameOf = ({ key, name }: Organization): OrganizationName => ({ key, name });
