import type { AccountField, CheckLine } from '../../admin-api';
import { limits } from '../../catalog';
import { ClientError, type ErrorCause } from '../../client';
import type { Texts } from '..';

type Problem = ErrorCause['validations'][number];

/** The field of the account behind a setting of the client, by the first word or words of its path. */
const fieldsOfSettings: Readonly<Record<string, AccountField>> = {
  'application.clientId': 'appClientId',
  'application.secret1': 'appSecret1',
  'application.secret2': 'appSecret2',
  'organization.clientId': 'orgClientId',
  'organization.secret1': 'orgSecret1',
  'organization.secret2': 'orgSecret2',
  baseUrl: 'baseUrl',
  apiKey: 'apiKey',
  apiKeyHeader: 'apiKeyHeader',
  replaced: 'replaced',
  ca: 'ca',
  connectTimeout: 'connectTimeout',
  connectTimeoutMs: 'connectTimeout',
  responseTimeout: 'responseTimeout',
  responseTimeoutMs: 'responseTimeout',
  commandSpacing: 'commandSpacing',
  commandSpacingMs: 'commandSpacing',
  commandExpiry: 'commandExpiry',
  startMute: 'startMute',
  callsPerMinute: 'callsPerMinute',
  maxDevices: 'maxDevices',
  appSecret1Expiry: 'appSecret1Expiry',
  appSecret2Expiry: 'appSecret2Expiry',
  orgSecret1Expiry: 'orgSecret1Expiry',
  orgSecret2Expiry: 'orgSecret2Expiry',
  seed: 'seed',
  speed: 'speed',
  site: 'site',
  keepState: 'keepState',
};

/** A line for each setting with which nothing can be tried; rethrows what is no problem of the settings. */
export function settingsLines(error: unknown, texts: Texts): CheckLine[] {
  if (!(error instanceof ClientError) || error.code !== 'INVALID_INPUT' || error.cause.validations.length === 0)
    throw error;
  // Without a field it is the account as a whole, or none is described: that is an answer of its own.
  if (error.cause.validations.some(({ field }) => field === '' || field === 'id')) throw error;
  return error.cause.validations.map((problem) => {
    const field = fieldOf(problem.field);
    // Without a field of ours, the path is all that says what is meant.
    const detail = field === undefined && problem.field !== '' ? `${problem.field}: ` : '';
    return {
      check: 'settings',
      result: 'failed',
      detail: `${detail}${sentence(problem, texts)}`,
      ...(field === undefined ? {} : { fields: [field] }),
    };
  });
}

function fieldOf(path: string): AccountField | undefined {
  const whole = fieldsOfSettings[path];
  return whole ?? fieldsOfSettings[/^\w+/.exec(path)?.[0] ?? ''];
}

/** The problems of our own table come in the user's language; those of the client by their rule. */
function sentence({ field, rule, message }: Problem, texts: Texts): string {
  if (rule === 'required') return texts('problem.required');
  if (rule === 'pem') return texts('problem.pem');
  if (rule === 'header' && field === 'apiKey') return texts('problem.headerValue');
  if (rule === 'maxLength')
    return texts('problem.tooLong', {
      max: field === 'apiKey' ? limits.apiKeyCharacters : limits.credentialCharacters,
    });
  return message;
}
