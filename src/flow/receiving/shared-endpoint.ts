import type { SecureContextOptions } from 'node:tls';
import type { Clock, Timer } from '../../clock';
import {
  createDeliverOnce,
  createListener,
  createRouter,
  type DeliverOnce,
  deliverOnceBy,
  type Listener,
  type ListenerState,
  type Router,
} from '../../inbound';
import { type DuplicatesChoice, openDuplicateStore } from './duplicate-store';
import { mountOn, type SharedServer } from './endpoint-mount';
import { createInFlight, type InFlight } from './in-flight-counter';

/** How long a port and what it remembers wait for a node that is being redeployed. */
const lingerMs = 5_000;

/** Where requests come in: a port of our own, Node-RED's server, or nowhere. */
export type Entrance =
  | { readonly kind: 'port'; readonly port: number; readonly host: string; readonly tls?: SecureContextOptions }
  | { readonly kind: 'shared'; readonly server: SharedServer }
  | { readonly kind: 'none' };

export interface HubOptions {
  readonly id: string;
  readonly clock: Clock;
  readonly entrance: Entrance;
  readonly duplicates: DuplicatesChoice;
  readonly duplicateWindowMs: number;
  readonly onError: (error: unknown) => void;
}

export type HubState = ListenerState | { readonly status: 'shared' } | { readonly status: 'no-store' };

/** What of an endpoint outlives a redeploy: its port, its routes and its memory of what was delivered. */
export interface Hub {
  readonly router: Router;
  readonly deliverOnce: DeliverOnce;
  state(): HubState;
  /** Whether the journal cannot be written: what was delivered is then known until the next restart only. */
  isForgetful(): boolean;
  /** Also of a change of `isForgetful`. Returns what ends it. */
  onState(listener: () => void): () => void;
  /**
   * The node is closed; what is being delivered is written down first, for at most a second. What `lingers` waits a moment
   * for the next node; otherwise all of it ends at once.
   */
  release(lingers: boolean): Promise<void>;
}

interface Store {
  readonly key: string;
  readonly opened: Promise<DeliverOnce>;
  /** What `opened` resolved to. */
  deliverOnce?: DeliverOnce;
  close(): Promise<void>;
}

interface Gate {
  readonly key: string;
  readonly listener?: Listener;
  close(): Promise<void>;
}

interface Entry {
  readonly router: Router;
  readonly listeners: Set<() => void>;
  onError: (error: unknown) => void;
  holders: number;
  store?: Store;
  storeFailed: boolean;
  isForgetful: boolean;
  gate?: Gate;
  linger?: Timer | undefined;
  readonly inFlight: InFlight;
}

const entries = new Map<string, Entry>();
/** One after the other for each endpoint: a port is closed before it is opened anew. */
const turns = new Map<string, Promise<unknown>>();

/**
 * Takes over the endpoint's hub from the node before, or opens one. Only what was changed is replaced: another port does
 * not forget what was delivered, and another memory does not close the port.
 */
export function takeHub(options: HubOptions): Promise<Hub> {
  return inTurn(options.id, () => take(options));
}

function inTurn<T>(id: string, work: () => Promise<T>): Promise<T> {
  const before = turns.get(id);
  const mine = (before ?? Promise.resolve()).then(work, work);
  turns.set(id, mine);
  const forget = () => {
    if (turns.get(id) === mine) turns.delete(id);
  };
  mine.then(forget, forget);
  return mine;
}

