import { demoSite, type SiteDescription, siteFrom } from '../simulator';
import type { RehearsedSite } from './job';
import type { RehearsedAccount } from './rewrite-flow';

/** The site of an account; undefined: the demo site of its seed. */
export type SiteOf = (account: RehearsedAccount) => SiteDescription | undefined;

/** The worlds that a rehearsal begins with, one for each name: accounts of one site share it. */
export function rehearsedSites(
  accounts: readonly RehearsedAccount[],
  { siteOf, startMs, seed = 1 }: { readonly siteOf: SiteOf; readonly startMs: number; readonly seed?: number },
): RehearsedSite[] {
  const sites = new Map<string, RehearsedSite>();
  for (const account of accounts) {
    if (sites.has(account.site)) continue;
    const description = siteOf(account);
    const state =
      description === undefined
        ? demoSite(account.seed ?? 1, startMs)
        : siteFrom(description, { seed: account.seed ?? seed, now: startMs });
    const gaps = description?.gaps ?? [];
    sites.set(account.site, { site: account.site, state, gaps, isDescribed: description !== undefined });
  }
  return [...sites.values()];
}
