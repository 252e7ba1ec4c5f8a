/** A change in the queue of a device. */
export interface QueuedChange {
  /** Increases with each change. */
  readonly sequence: number;
  /** Aborted when newer changes replace all paths of this one before it was sent. */
  readonly superseded: AbortSignal;
  /** The paths that no newer change replaces. Waits for the checks of newer changes to these paths. */
  remainingPaths(): Promise<ReadonlySet<string>>;
  /** Waits until no other change is sent to the device; false when superseded first. Followed by `release`. */
  acquire(signal: AbortSignal | undefined): Promise<boolean>;
  release(): void;
  /** Call it when the change has ended, whatever its outcome. */
  leave(): void;
}

export interface ChangeToQueue {
  readonly sequence: number;
  readonly paths: ReadonlySet<string>;
  /** The paths belong together: when one is replaced, the whole change is superseded. */
  readonly whole: boolean;
  /** Resolves when the change passes its checks. A refused change replaces nothing. */
  readonly checked: Promise<void>;
}

/** The serial queue of the changes to one device: of changes to the same path, the newest wins. */
export interface ChangeQueue {
  enter(change: ChangeToQueue): QueuedChange;
  /** Whether a change waits in `acquire`. */
  hasWaiting(): boolean;
  isIdle(): boolean;
}

interface Entry extends ChangeToQueue {
  readonly supersede: AbortController;
  isChecked: boolean;
}

let newest = 0;

/** The sequence number of a change, taken when its message arrives: later reads do not change the order. */
export function nextSequence(): number {
  newest += 1;
  return newest;
}

export function createChangeQueue(): ChangeQueue {
  const entries = new Set<Entry>();
  /** The newest change that passed its checks, by path: no older one may write the path. */
  const claims = new Map<string, number>();
  const waiting: (() => void)[] = [];
  let acquired = false;

  function remainingPathsOf({ paths, sequence, whole }: Entry): Set<string> {
    const remainingPaths = [...paths].filter((path) => (claims.get(path) ?? 0) <= sequence);
    return new Set(whole && remainingPaths.length < paths.size ? [] : remainingPaths);
  }

  function claim({ paths, sequence }: Entry): void {
    for (const path of paths) claims.set(path, Math.max(claims.get(path) ?? 0, sequence));
    for (const entry of entries)
      if (entry.sequence <= sequence && !entry.supersede.signal.aborted && remainingPathsOf(entry).size === 0)
        entry.supersede.abort();
  }

  function release(): void {
    acquired = waiting.length > 0;
    waiting.shift()?.();
  }

  return {
    hasWaiting: () => waiting.length > 0,
    isIdle: () => entries.size === 0,
    enter(change) {
      const entry: Entry = { ...change, supersede: new AbortController(), isChecked: false };
      const superseded = entry.supersede.signal;
      entries.add(entry);
      change.checked.then(
        () => {
          entry.isChecked = true;
          if (entries.has(entry)) claim(entry);
        },
        () => {
          entry.isChecked = true;
        },
      );
      return {
        sequence: change.sequence,
        superseded,
        async remainingPaths() {
          for (;;) {
            const open = [...entries].find(
              ({ isChecked, sequence, paths }) =>
                !isChecked && sequence > entry.sequence && [...paths].some((path) => entry.paths.has(path)),
            );
            if (open === undefined) return remainingPathsOf(entry);
            await open.checked.catch(() => {});
          }
        },
        acquire(signal) {
          if (superseded.aborted) return Promise.resolve(false);
          if (!acquired) {
            acquired = true;
            return Promise.resolve(true);
          }
          return new Promise((resolve, reject) => {
            const finish = (end: () => void) => () => {
              const at = waiting.indexOf(start);
              if (at >= 0) waiting.splice(at, 1);
              superseded.removeEventListener('abort', onSuperseded);
              signal?.removeEventListener('abort', onAborted);
              end();
            };
            const start = finish(() => resolve(true));
            const onSuperseded = finish(() => resolve(false));
            const onAborted = finish(() => reject(signal?.reason));
            waiting.push(start);
            superseded.addEventListener('abort', onSuperseded);
            signal?.addEventListener('abort', onAborted);
            if (signal?.aborted) onAborted();
          });
        },
        release,
        leave: () => entries.delete(entry),
      };
    },
  };
}
