import type { Clock } from '../../clock';
import { bitsOf } from './fingerprint-table';
import { createGenerations } from './generations';
import { checkedWindowMs, type DuplicateStore, type DuplicateWindow, defaultMaxEntries, reportShort } from './store';

export interface MemoryOptions extends DuplicateWindow {
  /** Called with a {@link ShortMemoryError}. */
  readonly onError?: (error: Error) => void;
}

/** A store in the memory of the process. RangeError for a window under 31 minutes. */
export function createMemoryDuplicates(
  clock: Clock,
  { windowMs, maxEntries = defaultMaxEntries, onError }: MemoryOptions = {},
): DuplicateStore {
  const generations = createGenerations(checkedWindowMs(windowMs), maxEntries, clock.monotonicMs());
  return {
    check(key, bodyHash) {
      const nowMs = clock.monotonicMs();
      if (generations.isDue(nowMs)) reportShort(generations.rotate(nowMs), onError);
      const bodyBits = generations.find(key);
      if (bodyBits === -1) return 'new';
      return bodyBits === bitsOf(bodyHash) ? 'duplicate' : 'reused';
    },
    record: (key, bodyHash) => generations.add(key, bitsOf(bodyHash)),
    release() {},
    async close() {},
  };
}
