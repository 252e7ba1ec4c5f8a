import type { Clock, Timer } from '../clock';
import { withReason } from '../refusal';
import { retryAfterMs } from './backoff';
import type { CallBudget } from './call-budget';
import type { Fail } from './errors';
import type { Lifetime } from './lifetime';
import { goesBefore, type Priority, priorities, type Urgency } from './priority';

/** Connections of an account to its service. */
export const maxConnections = 16;

/**
 * The slots that a priority may use: each priority leaves slots to the more urgent ones, and the last slot is for
 * opens.
 */
const slotsFor: Readonly<Record<Priority, number>> = {
  open: maxConnections,
  command: maxConnections - 1,
  record: maxConnections - 2,
  'command-read': maxConnections - 2,
  read: maxConnections - 4,
  poll: maxConnections / 2,
};
const reads: ReadonlySet<Priority> = new Set(['command-read', 'read', 'poll']);
const maxWaitingReads = 1_000;
/** A longer `Retry-After` is cut to this. */
const maxThrottleSeconds = 3_600;
/** The pause between two requests that were throttled together. */
const recoveryGap = { minMs: 50, jitterMs: 100 } as const;

/** How long requests stay spaced out after a throttling, as a share of its wait. */
const recoveryShare = 0.5;

/** How much of its call budget an account uses. */
export interface CallUsage {
  /** Calls in the last minute, as many as are allowed at most. */
  readonly used: number;
  /** Calls a minute from which on polls wait. */
  readonly allowed: number;
  /** Requests that wait for a slot, the service or the budget. */
  readonly waiting: number;
}

/** Idempotent. */
export type ReleaseSlot = () => void;

/** The rate limiter of an account: grants slots to the more urgent requests first, in order among equals. */
export interface RequestScheduler {
  /**
   * Resolves with the release of a slot, or with undefined when the lifetime ends first; synchronous where a slot is
   * free.
   */
  acquire(urgency: Urgency, lifetime: Lifetime): ReleaseSlot | Promise<ReleaseSlot | undefined>;
  /** The service answered 429 for the account: everything but opens and commands to devices waits. */
  throttled(seconds: number): void;
  /** The service answers again. */
  answered(): void;
  /** The calls of the last minute, and how many requests wait to be sent. */
  usage(): CallUsage;
}

export interface SchedulerDependencies {
  readonly clock: Clock;
  readonly random: () => number;
  readonly budget: CallBudget;
  readonly fail: Fail;
}

interface WaitingRequest {
  readonly urgency: Urgency;
  readonly lifetime: Lifetime;
  admit(release: ReleaseSlot | undefined): void;
  refuse(error: Error): void;
}

