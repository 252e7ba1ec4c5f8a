import type { NodeAPI } from 'node-red';
import { type RehearsedAccount, type SiteOf, type StoredNode, siteMemory, siteOfAccount } from '../../../rehearsal';
import type { SiteDescription } from '../../../simulator';
import { clockOf, runningAccount, userDirOf } from '../..';

/** How many devices of how many have been read. */
export interface SiteReadProgress {
  readonly read: number;
  readonly devices: number;
}

/** The site of an account could not be read; `cause` says why. */
export class UnreadSiteError extends Error {
  override readonly name = 'UnreadSiteError';

  constructor(
    readonly account: string,
    override readonly cause: unknown,
  ) {
    super(`the site of ${account} could not be read`);
  }
}

/** The sites of the accounts that run, for rehearsals. */
export interface SitesOfAccounts {
  /** What was read of an account of the service, without asking for anything. */
  known(accountId: string): SiteDescription | undefined;
  /**
   * The sites of the accounts of a flow: one of a built-in simulator as it is now, one of the service as it was read within the
   * last day, or is read. An account that does not run has none. Rejects with an {@link UnreadSiteError} where one cannot be read.
   */
  read(flow: readonly StoredNode[], options: ReadOptions): Promise<SiteOf>;
}

interface ReadOptions {
  readonly signal: AbortSignal;
  onProgress(progress: SiteReadProgress): void;
}

export function sitesOfAccounts(RED: NodeAPI): SitesOfAccounts {
  const userDir = userDirOf(RED);

  return {
    known: (accountId) => siteMemory(userDir).named(accountId),
    async read(flow, { signal, onProgress }) {
      const sites = new Map<string, SiteDescription>();
      for (const { id, type, name } of flow) {
        const account = type === 'breaker-account' ? runningAccount(RED, id) : undefined;
        if (account === undefined) continue;
        try {
          sites.set(
            id,
            await siteOfAccount({ accountId: id, account, clock: clockOf(RED), userDir, signal, onProgress }),
          );
        } catch (error) {
          if (signal.aborted) throw error;
          throw new UnreadSiteError(name || account.name || id, error);
        }
      }
      return ({ id }: RehearsedAccount) => sites.get(id);
    },
  };
}

/** The flow without the accounts of the service whose devices nobody has read yet. */
export function withKnownSites(flow: readonly StoredNode[], { known }: SitesOfAccounts): StoredNode[] {
  return flow.filter(
    ({ id, type, mode }) => type !== 'breaker-account' || mode !== 'service' || known(id) !== undefined,
  );
}
