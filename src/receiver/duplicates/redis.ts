import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { type Clock, sleep } from '../../clock';
import { createBatcher } from '../redis/batcher';
import type { RedisClient } from '../redis/client';
import { createLossDetector, writeCountKey } from '../redis/data-loss';
import { runScript } from '../redis/script';
import { type ClaimRequest, type ClaimResult, claimInput, claimScript, readReply } from './redis-claims';
import { checkedWindowMs, type DuplicateStore, type KeyState } from './store';

export interface RedisOptions {
  readonly client: RedisClient;
  /** Prefix of all keys; `breakers:`. */
  readonly prefix?: string;
  /** How long a delivered key is kept, at least 31 minutes; 24 hours. */
  readonly windowMs?: number;
  /** Time limit of a delivery. The claim then expires, so that a killed instance loses nothing; 30 s. */
  readonly leaseMs?: number;
  /** Polling interval while another instance has the claim; 100 ms. */
  readonly pollMs?: number;
  /** Timeout of a response of Redis, and of the claim of another instance; 5 s. */
  readonly waitMs?: number;
  /**
   * Redis failed after a delivery: a retry of that publish may count as new. With a {@link RedisDataLostError}, retries of
   * any earlier delivery may.
   */
  readonly onError: (error: Error) => void;
}

const keyLength = 32;
const hashLength = 32;
const noHash = '0'.repeat(hashLength);

/** The stored part of a key, and of the hash of a body. */
export const storedKey = (prefix: string, key: string) => prefix + key.slice(0, keyLength);
export const storedHash = (bodyHash: string) => bodyHash.slice(0, hashLength);

/** A store shared by several instances. A key is claimed by SET NX, so that only one of them delivers it. */
export function createRedisDuplicates(clock: Clock, options: RedisOptions): DuplicateStore {
  const { client, prefix = 'breakers:', leaseMs = 30_000, pollMs = 100, waitMs = 5000, onError } = options;
  const claimOptions = { owner: randomUUID(), leaseMs, windowMs: checkedWindowMs(options.windowMs) };
  const detectLoss = createLossDetector(onError);
  const claims = createBatcher<ClaimRequest, ClaimResult>(clock, {
    waitMs,
    async send(requests) {
      const { keys, args } = claimInput(requests, prefix + writeCountKey, claimOptions);
      const { results, count } = readReply(await runScript(client, claimScript, keys, args), requests.length);
      detectLoss(...count);
      return results;
    },
  });
  const closing = new AbortController();
  // Each request that waits for another instance adds a listener.
  setMaxListeners(0, closing.signal);

  const reportFailure = async (request: Promise<unknown>) => {
    try {
      await request;
    } catch (error) {
      onError(error instanceof Error ? error : new Error(String(error)));
    }
  };

  return {
    async check(key, bodyHash): Promise<KeyState> {
      const claim = { action: 'claim', name: storedKey(prefix, key), hash: storedHash(bodyHash) } as const;
      const untilMs = clock.monotonicMs() + waitMs;
      for (;;) {
        const result = await claims.run(claim);
        if (result !== 'claimed') return result;
        if (clock.monotonicMs() >= untilMs) throw new Error('another instance has not finished with this key');
        await sleep(clock, pollMs, closing.signal);
      }
    },
    record: (key, bodyHash) =>
      reportFailure(claims.run({ action: 'record', name: storedKey(prefix, key), hash: storedHash(bodyHash) })),
    release: (key) => reportFailure(claims.run({ action: 'release', name: storedKey(prefix, key), hash: noHash })),
    async close() {
      closing.abort(new Error('the store was closed'));
      await claims.idle();
    },
  };
}