export function createRequestScheduler({ clock, random, budget, fail }: SchedulerDependencies): RequestScheduler {
  const waiting = Object.fromEntries(
    priorities.map((priority) => [priority, new Set<WaitingRequest>()]),
  ) as unknown as Readonly<Record<Priority, Set<WaitingRequest>>>;
  let inFlight = 0;
  let timer: Timer | undefined;
  /** The end of the wait that the service asked for. */
  let throttledUntilMs = Number.NEGATIVE_INFINITY;
  /**
   * Until then, and while any throttled request waits, they are sent one by one, the next one not before `nextAtMs`.
   */
  let recoveringUntilMs = Number.NEGATIVE_INFINITY;
  let recovering = false;
  let nextAtMs = Number.NEGATIVE_INFINITY;
  let throttlesInARow = 0;

  const isThrottled = (priority: Priority) => priority !== 'open' && priority !== 'command';
  const readsWaiting = () => [...reads].reduce((sum, priority) => sum + waiting[priority].size, 0);
  const anyThrottledWaiting = () => priorities.some((priority) => isThrottled(priority) && waiting[priority].size > 0);

  /** How long the first request of this priority waits even if a slot is free. */
  function delayMs(priority: Priority): number {
    const now = clock.monotonicMs();
    const throttledMs = isThrottled(priority) ? Math.max(throttledUntilMs, nextAtMs) - now : 0;
    return Math.max(0, throttledMs, priority === 'poll' ? budget.pollWaitMs(now) : 0);
  }

  function begin(priority: Priority): ReleaseSlot {
    const now = clock.monotonicMs();
    inFlight += 1;
    budget.spend(now, priority === 'poll');
    recovering &&= now < recoveringUntilMs || anyThrottledWaiting();
    if (recovering && isThrottled(priority)) nextAtMs = now + recoveryGap.minMs + random() * recoveryGap.jitterMs;
    let released = false;
    return () => {
      if (released) return;
      released = true;
      inFlight -= 1;
      drain();
    };
  }

  function drain(): void {
    timer?.cancel();
    timer = undefined;
    let wakeMs = Number.POSITIVE_INFINITY;
    for (const priority of priorities) {
      for (const entry of waiting[priority]) {
        if (inFlight >= slotsFor[priority]) break;
        const waitMs = delayMs(priority);
        wakeMs = waitMs > 0 ? Math.min(wakeMs, waitMs) : wakeMs;
        if (waitMs > 0) break;
        entry.admit(begin(priority));
      }
    }
    if (Number.isFinite(wakeMs)) timer = clock.after(wakeMs, drain);
  }

  /** The error of a request whose deadline ends before it could be sent. */
  function refusal(priority: Priority, lifetime: Lifetime): Error | undefined {
    const now = clock.monotonicMs();
    const throttledMs = isThrottled(priority) ? throttledUntilMs - now : 0;
    if (throttledMs > 0 && throttledMs >= lifetime.remainingMs())
      return fail('RATE_LIMITED', 'the service asked to wait', { retryAfter: Math.ceil(throttledMs / 1000) });
    if (priority !== 'poll') return undefined;
    const waitMs = budget.pollWaitMs(now, waiting.poll.size);
    return waitMs > 0 && waitMs >= lifetime.remainingMs() ? overBudget(waitMs) : undefined;
  }

  function overBudget(waitMs: number): Error {
    const message = `the account's budget of ${budget.callsPerMinute} calls a minute is used up: poll less often`;
    const error = fail('RATE_LIMITED_LOCALLY', message, { retryAfter: Math.ceil(waitMs / 1000) });
    return withReason(error, { kind: 'overBudget', most: budget.callsPerMinute });
  }

  /** Where too many reads wait, refuses the newest of the least urgent ones in favour of this one. */
  function evictLessUrgent(priority: Priority): Error | undefined {
    if (!reads.has(priority) || readsWaiting() < maxWaitingReads) return undefined;
    const tooManyReads = () =>
      withReason(fail('RATE_LIMITED_LOCALLY', `${maxWaitingReads} reads of the account wait already`), {
        kind: 'tooManyReads',
        most: maxWaitingReads,
      });
    const lowest = [...reads].reverse().find((other) => goesBefore(priority, other) && waiting[other].size > 0);
    if (lowest === undefined) return tooManyReads();
    [...waiting[lowest]].at(-1)?.refuse(tooManyReads());
    return undefined;
  }

  function queue(urgency: Urgency, lifetime: Lifetime): Promise<ReleaseSlot | undefined> {
    return new Promise((resolve, reject) => {
      const leaveQueue = () => {
        for (const priority of priorities) waiting[priority].delete(entry);
        urgency.onRaised = undefined;
        unsubscribe();
      };
      const entry: WaitingRequest = {
        urgency,
        lifetime,
        admit(release) {
          leaveQueue();
          resolve(release);
        },
        refuse(error) {
          leaveQueue();
          reject(error);
        },
      };
      let unsubscribe = () => {};
      waiting[urgency.priority].add(entry);
      urgency.onRaised = () => {
        for (const priority of priorities) waiting[priority].delete(entry);
        waiting[urgency.priority].add(entry);
        drain();
      };
      unsubscribe = lifetime.onEnd(() => {
        const overMs = urgency.priority === 'poll' ? budget.pollWaitMs(clock.monotonicMs()) : 0;
        if (overMs > 0 && lifetime.ended() === 'deadline') entry.refuse(overBudget(overMs));
        else entry.admit(undefined);
        drain();
      });
    });
  }

  return {
    acquire(urgency, lifetime) {
      const { priority } = urgency;
      if (lifetime.ended() !== undefined) return Promise.resolve(undefined);
      const isFirst = waiting[priority].size === 0 && inFlight < slotsFor[priority];
      if (isFirst && delayMs(priority) <= 0) return begin(priority);
      const error = refusal(priority, lifetime) ?? evictLessUrgent(priority);
      if (error !== undefined) return Promise.reject(error);
      const slot = queue(urgency, lifetime);
      drain();
      return slot;
    },
    throttled(seconds) {
      const now = clock.monotonicMs();
      // Requests in flight together are answered by one and the same throttling.
      if (throttledUntilMs <= now) throttlesInARow += 1;
      const cappedSeconds = Math.min(seconds, maxThrottleSeconds);
      const waitMs = retryAfterMs(cappedSeconds, throttlesInARow) ?? cappedSeconds * 1000;
      throttledUntilMs = Math.max(throttledUntilMs, now + waitMs);
      recoveringUntilMs = throttledUntilMs + waitMs * recoveryShare;
      recovering = true;
      drain();
    },
    usage: () => ({
      used: budget.used(clock.monotonicMs()),
      allowed: budget.callsPerMinute,
      waiting: priorities.reduce((sum, priority) => sum + waiting[priority].size, 0),
    }),
    answered() {
      if (clock.monotonicMs() >= throttledUntilMs) throttlesInARow = 0;
    },
  };
}
