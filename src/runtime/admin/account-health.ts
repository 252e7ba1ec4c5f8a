import type { AccountHealth, HealthPart, StreamHealth } from '../../admin-api';
import type { Client } from '../../client';
import { defined } from '../../object';
import { type Account, namesOfAccount, presentError, type Texts } from '..';

/** How many device streams are asked for their health. */
const maxStatusReads = 50;
const maxAgeMs = 10_000;

const webhookLists = [
  ['deviceOnboarding', 'deviceWebhooks.list'],
  ['userPermission', 'userPermissionWebhooks.list'],
  ['deviceOverrideEvent', 'deviceOverrideEventWebhooks.list'],
  ['shareDeviceCode', 'shareDeviceCodeWebhooks.list'],
] as const;

const expiries = ['appSecret1Expiry', 'appSecret2Expiry', 'orgSecret1Expiry', 'orgSecret2Expiry'] as const;

/** Asks each part by itself: an account without an application credential still sees the rest. spec 4.5, 4.6, 4.9 */
export async function readHealth(
  account: Account,
  stored: Readonly<Record<string, unknown>>,
  texts: Texts,
  nowMs: number,
): Promise<AccountHealth> {
  const client = await account.client();
  // Before the calls that this makes itself.
  const budget = client.usage();
  async function part<T>(read: () => Promise<readonly T[]>): Promise<HealthPart<T>> {
    try {
      return { items: await read() };
    } catch (error) {
      return { error: presentError(error, texts, namesOfAccount(account)).message };
    }
  }
  const [streams, webhooks, quotas, udpKeys, organizations] = await Promise.all([
    part(() => readStreams(client)),
    part(() => readWebhooks(client)),
    part(async () =>
      (await client.list('resourceQuotas.list', {}, { maxAgeMs })).map(
        ({ resourceType = '', current = 0, limit = 0 }) => ({ resource: resourceType, current, limit }),
      ),
    ),
    part(async () =>
      (await client.list('udpKeys.list', {}, { maxAgeMs })).map(({ id, keyType = '', expiresAt = '', deviceIds }) => ({
        id,
        keyType,
        expiresAt,
        devices: deviceIds?.length ?? 0,
      })),
    ),
    part(() => readSecretExpiries(client)),
  ]);
  const entered = expiries.flatMap((name) => {
    const expiry = stored[name];
    return account.kind === 'service' && typeof expiry === 'string' && expiry !== ''
      ? [{ name: name.replace('Expiry', ''), owner: '', expiry }]
      : [];
  });
  return {
    nowMs: nowMs + (client.clockSkewMs() ?? 0),
    budget,
    streams,
    webhooks,
    quotas,
    udpKeys,
    secrets: [...entered, ...('items' in organizations ? organizations.items : [])],
  };
}

async function readStreams(client: Client): Promise<StreamHealth[]> {
  const data = await client.list('streams.list', {}, { maxAgeMs });
  let readsLeft = maxStatusReads;
  return Promise.all(
    data.map(async ({ id, description = '', format = '', webhookStreamConfig }) => {
      const attached = await client.list('deviceStreams.list', { filter: { streamId: id } }, { maxAgeMs });
      const shown = attached.slice(0, Math.max(0, readsLeft));
      readsLeft -= shown.length;
      const target = withoutQuery(webhookStreamConfig?.baseUrl);
      return {
        id,
        description,
        format,
        ...defined({ target }),
        attached: attached.length,
        devices: await Promise.all(
          shown.map(async ({ id: deviceStreamId, deviceId = '' }) => {
            const { data: health } = await client.call(
              'deviceStreams.status',
              { path: { deviceStreamId } },
              { maxAgeMs },
            );
            const { streamStatusCode, message = '', dateTime } = health;
            return {
              deviceId,
              message,
              ...defined({ code: streamStatusCode, at: dateTime }),
            };
          }),
        ),
      };
    }),
  );
}

async function readWebhooks(client: Client) {
  const lists = await Promise.all(
    webhookLists.map(async ([kind, operation]) => {
      const data = await client.list(operation, {}, { maxAgeMs });
      return data.map(({ id, uri }) => ({ kind, id, uri: withoutQuery(uri) ?? '' }));
    }),
  );
  return lists.flat();
}

async function readSecretExpiries(client: Client) {
  const data = await client.list('organizations.list', {}, { maxAgeMs });
  return data.flatMap(({ id, name: owner = id, serviceAccount }) =>
    (serviceAccount?.secrets ?? []).flatMap(({ name = '', expiry }) =>
      expiry === undefined ? [] : [{ name, owner, expiry }],
    ),
  );
}

// Somebody may have put a password or a token into an address.
function withoutQuery(address: string | undefined): string | undefined {
  if (address === undefined || !URL.canParse(address)) return address === undefined ? undefined : '';
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname}`;
}
