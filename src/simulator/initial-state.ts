import { createIdentifiers } from './identifiers';
import { markOwnSecrets } from './own-secrets';
import type { ServiceState } from './service-state';
import { createSite } from './site';
import type { Instant } from './state';
import type { SavedState } from './state-file';

/** What a simulator begins with: what was saved, else what it is given, else the demo site of the seed. */
export function initialState(
  options: { readonly seed?: number; readonly initialState?: ServiceState },
  saved: SavedState | undefined,
  now: Instant,
): ServiceState {
  const state = saved?.state ?? structuredClone(options.initialState) ?? demoSite(options.seed ?? 1, now);
  if (saved !== undefined) markOwnSecrets(state);
  return state;
}

/** The demo site of a seed, as it is at `now`; the same seed gives the same devices. */
export function demoSite(seed: number, now: Instant): ServiceState {
  const counter = { sequence: 0 };
  const site = createSite({ seed, now, ...createIdentifiers(seed, counter) });
  return { ...site, sequence: counter.sequence };
}
