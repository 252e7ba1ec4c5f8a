import type { ClientSettings, Credential, NamedCredential, Replacements } from '../../client';
import type { OwnSecrets, SafetySettings } from '../../control';
import { organizationFields, organizationRows, organizationSlots, siteKey } from '../../fields';
import { defined } from '../../object';
import type { AccountSource } from './account';
import { formerSiteFile, siteFile } from './site-file';

/** The stored fields of an account node, credentials included. Times in seconds. */
export interface AccountConfig {
  readonly mode: 'simulator' | 'service';
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly appClientId: string;
  readonly appSecret1: string;
  readonly appSecret2: string;
  readonly orgClientId: string;
  readonly orgSecret1: string;
  readonly orgSecret2: string;
  /** Further organizations; their credentials are fields too, by their slots. */
  readonly organizations?: readonly unknown[];
  readonly armed: boolean;
  readonly protectedDevices: readonly string[];
  readonly protectedLoads: string;
  readonly maxDevices: number | undefined;
  readonly commandExpiry: number | undefined;
  readonly startMute: number | undefined;
  readonly apiKeyHeader: string;
  readonly replaced: string;
  readonly ca: string;
  readonly connectTimeout: number | undefined;
  readonly responseTimeout: number | undefined;
  readonly callsPerMinute: number | undefined;
  readonly seed: number | undefined;
  readonly speed: number | undefined;
  readonly keepState: boolean;
  readonly secondHouse?: boolean;
  readonly site: string;
  readonly party: 'house' | 'gridOperator';
}

function credential(clientId: string, secret1: string, secret2: string): Credential | undefined {
  if (clientId === '' || (secret1 === '' && secret2 === '')) return undefined;
  return secret1 === ''
    ? { clientId, secret1: secret2 }
    : { clientId, secret1, ...(secret2 === '' ? {} : { secret2 }) };
}

/** The fields with the client ids of an account. */
export const clientIdFields: readonly string[] = [
  'orgClientId',
  ...organizationSlots.map((slot) => organizationFields(slot).clientId),
  'appClientId',
];

/** A further organization of an account, with what was entered of its credential. */
interface FurtherOrganization {
  readonly name: string;
  readonly clientId: string;
  readonly secret1: string;
  readonly secret2: string;
}

export function furtherOrganizations(config: AccountConfig): FurtherOrganization[] {
  const entered = config as unknown as Readonly<Record<string, unknown>>;
  const textOf = (field: string) => (typeof entered[field] === 'string' ? entered[field].trim() : '');
  return organizationRows(config.organizations).map(({ slot, name }) => {
    const { clientId, secret1, secret2 } = organizationFields(slot);
    return {
      name: name.trim(),
      clientId: textOf(clientId),
      secret1: textOf(secret1),
      secret2: textOf(secret2),
    };
  });
}

function ownSecretsOf(clientId: string, secret1: string, secret2: string): OwnSecrets {
  const held = Object.entries({ secret1, secret2 }).flatMap(([name, secret]) =>
    secret === '' ? [] : [name as 'secret1' | 'secret2'],
  );
  return { clientId, held };
}

/** The service of an account. `userDir` is the directory for the state file of a simulated site. */
export function accountSource(id: string, config: AccountConfig, userDir: string): AccountSource {
  const callsPerMinute = config.callsPerMinute ?? 300;
  if (config.mode === 'simulator') {
    const { site, party, keepState, secondHouse = false } = config;
    return {
      kind: 'simulator',
      callsPerMinute,
      site,
      party,
      secondHouse,
      options: {
        id: `site-${siteKey(site)}`,
        seed: config.seed ?? 1,
        speed: config.speed ?? 1,
        ...(keepState
          ? defined({ stateFile: siteFile(userDir, site), formerStateFile: formerSiteFile(userDir, site, id) })
          : {}),
      },
    };
  }
  const application = credential(config.appClientId, config.appSecret1, config.appSecret2);
  const organization = credential(config.orgClientId, config.orgSecret1, config.orgSecret2);
  const further = furtherOrganizations(config);
  const organizations = further.flatMap(({ name, clientId, secret1, secret2 }): NamedCredential[] => {
    const entered = credential(clientId, secret1, secret2);
    return entered === undefined ? [] : [{ ...entered, name }];
  });
  const settings: ClientSettings = {
    baseUrl: config.baseUrl,
    apiKey: config.apiKey,
    apiKeyHeader: config.apiKeyHeader,
    replaced: JSON.parse(config.replaced.trim() === '' ? '{}' : config.replaced) as Replacements,
    ...defined({ application, organization }),
    ...(organizations.length === 0 ? {} : { organizations }),
    ...(config.ca === '' ? {} : { ca: config.ca }),
    connectTimeoutMs: (config.connectTimeout ?? 10) * 1000,
    responseTimeoutMs: (config.responseTimeout ?? 30) * 1000,
    callsPerMinute,
  };
  const ownSecrets = [
    ownSecretsOf(config.appClientId, config.appSecret1, config.appSecret2),
    ownSecretsOf(config.orgClientId, config.orgSecret1, config.orgSecret2),
    ...further.map(({ clientId, secret1, secret2 }) => ownSecretsOf(clientId, secret1, secret2)),
  ];
  return { kind: 'service', settings, ownSecrets };
}

export function safetySettings(config: AccountConfig): SafetySettings {
  return {
    armed: config.armed,
    protectedDevices: config.protectedDevices,
    protectedLoads: config.protectedLoads
      .split(',')
      .map((load) => load.trim())
      .filter((load) => load !== ''),
    maxDevices: config.maxDevices ?? 20,
    commandExpiryMs: (config.commandExpiry ?? 10) * 1000,
    startMuteMs: (config.startMute ?? 5) * 1000,
  };
}
