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
import { ofEachKind } from './webhook-failures';

/** The webhooks of a receiver at the service. */
export interface WebhookRegistration {
  /** Compares the webhooks at the service with the wanted ones, by kind. `unknown`: the service does not list that kind. */
  drift(): Promise<Readonly<Record<string, WebhookDrift | 'unknown'>>>;
  /** Registers now; rejects with the error, or with the failures of all kinds. */
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
  /** `count` of the webhooks are registered all the same. */
  readonly onFailure: (error: unknown, count: number) => void;
}

/** Keeps the webhooks registered while the node exists. */
export function keepWebhooksRegistered(options: WebhookRegistrationOptions): WebhookRegistration {
  const { clock, account, made, memory, nodeId, accountId } = options;
  const wanted: readonly WantedWebhook[] = options.webhooks.map((webhook) => ({
    ...webhook,
    fingerprint: memory.fingerprint([webhook.uri, webhook.headers]),
  }));
  const things = wanted.map(thingOf);

  let registered = 0;
  const retryLoop = retryUntilDone(
    clock,
    async (signal) => {
      await made.idle();
      await options.ready();
      const client = await account.client();
      await made.record(things);
      registered = 0;
      try {
        // A kind that the service refuses does not cost the others.
        await ofEachKind(wanted, (webhook) => registerOne(client, webhook, signal), signal);
      } finally {
        void made.keepOnly(things);
      }
      options.onRegistered(registered, made.isStateUnsaved());
    },
    (error) => options.onFailure(error, registered),
  );

  /** What this node has made with this account. */
  function formerOf(kind: WebhookKind): RegisteredWebhookState | undefined {
    const former = memory.webhookOf(nodeId, kind);
    return former?.account === accountId ? former : undefined;
  }

  async function registerOne(client: Client, webhook: WantedWebhook, signal: AbortSignal): Promise<void> {
    const former = formerOf(webhook.kind);
    const { webhookId, fingerprint } = await registerWebhook(client, webhook, former, signal);
    registered += 1;
    if (former?.webhookId === webhookId && former.fingerprint === fingerprint) return;
    memory.saveWebhook(nodeId, webhook.kind, { account: accountId, webhookId, uri: webhook.uri, fingerprint });
  }

  async function withdraw(): Promise<void> {
    const client = await account.client();
    await ofEachKind(wanted, async (webhook) => {
      await removeWebhook(client, webhook, formerOf(webhook.kind));
      memory.deleteWebhook(nodeId, webhook.kind);
      made.forget(thingOf(webhook));
    });
  }

  return {
    async drift() {
      const client = await account.client();
      const found = await Promise.all(
        wanted.map(async (webhook) => {
          const drift = webhookDrift(client, webhook, formerOf(webhook.kind)).catch(() => 'unknown' as const);
          return [webhook.kind, await drift] as const;
        }),
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

function thingOf({ kind, uri }: Pick<WantedWebhook, 'kind' | 'uri'>) {
  return { kind: 'webhook' as const, name: `${kind} ${uri}`, what: { webhookKind: kind, uri } };
}
