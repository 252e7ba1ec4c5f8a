/** A bounded map: keeps at least the last `maxEntries / 2` keys used, and at most `maxEntries`. */
export interface RecentMap<V> {
  get(key: string): V | undefined;
  set(key: string, value: V): void;
}

// Two generations, because an LRU in one Map needs a delete and an insert per look-up.
export function createRecentMap<V>(maxEntries: number): RecentMap<V> {
  const perGeneration = Math.max(1, Math.floor(maxEntries / 2));
  let current = new Map<string, V>();
  let previous = new Map<string, V>();

  function set(key: string, value: V): void {
    if (current.size >= perGeneration && !current.has(key)) {
      previous = current;
      current = new Map();
    }
    current.set(key, value);
  }

  return {
    get(key) {
      const value = current.get(key);
      if (value !== undefined) return value;
      const older = previous.get(key);
      if (older !== undefined) set(key, older);
      return older;
    },
    set,
  };
}
