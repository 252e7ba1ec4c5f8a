import { type WebhookKind, webhookEvents } from '../catalog';
import type { Client } from '../client';

export interface WantedWebhook {
  readonly kind: WebhookKind;
  readonly uri: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Found by its `uri` and used again when its headers fit, made anew when they do not, created when it is missing. spec 6.1 */
export async function registerWebhook(
  client: Client,
  { kind, uri, headers }: WantedWebhook,
  signal?: AbortSignal,
): Promise<'kept' | 'renewed' | 'created'> {
  const { resource } = webhookEvents[kind];
  const options = signal === undefined ? {} : { signal };
  const { data: webhooks } = await client.call(`${resource}.list`, {}, options);
  const known = webhooks.find((webhook) => webhook.uri === uri);
  if (known !== undefined && sameHeaders(known.additionalHttpHeaders ?? {}, headers)) return 'kept';
  if (known !== undefined) await client.call(`${resource}.delete`, { path: { webhookId: known.id } }, options);
  await client.call(`${resource}.create`, { body: { uri, additionalHttpHeaders: { ...headers } } }, options);
  return known === undefined ? 'created' : 'renewed';
}

/** Deletes the webhook with this `uri`, if there is one. */
export async function removeWebhook(
  client: Client,
  { kind, uri }: Omit<WantedWebhook, 'headers'>,
  signal?: AbortSignal,
): Promise<void> {
  const { resource } = webhookEvents[kind];
  const options = signal === undefined ? {} : { signal };
  const { data: webhooks } = await client.call(`${resource}.list`, {}, options);
  for (const { id } of webhooks.filter((webhook) => webhook.uri === uri))
    await client.call(`${resource}.delete`, { path: { webhookId: id } }, options);
}

function sameHeaders(a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean {
  const names = (headers: Readonly<Record<string, string>>) =>
    Object.entries(headers)
      .map(([name, value]) => `${name.toLowerCase()}: ${value}`)
      .sort()
      .join('\n');
  return names(a) === names(b);
}
