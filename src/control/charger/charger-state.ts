import type { Clock } from '../../clock';
import type { KnownCurrent } from './current';
import { type ChangeQueue, createChangeQueue } from './queue';

/** The state of one charger at the service, and the queue of its changes. Instants on the monotonic clock. */
export interface ChargerState {
  readonly queue: ChangeQueue;
  /** The configuration that was read or written last; undefined when it may be outdated. */
  known?: KnownCurrent | undefined;
  changedAt?: number;
  /** Since when every value is high enough to charge again after a pause. */
  enoughSince?: number | undefined;
  /** Since when every value is too low to charge. */
  tooLowSince?: number | undefined;
  /** When the node that followed the newest value was closed. */
  abandonedAt?: number | undefined;
  /** The sequence number of the newest value: older values are ignored. */
  newestValue: number;
  /** The last failure, which starts a cooldown. */
  failedAt?: number | undefined;
  usedAt: number;
}

/** An unused state is removed after this: longer than any time between two changes that a node can be set to. */
const removedAfterMs = 2 * 3_600_000;
const sweepMs = 600_000;

interface Registry {
  readonly states: Map<string, ChargerState>;
  sweptAt: number;
}

// Shared by all accounts of the process: two accounts of one service may have the same charger, and a deploy must not
// lose its state. Instants of different clocks cannot be compared, so each clock has its own registry.
const registries = new WeakMap<Clock, Registry>();

/** The states of the chargers at a service, which is identified by its base URL. */
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

/** Marks the known configuration as outdated. */
export function invalidateKnown(state: ChargerState): void {
  state.known = undefined;
}

function sweep(registry: Registry, nowMs: number): void {
  registry.sweptAt = nowMs;
  for (const [key, { queue, usedAt }] of registry.states)
    if (queue.isIdle() && nowMs - usedAt >= removedAfterMs) registry.states.delete(key);
}

// Scheme and host are written in any case, and the path with a slash or without.
function serviceKey(baseUrl: string): string {
  const { origin, pathname } = new URL(baseUrl);
  return `${origin}${pathname.replace(/\/+$/, '')}`;
}
