import type { NodeAPI } from 'node-red';
import { checkConfig, type FieldTable, readConfig } from '../../fields';
import { problem } from '../../schema';
import {
  type Account,
  type AccountConfig,
  accountSource,
  clockOf,
  createAccount,
  invalidInput,
  leaseSimulator,
  safetySettings,
} from '..';
import type { AdminRequest } from './route';
import { usableSecrets } from './stored-secrets';

/** What stands for a secret that the editor was never shown. */
const placeholder = '__PWRD__';

/** An account as an edit dialog holds it, before it is deployed. */
export interface AccountDraft {
  readonly id: string;
  readonly stored: Readonly<Record<string, unknown>>;
  readonly credentials: Readonly<Record<string, unknown>>;
}

/**
 * Reads a draft from a request, with every problem by field. Untouched secrets are those that were deployed, but only for
 * the service to which they were deployed: whoever asks may be somebody who may not deploy, and would else have them sent
 * to a server of his own.
 */
export function readDraft(
  RED: NodeAPI,
  fields: FieldTable,
  { body, texts }: Pick<AdminRequest, 'body' | 'texts'>,
): AccountDraft & { config: AccountConfig } {
  const { id, stored, credentials } = (body ?? {}) as Partial<Record<keyof AccountDraft, unknown>>;
  if (typeof id !== 'string' || !/^[\w.-]{1,64}$/.test(id) || !isObject(stored))
    throw invalidInput('the account is not described', [problem('id', 'required', 'is required')]);
  const problems = checkConfig(fields, stored);
  if (problems.length > 0)
    throw invalidInput(
      'the account has invalid settings',
      problems.map(({ field, key, params }) => problem(field, key, texts(`problem.${key}`, params))),
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

/** Opens an account that is not deployed, for one look; the caller closes it. */
export function openDraft(RED: NodeAPI, id: string, config: AccountConfig): Account {
  const clock = clockOf(RED);
  return createAccount({
    name: '',
    source: accountSource(id, config, String(RED.settings.userDir ?? '.')),
    // Nothing is ever operated through a draft.
    safety: { ...safetySettings(config), armed: false },
    clock,
    random: Math.random,
    leaseSimulator: (options) => leaseSimulator(options, clock),
    commandSpacingMs: 10_000,
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
