import type { TokenKind } from '../../catalog';
import { type Client, ClientError, type OrganizationName } from '../../client';
import { defined } from '../../object';
import type { Account, AccountConfig } from '..';

/** An organization, with why its credential was refused. */
export interface TriedOrganization extends OrganizationName {
  readonly failure?: ClientError;
}

/** The result of trying each credential of an account at the service. */
export interface ConnectionAttempt {
  readonly client: Client;
  /** The kinds of credential that the account has; the built-in simulator has both. */
  readonly kinds: readonly TokenKind[];
  /** Each credential that was tried, with why it was refused. */
  readonly tokens: ReadonlyMap<TokenKind, ClientError | undefined>;
  /** Each organization whose credential was tried; `tokens` has a failure of them only where all were refused. */
  readonly organizations: readonly TriedOrganization[];
  readonly failures: readonly ClientError[];
  /** The first failure, if nothing that answered can be the service. */
  readonly unreachable?: ClientError;
}

/** Asks for a token with each credential. */
export async function attemptConnection(account: Account, config: AccountConfig): Promise<ConnectionAttempt> {
  const client = await account.client();
  const kinds = account.kind === 'simulator' ? (['APP', 'ORG'] as const) : configuredKinds(client, config);
  const organizations: TriedOrganization[] = [];
  const tokens = new Map<TokenKind, ClientError | undefined>();
  for (const kind of kinds) {
    const failure = kind === 'APP' ? await failureOf(client.authenticate(kind, { force: true })) : await tryEach();
    tokens.set(kind, failure);
    // Where nobody answers, a second request costs another timeout and shows nothing new.
    if (failure !== undefined && failure.cause.statusCode === undefined) break;
  }
  const failures = [...tokens.values()].filter((failure) => failure !== undefined);
  const [first] = failures;
  // Whoever refuses a credential is the service; another server answers something else.
  const isService = failures.length < tokens.size || failures.some(({ code }) => code === 'AUTH_FAILED');
  return {
    client,
    kinds,
    tokens,
    organizations,
    failures,
    ...(isService || first === undefined ? {} : { unreachable: first }),
  };

  async function tryEach(): Promise<ClientError | undefined> {
    for (const { key, name } of client.organizations) {
      const failure = await failureOf(client.authenticate('ORG', { force: true, organization: key }));
      organizations.push({ key, name, ...defined({ failure }) });
      if (failure !== undefined && failure.cause.statusCode === undefined) break;
    }
    return organizations.every(({ failure }) => failure !== undefined) ? organizations[0]?.failure : undefined;
  }
}

function configuredKinds({ organizations }: Client, config: AccountConfig): TokenKind[] {
  return [
    ...(config.appClientId !== '' && (config.appSecret1 !== '' || config.appSecret2 !== '') ? (['APP'] as const) : []),
    ...(organizations.length > 0 ? (['ORG'] as const) : []),
  ];
}

async function failureOf(promise: Promise<unknown>): Promise<ClientError | undefined> {
  try {
    await promise;
    return undefined;
  } catch (error) {
    if (error instanceof ClientError) return error;
    throw error;
  }
}
