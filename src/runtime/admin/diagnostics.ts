import { arch, platform } from 'node:os';
import type { NodeAPI } from 'node-red';
import { sleep } from '../../clock';
import type { FieldTable } from '../../fields';
import { packageVersion } from '../../own-package';
import { type Account, clockOf } from '..';

/** How long a report may take: it may ask a service that does not answer. */
const reportMaxMs = 5_000;
const maxErrors = 50;
/** Shorter values are not masked: they occur in other words, and masking those would make the file unreadable. */
const minSecretLength = 6;

interface LiveNode {
  readonly account?: Account;
  readonly receiver?: { report(): Promise<object> };
}

interface StoredNode {
  readonly id: string;
  readonly type: string;
  readonly [name: string]: unknown;
}

/** The fields of a receiver's report that help to find a fault. */
const reportFields = ['url', 'state', 'refusals', 'streamId', 'attached', 'health', 'drift'];

/** Everything that somebody who helps wants to know, without a secret. */
export async function readDiagnostics(RED: NodeAPI, accountFields: FieldTable): Promise<object> {
  const nodes: StoredNode[] = [];
  RED.nodes.eachNode((node) => nodes.push(node as unknown as StoredNode));
  const live = (id: string) => RED.nodes.getNode(id) as unknown as LiveNode | null;
  const types: Record<string, number> = {};
  for (const { type } of nodes) types[type] = (types[type] ?? 0) + 1;
  const settings = RED.settings as unknown as Record<string, unknown>;
  const clock = clockOf(RED);
  const diagnostics = {
    madeAt: new Date(clock.now()).toISOString(),
    versions: {
      package: packageVersion(),
      nodeRed: settings.version,
      node: process.version,
      system: `${platform()} ${arch()}`,
    },
    settings: {
      httpAdminRoot: settings.httpAdminRoot,
      httpNodeRoot: settings.httpNodeRoot,
      adminAuth: settings.adminAuth !== undefined,
      httpNodeAuth: settings.httpNodeAuth !== undefined,
    },
    nodes: types,
    accounts: await Promise.all(
      nodes
        .filter(({ type }) => type === 'breaker-account')
        .map(async (stored) => ({
          ...settingsOf(
            accountFields,
            stored,
            RED.nodes.getCredentials(stored.id) as Record<string, unknown> | undefined,
          ),
          ...(await accountState(live(stored.id)?.account)),
        })),
    ),
    receivers: await Promise.all(
      nodes.flatMap(({ id, type }) => {
        const receiver = live(id)?.receiver;
        return receiver === undefined ? [] : [reportOf(id, type, receiver, clock)];
      }),
    ),
  };
  const secrets = nodes.flatMap(({ id }) =>
    Object.values((RED.nodes.getCredentials(id) ?? {}) as Record<string, unknown>).filter(
      (value): value is string => typeof value === 'string' && value.length >= minSecretLength,
    ),
  );
  return withoutSecrets(diagnostics, secrets) as object;
}

function settingsOf(fields: FieldTable, stored: StoredNode, credentials: Record<string, unknown> = {}): object {
  const shown = Object.entries(fields).filter(([name, { like }]) => like === undefined || credentials[name]);
  const entries = shown.map(([name, { kind }]) => {
    if (kind === 'secret' || kind === 'identifier') return [name, credentials[name] ? 'set' : 'not set'];
    // Somebody may have put the key beside the certificate.
    if (name === 'ca') return [name, stored.ca ? 'set' : 'not set'];
    return [name, stored[name]];
  });
  return { id: stored.id, settings: Object.fromEntries(entries) };
}

async function accountState(account: Account | undefined): Promise<object> {
  if (account === undefined) return { state: 'not running' };
  const errors = account.calls
    .entries()
    .filter(({ code }) => code !== undefined)
    .slice(-maxErrors)
    .map(({ operation, code, statusCode, startedAt, durationMs, retries }) => ({
      operation,
      code,
      statusCode,
      at: new Date(startedAt).toISOString(),
      durationMs,
      retries,
    }));
  return { state: 'running', kind: account.kind, safety: account.safety, calls: account.calls.sequence(), errors };
}

async function reportOf(
  id: string,
  type: string,
  receiver: { report(): Promise<object> },
  clock: Parameters<typeof sleep>[0],
): Promise<object> {
  const waited = new AbortController();
  const late = sleep(clock, reportMaxMs, waited.signal).then(
    () => ({ error: 'no report in time' }),
    () => ({}),
  );
  const report = receiver.report().catch((error: unknown) => ({ error: error instanceof Error ? error.message : '' }));
  const found = (await Promise.race([report, late])) as Record<string, unknown>;
  waited.abort();
  const parts = [...reportFields, 'error'].flatMap((name) => (found[name] === undefined ? [] : [[name, found[name]]]));
  return { id, type, ...Object.fromEntries(parts) };
}

/** A copy in which each secret is masked in all texts. */
function withoutSecrets(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string') return secrets.reduce((text, secret) => text.replaceAll(secret, '***'), value);
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, secrets));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withoutSecrets(item, secrets)]));
}
