import type { NodeAPI } from 'node-red';
import { checkConfig, type FieldTable, readConfig } from '../../fields';
import { problem } from '../../schema';
import { type Account, createAccount } from '../accounts/account';
import { type AccountConfig, accountSource, safetySettings } from '../accounts/account-source';
import { leaseSimulator } from '../accounts/simulators';
import { clockOf } from '../node/clock-of';
import { invalidInput } from '../node/invalid-input';
import { createTexts } from '../node/texts';

/** What stands for a secret that the editor was never shown. */
const placeholder = '__PWRD__';

/** An account as an edit dialog holds it, before it is deployed. */
export interface AccountDraft {
  readonly id: string;
  readonly stored: Readonly<Record<string, unknown>>;
  readonly credentials: Readonly<Record<string, unknown>>;
}

/** Reads a draft from a request, with every problem by field. Untouched secrets are those that were deployed. */
export function readDraft(RED: NodeAPI, fields: FieldTable, body: unknown): AccountDraft & { config: AccountConfig } {
  const { id, stored, credentials } = (body ?? {}) as Partial<Record<keyof AccountDraft, unknown>>;
  if (typeof id !== 'string' || !/^[\w.-]{1,64}$/.test(id) || !isObject(stored))
    throw invalidInput('the account is not described', [problem('id', 'required', 'is required')]);
  const texts = createTexts(RED);
  const problems = checkConfig(fields, stored);
  if (problems.length > 0)
    throw invalidInput(
      'the account has invalid settings',
      problems.map(({ field, key, params }) => problem(field, key, texts(`problem.${key}`, params))),
    );
  const deployed = (RED.nodes.getCredentials(id) ?? {}) as Record<string, unknown>;
  const typed = Object.fromEntries(
    Object.entries(isObject(credentials) ? credentials : {}).filter(([, value]) => value !== placeholder),
  );
  const secrets = { ...deployed, ...typed };
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
