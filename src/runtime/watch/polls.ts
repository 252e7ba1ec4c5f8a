import { setMaxListeners } from 'node:events';
import { type CallOptions, type Client, ClientError } from '../../client';
import type { Clock, Timer } from '../../clock';
import type { ReadKind } from '../../watch';
import type { Account } from '..';

/** What one call tells of a device. */
export type DeviceRead = Exclude<ReadKind, 'lock' | 'account'>;

/** One call that is repeated. */
export interface Poll {
  readonly deviceId: string;
  /** `day`: what history has of the local day. `secrets`, `keys`: of the account. */
  readonly kind: DeviceRead | 'day' | 'secrets' | 'keys';
  readonly everyMs: number;
}

interface PollsOptions {
  readonly account: Account;
  readonly clock: Clock;
  /** Whether a poll can be left out now: pushes tell the same. */
  readonly isPushed: (poll: Poll) => boolean;
  /** Whether all that a poll could tell is known. */
  readonly isKnown: (poll: Poll) => boolean;
  /** Reads, and takes what is answered unless the signal has aborted. */
  readonly read: (client: Client, poll: Poll, how: PollCall) => Promise<void>;
  readonly onFailure: (poll: Poll, error: ClientError) => void;
  readonly onTrouble: (error: unknown) => void;
}

export type PollCall = CallOptions & { readonly signal: AbortSignal };

/** The calls of one watch. */
export interface Polls {
  /** Those that are new begin at once, one after the other. */
  set(polls: readonly Poll[]): void;
  close(): void;
}

interface Task {
  readonly poll: Poll;
  dueMs: number;
  readMs: number;
  busy: boolean;
}

/** No watch makes more than 60 calls a minute. */
export const spacingMs = 1_000;
/** What pushes tell is checked this often. */
const pushedEveryMs = 1_200_000;
/** What is read once a day is not read a day later where it fails. */
const retryMs = 300_000;
const longestShareMs = 300_000;
const deadlineBounds = { least: 5_000, most: 30_000 };

/** Polls at low priority and through the shared cache, at most one call a second: what is overdue longest comes first. */
export function createPolls(options: PollsOptions): Polls {
  const { account, clock, isPushed, isKnown, onTrouble } = options;
  const tasks = new Map<string, Task>();
  const ending = new AbortController();
  const { signal } = ending;
  // Each read under way listens.
  setMaxListeners(0, signal);
  let lastMs = Number.NEGATIVE_INFINITY;
  let timer: Timer | undefined;

  function schedule(): void {
    timer?.cancel();
    timer = undefined;
    const dueMs = Math.min(...[...tasks.values()].filter(({ busy }) => !busy).map(({ dueMs }) => dueMs));
    if (signal.aborted || !Number.isFinite(dueMs)) return;
    const nowMs = clock.monotonicMs();
    timer = clock.after(Math.max(0, dueMs - nowMs, lastMs + spacingMs - nowMs), begin);
  }

  function begin(): void {
    const nowMs = clock.monotonicMs();
    const due = [...tasks.values()].filter(({ busy, dueMs }) => !busy && dueMs <= nowMs);
    for (const task of due.sort((a, b) => a.dueMs - b.dueMs)) {
      const { poll, readMs } = task;
      task.dueMs = nowMs + poll.everyMs;
      if (isKnown(poll) || (nowMs - readMs < pushedEveryMs && isPushed(poll))) continue;
      lastMs = nowMs;
      task.busy = true;
      task.readMs = nowMs;
      void read(poll).finally(() => {
        task.busy = false;
        schedule();
      });
      break;
    }
    schedule();
  }

  async function read(poll: Poll): Promise<void> {
    let client: Client;
    try {
      client = await account.client();
    } catch (error) {
      fail(poll, error);
      return;
    }
    const deadlineMs = Math.min(deadlineBounds.most, Math.max(deadlineBounds.least, poll.everyMs));
    try {
      const how = {
        signal,
        deadlineMs,
        maxAgeMs: Math.min(poll.everyMs / 2, longestShareMs),
        priority: 'poll',
      } as const;
      await options.read(client, poll, how);
    } catch (error) {
      fail(poll, error);
    }
  }

  function fail(poll: Poll, error: unknown): void {
    if (signal.aborted) return;
    const task = tasks.get(keyOf(poll));
    if (task !== undefined) task.dueMs = Math.min(task.dueMs, clock.monotonicMs() + retryMs);
    // An account that is deployed again is no failure of the device; what is no answer of the service is one of ours.
    if (!(error instanceof ClientError)) onTrouble(error);
    else if (error.code !== 'CLOSED') options.onFailure(poll, error);
  }

  return {
    set(polls) {
      const keys = new Set(polls.map(keyOf));
      for (const key of tasks.keys()) if (!keys.has(key)) tasks.delete(key);
      for (const poll of polls) {
        const { readMs = Number.NEGATIVE_INFINITY } = tasks.get(keyOf(poll)) ?? {};
        if (tasks.get(keyOf(poll))?.poll.everyMs === poll.everyMs) continue;
        const dueMs = Math.max(clock.monotonicMs(), readMs + poll.everyMs);
        tasks.set(keyOf(poll), { poll, readMs, dueMs, busy: false });
      }
      schedule();
    },
    close() {
      ending.abort();
      timer?.cancel();
    },
  };
}

const keyOf = ({ deviceId, kind }: Poll) => `${kind} ${deviceId}`;
