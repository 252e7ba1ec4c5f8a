import { type WebhookKind, webhookEvents } from '../../../catalog';
import type { Client } from '../../../client';

export interface WantedWebhook {
  readonly kind: WebhookKind;
  readonly uri: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A webhook at the service compared with the wanted one. */
export type WebhookDrift = 'as-wanted' | 'other-headers' | 'missing';

/** Finds a webhook by its `uri`. Keeps it if its headers are as wanted, otherwise recreates or creates it. spec 6.1 */
export async function registerWebhook(
  client: Client,
  wanted: WantedWebhook,
  signal?: AbortSignal,
): Promise<'kept' | 'renewed' | 'created'> {
  const { resource } = webhookEvents[wanted.kind];
  const { uri, headers } = wanted;
  const options = signal === undefined ? {} : { signal };
  const existing = await find(client, wanted, options);
  if (existing !== undefined && haveSameHeaders(existing.additionalHttpHeaders ?? {}, headers)) return 'kept';
  if (existing !== undefined) await client.call(`${resource}.delete`, { path: { webhookId: existing.id } }, options);
  await client.call(`${resource}.create`, { body: { uri, additionalHttpHeaders: { ...headers } } }, options);
  return existing === undefined ? 'created' : 'renewed';
}

export async function webhookDrift(client: Client, wanted: WantedWebhook): Promise<WebhookDrift> {
  const existing = await find(client, wanted, {});
  if (existing === undefined) return 'missing';
  return haveSameHeaders(existing.additionalHttpHeaders ?? {}, wanted.headers) ? 'as-wanted' : 'other-headers';
}

/** Deletes the webhook with this `uri`, if there is one. */
export async function removeWebhook(
  client: Client,
  { kind, uri }: Pick<WantedWebhook, 'kind' | 'uri'>,
  signal?: AbortSignal,
): Promise<void> {
  const { resource } = webhookEvents[kind];
  const options = signal === undefined ? {} : { signal };
  const webhooks = await client.list(`${resource}.list`, {}, options);
  for (const { id } of webhooks.filter((webhook) => webhook.uri === uri))
    await client.call(`${resource}.delete`, { path: { webhookId: id } }, options);
}

async function find(client: Client, { kind, uri }: WantedWebhook, options: { readonly signal?: AbortSignal }) {
  const webhooks = await client.list(`${webhookEvents[kind].resource}.list`, {}, options);
  return webhooks.find((webhook) => webhook.uri === uri);
}

function haveSameHeaders(a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean {
  const normalized = (headers: Readonly<Record<string, string>>) =>
    Object.entries(headers)
      .map(([name, value]) => `${name.toLowerCase()}: ${value}`)
      .sort()
      .join('\n');
  return normalized(a) === normalized(b);
}
