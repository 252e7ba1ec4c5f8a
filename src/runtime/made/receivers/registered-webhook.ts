import { type WebhookKind, webhookEvents } from '../../../catalog';
import { type Client, ClientError } from '../../../client';
import { sameId } from './same-id';

export interface WantedWebhook {
  readonly kind: WebhookKind;
  readonly uri: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Of `uri` and `headers`; a webhook that was made with another one is made anew. */
  readonly fingerprint: string;
}

/** The earlier registration of the same receiver and kind. */
export interface FormerWebhook {
  readonly webhookId: string;
  readonly fingerprint: string;
}

export interface RegisteredWebhook extends FormerWebhook {
  readonly found: 'kept' | 'renewed' | 'created';
}

/** A webhook at the service compared with the wanted one. */
export type WebhookDrift = 'as-wanted' | 'other-headers' | 'missing';

/** The service refuses a webhook as registered already, and does not list that one: it can be neither recognised nor replaced. */
export class UnlistedWebhook extends Error {
  constructor(
    readonly uri: string,
    cause: ClientError,
  ) {
    super(`${uri} is registered already at the service, whose list does not show it: ${cause.message}`, { cause });
  }
}

interface Options {
  readonly signal?: AbortSignal;
}

interface Listed {
  readonly id: string;
  readonly uri?: string;
  readonly additionalHttpHeaders?: Readonly<Record<string, string>>;
}

/**
 * Registers a webhook. One that this receiver has made is known by its id, whatever the service shows, hides or rewrites of
 * it, and kept while its fingerprint is the wanted one. Without a former registration a webhook with the same `uri` and headers is
 * taken over, and one whose headers differ or are hidden is made anew, once. spec 6.1
 */
export async function registerWebhook(
  client: Client,
  wanted: WantedWebhook,
  former: FormerWebhook | undefined,
  signal?: AbortSignal,
): Promise<RegisteredWebhook> {
  const { resource } = webhookEvents[wanted.kind];
  const options = signal === undefined ? {} : { signal };
  const existing = await find(client, wanted, former, options);
  const { fingerprint } = wanted;
  if (existing !== undefined && isAsWanted(existing, wanted, former))
    return { found: 'kept', webhookId: existing.id, fingerprint };
  if (existing !== undefined) await client.call(`${resource}.delete`, { path: { webhookId: existing.id } }, options);
  const body = { uri: wanted.uri, additionalHttpHeaders: { ...wanted.headers } };
  const { data } = await client.call(`${resource}.create`, { body }, options).catch((error: unknown) => {
    throw existing === undefined && saysDuplicate(error) ? new UnlistedWebhook(wanted.uri, error) : error;
  });
  return { found: existing === undefined ? 'created' : 'renewed', webhookId: data.id, fingerprint };
}

export async function webhookDrift(
  client: Client,
  wanted: WantedWebhook,
  former: FormerWebhook | undefined,
): Promise<WebhookDrift> {
  const existing = await find(client, wanted, former, {});
  if (existing === undefined) return 'missing';
  return isAsWanted(existing, wanted, former) ? 'as-wanted' : 'other-headers';
}

/** Deletes the webhook with this id or `uri`, if there is one. */
export async function removeWebhook(
  client: Client,
  { kind, uri }: Pick<WantedWebhook, 'kind' | 'uri'>,
  former?: FormerWebhook,
): Promise<void> {
  const { resource } = webhookEvents[kind];
  const webhooks: readonly Listed[] = await client.list(`${resource}.list`, {}, {});
  const isOurs = (webhook: Listed) => sameId(webhook.id, former?.webhookId) || sameUri(webhook.uri, uri);
  for (const { id } of webhooks.filter(isOurs))
    await client.call(`${resource}.delete`, { path: { webhookId: id } }, {});
}

async function find(
  client: Client,
  { kind, uri }: WantedWebhook,
  former: FormerWebhook | undefined,
  options: Options,
): Promise<Listed | undefined> {
  const webhooks: readonly Listed[] = await client.list(`${webhookEvents[kind].resource}.list`, {}, options);
  const known = webhooks.find(({ id }) => sameId(id, former?.webhookId));
  // Named as it was told when it was made.
  if (known !== undefined && former !== undefined) return { ...known, id: former.webhookId };
  return webhooks.find((webhook) => sameUri(webhook.uri, uri));
}

function isAsWanted(existing: Listed, wanted: WantedWebhook, former: FormerWebhook | undefined): boolean {
  if (sameId(existing.id, former?.webhookId)) return former?.fingerprint === wanted.fingerprint;
  return haveSameHeaders(existing.additionalHttpHeaders ?? {}, wanted.headers);
}

/** The same address, also where the service writes a slash behind it or its host in other letters. */
function sameUri(a: string | undefined, b: string): boolean {
  const normalized = (uri: string) => (URL.canParse(uri) ? new URL(uri).href : uri).replace(/\/+$/, '');
  return a !== undefined && normalized(a) === normalized(b);
}

function haveSameHeaders(a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean {
  const normalized = (headers: Readonly<Record<string, string>>) =>
    Object.entries(headers)
      .map(([name, value]) => `${name.toLowerCase()}: ${value}`)
      .sort()
      .join('\n');
  return normalized(a) === normalized(b);
}

/** How a service says that something exists: its status for that is not shown. spec 6.1 */
function saysDuplicate(error: unknown): error is ClientError {
  if (!(error instanceof ClientError)) return false;
  const { statusCode, validations } = error.cause;
  const words = [error.message, ...validations.map(({ message }) => message)].join(' ');
  return statusCode === 409 || (statusCode === 400 && /already|duplicate|exists|not unique|in use/i.test(words));
}
