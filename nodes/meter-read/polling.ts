import { createHash } from 'node:crypto';
import type { Node, NodeAPI } from 'node-red';
import type { Clock, Timer } from '../../src/clock';
import { type Message, runningAccount, type Status, type Texts } from '../../src/runtime';
import { pollErrorOf } from './poll-failures';

/**
 * Time until the next poll, ms. Nodes of one account that poll the same subject at the same interval poll at the same instants, so
 * that they share one request. Each subject has a phase of its own within the interval, which spreads the requests.
 */
export function untilNextPollMs(clock: Clock, accountId: string, subject: string, pollMs: number): number {
  const leftMs = pollMs - ((clock.monotonicMs() + phaseOf(`${accountId} ${subject}`)) % pollMs);
  // A timer may fire slightly early; that instant is then polled already.
  return leftMs < pollMs * earlyPart ? leftMs + pollMs : leftMs;
}

const earlyPart = 0.05;

/** How old a shared response may be for a poll, ms: never as old as the poll before. */
export function pollMaxAgeMs(maxAgeMs: number, pollMs: number): number {
  return Math.min(maxAgeMs, pollMs / 2);
}

const phaseLength = 8;

/** Milliseconds; the same in every process. */
function phaseOf(name: string): number {
  return Number.parseInt(createHash('sha256').update(name).digest('hex').slice(0, phaseLength), 16);
}

/** Messages that a node sends itself at an interval. */
export interface Poller {
  /** Whether the message is one of them. */
  isPoll(msg: Message): boolean;
  /** Handles an input: polls do not overlap, and a failure that repeats is logged once a minute. */
  handle(msg: Message, work: () => Promise<void>): Promise<void>;
  close(): void;
}

interface PollerOptions {
  readonly RED: NodeAPI;
  readonly node: Node;
  readonly clock: Clock;
  readonly texts: Texts;
  readonly status: Status;
  readonly accountId: string;
  /** What is read: the same for nodes that read the same. */
  readonly subject: string;
  /** 0: not at all. */
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
    async handle(msg, work) {
      if (!polls.has(msg)) return work();
      polling = true;
      try {
        await work();
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
