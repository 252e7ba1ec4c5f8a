import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { type Clock, sleep } from '../../clock';
import { createBatcher } from '../redis/batcher';
import type { RedisClient } from '../redis/client';
import { createLossDetector, writeCountKey } from '../redis/data-loss';
import { runScript } from '../redis/script';
import { type ClaimRequest, type ClaimResult, claimInput, claimScript, readReply } from './redis-claims';
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
  /**
   * Redis failed after a delivery: a retry of that publish may be taken for new. Or a {@link RedisDataLostError}: so may
   * retries of whatever was delivered before.
   */
  readonly onError: (error: Error) => void;
}

const keyLength = 32;
const hashLength = 32;
const noHash = '0'.repeat(hashLength);

/** The part of a key and of a body's hash that is stored. */
export const storedKey = (prefix: string, key: string) => prefix + key.slice(0, keyLength);
export const storedHash = (bodyHash: string) => bodyHash.slice(0, hashLength);

/** A store shared by several instances: SET NX claims a key, so that only one of them delivers it. */
export function createRedisDuplicates(clock: Clock, options: RedisOptions): DuplicateStore {
  const { client, prefix = 'breakers:', leaseMs = 30_000, pollMs = 100, waitMs = 5000, onError } = options;
  const terms = { owner: randomUUID(), leaseMs, windowMs: checkedWindowMs(options.windowMs) };
  const detectLoss = createLossDetector(onError);
  const claims = createBatcher<ClaimRequest, ClaimResult>(clock, {
    waitMs,
    async send(requests) {
      const { keys, args } = claimInput(requests, prefix + writeCountKey, terms);
      const { results, count } = readReply(await runScript(client, claimScript, keys, args), requests.length);
      detectLoss(...count);
      return results;
    },
  });
  const closing = new AbortController();
  // One for each request that waits for another instance.
  setMaxListeners(0, closing.signal);

  const reported = async (work: Promise<unknown>) => {
    try {
      await work;
    } catch (error) {
      onError(error instanceof Error ? error : new Error(String(error)));
    }
  };

  return {
    async check(key, bodyHash): Promise<Known> {
      const claim = { wish: 'claim', name: storedKey(prefix, key), hash: storedHash(bodyHash) } as const;
      const untilMs = clock.monotonicMs() + waitMs;
      for (;;) {
        const result = await claims.run(claim);
        if (result !== 'claimed') return result;
        if (clock.monotonicMs() >= untilMs) throw new Error('another instance has not finished with this key');
        await sleep(clock, pollMs, closing.signal);
      }
    },
    record: (key, bodyHash) =>
      reported(claims.run({ wish: 'record', name: storedKey(prefix, key), hash: storedHash(bodyHash) })),
    forget: (key) => reported(claims.run({ wish: 'release', name: storedKey(prefix, key), hash: noHash })),
    async close() {
      closing.abort(new Error('the store was closed'));
      await claims.idle();
    },
  };
}
