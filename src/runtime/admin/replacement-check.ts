import type { AssumptionLine } from '../../admin-api';
import { type OperationId, rowOf, type TokenKind } from '../../catalog';
import { type CallOptions, type Client, ClientError, type Replacements } from '../../client';
import { listAssumptions } from './assumptions';
import type { CheckInput, Finding } from './connection-checks';
import { sentenceOf } from './connection-failure';

/** A read that shows whether what replaces an assumption works; it changes nothing at the service. */
type Try = (options: Pick<CallOptions, 'asAssumed' | 'token'>) => Promise<unknown>;

const hourMs = 3_600_000;

/**
 * Tries what replaces each assumption, as far as a read shows it, and says where our value works and the replacement does
 * not. The token operation has been tried with the credentials.
 */
export async function replacements(input: CheckInput): Promise<Finding[]> {
  const { config, kinds, failures, unreachable } = input;
  if (unreachable !== undefined || failures.length >= kinds.length) return [];
  const replaced = replacedOf(config.replaced);
  const used = listAssumptions().filter(
    ({ operations, part }) =>
      !operations.includes('token.create') &&
      operations.some((id) => replaced[id as OperationId]?.[part] !== undefined),
  );
  if (used.length === 0) return [];
  const deviceId = await firstId(input.client.call('devices.list', {}));
  const findings: Finding[] = [];
  for (const line of used) findings.push(await findingOf(line, replaced, deviceId, input));
  return findings;
}

async function findingOf(
  { operations, titles, part }: AssumptionLine,
  replaced: Replacements,
  deviceId: string | undefined,
  { client, config, nowMs, texts }: CheckInput,
): Promise<Finding> {
  for (const [index, operation] of operations.entries()) {
    const id = operation as OperationId;
    const given = replaced[id]?.[part];
    const tried = given === undefined ? undefined : await tryOf(client, id, deviceId, nowMs);
    if (tried === undefined) continue;
    const title = titles[index] ?? '';
    // Of tokens only this one: the client tries the other kind by itself.
    const only = (token: unknown) => (part === 'token' ? { token: token as TokenKind } : {});
    const failure = await failureOf(tried(only(given)));
    if (failure === undefined) return { result: 'ok', detail: texts('check.replacedWorks', { title }) };
    const said = sentenceOf(failure, texts, config.baseUrl);
    const works = (await failureOf(tried({ ...only(rowOf(id).token[0]), asAssumed: true }))) === undefined;
    return {
      result: works ? 'failed' : 'warning',
      detail: texts(works ? 'check.replacedWorse' : 'check.replacedBoth', { title, said }),
      ...(works ? { remedy: 'replaced' as const } : {}),
      fields: ['replaced'],
    };
  }
  return { result: 'skipped', detail: texts('check.replacedUntried', { title: titles[0] ?? '' }) };
}

function replacedOf(text: string): Replacements {
  return text.trim() === '' ? {} : (JSON.parse(text) as Replacements);
}

/** Undefined for what writes, and for what needs something that is not there. */
async function tryOf(
  client: Client,
  id: OperationId,
  deviceId: string | undefined,
  nowMs: number,
): Promise<Try | undefined> {
  const path = { deviceId: deviceId ?? '' };
  switch (id) {
    case 'organizations.list':
    case 'shareDeviceCodes.list':
    case 'sharedDevices.list':
    case 'overrideEvents.list':
      return (options) => client.call(id, {}, options);
    case 'organizations.get': {
      const organizationId = await firstId(client.call('organizations.list', {}));
      return organizationId === undefined
        ? undefined
        : (options) => client.call(id, { path: { organizationId } }, options);
    }
    case 'udpKeys.get': {
      const keyId = await firstId(client.call('udpKeys.list', {}));
      return keyId === undefined ? undefined : (options) => client.call(id, { path: { keyId } }, options);
    }
    case 'meter.latest':
      return deviceId === undefined ? undefined : (options) => client.call(id, { path }, options);
    case 'meter.history': {
      const query = { startTime: new Date(nowMs - hourMs).toISOString() };
      const page = { offset: 0, limit: 1 };
      return deviceId === undefined ? undefined : (options) => client.call(id, { path, query, page }, options);
    }
    default:
      return undefined;
  }
}

async function firstId(
  list: Promise<{ readonly data: readonly { readonly id: string }[] }>,
): Promise<string | undefined> {
  try {
    return (await list).data[0]?.id;
  } catch (error) {
    // The lines of the lists say what is wrong with them.
    if (error instanceof ClientError) return undefined;
    throw error;
  }
}

async function failureOf(tried: Promise<unknown>): Promise<ClientError | undefined> {
  try {
    await tried;
    return undefined;
  } catch (error) {
    if (error instanceof ClientError) return error;
    throw error;
  }
}
