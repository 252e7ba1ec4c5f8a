import { nodeName } from '../findings';
import type { EventNode } from '../log';

/** What is followed of Node-RED's hooks; `source` only before a delivery. */
interface Delivery {
  readonly msg: { readonly _msgid?: string };
  readonly source?: { readonly id: string };
  readonly destination: { readonly id: string };
}

interface WaysOptions {
  readonly hooks: { add(name: string, hook: (event: never) => void): void };
  nodeOf(id: string): EventNode;
}

/** The ways of messages through the flow. */
export interface MessageWays {
  /** Names of the nodes through which a message came to one of them, and that one; empty where it did not come there. */
  to(nodeId: string, messageId: string): string[];
}

const maxMessages = 5_000;
const maxNodes = 100;
const maxNames = 20;

/**
 * Follows each message by its id. It may be on several branches at once: of each node is known from which one the message came to it
 * first. A link is no delivery: there it came from the node that had it last.
 */
export function followMessages({ hooks, nodeOf }: WaysOptions): MessageWays {
  const sources = new Map<string, Map<string, string | undefined>>();
  const latest = new Map<string, string>();

  function note({ msg: { _msgid: id }, source, destination }: Delivery): void {
    if (id === undefined) return;
    const known = sources.get(id) ?? new Map<string, string | undefined>();
    if (!known.has(destination.id) && known.size < maxNodes) known.set(destination.id, source?.id ?? latest.get(id));
    sources.delete(id);
    sources.set(id, known);
    latest.set(id, destination.id);
    if (sources.size <= maxMessages) return;
    const oldest = sources.keys().next().value as string;
    sources.delete(oldest);
    latest.delete(oldest);
  }
  hooks.add('preDeliver.rehearsal-ways', note as (event: never) => void);
  hooks.add('onReceive.rehearsal-ways', note as (event: never) => void);

  return {
    to(nodeId, messageId) {
      const known = sources.get(messageId);
      const way = new Set<string>();
      // A message may come back to the node that has sent it first.
      for (let id = known?.has(nodeId) ? nodeId : undefined; id !== undefined; id = known?.get(id)) {
        if (way.has(id) || way.size >= maxNames) break;
        way.add(id);
      }
      return [...way].reverse().map((id) => nodeName(nodeOf(id)));
    },
  };
}
