import type { DuplicateStore } from './store';

/** What became of a request: `duplicate` was delivered before, `reused` came under a key of another body. */
export type Delivery = 'delivered' | 'duplicate' | 'reused';

/**
 * Runs `deliver` unless the key was delivered before. A second call of a key in flight waits for the first and shares
 * its fate. Rejects with what `deliver` threw, or where the store cannot tell: the key is then forgotten.
 */
export type DeliverOnce = (key: string, bodyHash: string, deliver: () => void | Promise<void>) => Promise<Delivery>;

/** One for all targets on a store: what is in flight outlives a redeploy. */
export function createDeliverOnce(store: DuplicateStore): DeliverOnce {
  const inFlight = new Map<string, { readonly bodyHash: string; readonly result: Promise<Delivery> }>();

  async function run(key: string, bodyHash: string, deliver: () => void | Promise<void>): Promise<Delivery> {
    // Only what takes time is awaited: each await is another turn of the microtask queue.
    const checked = store.check(key, bodyHash);
    const known = typeof checked === 'string' ? checked : await checked;
    if (known !== 'new') return known;
    try {
      const delivered = deliver();
      if (delivered !== undefined) await delivered;
    } catch (error) {
      await store.forget(key);
      throw error;
    }
    const recorded = store.record(key, bodyHash);
    if (recorded !== undefined) await recorded;
    return 'delivered';
  }

  return async (key, bodyHash, deliver) => {
    const first = inFlight.get(key);
    if (first !== undefined) {
      if (first.bodyHash !== bodyHash) return 'reused';
      const fate = await first.result;
      return fate === 'delivered' ? 'duplicate' : fate;
    }
    const result = run(key, bodyHash, deliver);
    inFlight.set(key, { bodyHash, result });
    try {
      return await result;
    } finally {
      inFlight.delete(key);
    }
  };
}
