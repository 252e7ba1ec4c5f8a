import type { Clock } from '../../src/clock';
import type { Account } from '../../src/runtime';
import {
  type MadeByNode,
  registerWebhook,
  removeWebhook,
  retryUntilDone,
  type WantedWebhook,
  type WebhookDrift,
  webhookDrift,
} from '../../src/runtime/made';

/** The webhooks of a receiver at the service. */
export interface WebhookRegistration {
  /** Compares the webhooks at the service with the wanted ones, by kind. */
  drift(): Promise<Readonly<Record<string, WebhookDrift>>>;
  /** Registers now; rejects with the error. */
  register(): Promise<void>;
  /** Deletes the webhooks, until they are registered again. */
  withdraw(): Promise<void>;
  close(): Promise<void>;
}

interface WebhookRegistrationOptions {
  readonly clock: Clock;
  readonly account: Account;
  readonly made: MadeByNode;
  readonly wanted: readonly WantedWebhook[];
  /** Resolves when the receiver can accept requests. */
  readonly ready: () => Promise<void>;
  readonly onRegistered: (count: number, isMemoryOnly: boolean) => void;
  readonly onFailure: (error: unknown) => void;
}

/** Keeps the webhooks registered while the node exists. */
export function keepWebhooksRegistered(options: WebhookRegistrationOptions): WebhookRegistration {
  const { clock, account, made, wanted } = options;
  const things = wanted.map(({ kind, uri }) => ({
    kind: 'webhook' as const,
    name: `${kind} ${uri}`,
    what: { webhookKind: kind, uri },
  }));

  const retryLoop = retryUntilDone(
    clock,
    async (signal) => {
      await made.idle();
      await options.ready();
      const client = await account.client();
      await made.record(things);
      for (const webhook of wanted) await registerWebhook(client, webhook, signal);
      void made.keepOnly(things);
      options.onRegistered(wanted.length, made.isStateUnsaved());
    },
    options.onFailure,
  );

  async function withdraw(): Promise<void> {
    const client = await account.client();
    for (const webhook of wanted) await removeWebhook(client, webhook);
    for (const thing of things) made.forget(thing);
  }

  return {
    async drift() {
      const client = await account.client();
      const found = await Promise.all(
        wanted.map(async (webhook) => [webhook.kind, await webhookDrift(client, webhook)] as const),
      );
      return Object.fromEntries(found);
    },
    register: () => retryLoop.now(),
    withdraw,
    async close() {
      await retryLoop.close();
      made.close();
    },
  };
}
