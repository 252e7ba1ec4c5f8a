/** A time that stands still until it is told to go on to the next timer. */
export interface VirtualTime {
  /** Epoch milliseconds, whole. */
  now(): number;
  /** Milliseconds since the start of this time. */
  elapsedMs(): number;
  /** Runs `task` once, `delayMs` from now; timers of one instant run in the order in which they were made. */
  after(delayMs: number, task: () => void): VirtualTimer;
  /** When the next timer is due, epoch milliseconds; undefined where there is none. */
  nextAt(): number | undefined;
  /** Goes on to the next timer and runs it; false where there is none. */
  runNext(): boolean;
  /** Goes on to `atMs` without running anything that is due later; never backwards. */
  goTo(atMs: number): void;
}

export interface VirtualTimer {
  cancel(): void;
}

interface Entry {
  readonly dueMs: number;
  readonly order: number;
  task: (() => void) | undefined;
}

/**
 * A {@link VirtualTime} that shows `startMs`.
 *
 * @example
 * const time = createVirtualTime(Date.UTC(2026, 5, 15));
 * time.after(60_000, () => console.log(new Date(time.now()))); // a minute past midnight
 * while (time.runNext());
 */
export function createVirtualTime(startMs: number): VirtualTime {
  let nowMs = startMs;
  let order = 0;
  const heap: Entry[] = [];

  /** The earliest entry that was not cancelled. */
  function first(): Entry | undefined {
    while (heap[0] !== undefined && heap[0].task === undefined) removeFirst(heap);
    return heap[0];
  }

  return {
    now: () => nowMs,
    elapsedMs: () => nowMs - startMs,
    after(delayMs, task) {
      order += 1;
      const entry: Entry = { dueMs: nowMs + Math.max(0, Math.ceil(delayMs)), order, task };
      insert(heap, entry);
      return {
        cancel() {
          entry.task = undefined;
        },
      };
    },
    nextAt: () => first()?.dueMs,
    runNext() {
      const entry = first();
      if (entry === undefined) return false;
      removeFirst(heap);
      const { task } = entry;
      entry.task = undefined;
      nowMs = Math.max(nowMs, entry.dueMs);
      task?.();
      return true;
    },
    goTo(atMs) {
      nowMs = Math.max(nowMs, atMs);
    },
  };
}

const isBefore = (one: Entry, other: Entry) =>
  one.dueMs < other.dueMs || (one.dueMs === other.dueMs && one.order < other.order);

function insert(heap: Entry[], entry: Entry): void {
  let index = heap.length;
  heap.push(entry);
  while (index > 0) {
    const parent = (index - 1) >> 1;
    const above = heap[parent] as Entry;
    if (!isBefore(entry, above)) break;
    heap[index] = above;
    index = parent;
  }
  heap[index] = entry;
}

function removeFirst(heap: Entry[]): void {
  const last = heap.pop();
  if (last === undefined || heap.length === 0) return;
  let index = 0;
  for (;;) {
    let child = 2 * index + 1;
    if (child >= heap.length) break;
    const right = heap[child + 1];
    if (right !== undefined && isBefore(right, heap[child] as Entry)) child += 1;
    const below = heap[child] as Entry;
    if (!isBefore(below, last)) break;
    heap[index] = below;
    index = child;
  }
  heap[index] = last;
}
