import { type Clock, sleep } from '../../../clock';

const firstRetryMs = 5_000;
const longestRetryMs = 300_000;

/** Retries a task at the service with backoff until it succeeds or the node is closed. */
export interface RetryLoop {
  /** Runs the task at once. Rejects with its error. */
  now(): Promise<void>;
  /** Stops retrying and resolves when the current attempt has ended. */
  close(): Promise<void>;
}

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
    for (let retryInMs = firstRetryMs; !signal.aborted; retryInMs = Math.min(2 * retryInMs, longestRetryMs)) {
      try {
        await attemptOnce();
        return;
      } catch (error) {
        if (signal.aborted) return;
        onFailure(error);
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