async function take(options: HubOptions): Promise<Hub> {
  const { id, clock, onError } = options;
  const entry = entries.get(id) ?? createEntry(clock, onError);
  entries.set(id, entry);
  entry.onError = onError;
  entry.holders += 1;
  entry.linger?.cancel();
  entry.linger = undefined;
  await replaceStore(entry, options);
  await replaceGate(entry, options);

  let released = false;
  return {
    router: entry.router,
    deliverOnce: deliverThrough(entry),
    state() {
      if (entry.storeFailed) return { status: 'no-store' };
      return entry.gate?.listener?.state() ?? { status: 'shared' };
    },
    isForgetful: () => entry.isForgetful,
    onState(each) {
      entry.listeners.add(each);
      return () => entry.listeners.delete(each);
    },
    async release(lingers) {
      if (released) return;
      released = true;
      await entry.inFlight.idle(clock);
      entry.holders -= 1;
      if (entry.holders > 0) return;
      const end = () =>
        inTurn(id, async () => {
          if (entry.holders === 0) await close(id, entry);
        });
      entry.linger?.cancel();
      if (lingers) entry.linger = clock.after(lingerMs, end);
      else await end();
    },
  };
}

function createEntry(clock: Clock, onError: (error: unknown) => void): Entry {
  const entry: Entry = {
    router: createRouter({ clock, onError: (error) => entry.onError(error) }),
    listeners: new Set(),
    onError,
    holders: 0,
    storeFailed: false,
    isForgetful: false,
    inFlight: createInFlight(),
  };
  return entry;
}

/** Delivers once, and counts what is under way. A store that cannot be opened refuses: the service tries again. */
function deliverThrough(entry: Entry): DeliverOnce {
  return deliverOnceBy((key, bodyHash, order) => {
    const { store } = entry;
    if (store === undefined) {
      order.failed(new Error('the endpoint is closed'));
      return;
    }
    const counted = entry.inFlight.count(order);
    if (store.deliverOnce !== undefined) store.deliverOnce.begin(key, bodyHash, counted);
    else
      store.opened.then(
        (deliverOnce) => deliverOnce.begin(key, bodyHash, counted),
        (error) => counted.failed(error),
      );
  });
}

async function replaceStore(entry: Entry, { clock, duplicates, duplicateWindowMs }: HubOptions): Promise<void> {
  const key = JSON.stringify({ duplicates, duplicateWindowMs });
  if (entry.store?.key === key && !entry.storeFailed) return;
  await entry.store?.close();
  entry.isForgetful = false;
  const opening = openDuplicateStore(clock, duplicates, duplicateWindowMs, {
    onError: (error) => entry.onError(error),
    onWritable(isWritable) {
      entry.isForgetful = !isWritable;
      for (const each of entry.listeners) each();
    },
  });
  const store: Store = {
    key,
    opened: opening.then(createDeliverOnce),
    close: async () => (await opening.catch(() => undefined))?.close(),
  };
  entry.store = store;
  entry.storeFailed = false;
  store.opened.then(
    (deliverOnce) => {
      store.deliverOnce = deliverOnce;
    },
    (error) => {
      entry.storeFailed = true;
      entry.onError(error);
      for (const each of entry.listeners) each();
    },
  );
}

async function replaceGate(entry: Entry, { id, clock, entrance }: HubOptions): Promise<void> {
  const { router, listeners } = entry;
  if (entrance.kind === 'shared') {
    await entry.gate?.close();
    const unmount = mountOn(entrance.server, id, router);
    entry.gate = { key: 'shared', close: async () => unmount() };
    return;
  }
  const key = JSON.stringify(entrance);
  if (entry.gate?.key === key) return;
  await entry.gate?.close();
  if (entrance.kind === 'none') {
    entry.gate = { key, close: async () => {} };
    return;
  }
  const { port, host, tls } = entrance;
  const listener = createListener({
    clock,
    port,
    host,
    ...(tls === undefined ? {} : { tls }),
    handle: router.handle,
    onState: () => {
      for (const each of listeners) each();
    },
    onError: (error) => entry.onError(error),
  });
  entry.gate = { key, listener, close: listener.close };
}

async function close(id: string, entry: Entry): Promise<void> {
  if (entries.get(id) === entry) entries.delete(id);
  entry.linger?.cancel();
  await entry.gate?.close();
  await entry.store?.close();
}
