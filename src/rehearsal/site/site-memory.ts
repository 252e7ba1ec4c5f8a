import { createStateStore, sharedMemory } from '../../runtime';
import { type SiteDescription, siteProblems } from '../../simulator';

interface KeptSite {
  /** Whose devices these are: an account that is turned to another service has others. */
  readonly service: string;
  /** Of the account. */
  readonly name: string;
  readonly description: SiteDescription;
}

interface State {
  readonly version: 1;
  /** By the id of the account. */
  readonly sites: Record<string, KeptSite>;
}

/** The sites of the accounts of a user directory, as they were read last. */
export interface SiteMemory {
  /** What was read of an account within the last day. */
  of(accountId: string, service: string, nowMs: number): SiteDescription | undefined;
  /** The newest of an account with this name or id, however old. */
  named(name: string): SiteDescription | undefined;
  keep(accountId: string, site: KeptSite): void;
}

const maxAgeMs = 86_400_000;

export const siteMemory = sharedMemory<SiteMemory>('breakerflow-sites.json', (file, onTrouble) => {
  const store = createStateStore<State>({
    ...{ file, version: 1 as const, onTrouble, empty: () => ({ version: 1 as const, sites: {} }) },
    isComplete: ({ sites }) => typeof sites === 'object' && sites !== null,
  });
  // A week of every device is checked once, however often somebody looks.
  const checked = new WeakMap<SiteDescription, boolean>();
  function usable(kept: KeptSite | undefined): SiteDescription | undefined {
    if (kept === undefined) return undefined;
    const { description } = kept;
    const isUsable = checked.get(description) ?? siteProblems(description).length === 0;
    checked.set(description, isUsable);
    return isUsable ? description : undefined;
  }
  return {
    of(accountId, service, nowMs) {
      const kept = store.state().sites[accountId];
      const ageMs = nowMs - Date.parse(kept?.description.describedAt ?? '');
      return kept?.service === service && ageMs >= 0 && ageMs <= maxAgeMs ? usable(kept) : undefined;
    },
    named(name) {
      const { sites } = store.state();
      return usable(sites[name] ?? Object.values(sites).find((kept) => kept.name === name));
    },
    keep(accountId, site) {
      store.state().sites[accountId] = site;
      store.save();
    },
  };
});
