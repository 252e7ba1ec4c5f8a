import type { ReleaseWhile } from '../../client';

/** A counting semaphore: at most so many hold a permit, granted in the order of `acquire`. */
export interface Semaphore {
  acquire(): Promise<void>;
  release(): void;
  /** Releases the permit for the time of a wait, and acquires one again after it. */
  readonly releaseWhile: ReleaseWhile;
}

export function createSemaphore(permits: number): Semaphore {
  let available = permits;
  // In the order in which they are served.
  const resuming: (() => void)[] = [];
  const starting: (() => void)[] = [];
  const last: (() => void)[] = [];

  async function acquireIn(queue: (() => void)[]): Promise<void> {
    if (available > 0) available -= 1;
    else await new Promise<void>((resolve) => queue.push(resolve));
  }

  function release(): void {
    const next = resuming.shift() ?? starting.shift() ?? last.shift();
    if (next === undefined) available += 1;
    else next();
  }

  return {
    acquire: () => acquireIn(starting),
    release,
    async releaseWhile(wait, back) {
      release();
      try {
        return await wait;
      } finally {
        await acquireIn(back === 'last' ? last : resuming);
      }
    },
  };
}
