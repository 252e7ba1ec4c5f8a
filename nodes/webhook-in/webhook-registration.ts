import type { WebhookKind } from '../../src/catalog';
import type { Client } from '../../src/client';
import type { Clock } from '../../src/clock';
import type { Account } from '../../src/runtime';
import {
  type MadeByNode,
  type ReceiverMemory,
  type RegisteredWebhookState,
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
  readonly nodeId: string;
  readonly accountId: string;
  readonly memory: ReceiverMemory;
  readonly webhooks: readonly Omit<WantedWebhook, 'fingerprint'>[];
  /** Resolves when the receiver can accept requests. */
  readonly ready: () => Promise<void>;
  readonly onRegistered: (count: number, isMemoryOnly: boolean) => void;
  readonly onFailure: (error: unknown) => void;
}

/** Keeps the webhooks registered while the node exists. */
export function keepWebhooksRegistered(options: WebhookRegistrationOptions): WebhookRegistration {
  const { clock, account, made, memory, nodeId, accountId } = options;
  const wanted: readonly WantedWebhook[] = options.webhooks.map((webhook) => ({
    ...webhook,
    fingerprint: memory.fingerprint([webhook.uri, webhook.headers]),
  }));
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
      const failures: unknown[] = [];
      // A kind that the service refuses does not cost the others.
      for (const webhook of wanted)
        await registerOne(client, webhook, signal).catch((error: unknown) => {
          if (signal.aborted) throw error;
          failures.push(error);
        });
      void made.keepOnly(things);
      if (failures.length > 0) throw failures[0];
      options.onRegistered(wanted.length, made.isStateUnsaved());
    },
    options.onFailure,
  );

  /** What this node has made with this account. */
  function formerOf(kind: WebhookKind): RegisteredWebhookState | undefined {
    const former = memory.webhookOf(nodeId, kind);
    return former?.account === accountId ? former : undefined;
  }

  async function registerOne(client: Client, webhook: WantedWebhook, signal: AbortSignal): Promise<void> {
    const former = formerOf(webhook.kind);
    const { webhookId, fingerprint } = await registerWebhook(client, webhook, former, signal);
    if (former?.webhookId === webhookId && former.fingerprint === fingerprint) return;
    memory.saveWebhook(nodeId, webhook.kind, { account: accountId, webhookId, uri: webhook.uri, fingerprint });
  }

  async function withdraw(): Promise<void> {
    const client = await account.client();
    for (const webhook of wanted) {
      await removeWebhook(client, webhook, formerOf(webhook.kind));
      memory.deleteWebhook(nodeId, webhook.kind);
    }
    for (const thing of things) made.forget(thing);
  }

  return {
    async drift() {
      const client = await account.client();
      const found = await Promise.all(
        wanted.map(
          async (webhook) => [webhook.kind, await webhookDrift(client, webhook, formerOf(webhook.kind))] as const,
        ),
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
