import type { Fail } from '../errors';
import type { CallOptions } from '../interface';
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
  /** The organization of this key or name. Throws `INVALID_INPUT` where the account has none. */
  named(keyOrName: string): Organization;
}

export function createOrganizationChoice({ organizations, ownerOf, fail }: ChoiceDependencies): OrganizationChoice {
  function named(keyOrName: string): Organization {
    const wanted = keyOrName.trim().toLowerCase();
    const found = organizations.find(({ key, name }) => key === wanted || name.toLowerCase() === wanted);
    if (found !== undefined) return found;
    const names = organizations.map(({ name }) => `"${name}"`).join(', ');
    throw fail('INVALID_INPUT', `the account has no organization "${keyOrName}" (it has ${names || 'none'})`, {
      validations: [{ field: 'organization', rule: 'enum', message: `must be one of ${names}` }],
    });
  }

  return {
    named,
    isOfAll: (request, { organization, ofDevice }) =>
      organization === undefined && ofDevice === undefined && subjectsOf(request).length === 0,

    async organizationOf(request, { organization, ofDevice }, { lifetime, priority }) {
      if (organization !== undefined) return named(organization);
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
