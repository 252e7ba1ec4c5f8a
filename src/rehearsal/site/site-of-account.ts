import type { Clock } from '../../clock';
import { defined } from '../../object';
import type { Account } from '../../runtime';
import type { SiteDescription } from '../../simulator';
import { describeSite, type SiteReading } from './describe-site';
import { siteMemory } from './site-memory';

export interface AccountSiteOptions {
  /** The config node of the account. */
  readonly accountId: string;
  readonly account: Account;
  readonly clock: Clock;
  /** Where what was read is kept for a day; without it, it is read at each call. */
  readonly userDir?: string;
  /** Read even if what is kept is younger than a day. */
  readonly again?: boolean;
  readonly zone?: SiteReading['zone'];
  readonly onProgress?: SiteReading['onProgress'];
  readonly signal?: AbortSignal;
}

/**
 * The site of an account as a rehearsal needs it. One of a built-in simulator is told as it is now. One of the service is read, which
 * takes some requests a device as polls within the call budget, and is kept for a day. Rejects with a `ClientError` where the
 * devices cannot be listed, and with the signal's reason when it is aborted.
 *
 * @example
 * const site = await siteOfAccount({ account, accountId: node.id, userDir, clock, onProgress: ({ read, devices }) => ... });
 * await rehearse({ flow, scenario, siteOf: ({ id }) => (id === node.id ? site : undefined), nodeRedFrom });
 */
export async function siteOfAccount(options: AccountSiteOptions): Promise<SiteDescription> {
  const { account, accountId, clock, userDir, again = false, zone, onProgress, signal } = options;
  signal?.throwIfAborted();
  if (account.kind === 'simulator') {
    const controls = await account.simulator();
    if (controls !== undefined) return { ...controls.describe(), ...defined({ zone }) };
  }
  const memory = userDir === undefined ? undefined : siteMemory(userDir);
  const kept = again ? undefined : memory?.of(accountId, account.context.service, clock.now());
  if (kept !== undefined) return kept;
  const client = await account.client();
  const description = await describeSite({
    ...{ client, name: account.name, now: () => clock.now() + (client.clockSkewMs() ?? 0) },
    circuits: account.circuits.now().circuits,
    ...defined({ zone, onProgress, signal }),
  });
  memory?.keep(accountId, { service: account.context.service, name: account.name, description });
  return description;
}
