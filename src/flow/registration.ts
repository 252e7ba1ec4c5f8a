import { type Clock, sleep } from '../clock';

const firstRetryMs = 5_000;
const longestRetryMs = 300_000;

/** Something that must come to hold at the service, tried again until it does or the node is closed. */
export interface Upkeep {
  /** Ends the tries and resolves when nothing is under way any more. */
  close(): Promise<void>;
}

export function keepTrying(
  clock: Clock,
  work: (signal: AbortSignal) => Promise<void>,
  onFailure: (error: unknown, retryInMs: number) => void,
): Upkeep {
  const closing = new AbortController();
  const { signal } = closing;

  async function run(): Promise<void> {
    for (let retryInMs = firstRetryMs; !signal.aborted; retryInMs = Math.min(2 * retryInMs, longestRetryMs)) {
      try {
        await work(signal);
        return;
      } catch (error) {
        if (signal.aborted) return;
        onFailure(error, retryInMs);
        await sleep(clock, retryInMs, signal).catch(() => {});
      }
    }
  }

  const running = run();
  return {
    close() {
      closing.abort();
      return running;
    },
  };
}
