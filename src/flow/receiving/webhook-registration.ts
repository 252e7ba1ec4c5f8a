import type { Clock } from '../../clock';
import type { Account } from '../accounts/account';
import {
  registerWebhook,
  removeWebhook,
  type WantedWebhook,
  type WebhookDrift,
  webhookDrift,
} from './registered-webhook';
import { keepTrying, removalOf, removeAfterClose } from './registration';

/** The webhooks of a receiver at the service. */
export interface WebhookRegistration {
  /** What the service knows now against what is wanted, by kind. */
  drift(): Promise<Readonly<Record<string, WebhookDrift>>>;
  /** Registers now; rejects with what it fails for. */
  register(): Promise<void>;
  /** Deletes the webhooks, until they are registered again. */
  withdraw(): Promise<void>;
  close(removed: boolean): Promise<void>;
}

interface WebhookRegistrationOptions {
  readonly clock: Clock;
  readonly nodeId: string;
  readonly account: Account;
  readonly wanted: readonly WantedWebhook[];
  readonly removeWithNode: boolean;
  /** Resolves when the service may be told. */
  readonly ready: () => Promise<void>;
  readonly onRegistered: (count: number) => void;
  readonly onFailure: (error: unknown) => void;
}

/** Sees to it that the service calls, and that it no longer does when the node is deleted. */
export function keepWebhooksRegistered(options: WebhookRegistrationOptions): WebhookRegistration {
  const { clock, nodeId, account, wanted } = options;
  const release = account.hold();

  const upkeep = keepTrying(
    clock,
    async (signal) => {
      await removalOf(nodeId);
      await options.ready();
      const client = await account.client();
      for (const webhook of wanted) await registerWebhook(client, webhook, signal);
      options.onRegistered(wanted.length);
    },
    options.onFailure,
  );

  async function withdraw(): Promise<void> {
    const client = await account.client();
    for (const webhook of wanted) await removeWebhook(client, webhook);
  }

  return {
    async drift() {
      const client = await account.client();
      const found = await Promise.all(
        wanted.map(async (webhook) => [webhook.kind, await webhookDrift(client, webhook)] as const),
      );
      return Object.fromEntries(found);
    },
    register: () => upkeep.now(),
    withdraw,
    async close(removed) {
      await upkeep.close();
      if (removed && options.removeWithNode)
        await removeAfterClose(clock, nodeId, release, withdraw, options.onFailure);
      else release();
    },
  };
}
