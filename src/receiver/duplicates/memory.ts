import type { Clock } from '../../clock';
import { bitsOf } from './fingerprint-table';
import { createGenerations } from './generations';
import { checkedWindowMs, DEFAULT_MAX_ENTRIES, type DuplicateStore, type DuplicateWindow, reportShort } from './store';

export interface MemoryOptions extends DuplicateWindow {
  /** Gets a {@link ShortMemoryError}. */
  readonly onError?: (error: Error) => void;
}

/** A store that lives as long as the process. RangeError for a window under 31 minutes. */
export function createMemoryDuplicates(
  clock: Clock,
  { windowMs, maxEntries = DEFAULT_MAX_ENTRIES, onError }: MemoryOptions = {},
): DuplicateStore {
  const generations = createGenerations(checkedWindowMs(windowMs), maxEntries, clock.monotonicMs());
  return {
    check(key, bodyHash) {
      const nowMs = clock.monotonicMs();
      if (generations.isDue(nowMs)) reportShort(generations.turn(nowMs), onError);
      const known = generations.find(key);
      if (known === -1) return 'new';
      return known === bitsOf(bodyHash) ? 'duplicate' : 'reused';
    },
    record: (key, bodyHash) => generations.add(key, bitsOf(bodyHash)),
    forget() {},
    async close() {},
  };
}
