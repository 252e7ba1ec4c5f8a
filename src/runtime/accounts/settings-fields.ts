import type { AccountField } from '../../admin-api';

/** The field of the account behind a setting of the client, by the first word or words of its path. */
const fieldsOfSettings: Readonly<Record<string, AccountField>> = {
  'application.clientId': 'appClientId',
  'application.secret1': 'appSecret1',
  'application.secret2': 'appSecret2',
  'organization.clientId': 'orgClientId',
  'organization.secret1': 'orgSecret1',
  'organization.secret2': 'orgSecret2',
  organizations: 'organizations',
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

/** The field of the account that a path of its settings is about, such as `organization.secret1`. */
export function accountFieldOf(path: string): AccountField | undefined {
  const whole = fieldsOfSettings[path];
  return whole ?? fieldsOfSettings[/^\w+/.exec(path)?.[0] ?? ''];
}
