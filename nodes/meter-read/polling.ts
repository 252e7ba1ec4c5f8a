import { createHash } from 'node:crypto';
import type { Node, NodeAPI } from 'node-red';
import type { Clock, Timer } from '../../src/clock';
import { type Message, runningAccount, type Status, type Texts } from '../../src/runtime';
import { pollErrorOf } from './poll-failures';

/**
 * Time until the next poll, ms. Nodes of one account with the same subject and interval poll at the same instants, so that
 * they share one request. Each subject has its own phase within the interval, which spreads the requests.
 */
export function untilNextPollMs(clock: Clock, accountId: string, subject: string, pollMs: number): number {
  const leftMs = pollMs - ((clock.monotonicMs() + phaseOf(`${accountId} ${subject}`)) % pollMs);
  // A timer may fire slightly before its instant; that instant then counts as polled.
  return leftMs < pollMs * earlyFraction ? leftMs + pollMs : leftMs;
}

const earlyFraction = 0.05;

/** The largest age of a shared response for a poll, ms; less than the interval, so that a poll never repeats the previous one. */
export function pollMaxAgeMs(maxAgeMs: number, pollMs: number): number {
  return Math.min(maxAgeMs, pollMs / 2);
}

const phaseLength = 8;

/** The phase of a subject, ms; equal in every process. */
function phaseOf(name: string): number {
  return Number.parseInt(createHash('sha256').update(name).digest('hex').slice(0, phaseLength), 16);
}

/** The messages that a node sends to itself at an interval. */
export interface Poller {
  /** Whether the message is a poll. */
  isPoll(msg: Message): boolean;
  /** Handles an input. Polls do not overlap, and a repeated failure of polls is logged once a minute. */
  handle(msg: Message, read: () => Promise<void>): Promise<void>;
  close(): void;
}

interface PollerOptions {
  readonly RED: NodeAPI;
  readonly node: Node;
  readonly clock: Clock;
  readonly texts: Texts;
  readonly status: Status;
  readonly accountId: string;
  /** Identifies the data that is read; nodes that read the same data have the same subject. */
  readonly subject: string;
  /** 0: the node does not poll. */
  readonly pollMs: number;
}

export function createPoller({ RED, node, clock, texts, status, accountId, subject, pollMs }: PollerOptions): Poller {
  const polls = new WeakSet<object>();
  let polling = false;
  let timer: Timer | undefined;

  function scheduleNext(): void {
    timer = clock.after(untilNextPollMs(clock, accountId, subject, pollMs), poll);
  }

  function poll(): void {
    scheduleNext();
    // With a slow service, a poll can take longer than the interval.
    if (polling) return;
    const msg = { payload: clock.now() };
    polls.add(msg);
    node.receive(msg);
  }

  if (pollMs > 0) scheduleNext();
  return {
    isPoll: (msg) => polls.has(msg),
    async handle(msg, read) {
      if (!polls.has(msg)) return read();
      polling = true;
      try {
        await read();
      } catch (error) {
        const group = runningAccount(RED, accountId) ?? node;
        const reported = pollErrorOf({ RED, node, clock, texts, status, group, error });
        if (reported !== undefined) throw reported;
      } finally {
        polling = false;
      }
    },
    close: () => timer?.cancel(),
  };
}
