import type { SecureContextOptions } from 'node:tls';
import type { Clock, Timer } from '../../clock';
import { defined } from '../../object';
import {
  createDeliverOnce,
  createListener,
  createRouter,
  type DeliverOnce,
  deliverOnceBy,
  type Listener,
  type ListenerState,
  type Router,
} from '../../receiver';
import { type DuplicatesChoice, openDuplicateStore } from './duplicate-store';
import { mountOn, type SharedServer } from './endpoint-mount';
import { createInFlightCounter, type InFlightCounter } from './in-flight-counter';

/** How long port and duplicate store stay open for the next node after a release. */
const keepAliveMs = 5_000;

/** Where requests arrive: at a dedicated port, at Node-RED's server, or nowhere. */
export type ListenerConfig =
  | { readonly kind: 'port'; readonly port: number; readonly host: string; readonly tls?: SecureContextOptions }
  | { readonly kind: 'shared'; readonly server: SharedServer }
  | { readonly kind: 'none' };

export interface SharedEndpointOptions {
  readonly id: string;
  readonly clock: Clock;
  readonly listener: ListenerConfig;
  readonly duplicates: DuplicatesChoice;
  readonly duplicateWindowMs: number;
  readonly onError: (error: unknown) => void;
}

export type SharedEndpointState = ListenerState | { readonly status: 'shared' } | { readonly status: 'no-store' };

/** The part of an endpoint that outlives a redeploy: listener, routes and duplicate store. Its holders share it. */
export interface SharedEndpoint {
  readonly router: Router;
  readonly deliverOnce: DeliverOnce;
  state(): SharedEndpointState;
  /** Whether the journal cannot be written, so that deliveries are stored until the next restart only. */
  isMemoryOnly(): boolean;
  /** Listens to changes of `state` and `isMemoryOnly`. Returns the function that removes the listener. */
  onState(listener: () => void): () => void;
  /**
   * Waits up to a second for deliveries in flight. After the last release all is closed, at once or, with `keepAlive`, unless
   * the endpoint is acquired again within 5 s.
   */
  release(keepAlive: boolean): Promise<void>;
}

interface Store {
  readonly key: string;
  readonly opened: Promise<DeliverOnce>;
  /** The value of `opened`. */
  deliverOnce?: DeliverOnce;
  close(): Promise<void>;
}

interface ActiveListener {
  readonly key: string;
  /** Absent unless it is a dedicated port. */
  readonly server?: Listener;
  close(): Promise<void>;
}

interface Entry {
  readonly router: Router;
  readonly stateListeners: Set<() => void>;
  onError: (error: unknown) => void;
  holders: number;
  store?: Store;
  storeFailed: boolean;
  isMemoryOnly: boolean;
  listener?: ActiveListener;
  keepAlive?: Timer | undefined;
  readonly inFlight: InFlightCounter;
}

const entries = new Map<string, Entry>();
/** The last operation of each endpoint: they run one after another, so that a port is closed before it is reopened. */
const lastOperations = new Map<string, Promise<unknown>>();

/**
 * Acquires the shared endpoint of an id, or opens one. Only changed parts are replaced: another port keeps the duplicate
 * store, and another store keeps the port open.
 */
export function acquireSharedEndpoint(options: SharedEndpointOptions): Promise<SharedEndpoint> {
  return serialize(options.id, () => acquire(options));
}

function serialize<T>(id: string, work: () => Promise<T>): Promise<T> {
  const previous = lastOperations.get(id) ?? Promise.resolve();
  const operation = previous.then(work, work);
  lastOperations.set(id, operation);
  const remove = () => {
    if (lastOperations.get(id) === operation) lastOperations.delete(id);
  };
  operation.then(remove, remove);
  return operation;
}

