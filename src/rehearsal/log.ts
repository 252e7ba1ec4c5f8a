import { createHash } from 'node:crypto';

/** Where something happened: the node by id, with its type and name. */
export interface EventNode {
  readonly id: string;
  readonly type: string;
  readonly name: string;
}

interface Happened {
  /** A handle moved, or a charger with a car stopped or began to charge, as seen a minute later at most. */
  readonly world: {
    readonly type: 'handle-changed' | 'charging-began' | 'charging-stopped';
    readonly device: string;
    readonly deviceId: string;
    readonly handle?: 'remote' | 'main';
    readonly position?: 'open' | 'closed';
    readonly source?: string;
    /** Power of the circuit before, W. */
    readonly wattsBefore?: number;
  };
  /** A command of a node, from the command record. */
  readonly command: {
    readonly node: EventNode;
    /** `open`, `close`, or what was changed. */
    readonly command: string;
    /** `confirmed`, `refused`, ..., or the code of an error. */
    readonly outcome: string;
    readonly devices: readonly string[];
    readonly reason?: string;
    /** Names of the nodes on the way of the message, the first one first. */
    readonly way: readonly string[];
  };
  /** The first request of its kind that fails in this way, and the first one that succeeds again. */
  readonly request: {
    readonly method: string;
    readonly path: string;
    /** 0: no answer. */
    readonly status: number;
    /** The device whose meter was read. */
    readonly meterOf?: string;
  };
  /** A node told an error; `caught` by a Catch node. */
  readonly error: { readonly node: EventNode; readonly text: string; readonly code?: string; readonly caught: boolean };
  /** A load manager keeps another limit from now on; without `limit` none. `group`: the name of a further one. */
  readonly limit: {
    readonly node: EventNode;
    readonly group: string;
    readonly unit: 'A' | 'W';
    readonly limit?: number;
  };
  readonly badge: { readonly node: EventNode; readonly fill?: string; readonly text: string };
  readonly debug: { readonly node: EventNode; readonly payload: unknown };
  /** A message has come to a stand-in. */
  readonly 'stand-in': { readonly node: EventNode; readonly topic?: string; readonly payload: unknown };
  /** A step of the scenario. */
  readonly step: { readonly text: string; readonly failed?: string };
  /** Something tried to leave the rehearsal. */
  readonly fence: { readonly what: string };
}

export type EventKind = keyof Happened;

/** An entry of the log; `at` in epoch milliseconds of the simulated time. */
export type LoggedEvent<Kind extends EventKind = EventKind> = {
  [K in Kind]: { readonly kind: K; readonly at: number } & Happened[K];
}[Kind];

export interface RehearsalLog {
  /** `at`: where it happened before now, and is only told now. */
  add<Kind extends EventKind>(kind: Kind, event: Happened[Kind], at?: number): void;
  /** In order of time. */
  readonly events: readonly LoggedEvent[];
  readonly dropped: number;
  hash(): string;
}

const maxEvents = 50_000;
const maxText = 2_000;

/** Keeps up to 50,000 entries; further ones are counted. Texts and payloads are capped at 2,000 characters. */
export function createLog(now: () => number): RehearsalLog {
  const events: LoggedEvent[] = [];
  let dropped = 0;
  return {
    add(kind, event, at = now()) {
      if (events.length >= maxEvents) {
        dropped += 1;
        return;
      }
      // What is told late goes behind all that happened until then: mostly that is the end.
      let index = events.length;
      while (index > 0 && (events[index - 1] as LoggedEvent).at > at) index -= 1;
      events.splice(index, 0, { kind, at, ...event } as LoggedEvent);
    },
    events,
    get dropped() {
      return dropped;
    },
    hash: () => createHash('sha256').update(JSON.stringify({ events, dropped })).digest('hex'),
  };
}

/** A payload as the log keeps it: plain data, capped. */
export function cappedPayload(payload: unknown): unknown {
  if (payload === null || typeof payload === 'number' || typeof payload === 'boolean') return payload;
  try {
    const json = typeof payload === 'string' ? payload : (JSON.stringify(payload) ?? String(payload));
    if (json.length > maxText) return `${json.slice(0, maxText)}…`;
    return typeof payload === 'string' ? payload : JSON.parse(json);
  } catch {
    return String(payload).slice(0, maxText);
  }
}
