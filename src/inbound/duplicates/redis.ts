import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { type Clock, sleep } from '../../clock';
import { createRedisTrips, type RedisClient } from './redis-trips';
import { checkedWindowMs, type DuplicateStore, type Known } from './store';

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
  /** How long that, and an answer of Redis, is waited for; 5 s. */
  readonly waitMs?: number;
  /** Redis failed after a delivery: a retry of that publish may be taken for new. */
  readonly onError: (error: Error) => void;
}

const KEY_LENGTH = 32;
const HASH_LENGTH = 32;
const NO_HASH = '0'.repeat(HASH_LENGTH);

/** A store shared by several instances: SET NX claims a key, so that only one of them delivers it. */
export function createRedisDuplicates(clock: Clock, options: RedisOptions): DuplicateStore {
  const { client, prefix = 'breakers:', leaseMs = 30_000, pollMs = 100, waitMs = 5000, onError } = options;
  const windowMs = checkedWindowMs(options.windowMs);
  const trips = createRedisTrips(clock, { client, owner: randomUUID(), leaseMs, windowMs, waitMs });
  const closing = new AbortController();
  // One for each request that waits for another instance.
  setMaxListeners(0, closing.signal);
  const nameOf = (key: string) => prefix + key.slice(0, KEY_LENGTH);

  const reported = async (work: Promise<unknown>) => {
    try {
      await work;
    } catch (error) {
      onError(error instanceof Error ? error : new Error(String(error)));
    }
  };

  return {
    async check(key, bodyHash): Promise<Known> {
      const claim = { wish: 'claim', name: nameOf(key), hash: bodyHash.slice(0, HASH_LENGTH) } as const;
      const untilMs = clock.now() + waitMs;
      for (;;) {
        const fate = await trips.ask(claim);
        if (fate !== 'claimed') return fate;
        if (clock.now() >= untilMs) throw new Error('another instance has not finished with this key');
        await sleep(clock, pollMs, closing.signal);
      }
    },
    record: (key, bodyHash) =>
      reported(trips.ask({ wish: 'record', name: nameOf(key), hash: bodyHash.slice(0, HASH_LENGTH) })),
    forget: (key) => reported(trips.ask({ wish: 'release', name: nameOf(key), hash: NO_HASH })),
    async close() {
      closing.abort(new Error('the store was closed'));
      await trips.settled();
    },
  };
}
