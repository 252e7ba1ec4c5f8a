/** Limits how many requests to one target are in flight at once; the others wait in the order of their calls. */
export interface TargetSemaphores {
  acquire(target: string): Promise<void>;
  release(target: string): void;
}

/** One semaphore of `permits` for each target; it is deleted when nothing uses it. */
export function createTargetSemaphores(permits: number): TargetSemaphores {
  const semaphores = new Map<string, { used: number; waiting: (() => void)[] }>();
  return {
    acquire(target) {
      const semaphore = semaphores.get(target) ?? { used: 0, waiting: [] };
      semaphores.set(target, semaphore);
      if (semaphore.used < permits) {
        semaphore.used += 1;
        return Promise.resolve();
      }
      return new Promise((resolve) => semaphore.waiting.push(resolve));
    },
    release(target) {
      const semaphore = semaphores.get(target);
      if (semaphore === undefined) return;
      const next = semaphore.waiting.shift();
      if (next !== undefined) {
        next();
        return;
      }
      semaphore.used -= 1;
      if (semaphore.used === 0) semaphores.delete(target);
    },
  };
}
