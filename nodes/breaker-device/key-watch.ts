import type { Timer } from '../../src/clock';
import type { Message } from '../../src/runtime';
import type { Asked, Context } from './device-input';
import { listKeys } from './key-actions';
import { presentOne } from './present-one';
import { createToldKeys, type ExpiringKey, expiringKeys } from './udp-key-rows';

/** The first look comes a little after the start: then the flow is there. */
const firstLookMs = 5_000;

export interface KeyWatch {
  input(asked: Asked): Promise<void>;
  close(): void;
}

/**
 * Looks at the keys by itself and sends a message for each that begins to be close to its end. A message from the flow
 * is answered with all of those, told before or not.
 */
export function createKeyWatch(context: Context): KeyWatch {
  const { RED, node, config, clock, status, texts } = context;
  const days = config.watchDays ?? 2;
  const everyMs = (config.watchEvery ?? 60) * 60_000;
  const own = new WeakSet<object>();
  const told = createToldKeys();
  let looking = false;

  function look(): void {
    timer = clock.after(everyMs, look);
    // A slow service is not asked again before it has answered.
    if (looking) return;
    const msg = {};
    own.add(msg);
    node.receive(msg);
  }
  let timer: Timer = clock.after(firstLookMs, look);

  async function expiring(asked: Asked): Promise<ExpiringKey[]> {
    const keys = await listKeys(context, asked);
    const client = await asked.account.client();
    return expiringKeys(keys, days, clock.now() + (client.clockSkewMs() ?? 0));
  }

  function show(keys: readonly ExpiringKey[]): void {
    if (keys.length === 0) status.show('fresh', texts('status.noneExpires'));
    else status.show('warning', texts('status.expiring', { count: keys.length }));
  }

  return {
    async input(asked) {
      const { msg, run } = asked;
      if (!own.has(msg)) {
        let keys: ExpiringKey[] = [];
        const work = async () => {
          keys = await expiring(asked);
          return keys;
        };
        await presentOne({ ...asked, deadlineMs: 60_000, work });
        show(keys);
        return;
      }
      looking = true;
      try {
        const keys = await expiring(asked);
        for (const key of told.fresh(keys))
          run.send({
            ...RED.util.cloneMessage(msg),
            topic: `udpKeys/${key.keyId}/expires`,
            payload: key,
          } as Message);
        show(keys);
      } finally {
        looking = false;
      }
    },
    close: () => timer.cancel(),
  };
}
