import {
  defaultSite,
  type FieldTable,
  organizationRowProblems,
  type Palette,
  type ProblemKey,
  siteProblem,
} from '../../src/fields';
import { upgrades } from './breaker-account.upgrades';
import { furtherCredentials } from './organizations.fields';

const usesService = (config: Readonly<Record<string, unknown>>) => config.mode === 'service';
const usesSimulator = (config: Readonly<Record<string, unknown>>) => config.mode !== 'service';

function baseUrlProblem(value: string): ProblemKey | undefined {
  try {
    const { protocol, hostname, username, password, search, hash } = new URL(value);
    if ([username, password, search, hash].some((part) => part !== '')) return 'baseUrlParts';
    if (protocol === 'https:') return undefined;
    return protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(hostname) ? undefined : 'https';
  } catch {
    return 'url';
  }
}

function dateProblem(value: string): ProblemKey | undefined {
  return /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value)) ? undefined : 'date';
}

function headerNameProblem(value: string): ProblemKey | undefined {
  return /^[A-Za-z0-9-]+$/.test(value) ? undefined : 'headerName';
}

function replacedProblem(value: string): ProblemKey | undefined {
  try {
    const parsed: unknown = JSON.parse(value);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? undefined : 'json';
  } catch {
    return 'json';
  }
}

const credentialMax = 256;

/** spec 5, 8; the safety settings are this project's own. */
export const fields = {
  name: { kind: 'text', default: '' },
  mode: { kind: 'choice', default: 'simulator', options: ['simulator', 'service'] },
  /** Accounts of one site share its simulator. */
  site: { kind: 'text', default: defaultSite, required: true, when: usesSimulator, check: siteProblem },
  baseUrl: { kind: 'text', default: '', required: true, when: usesService, check: baseUrlProblem },
  apiKey: { kind: 'secret', max: 128, when: usesService },
  appClientId: { kind: 'identifier', max: credentialMax, when: usesService },
  appSecret1: { kind: 'secret', max: credentialMax, when: usesService },
  appSecret2: { kind: 'secret', max: credentialMax, when: usesService },
  orgClientId: { kind: 'identifier', max: credentialMax, when: usesService },
  orgSecret1: { kind: 'secret', max: credentialMax, when: usesService },
  orgSecret2: { kind: 'secret', max: credentialMax, when: usesService },
  /** Further organizations of the application. spec 1.2 */
  organizations: { kind: 'rows', default: [], when: usesService, checkRows: organizationRowProblems },
  ...furtherCredentials({ max: credentialMax, when: usesService }),
  appSecret1Expiry: { kind: 'text', default: '', picker: 'date', when: usesService, check: dateProblem },
  appSecret2Expiry: { kind: 'text', default: '', picker: 'date', when: usesService, check: dateProblem },
  orgSecret1Expiry: { kind: 'text', default: '', picker: 'date', when: usesService, check: dateProblem },
  orgSecret2Expiry: { kind: 'text', default: '', picker: 'date', when: usesService, check: dateProblem },
  armed: { kind: 'flag', default: false },
  protectedDevices: { kind: 'list', default: [], hardware: 'any' },
  protectedLoads: { kind: 'text', default: '' },
  maxDevices: { kind: 'number', default: 20, min: 1, max: 10_000, integer: true },
  commandSpacing: { kind: 'number', default: 10, min: 1, max: 600, unit: 's' },
  commandExpiry: { kind: 'number', default: 10, min: 1, max: 3600, unit: 's' },
  startMute: {
    kind: 'number',
    default: 5,
    min: 0,
    max: 3600,
    unit: 's',
    // A held command must not expire before the mute ends.
    suits: (value, { commandExpiry }) =>
      Number(value) < Number(commandExpiry === '' ? 10 : commandExpiry) ? undefined : 'muteBeyondExpiry',
  },
  apiKeyHeader: {
    kind: 'text',
    default: 'Em-Api-Subscription-Key',
    required: true,
    when: usesService,
    check: headerNameProblem,
  },
  replaced: { kind: 'text', default: '{}', multiline: true, when: usesService, check: replacedProblem },
  ca: { kind: 'text', default: '', multiline: true, when: usesService },
  connectTimeout: { kind: 'number', default: 10, min: 1, max: 300, unit: 's', when: usesService },
  responseTimeout: { kind: 'number', default: 30, min: 1, max: 300, unit: 's', when: usesService },
  callsPerMinute: { kind: 'number', default: 300, min: 1, max: 10_000, integer: true },
  seed: { kind: 'number', default: 1, min: 0, max: 2_147_483_647, integer: true, when: usesSimulator },
  speed: { kind: 'number', default: 1, min: 1, max: 3600, when: usesSimulator },
  keepState: { kind: 'flag', default: false, when: usesSimulator },
  secondHouse: { kind: 'flag', default: false, when: usesSimulator },
  party: { kind: 'choice', default: 'house', options: ['house', 'gridOperator'], when: usesSimulator },
  configVersion: { kind: 'version', upgrades },
} as const satisfies FieldTable;

export const palette = { category: 'config' } as const satisfies Palette;
