import type { Clock } from '../../clock';
import { bitsOf } from './fingerprint-table';
import { createGenerations } from './generations';
import { checkedWindowMs, DEFAULT_MAX_ENTRIES, type DuplicateStore, type DuplicateWindow } from './store';

/** A store that lives as long as the process. RangeError for a window under 31 minutes. */
export function createMemoryDuplicates(
  clock: Clock,
  { windowMs, maxEntries = DEFAULT_MAX_ENTRIES }: DuplicateWindow = {},
): DuplicateStore {
  const generations = createGenerations(checkedWindowMs(windowMs), maxEntries, clock.now());
  return {
    check(key, bodyHash) {
      const nowMs = clock.now();
      if (generations.isDue(nowMs)) generations.turn(nowMs);
      const known = generations.find(key);
      if (known === -1) return 'new';
      return known === bitsOf(bodyHash) ? 'duplicate' : 'reused';
    },
    record: (key, bodyHash) => generations.add(key, bitsOf(bodyHash)),
    forget() {},
    async close() {},
  };
}
