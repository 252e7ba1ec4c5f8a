/** A change on its way to a device. */
export interface QueuedChange {
  /** Rises with each change that comes, whatever becomes of it. */
  readonly sequence: number;
  /** Aborted when newer changes have taken over what this one touches and it was not sent. */
  readonly superseded: AbortSignal;
  /** What no newer change has taken over, once it is known which of the newer ones pass their checks. */
  left(): Promise<ReadonlySet<string>>;
  /** Waits until nothing else is sent to the device; false when superseded before. The turn ends with `release`. */
  acquire(signal: AbortSignal | undefined): Promise<boolean>;
  release(): void;
  /** Has ended, however. */
  leave(): void;
}

export interface ChangeToQueue {
  readonly sequence: number;
  readonly touches: ReadonlySet<string>;
  /** Its parts cannot do without each other: with one of them all of it is superseded. */
  readonly whole: boolean;
  /** Resolves when its checks let it pass. One that is refused takes nothing over. */
  readonly checked: Promise<void>;
}

/** The changes of one device: one is sent at a time, and of those that touch the same the last that came decides. */
export interface ChangeQueue {
  enter(change: ChangeToQueue): QueuedChange;
  /** Somebody waits for the turn. */
  isAwaited(): boolean;
  isIdle(): boolean;
}

interface Entry extends ChangeToQueue {
  readonly superseding: AbortController;
  judged: boolean;
}

let newest = 0;

/** The number of a change; taken when its message arrives, it keeps its place whatever has to be read first. */
export function nextSequence(): number {
  newest += 1;
  return newest;
}

export function createChangeQueue(): ChangeQueue {
  const entries = new Set<Entry>();
  /** By what is touched, the newest change that passed its checks: no older one may touch it any more. */
  const claims = new Map<string, number>();
  const waiting: (() => void)[] = [];
  let taken = false;

  function leftOf({ touches, sequence, whole }: Entry): Set<string> {
    const left = [...touches].filter((path) => (claims.get(path) ?? 0) <= sequence);
    return new Set(whole && left.length < touches.size ? [] : left);
  }

  function claim({ touches, sequence }: Entry): void {
    for (const path of touches) claims.set(path, Math.max(claims.get(path) ?? 0, sequence));
    for (const entry of entries)
      if (entry.sequence <= sequence && !entry.superseding.signal.aborted && leftOf(entry).size === 0)
        entry.superseding.abort();
  }

  function release(): void {
    taken = waiting.length > 0;
    waiting.shift()?.();
  }

  return {
    isAwaited: () => waiting.length > 0,
    isIdle: () => entries.size === 0,
    enter(change) {
      const entry: Entry = { ...change, superseding: new AbortController(), judged: false };
      const superseded = entry.superseding.signal;
      entries.add(entry);
      change.checked.then(
        () => {
          entry.judged = true;
          if (entries.has(entry)) claim(entry);
        },
        () => {
          entry.judged = true;
        },
      );
      return {
        sequence: change.sequence,
        superseded,
        async left() {
          for (;;) {
            const open = [...entries].find(
              ({ judged, sequence, touches }) =>
                !judged && sequence > entry.sequence && [...touches].some((path) => entry.touches.has(path)),
            );
            if (open === undefined) return leftOf(entry);
            await open.checked.catch(() => {});
          }
        },
        acquire(signal) {
          if (superseded.aborted) return Promise.resolve(false);
          if (!taken) {
            taken = true;
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
