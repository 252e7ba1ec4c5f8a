import type { NodeAPI } from 'node-red';
import type { AccountDraft } from '../../admin-api';
import { checkConfig, type FieldTable, readConfig } from '../../fields';
import { problem } from '../../schema';
import {
  type Account,
  type AccountConfig,
  accountSource,
  circuitsOf,
  clockOf,
  createAccount,
  invalidInput,
  leaseSimulator,
  safetySettings,
  type Texts,
} from '..';
import { usableSecrets } from './stored-secrets';

/** The editor sends it in place of a secret that it has never received. */
const placeholder = '__PWRD__';

interface OpenDraft extends AccountDraft {
  readonly config: AccountConfig;
}

interface DraftRequest {
  value(name: keyof AccountDraft): unknown;
  readonly texts: Texts;
}

/** Opens the account that a request describes, does the work with it, and closes it. */
export async function withDraft<Answer>(
  RED: NodeAPI,
  fields: FieldTable,
  request: DraftRequest,
  work: (account: Account, draft: OpenDraft) => Promise<Answer>,
): Promise<Answer> {
  const draft = readDraft(RED, fields, request);
  const account = openDraft(RED, draft.id, draft.config);
  try {
    return await work(account, draft);
  } finally {
    await account.close();
  }
}

/**
 * Reads a draft from a request, with every problem by field. Secrets that the user left unchanged are taken from the
 * deployed account, but only for the service for which they were deployed: otherwise a user without the permission to
 * deploy could have them sent to a server of their own.
 */
function readDraft(RED: NodeAPI, fields: FieldTable, { value, texts }: DraftRequest): OpenDraft {
  const [id, stored, credentials] = [value('id'), value('stored'), value('credentials')];
  if (typeof id !== 'string' || !/^[\w.-]{1,64}$/.test(id) || !isObject(stored))
    throw invalidInput('the account is not described', [problem('id', 'required', 'is required')]);
  const problems = checkConfig(fields, stored);
  if (problems.length > 0)
    throw invalidInput(
      'the account has invalid settings',
      problems.map(({ field, key, params }) => problem(field, key, texts(`problem.${key}`, params), params)),
    );
  const typed = Object.fromEntries(
    Object.entries(isObject(credentials) ? credentials : {}).filter(([, value]) => value !== placeholder),
  );
  const usable = usableSecrets(RED, fields, { id, stored, credentials: typed });
  const withheld = usable.withheld.filter((name) => typed[name] === undefined);
  if (stored.mode === 'service' && withheld.length > 0)
    throw invalidInput('the stored secrets are for another service', [
      problem('', 'enterAgain', texts('problem.enterAgain')),
    ]);
  const secrets = { ...usable.secrets, ...typed };
  return {
    id,
    stored,
    credentials: secrets,
    config: readConfig(fields, stored, secrets) as unknown as AccountConfig,
  };
}

function openDraft(RED: NodeAPI, id: string, config: AccountConfig): Account {
  const clock = clockOf(RED);
  return createAccount({
    name: '',
    source: accountSource(id, config, String(RED.settings.userDir ?? '.')),
    // Nothing is ever operated through a draft.
    safety: { ...safetySettings(config), armed: false },
    circuits: circuitsOf(id),
    clock,
    random: Math.random,
    leaseSimulator: (options) => leaseSimulator(options, clock),
    commandSpacingMs: 10_000,
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
