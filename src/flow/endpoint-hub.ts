import type { SecureContextOptions } from 'node:tls';
import type { Clock, Timer } from '../clock';
import {
  createDeliverOnce,
  createJournalDuplicates,
  createListener,
  createMemoryDuplicates,
  createRedisDuplicates,
  createRouter,
  type DeliverOnce,
  type DuplicateStore,
  type Listener,
  type ListenerState,
  type Router,
} from '../inbound';
import { connectRedis } from './redis-connection';

/** How long a port and what it remembers wait for a node that is being redeployed. */
const lingerMs = 5_000;

export type DuplicatesChoice =
  | { readonly kind: 'memory' }
  | { readonly kind: 'journal'; readonly file: string }
  | { readonly kind: 'redis'; readonly url: string };

export interface HubOptions {
  readonly id: string;
  readonly clock: Clock;
  /** A port of our own; absent: requests come through Node-RED's server. */
  readonly listen?: { readonly port: number; readonly host: string; readonly tls?: SecureContextOptions };
  readonly duplicates: DuplicatesChoice;
  readonly duplicateWindowMs: number;
  readonly onError: (error: unknown) => void;
}

/** What of an endpoint outlives a redeploy: its port, its routes and its memory of what was delivered. */
export interface Hub {
  readonly router: Router;
  deliverOnce: DeliverOnce;
  state(): ListenerState | { readonly status: 'shared' };
  onState(listener: () => void): () => void;
  /** Goes on for a moment, in case a redeployed node takes it over. */
  release(): void;
  /** Ends at once. */
  end(): Promise<void>;
}

interface Entry {
  readonly key: string;
  readonly hub: Hub;
  linger?: Timer | undefined;
}

const hubs = new Map<string, Entry>();

/** Takes over the endpoint's hub from the node before, or opens one. */
export async function takeHub(options: HubOptions): Promise<Hub> {
  const { listen, duplicates, duplicateWindowMs } = options;
  const key = JSON.stringify({ listen, duplicates, duplicateWindowMs });
  const known = hubs.get(options.id);
  if (known?.key === key) {
    known.linger?.cancel();
    known.linger = undefined;
    return known.hub;
  }
  await known?.hub.end();
  const hub = openHub(options);
  hubs.set(options.id, { key, hub });
  return hub;
}

function openHub(options: HubOptions): Hub {
  const { id, clock, listen, onError } = options;
  const listeners = new Set<() => void>();
  const router = createRouter({ clock, onError });
  const store = openStore(options);
  store.catch(onError);
  const listener: Listener | undefined =
    listen === undefined
      ? undefined
      : createListener({
          clock,
          ...listen,
          handle: router.handle,
          onState: () => {
            for (const each of listeners) each();
          },
          onError,
        });

  const hub: Hub = {
    router,
    // A store that cannot be opened refuses each delivery: the service tries again.
    deliverOnce: async (...delivery) => (await opened)(...delivery),
    state: () => listener?.state() ?? { status: 'shared' },
    onState(each) {
      listeners.add(each);
      return () => listeners.delete(each);
    },
    release() {
      const entry = hubs.get(id);
      if (entry?.hub !== hub) return;
      entry.linger?.cancel();
      entry.linger = clock.after(lingerMs, () => void hub.end());
    },
    async end() {
      const entry = hubs.get(id);
      if (entry?.hub === hub) {
        entry.linger?.cancel();
        hubs.delete(id);
      }
      await listener?.close();
      await (await store.catch(() => undefined))?.close();
    },
  };
  const opened = store.then((ready) => createDeliverOnce(ready));
  opened.catch(() => {});
  return hub;
}

async function openStore({ clock, duplicates, duplicateWindowMs, onError }: HubOptions): Promise<DuplicateStore> {
  switch (duplicates.kind) {
    case 'journal':
      return createJournalDuplicates(clock, { file: duplicates.file, windowMs: duplicateWindowMs, onError });
    case 'redis': {
      const { client, close } = await connectRedis(duplicates.url, onError);
      const store = createRedisDuplicates(clock, { client, windowMs: duplicateWindowMs, onError });
      return {
        ...store,
        async close() {
          await store.close();
          await close();
        },
      };
    }
    default:
      return createMemoryDuplicates(clock, { windowMs: duplicateWindowMs });
  }
}
