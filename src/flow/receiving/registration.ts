import { type Clock, sleep } from '../../clock';

const firstRetryMs = 5_000;
const longestRetryMs = 300_000;
/** Node-RED waits so long for a node that takes back what it registered; the rest happens behind its back. */
const removalWaitMs = 1_500;

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

/** Removals that go on after their node was closed, by node: the same node, added again, waits for its own. */
const removals = new Map<string, Promise<void>>();

export async function removalOf(nodeId: string): Promise<void> {
  await removals.get(nodeId);
}

/**
 * Takes back what a deleted node has registered. Resolves within 1.5 s; what takes longer goes on, with the account kept
 * open for it although it may be closed by the same deploy.
 */
export async function removeAfterClose(
  clock: Clock,
  nodeId: string,
  release: () => void,
  work: () => Promise<void>,
  onFailure: (error: unknown) => void,
): Promise<void> {
  const removal = work()
    .catch(onFailure)
    .finally(() => {
      release();
      if (removals.get(nodeId) === removal) removals.delete(nodeId);
    });
  removals.set(nodeId, removal);
  const waited = new AbortController();
  await Promise.race([removal, sleep(clock, removalWaitMs, waited.signal).catch(() => {})]);
  waited.abort();
}
