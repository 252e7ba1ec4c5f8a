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
  // An entry is seen by others only while its `run` is suspended: by then the result is there.
  const inFlight = new Map<string, { readonly bodyHash: string; result?: Promise<Delivery> }>();

  async function run(key: string, bodyHash: string, deliver: () => void | Promise<void>): Promise<Delivery> {
    try {
      // Only what takes time is awaited: each await is another turn of the microtask queue.
      const checked = store.check(key, bodyHash);
      const known = typeof checked === 'string' ? checked : await checked;
      if (known !== 'new') return known;
      try {
        const delivering = deliver();
        if (delivering !== undefined) await delivering;
      } catch (error) {
        await store.forget(key);
        throw error;
      }
      const recording = store.record(key, bodyHash);
      if (recording !== undefined) await recording;
      return 'delivered';
    } finally {
      inFlight.delete(key);
    }
  }

  async function share(result: Promise<Delivery> | undefined): Promise<Delivery> {
    const fate = await result;
    return fate === 'reused' ? 'reused' : 'duplicate';
  }

  return (key, bodyHash, deliver) => {
    const first = inFlight.get(key);
    if (first !== undefined) return first.bodyHash === bodyHash ? share(first.result) : Promise.resolve('reused');
    const entry: { readonly bodyHash: string; result?: Promise<Delivery> } = { bodyHash };
    inFlight.set(key, entry);
    entry.result = run(key, bodyHash, deliver);
    return entry.result;
  };
}
