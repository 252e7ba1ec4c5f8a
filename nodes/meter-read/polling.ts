import { createHash } from 'node:crypto';
import type { Node, NodeAPI } from 'node-red';
import type { Clock, Timer } from '../../src/clock';
import { type Message, runningAccount, type Status, type Texts } from '../../src/runtime';
import { pollErrorOf } from './poll-failures';

/**
 * How long until the next poll: all nodes of one account that poll the same as often do it at the same instants, so that what
 * they read is one request. What they read of others comes at other instants: each has a place of its own within the interval.
 */
export function untilNextPollMs(clock: Clock, accountId: string, subject: string, pollMs: number): number {
  const leftMs = pollMs - ((clock.monotonicMs() + phaseOf(`${accountId} ${subject}`)) % pollMs);
  // A timer may come a moment before its time: that instant has been polled.
  return leftMs < pollMs * earlyPart ? leftMs + pollMs : leftMs;
}

const earlyPart = 0.05;

/** How old a shared answer may be for a poll: what an earlier poll has read is no news. */
export function pollMaxAgeMs(maxAgeMs: number, pollMs: number): number {
  return Math.min(maxAgeMs, pollMs / 2);
}

const phaseLength = 8;

/** Milliseconds, the same ones in every process. */
function phaseOf(name: string): number {
  return Number.parseInt(createHash('sha256').update(name).digest('hex').slice(0, phaseLength), 16);
}

/** Messages that a node gives itself time and again. */
export interface Poller {
  /** Whether the message is one of them. */
  isPoll(msg: Message): boolean;
  /** Handles an input: a poll is not followed by another before it has ended, and what goes on failing is told once. */
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
    // A slow service is not asked again before it has answered.
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
        const said = pollErrorOf({ RED, node, clock, texts, status, group, error });
        if (said !== undefined) throw said;
      } finally {
        polling = false;
      }
    },
    close: () => timer?.cancel(),
  };
}
