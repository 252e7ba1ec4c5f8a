import type { Fail } from '../errors';
import type { CallOptions, OrganizationName } from '../interface';
import type { Lifetime } from '../lifetime';
import type { Priority } from '../priority';
import type { PreparedRequest } from '../request';
import type { OwnerOf } from './find-owner';
import type { Organization } from './organization';
import { type Subject, subjectsOf } from './subject';

type Wanted = Pick<CallOptions, 'organization' | 'ofDevice'>;

interface ChoiceDependencies {
  readonly organizations: readonly Organization[];
  readonly ownerOf: OwnerOf;
  readonly fail: Fail;
}

/** Whose token a request takes where the account has several organizations. */
export interface OrganizationChoice {
  /** Whether nothing tells whose it is: a list is then read of all organizations. */
  isOfAll(request: PreparedRequest, wanted: Wanted): boolean;
  /**
   * The organization that the caller names, that which owns what the request names, or where nothing tells the first. Rejects where
   * that cannot be found out: a command is never sent by a guess, and never with one token after another.
   */
  organizationOf(
    request: PreparedRequest,
    wanted: Wanted,
    how: { readonly lifetime: Lifetime; readonly priority: Priority },
  ): Promise<Organization | undefined>;
}

/** Of this key or name; what is given with its key is known by that alone. Throws `INVALID_INPUT` where there is none. */
export function organizationNamed(
  organizations: readonly Organization[],
  given: string | OrganizationName,
  fail: Fail,
): Organization {
  const { key: wantedKey, name: wantedName } = typeof given === 'string' ? { key: given, name: given } : given;
  const found =
    organizations.find(({ key }) => key === wantedKey.trim().toLowerCase()) ??
    (typeof given === 'string'
      ? organizations.find(({ name }) => name.toLowerCase() === given.trim().toLowerCase())
      : undefined);
  if (found !== undefined) return found;
  const names = organizations.map(({ name }) => `"${name}"`).join(', ');
  throw fail('INVALID_INPUT', `the account has no organization "${wantedName}" (it has ${names || 'none'})`, {
    validations: [{ field: 'organization', rule: 'enum', message: `must be one of ${names}` }],
  });
}

export function createOrganizationChoice({ organizations, ownerOf, fail }: ChoiceDependencies): OrganizationChoice {
  return {
    isOfAll: (request, { organization, ofDevice }) =>
      organization === undefined && ofDevice === undefined && subjectsOf(request).length === 0,

    async organizationOf(request, { organization, ofDevice }, { lifetime, priority }) {
      if (organization !== undefined) return organizationNamed(organizations, organization, fail);
      const all: Subject[] = ofDevice === undefined ? subjectsOf(request) : [{ kind: 'device', id: ofDevice }];
      // The first kind decides: the service itself holds the rest against it.
      const subjects = all.filter(({ kind }) => kind === all[0]?.kind);
      let owner: Organization | undefined;
      let first: Subject | undefined;
      for (const subject of subjects) {
        const found = await ownerOf(subject, lifetime, priority);
        if (owner !== undefined && first !== undefined && found.key !== owner.key)
          throw fail(
            'INVALID_INPUT',
            `${request.operation}: ${first.kind} ${first.id} is of "${owner.name}" and ${subject.id} of "${found.name}": one request can reach one organization`,
            {
              ...request.detail,
              validations: [{ field: subject.kind, rule: 'organization', message: 'is of another organization' }],
            },
          );
        owner = found;
        first ??= subject;
      }
      return owner ?? organizations[0];
    },
  };
}
