import type { TokenKind } from '../../catalog';
import type { Clock } from '../../clock';
import { defined } from '../../object';
import { ClientError, type Fail } from '../errors';
import type { Execution, Result } from '../execution';
import type { CallOptions } from '../interface';
import type { Lifetime, Lifetimes } from '../lifetime';
import type { Answer } from '../outcome';
import { followPages } from '../pages';
import type { Urgency } from '../priority';
import { type PreparedRequest, prepareRequest } from '../request';
import type { ParsedSettings } from '../settings';
import type { TokenHolder } from '../tokens';
import { createOrganizationChoice, type OrganizationChoice } from './choice';
import { createFindOwner } from './find-owner';
import type { Organization } from './organization';
import { createOwners } from './owners';
import { subjectsOf } from './subject';

interface RoutingDependencies {
  readonly account: ParsedSettings;
  readonly clock: Clock;
  readonly lifetimes: Lifetimes;
  readonly fail: Fail;
  /** Sends a read with the token of its execution. */
  readonly read: (request: PreparedRequest, execution: Execution) => Promise<Answer>;
  readonly ended: (request: PreparedRequest, lifetime: Lifetime) => ClientError;
}

/** How the requests of an account with several organizations find the organization whose token they take. */
export interface Routing extends Pick<OrganizationChoice, 'isOfAll'> {
  readonly organizations: readonly Organization[];
  /** The route of one request. */
  route(
    request: PreparedRequest,
    options: CallOptions,
    how: { readonly lifetime: Lifetime; readonly urgency: Urgency; readonly tokenKinds: readonly TokenKind[] },
  ): Route;
  ownerOf(deviceId: string, lifetime: Lifetime): Promise<Organization>;
}

export interface Route {
  readonly holderOf: (kind: TokenKind) => Promise<TokenHolder>;
  /** Runs the request; what its answer tells of owners is learned, and a refused owner is forgotten. */
  run(task: () => Promise<Result>): Promise<Result>;
}

const refusingStatuses: ReadonlySet<number | undefined> = new Set([403, 404]);

export function createRouting({ account, clock, lifetimes, fail, read, ended }: RoutingDependencies): Routing {
  const { organizations } = account;
  const owners = createOwners(organizations.map(({ holder }) => holder));

  const readAs =
    ({ holder }: Organization, lifetime: Lifetime, urgency: Urgency) =>
    (request: PreparedRequest) =>
      read(request, { tokenKinds: ['ORG'], holderOf: async () => holder, askedOf: holder, lifetime, urgency });

  const ownerOf = createFindOwner({
    ...{ organizations, owners, clock, lifetimes, fail },
    async readList(list, { organization, lifetime, urgency }) {
      const items: unknown[] = [];
      const pages = followPages(prepareRequest(account, list, {}), readAs(organization, lifetime, urgency), fail);
      for await (const page of pages) items.push(...page.items);
      return items;
    },
    readRecord: async ({ operation, input }, { organization, lifetime, urgency }) =>
      (await readAs(organization, lifetime, urgency)(prepareRequest(account, operation, input))).data,
    async readOrganizations({ lifetime, urgency }) {
      if (account.credentials.APP === undefined) return [];
      const request = prepareRequest(account, 'organizations.list', {});
      const { data } = await read(request, { tokenKinds: ['APP'], lifetime, urgency });
      return (data as { id: string; serviceAccount?: { clientId?: string } }[]).map(
        ({ id, serviceAccount }) => [id, serviceAccount?.clientId ?? ''] as [string, string],
      );
    },
  });
  const choice = createOrganizationChoice({ organizations, ownerOf, fail });

  return {
    organizations,
    isOfAll: choice.isOfAll,
    ownerOf: (id, lifetime) => ownerOf({ kind: 'device', id }, lifetime, 'read'),
    route(request, options, { lifetime, urgency, tokenKinds }) {
      let taken: TokenHolder | undefined;
      return {
        async holderOf(kind) {
          if (kind === 'APP') return kind;
          const how = { lifetime, priority: urgency.priority };
          taken ??= (await lifetime.wait(choice.organizationOf(request, options, how), () => ended(request, lifetime)))
            ?.holder;
          return taken ?? kind;
        },
        async run(task) {
          try {
            const result = await task();
            const [only] = tokenKinds;
            const holder = taken ?? (tokenKinds.length === 1 && only === 'ORG' ? organizations[0]?.holder : undefined);
            if (holder !== undefined) owners.learn(request, holder, result.data);
            return { ...result, ...defined({ holder }) };
          } catch (error) {
            if (error instanceof ClientError && refusingStatuses.has(error.cause.statusCode))
              owners.forget(subjectsOf(request));
            throw error;
          }
        },
      };
    },
  };
}
