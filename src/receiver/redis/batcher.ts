import type { Clock } from '../../clock';

/** Group commit: whatever is asked while one batch is under way goes together in the next one. */
export interface Batcher<Request, Result> {
  /** Rejects where the batch fails; what became of the request is then unknown. */
  run(request: Request): Promise<Result>;
  /** Resolves when nothing is under way and nothing waits. */
  idle(): Promise<void>;
}

export interface BatcherOptions<Request, Result> {
  /** One result for each request, in their order. */
  readonly send: (requests: readonly Request[]) => Promise<readonly (Result | Error)[]>;
  /** How long a batch may take: then it has failed, and so has what waits for the next one. */
  readonly waitMs: number;
  /** How much a request adds to a batch; a batch ends before `maxSize`, but has at least one request. */
  readonly sizeOf?: (request: Request) => number;
  readonly maxSize?: number;
}

interface Waiting<Request, Result> {
  readonly request: Request;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/** Redis does nothing else while it works on a command. */
const maxRequests = 500;
const closeWaitMs = 1000;

export function createBatcher<Request, Result>(
  clock: Clock,
  { send, waitMs, sizeOf = () => 0, maxSize = 0 }: BatcherOptions<Request, Result>,
): Batcher<Request, Result> {
  const waiting: Waiting<Request, Result>[] = [];
  let running: Promise<void> | undefined;

  function nextBatch(): Waiting<Request, Result>[] {
    let count = 0;
    let size = 0;
    for (const { request } of waiting) {
      size += sizeOf(request);
      if (count === maxRequests || (count > 0 && size > maxSize)) break;
      count += 1;
    }
    return waiting.splice(0, count);
  }

  async function sendBatch(batch: readonly Waiting<Request, Result>[]): Promise<void> {
    try {
      const results = await within(clock, waitMs, send(batch.map(({ request }) => request)));
      batch.forEach(({ resolve, reject }, index) => {
        const result = results[index] as Result | Error;
        if (result instanceof Error) reject(result);
        else resolve(result);
      });
    } catch (error) {
      const failed = error instanceof SlowError ? [...batch, ...waiting.splice(0)] : batch;
      for (const { reject } of failed) reject(error);
    }
  }

  async function drain(): Promise<void> {
    for (;;) {
      await endOfRound();
      if (waiting.length === 0) break;
      await sendBatch(nextBatch());
    }
    running = undefined;
  }

  return {
    run: (request) =>
      new Promise((resolve, reject) => {
        waiting.push({ request, resolve, reject });
        running ??= drain();
      }),
    idle: () => running ?? Promise.resolve(),
  };
}

class SlowError extends Error {}

/** Resolves after all that this round of the event loop does, and behind what that leaves to its end. */
function endOfRound(): Promise<void> {
  return new Promise((resolve) => process.nextTick(() => setImmediate(resolve)));
}

/** Resolves when `work` has ended in whatever way, after a second at the latest: a close does not wait for Redis. */
export async function endedSoon(clock: Clock, work: Promise<unknown>): Promise<void> {
  await within(clock, closeWaitMs, work).catch(() => {});
}

/** Rejects where `work` has not ended after `ms`. */
export function within<T>(clock: Clock, ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = clock.after(ms, () => reject(new SlowError(`Redis has not answered for ${ms / 1000} s`)));
    work.then(resolve, reject).finally(timer.cancel);
  });
}
