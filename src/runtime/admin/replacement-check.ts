import { type OperationId, rowOf } from '../../catalog';
import { type Client, ClientError, type Replacements } from '../../client';
import type { CheckInput, Finding } from './connection-checks';
import { sentenceOf } from './connection-failure';

/** A read that shows whether what replaces an assumption works; it changes nothing at the service. */
type Try = (options: { readonly asAssumed: boolean }) => Promise<unknown>;

const hourMs = 3_600_000;

/**
 * Tries what replaces assumptions, as far as a read shows it, and says where our value works and the replacement does
 * not. The token operation has been tried with the credentials.
 */
export async function replacements(input: CheckInput): Promise<Finding[]> {
  const { client, config, nowMs, texts, kinds, failures, unreachable } = input;
  const replaced = replacedOf(config.replaced);
  const ids = Object.keys(replaced).filter((id) => id !== 'token.create') as OperationId[];
  if (ids.length === 0 || unreachable !== undefined || failures.length >= kinds.length) return [];
  const deviceId = await firstDevice(client);
  const findings: Finding[] = [];
  for (const id of ids) {
    const { title } = rowOf(id);
    const tried = await tryOf(client, id, deviceId, nowMs);
    if (tried === undefined) {
      findings.push({ result: 'skipped', detail: texts('check.replacedUntried', { title }) });
      continue;
    }
    const failure = await failureOf(tried({ asAssumed: false }));
    if (failure === undefined) {
      findings.push({ result: 'ok', detail: texts('check.replacedWorks', { title }) });
      continue;
    }
    const said = sentenceOf(failure, texts, config.baseUrl);
    const works = (await failureOf(tried({ asAssumed: true }))) === undefined;
    findings.push({
      result: works ? 'failed' : 'warning',
      detail: texts(works ? 'check.replacedWorse' : 'check.replacedBoth', { title, said }),
      ...(works ? { remedy: 'replaced' as const } : {}),
      fields: ['replaced'],
    });
  }
  return findings;
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

async function firstDevice(client: Client): Promise<string | undefined> {
  return firstId(client.call('devices.list', {}));
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
