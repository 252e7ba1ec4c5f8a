import { ClientError } from '../../../client';
import { type Clock, sleep } from '../../../clock';

const firstRetryMs = 5_000;
const longestRetryMs = 300_000;
/** What the service has refused it refuses until a person has changed something. */
const longestRefusedRetryMs = 3_600_000;

/** Retries a task at the service with backoff until it succeeds or the node is closed. */
export interface RetryLoop {
  /** Runs the task at once. Rejects with its error. */
  now(): Promise<void>;
  /** Stops retrying and resolves when the current attempt has ended. */
  close(): Promise<void>;
}

/** `onFailure` hears of a failure once, and of the next one that says something else. */
export function retryUntilDone(
  clock: Clock,
  task: (signal: AbortSignal) => Promise<void>,
  onFailure: (error: unknown) => void,
): RetryLoop {
  const closing = new AbortController();
  const { signal } = closing;
  let attempt: Promise<void> | undefined;

  function attemptOnce(): Promise<void> {
    attempt ??= task(signal).finally(() => {
      attempt = undefined;
    });
    return attempt;
  }

  async function run(): Promise<void> {
    let told: string | undefined;
    for (let retryInMs = firstRetryMs; !signal.aborted; retryInMs *= 2) {
      try {
        await attemptOnce();
        return;
      } catch (error) {
        if (signal.aborted) return;
        const text = String(error);
        if (text !== told) onFailure(error);
        told = text;
        retryInMs = Math.min(retryInMs, isRefusal(error) ? longestRefusedRetryMs : longestRetryMs);
        await sleep(clock, retryInMs, signal).catch(() => {});
      }
    }
  }

  const running = run();
  return {
    now: attemptOnce,
    async close() {
      closing.abort();
      await running;
      await attempt?.catch(() => {});
    },
  };
}

/** Whether the service itself has refused, for a reason that does not pass by itself; of several failures, each of them. */
function isRefusal(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isRefusal);
  if (!(error instanceof ClientError)) return error instanceof Error && isRefusal(error.cause);
  const { statusCode = 0, retryable } = error.cause;
  return statusCode >= 400 && statusCode < 500 && ![401, 408, 429].includes(statusCode) && !retryable;
}
