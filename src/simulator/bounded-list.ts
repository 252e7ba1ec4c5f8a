/** The newest entries of a list. */
export interface BoundedList<T> {
  readonly entries: readonly T[];
  add(entry: T): void;
  clear(): void;
}

export function createBoundedList<T>(max: number): BoundedList<T> {
  const entries: T[] = [];
  return {
    entries,
    add(entry) {
      entries.push(entry);
      if (entries.length > max) entries.shift();
    },
    clear() {
      entries.length = 0;
    },
  };
}
