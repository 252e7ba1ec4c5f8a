import type { Clock, Timer } from '../clock';
import { retryAfterMs } from './backoff';
import type { CallBudget } from './call-budget';
import type { Fail } from './errors';
import type { Lifetime } from './lifetime';
import { goesBefore, type Priority, priorities, type Urgency } from './priority';

/** Connections of an account to its service. */
export const connectionsAtMost = 16;

/**
 * How many requests may be under way for one of this priority to be sent: each leaves places to those before it, and the last
 * one is kept for opens.
 */
const placesFor: Readonly<Record<Priority, number>> = {
  open: connectionsAtMost,
  command: connectionsAtMost - 1,
  record: connectionsAtMost - 2,
  'command-read': connectionsAtMost - 2,
  read: connectionsAtMost - 4,
  poll: connectionsAtMost / 2,
};
const reads: ReadonlySet<Priority> = new Set(['command-read', 'read', 'poll']);
const readsWaitingAtMost = 1_000;
/** A wait of the account longer than this is tried again after it. */
const longestHoldSeconds = 3_600;
/** Between two requests that a wait of the account has held up. */
const gapAfterHold = { leastMs: 50, jitterMs: 100 } as const;

/** For how long after a wait those come back who heard of it, as a share of the wait. */
const comingBackShare = 0.5;

/** Gives a place back. */
export type Leave = () => void;

/** Decides when a request of an account is sent: the more urgent first, in order among equals. */
export interface RequestScheduler {
  /** A place, at once or later; undefined when the lifetime ends before there is one. */
  enter(urgency: Urgency, lifetime: Lifetime): Leave | Promise<Leave | undefined>;
  /** The service asks the account to wait. Opens and commands to devices do not. */
  throttled(seconds: number): void;
  /** The service answers again. */
  answered(): void;
}

export interface SchedulerParts {
  readonly clock: Clock;
  readonly random: () => number;
  readonly budget: CallBudget;
  readonly fail: Fail;
}

interface Entry {
  readonly urgency: Urgency;
  readonly lifetime: Lifetime;
  settle(place: Leave | undefined): void;
  refuse(error: Error): void;
}

