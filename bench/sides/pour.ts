import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Burst, BurstAsked } from './burst';
import type { Pour, Poured } from './living-nodes';

/** The part of Node-RED, which runs in this process, that gives messages and hears how they end. */
interface RunningNodeRed {
  readonly nodes: { getNode(id: string): { receive(msg: object): void; send(msgs: object[][]): void } | null };
  readonly hooks: {
    add(
      name: string,
      hook: (ended: { readonly msg: object; readonly error?: unknown; readonly node: { readonly id: string } }) => void,
    ): void;
    remove(name: string): void;
  };
}

/** Rounds of the event loop after the last end, in which a second end of a message would come. */
const quietRounds = 20;

/** Gives a living node so many messages, so many of them at once, and counts how each ends. */
export async function pour({ node: nodeId, count, atOnce, messages }: Pour): Promise<Poured> {
  const { nodes, hooks } = require('node-red') as RunningNodeRed;
  const node = nodes.getNode(nodeId);
  if (node === null) throw new Error(`there is no node ${nodeId}`);
  const errors: Record<string, number> = {};
  const under = new Set<object>();
  const hook = 'onComplete.breakerflowPour';
  let given = 0;
  let ended = 0;
  let endedTwice = 0;

  function give(): void {
    const msg = { ...messages[given % messages.length] };
    given += 1;
    under.add(msg);
    node?.receive(msg);
  }
  await new Promise<void>((resolve) => {
    hooks.add(hook, ({ msg, error, node: { id } }) => {
      if (id !== nodeId) return;
      if (!under.delete(msg)) {
        endedTwice += 1;
        return;
      }
      ended += 1;
      if (error !== undefined && error !== null) {
        const code = (error as { readonly code?: string }).code ?? String(error);
        errors[code] = (errors[code] ?? 0) + 1;
      }
      // Not from within the end of the last one: the stack would grow with every message that is refused at once.
      if (given < count) setImmediate(() => given < count && give());
      else if (under.size === 0) resolve();
    });
    for (let first = 0; first < Math.min(atOnce, count); first++) give();
  });
  for (let round = 0; round < quietRounds; round++) await new Promise((resolve) => setImmediate(resolve));
  hooks.remove(hook);
  return { ended, endedTwice, errors };
}

const resolutionMs = 1;
/** Messages that a node may work on at once: these end when the service has answered. */
const workedOn = 1_000;
/** Before the first message and after the last is refused, ms. */
const settleMs = 200;

/** Lets one node send all messages at once to another, and tells for how long nothing else could run. */
export async function burst({ source, subject, messages }: BurstAsked): Promise<Burst> {
  const { nodes, hooks } = require('node-red') as RunningNodeRed;
  const sender = nodes.getNode(source);
  if (sender === null) throw new Error(`there is no node ${source}`);
  for (let pass = 0; pass < 3; pass++) globalThis.gc?.();
  const beforeBytes = process.memoryUsage().rss;
  const delays = monitorEventLoopDelay({ resolution: resolutionMs });
  const hook = 'onComplete.breakerflowBurst';
  let ended = 0;
  const refused = new Promise<void>((resolve) => {
    hooks.add(hook, ({ node: { id } }) => {
      if (id !== subject) return;
      ended += 1;
      if (ended === messages.length - workedOn) resolve();
    });
  });
  delays.enable();
  // The first of its timers only begins the count.
  await new Promise((resolve) => setTimeout(resolve, settleMs));
  sender.send([[...messages]]);
  await refused;
  await new Promise((resolve) => setTimeout(resolve, settleMs));
  delays.disable();
  hooks.remove(hook);
  const peakBytes = process.resourceUsage().maxRSS * 1024;
  return { blockedMs: delays.max / 1e6 - resolutionMs, memoryMb: Math.max(0, peakBytes - beforeBytes) / 1e6 };
}
