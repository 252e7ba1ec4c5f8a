import type { LiveAnswer, LiveChanges, LiveDevice } from '../../admin-api';
import { defined } from '../../object';
import { ask, randomId } from '..';

/** What is known of a device in view; `at` is when the browser learned it, on the clock of `performance.now()`. */
export interface LiveValue extends LiveDevice {
  readonly at: number;
}

interface LiveOptions {
  readonly account: () => string | undefined;
  readonly inView: () => readonly string[];
  readonly onValues: () => void;
  readonly onCalls: () => void;
  /** The tree in the runtime has this version. */
  readonly onTree: (version: string) => void;
}

export interface LiveValues {
  liveOf(deviceId: string): LiveValue | undefined;
  /** Begins and ends saying that somebody looks. */
  setShown(isShown: boolean): void;
  /** Other devices are in view, or another account is chosen. */
  refresh(): void;
  /** A device got a command: what was known of it is of before. */
  outdate(deviceId: string): void;
  forget(): void;
}

/** The runtime forgets a browser after 30 s. */
const renewMs = 12_000;
const settleMs = 200;
/** The pause after a failure; it doubles with each further one. */
const retry = { firstMs: 5_000, longestMs: 60_000 };

/** Asks the runtime for what it knows, when it says that there is something new, and while somebody looks. */
export function createLiveValues({ account, inView, onValues, onCalls, onTree }: LiveOptions): LiveValues {
  const view = randomId();
  const values = new Map<string, LiveValue>();
  let shown = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking = false;
  let again = false;
  let last: LiveAnswer | undefined;
  let failures = 0;

  const looking = () => shown && !document.hidden && account() !== undefined;

  function askIn(delayMs: number): void {
    clearTimeout(timer);
    if (looking()) timer = setTimeout(askNow, delayMs);
  }

  async function askNow(): Promise<void> {
    const id = account();
    if (id === undefined || !looking()) return;
    if (asking) {
      again = true;
      return;
    }
    asking = true;
    let nextMs = renewMs;
    try {
      const ids = inView();
      const query = { view, devices: ids.join(',') };
      const answer = await ask('GET accounts/:id/live', { params: { id }, query });
      failures = 0;
      if (id === account()) take(answer, ids);
    } catch {
      // The tree, which is asked in the same way, shows what is wrong.
      nextMs = Math.min(retry.longestMs, retry.firstMs * 2 ** failures);
      failures += 1;
    } finally {
      asking = false;
      askIn(again ? settleMs : nextMs);
      again = false;
    }
  }

  function take(answer: LiveAnswer, asked: readonly string[]): void {
    const at = performance.now();
    // What the runtime does not tell any more is of before a command.
    for (const id of asked) if (answer.devices[id] === undefined) values.delete(id);
    for (const [id, value] of Object.entries(answer.devices)) values.set(id, { ...value, at });
    const before = last;
    last = answer;
    onValues();
    if (before?.calls !== answer.calls) onCalls();
    if (answer.tree !== undefined) onTree(answer.tree);
  }

  RED.comms.subscribe<LiveChanges>('breakerflow/site/#', (topic, { values: newest, calls, tree }) => {
    if (topic !== `breakerflow/site/${account()}`) return;
    if (last?.values !== newest || last.calls !== calls || last.tree !== tree) askIn(settleMs);
  });
  document.addEventListener('visibilitychange', () => askIn(0));

  return {
    liveOf: (deviceId) => values.get(deviceId),
    setShown(isShown) {
      shown = isShown;
      askIn(0);
    },
    refresh: () => askIn(settleMs),
    outdate(deviceId) {
      const { locked, claims } = values.get(deviceId) ?? {};
      values.delete(deviceId);
      // Locks and claims are no values of the service: they stay until the runtime says otherwise.
      if (locked !== undefined || claims !== undefined)
        values.set(deviceId, { ...defined({ locked, claims }), at: performance.now() });
      onValues();
      askIn(settleMs);
    },
    forget() {
      values.clear();
      last = undefined;
    },
  };
}
