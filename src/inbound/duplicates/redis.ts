import { randomUUID } from 'node:crypto';
import { type Clock, sleep } from '../../clock';
import { checkedWindowMs, type DuplicateStore, type Known } from './store';

/** What is needed of a Redis client; the npm package `redis` fits. */
export interface RedisClient {
  /** SET; null where NX finds a value. */
  set(key: string, value: string, options: { readonly NX?: true; readonly PX: number }): Promise<string | null>;
  get(key: string): Promise<string | null>;
  del(key: string): Promise<unknown>;
}

export interface RedisOptions {
  readonly client: RedisClient;
  /** Put before each key; `breakers:`. */
  readonly prefix?: string;
  /** How long a delivered key is remembered, at least 31 minutes; 24 hours. */
  readonly windowMs?: number;
  /** How long an instance may take to deliver: after that its claim lapses, so that a killed instance loses nothing; 30 s. */
  readonly leaseMs?: number;
  /** How often the claim of another instance is looked at; 100 ms. */
  readonly pollMs?: number;
  /** How long it is waited for; 5 s. */
  readonly waitMs?: number;
  /** Redis failed after a delivery: a retry of that publish may be taken for new. */
  readonly onError: (error: Error) => void;
}

const KEY_LENGTH = 32;
const HASH_LENGTH = 32;

/** A store shared by several instances: SET NX claims a key, so that only one of them delivers it. */
export function createRedisDuplicates(clock: Clock, options: RedisOptions): DuplicateStore {
  const { client, prefix = 'breakers:', leaseMs = 30_000, pollMs = 100, waitMs = 5000, onError } = options;
  const windowMs = checkedWindowMs(options.windowMs);
  const owner = randomUUID();
  const closing = new AbortController();
  const nameOf = (key: string) => prefix + key.slice(0, KEY_LENGTH);

  const reported = async (work: Promise<unknown>) => {
    try {
      await work;
    } catch (error) {
      onError(error instanceof Error ? error : new Error(String(error)));
    }
  };

  async function giveBack(name: string): Promise<void> {
    const held = await client.get(name);
    if (held?.endsWith(owner)) await client.del(name);
  }

  return {
    async check(key, bodyHash): Promise<Known> {
      const name = nameOf(key);
      const hash = bodyHash.slice(0, HASH_LENGTH);
      const untilMs = clock.now() + waitMs;
      for (;;) {
        if ((await client.set(name, `${hash} ${owner}`, { NX: true, PX: leaseMs })) !== null) return 'new';
        const held = await client.get(name);
        if (held === hash) return 'duplicate';
        if (held !== null && !held.startsWith(hash)) return 'reused';
        if (clock.now() >= untilMs) throw new Error('another instance has not finished with this key');
        if (held !== null) await sleep(clock, pollMs, closing.signal);
      }
    },
    record: (key, bodyHash) => reported(client.set(nameOf(key), bodyHash.slice(0, HASH_LENGTH), { PX: windowMs })),
    forget: (key) => reported(giveBack(nameOf(key))),
    async close() {
      closing.abort(new Error('the store was closed'));
    },
  };
}
