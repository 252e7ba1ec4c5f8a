import type { Clock } from '../../clock';

/** Group commit: requests that arrive while a batch is running are sent together in the next one. */
export interface Batcher<Request, Result> {
  /** Rejects if the batch fails; whether the request took effect is then unknown. */
  run(request: Request): Promise<Result>;
  /** Resolves when no request is running or waiting. */
  idle(): Promise<void>;
}

export interface BatcherOptions<Request, Result> {
  /** Returns one result per request, in the order of the requests. */
  readonly send: (requests: readonly Request[]) => Promise<readonly (Result | Error)[]>;
  /** Timeout of a batch. It also fails the requests that wait for the next one. */
  readonly waitMs: number;
  /** Size that a request adds to a batch. A batch has at most `maxSize`, or one request. */
  readonly sizeOf?: (request: Request) => number;
  readonly maxSize?: number;
}

interface PendingRequest<Request, Result> {
  readonly request: Request;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/** Redis is single-threaded: a command blocks all other clients. */
const maxRequests = 500;
const closeWaitMs = 1000;

export function createBatcher<Request, Result>(
  clock: Clock,
  { send, waitMs, sizeOf = () => 0, maxSize = 0 }: BatcherOptions<Request, Result>,
): Batcher<Request, Result> {
  const waiting: PendingRequest<Request, Result>[] = [];
  let running: Promise<void> | undefined;

  function nextBatch(): PendingRequest<Request, Result>[] {
    let count = 0;
    let size = 0;
    for (const { request } of waiting) {
      size += sizeOf(request);
      if (count === maxRequests || (count > 0 && size > maxSize)) break;
      count += 1;
    }
    return waiting.splice(0, count);
  }

  async function sendBatch(batch: readonly PendingRequest<Request, Result>[]): Promise<void> {
    try {
      const results = await within(clock, waitMs, send(batch.map(({ request }) => request)));
      batch.forEach(({ resolve, reject }, index) => {
        const result = results[index] as Result | Error;
        if (result instanceof Error) reject(result);
        else resolve(result);
      });
    } catch (error) {
      const failed = error instanceof TimeoutError ? [...batch, ...waiting.splice(0)] : batch;
      for (const { reject } of failed) reject(error);
    }
  }

  async function drain(): Promise<void> {
    for (;;) {
      await endOfTurn();
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

class TimeoutError extends Error {}

/** Resolves at the end of this turn of the event loop, after its I/O callbacks and their immediates. */
function endOfTurn(): Promise<void> {
  return new Promise((resolve) => process.nextTick(() => setImmediate(resolve)));
}

/** Resolves when `pending` has settled, at the latest after a second, because closing must not wait for Redis. */
export async function settledSoon(clock: Clock, pending: Promise<unknown>): Promise<void> {
  await within(clock, closeWaitMs, pending).catch(() => {});
}

/** Settles as `pending` does. Rejects if it has not settled after `ms`. */
export function within<T>(clock: Clock, ms: number, pending: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = clock.after(ms, () => reject(new TimeoutError(`Redis has not answered for ${ms / 1000} s`)));
    pending.then(resolve, reject).finally(timer.cancel);
  });
}