export function createRequestScheduler({ clock, random, budget, fail }: SchedulerParts): RequestScheduler {
  const waiting = Object.fromEntries(priorities.map((priority) => [priority, new Set<Entry>()])) as unknown as Readonly<
    Record<Priority, Set<Entry>>
  >;
  let underWay = 0;
  let timer: Timer | undefined;
  /** Until then nothing that a wait of the account holds up is sent. */
  let heldUntilMs = Number.NEGATIVE_INFINITY;
  /** Until then, and for as long as any of them waits, they go one after another, the next one not before `nextAtMs`. */
  let recoversUntilMs = Number.NEGATIVE_INFINITY;
  let recovers = false;
  let nextAtMs = Number.NEGATIVE_INFINITY;
  let holdsInARow = 0;

  const isHeld = (priority: Priority) => priority !== 'open' && priority !== 'command';
  const readsWaiting = () => [...reads].reduce((sum, priority) => sum + waiting[priority].size, 0);
  const anyHeldUp = () => priorities.some((priority) => isHeld(priority) && waiting[priority].size > 0);

  /** How long the first of this priority waits for anything but a place. */
  function delayMs(priority: Priority): number {
    const now = clock.monotonicMs();
    const heldMs = isHeld(priority) ? Math.max(heldUntilMs, nextAtMs) - now : 0;
    return Math.max(0, heldMs, priority === 'poll' ? budget.pollWaitMs(now) : 0);
  }

  function begin(priority: Priority): Leave {
    const now = clock.monotonicMs();
    underWay += 1;
    budget.spend(now, priority === 'poll');
    recovers &&= now < recoversUntilMs || anyHeldUp();
    if (recovers && isHeld(priority)) nextAtMs = now + gapAfterHold.leastMs + random() * gapAfterHold.jitterMs;
    let left = false;
    return () => {
      if (left) return;
      left = true;
      underWay -= 1;
      pump();
    };
  }

  function pump(): void {
    timer?.cancel();
    timer = undefined;
    let wakeMs = Number.POSITIVE_INFINITY;
    for (const priority of priorities) {
      for (const entry of waiting[priority]) {
        if (underWay >= placesFor[priority]) break;
        const waitMs = delayMs(priority);
        wakeMs = waitMs > 0 ? Math.min(wakeMs, waitMs) : wakeMs;
        if (waitMs > 0) break;
        entry.settle(begin(priority));
      }
    }
    if (Number.isFinite(wakeMs)) timer = clock.after(wakeMs, pump);
  }

  /** Why it is of no use to wait. */
  function refusal(priority: Priority, lifetime: Lifetime): Error | undefined {
    const now = clock.monotonicMs();
    const heldMs = isHeld(priority) ? heldUntilMs - now : 0;
    if (heldMs > 0 && heldMs >= lifetime.remainingMs())
      return fail('RATE_LIMITED', 'the service asked to wait', { retryAfter: Math.ceil(heldMs / 1000) });
    if (priority !== 'poll') return undefined;
    const waitMs = budget.pollWaitMs(now, waiting.poll.size);
    return waitMs > 0 && waitMs >= lifetime.remainingMs() ? overBudget(waitMs) : undefined;
  }

  function overBudget(waitMs: number): Error {
    const message = `the account's budget of ${budget.callsPerMinute} calls a minute is used up: poll less often`;
    return fail('RATE_LIMITED_LOCALLY', message, { retryAfter: Math.ceil(waitMs / 1000) });
  }

  /** Makes room for one more read that waits, where there are less urgent ones. */
  function makeRoom(priority: Priority): Error | undefined {
    if (!reads.has(priority) || readsWaiting() < readsWaitingAtMost) return undefined;
    const full = () => fail('RATE_LIMITED_LOCALLY', `${readsWaitingAtMost} reads of the account wait already`);
    const lowest = [...reads].reverse().find((other) => goesBefore(priority, other) && waiting[other].size > 0);
    if (lowest === undefined) return full();
    [...waiting[lowest]].at(-1)?.refuse(full());
    return undefined;
  }

  function queue(urgency: Urgency, lifetime: Lifetime): Promise<Leave | undefined> {
    return new Promise((resolve, reject) => {
      const leaveQueue = () => {
        for (const priority of priorities) waiting[priority].delete(entry);
        urgency.onRaised = undefined;
        forget();
      };
      const entry: Entry = {
        urgency,
        lifetime,
        settle(place) {
          leaveQueue();
          resolve(place);
        },
        refuse(error) {
          leaveQueue();
          reject(error);
        },
      };
      let forget = () => {};
      waiting[urgency.priority].add(entry);
      urgency.onRaised = () => {
        for (const priority of priorities) waiting[priority].delete(entry);
        waiting[urgency.priority].add(entry);
        pump();
      };
      forget = lifetime.onEnd(() => {
        const overMs = urgency.priority === 'poll' ? budget.pollWaitMs(clock.monotonicMs()) : 0;
        if (overMs > 0 && lifetime.ended() === 'deadline') entry.refuse(overBudget(overMs));
        else entry.settle(undefined);
        pump();
      });
    });
  }

  return {
    enter(urgency, lifetime) {
      const { priority } = urgency;
      if (lifetime.ended() !== undefined) return Promise.resolve(undefined);
      const isFirst = waiting[priority].size === 0 && underWay < placesFor[priority];
      if (isFirst && delayMs(priority) <= 0) return begin(priority);
      const error = refusal(priority, lifetime) ?? makeRoom(priority);
      if (error !== undefined) return Promise.reject(error);
      const place = queue(urgency, lifetime);
      pump();
      return place;
    },
    throttled(seconds) {
      const now = clock.monotonicMs();
      // Those that were under way together hear of one and the same wait.
      if (heldUntilMs <= now) holdsInARow += 1;
      const longest = Math.min(seconds, longestHoldSeconds);
      const waitMs = retryAfterMs(longest, holdsInARow) ?? longest * 1000;
      heldUntilMs = Math.max(heldUntilMs, now + waitMs);
      recoversUntilMs = heldUntilMs + waitMs * comingBackShare;
      recovers = true;
      pump();
    },
    answered() {
      if (clock.monotonicMs() >= heldUntilMs) holdsInARow = 0;
    },
  };
}
