import type { Timer } from '../../src/clock';
import type { Message } from '../../src/runtime';
import type { Context, DeviceInput } from './device-input';
import { listKeys } from './key-actions';
import { presentOne } from './present-one';
import { createExpiryReporter, type ExpiringKey, expiringKeys } from './udp-keys';

/** The first check waits until the flow has started. */
const firstCheckMs = 5_000;

export interface KeyWatch {
  input(input: DeviceInput): Promise<void>;
  close(): void;
}

/**
 * Checks the keys at an interval and sends one message for each key that is about to expire. A message from the flow is
 * answered with all keys that are about to expire, also those that were reported before.
 */
export function createKeyWatch(context: Context): KeyWatch {
  const { RED, node, config, clock, status, texts } = context;
  const days = config.watchDays ?? 2;
  const everyMs = (config.watchEvery ?? 60) * 60_000;
  const ownMessages = new WeakSet<object>();
  const reporter = createExpiryReporter();
  let checking = false;

  function check(): void {
    timer = clock.after(everyMs, check);
    // With a slow service, a check can take longer than the interval.
    if (checking) return;
    const msg = {};
    ownMessages.add(msg);
    node.receive(msg);
  }
  let timer: Timer = clock.after(firstCheckMs, check);

  async function readExpiringKeys(input: DeviceInput): Promise<ExpiringKey[]> {
    const keys = await listKeys(context, input);
    const client = await input.account.client();
    return expiringKeys(keys, days, clock.now() + (client.clockSkewMs() ?? 0));
  }

  function show(keys: readonly ExpiringKey[]): void {
    if (keys.length === 0) status.show('fresh', texts('status.noneExpires'));
    else status.show('warning', texts('status.expiring', { count: keys.length }));
  }

  return {
    async input(input) {
      const { msg, run } = input;
      if (!ownMessages.has(msg)) {
        let keys: ExpiringKey[] = [];
        const listExpiring = async () => {
          keys = await readExpiringKeys(input);
          return keys;
        };
        await presentOne({ ...input, deadlineMs: 60_000, work: listExpiring });
        show(keys);
        return;
      }
      checking = true;
      try {
        const keys = await readExpiringKeys(input);
        for (const key of reporter.unreported(keys))
          run.send({
            ...RED.util.cloneMessage(msg),
            topic: `udpKeys/${key.keyId}/expires`,
            payload: key,
          } as Message);
        show(keys);
      } finally {
        checking = false;
      }
    },
    close: () => timer.cancel(),
  };
}
