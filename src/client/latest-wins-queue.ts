import type { Lifetime } from './lifetime';

/** A serial queue for each key. */
export interface LatestWinsQueue {
  /** Resolves with a release function when all earlier entries of the key have been released. */
  enter(key: string, lifetime: Lifetime, onEnded: () => Error): Promise<() => void>;
}

/** Values for one setting are sent in the order they came; the newest ends the retries of the older ones. */
export function createLatestWinsQueue(): LatestWinsQueue {
  const queues = new Map<string, { tail: Promise<unknown>; entered: Set<Lifetime> }>();

  return {
    async enter(key, lifetime, onEnded) {
      const queue = queues.get(key) ?? { tail: Promise.resolve(), entered: new Set() };
      queues.set(key, queue);
      for (const older of queue.entered) older.supersede('newer value');
      queue.entered.add(lifetime);
      const previous = queue.tail;
      let resolveReleased = () => {};
      const released = new Promise<void>((resolve) => {
        resolveReleased = resolve;
      });
      queue.tail = previous.then(() => released);
      const release = () => {
        queue.entered.delete(lifetime);
        if (queue.entered.size === 0) queues.delete(key);
        resolveReleased();
      };
      try {
        await lifetime.wait(previous, onEnded);
      } catch (error) {
        release();
        throw error;
      }
      return release;
    },
  };
}
