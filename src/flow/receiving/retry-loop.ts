import { type Clock, sleep } from '../../clock';

const firstRetryMs = 5_000;
const longestRetryMs = 300_000;

/** Something that must come to hold at the service, tried again until it does or the node is closed. */
export interface Upkeep {
  /** Tries at once; rejects with what it failed for. */
  now(): Promise<void>;
  /** Ends the tries and resolves when nothing is under way any more. */
  close(): Promise<void>;
}

export function keepTrying(
  clock: Clock,
  work: (signal: AbortSignal) => Promise<void>,
  onFailure: (error: unknown) => void,
): Upkeep {
  const closing = new AbortController();
  const { signal } = closing;
  let underWay: Promise<void> | undefined;

  function once(): Promise<void> {
    underWay ??= work(signal).finally(() => {
      underWay = undefined;
    });
    return underWay;
  }

  async function run(): Promise<void> {
    for (let retryInMs = firstRetryMs; !signal.aborted; retryInMs = Math.min(2 * retryInMs, longestRetryMs)) {
      try {
        await once();
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
    now: once,
    async close() {
      closing.abort();
      await running;
      await underWay?.catch(() => {});
    },
  };
}