async function acquire(options: SharedEndpointOptions): Promise<SharedEndpoint> {
  const { id, clock, onError } = options;
  const entry = entries.get(id) ?? createEntry(clock, onError);
  entries.set(id, entry);
  entry.onError = onError;
  entry.holders += 1;
  entry.keepAlive?.cancel();
  entry.keepAlive = undefined;
  await replaceStore(entry, options);
  await replaceListener(entry, options);

  let released = false;
  return {
    router: entry.router,
    deliverOnce: deliverThrough(entry),
    state() {
      if (entry.storeFailed) return { status: 'no-store' };
      return entry.listener?.server?.state() ?? { status: 'shared' };
    },
    isMemoryOnly: () => entry.isMemoryOnly,
    onState(listener) {
      entry.stateListeners.add(listener);
      return () => entry.stateListeners.delete(listener);
    },
    async release(keepAlive) {
      if (released) return;
      released = true;
      await entry.inFlight.idle(clock);
      entry.holders -= 1;
      if (entry.holders > 0) return;
      const closeUnused = () =>
        serialize(id, async () => {
          if (entry.holders === 0) await close(id, entry);
        });
      entry.keepAlive?.cancel();
      if (keepAlive) entry.keepAlive = clock.after(keepAliveMs, closeUnused);
      else await closeUnused();
    },
  };
}

function createEntry(clock: Clock, onError: (error: unknown) => void): Entry {
  const entry: Entry = {
    router: createRouter({ clock, onError: (error) => entry.onError(error) }),
    stateListeners: new Set(),
    onError,
    holders: 0,
    storeFailed: false,
    isMemoryOnly: false,
    inFlight: createInFlightCounter(),
  };
  return entry;
}

/** Uses the current store of the entry. Fails if it could not be opened, so that the service retries. */
function deliverThrough(entry: Entry): DeliverOnce {
  return deliverOnceBy((key, bodyHash, delivery) => {
    const { store } = entry;
    if (store === undefined) {
      delivery.failed(new Error('the endpoint is closed'));
      return;
    }
    const counted = entry.inFlight.count(delivery);
    if (store.deliverOnce !== undefined) store.deliverOnce.begin(key, bodyHash, counted);
    else
      store.opened.then(
        (deliverOnce) => deliverOnce.begin(key, bodyHash, counted),
        (error) => counted.failed(error),
      );
  });
}

function notifyState({ stateListeners }: Entry): void {
  for (const listener of stateListeners) listener();
}

async function replaceStore(
  entry: Entry,
  { clock, duplicates, duplicateWindowMs }: SharedEndpointOptions,
): Promise<void> {
  const key = JSON.stringify({ duplicates, duplicateWindowMs });
  if (entry.store?.key === key && !entry.storeFailed) return;
  await entry.store?.close();
  entry.isMemoryOnly = false;
  const opening = openDuplicateStore(clock, duplicates, duplicateWindowMs, {
    onError: (error) => entry.onError(error),
    onWritable(isWritable) {
      entry.isMemoryOnly = !isWritable;
      notifyState(entry);
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
      notifyState(entry);
    },
  );
}

async function replaceListener(entry: Entry, { id, clock, listener: config }: SharedEndpointOptions): Promise<void> {
  const { router } = entry;
  if (config.kind === 'shared') {
    await entry.listener?.close();
    const unmount = mountOn(config.server, id, router);
    entry.listener = { key: 'shared', close: async () => unmount() };
    return;
  }
  const key = JSON.stringify(config);
  if (entry.listener?.key === key) return;
  await entry.listener?.close();
  if (config.kind === 'none') {
    entry.listener = { key, close: async () => {} };
    return;
  }
  const { port, host, tls } = config;
  const server = createListener({
    clock,
    port,
    host,
    ...defined({ tls }),
    handle: router.handle,
    onState: () => notifyState(entry),
    onError: (error) => entry.onError(error),
  });
  entry.listener = { key, server, close: server.close };
}

async function close(id: string, entry: Entry): Promise<void> {
  if (entries.get(id) === entry) entries.delete(id);
  entry.keepAlive?.cancel();
  await entry.listener?.close();
  await entry.store?.close();
}
