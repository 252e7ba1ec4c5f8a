import type { Clock } from '../../clock';
import type { KnownCurrent } from './current';
import { type ChangeQueue, createChangeQueue } from './queue';

/** What is known of one charger, and what is on its way to it. Instants on the monotonic clock. */
export interface ChargerState {
  readonly queue: ChangeQueue;
  /** As far as that is known to be still so. */
  known?: KnownCurrent | undefined;
  changedAt?: number;
  /** Since when every value was enough to begin again after a pause. */
  enoughSince?: number | undefined;
  /** Since when every value was too low to charge with. */
  tooLowSince?: number | undefined;
  /** Since when nobody has followed the newest value any more, as its node was closed. */
  abandonedAt?: number | undefined;
  /** The newest value's number: one that came before it is not noted. */
  newestValue: number;
  /** The last failure: nothing more is sent for a while. */
  failedAt?: number | undefined;
  usedAt: number;
}

/** Longer than any time between two changes that a node can ask for. */
const forgottenAfterMs = 2 * 3_600_000;
const sweepMs = 600_000;

interface Registry {
  readonly states: Map<string, ChargerState>;
  sweptAt: number;
}

// Of the process, not of an account: two accounts of one service share a charger, and a deploy forgets nothing. Instants of
// different clocks cannot be compared, so each clock has its own.
const registries = new WeakMap<Clock, Registry>();

/** One state for each charger at a service, which is named by its base URL. */
export function createChargerStates(clock: Clock, service: string) {
  let registry = registries.get(clock);
  if (registry === undefined) {
    registry = { states: new Map(), sweptAt: clock.monotonicMs() };
    registries.set(clock, registry);
  }
  const shared = registry;
  return {
    of(deviceId: string): ChargerState {
      const nowMs = clock.monotonicMs();
      if (nowMs - shared.sweptAt >= sweepMs) sweep(shared, nowMs);
      const key = `${serviceKey(service)} ${deviceId.toLowerCase()}`;
      const state = shared.states.get(key) ?? { queue: createChangeQueue(), newestValue: 0, usedAt: nowMs };
      state.usedAt = nowMs;
      shared.states.set(key, state);
      return state;
    },
  };
}

/** What was known may be so no more. */
export function forgetKnown(state: ChargerState): void {
  state.known = undefined;
}

function sweep(registry: Registry, nowMs: number): void {
  registry.sweptAt = nowMs;
  for (const [key, { queue, usedAt }] of registry.states)
    if (queue.isIdle() && nowMs - usedAt >= forgottenAfterMs) registry.states.delete(key);
}

// Scheme and host are written in any case, and the path with a slash or without.
function serviceKey(baseUrl: string): string {
  const { origin, pathname } = new URL(baseUrl);
  return `${origin}${pathname.replace(/\/+$/, '')}`;
}
