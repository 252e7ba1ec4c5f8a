import { readFileSync, statSync } from 'node:fs';
import type { ClientSettings } from '../client';
import { defined } from '../object';
import type { Option } from './subcommand';

/** Credentials that cannot be used; the message says what to change, and holds none of them. */
export class CredentialsError extends Error {}

export const variables = {
  baseUrl: 'BREAKERFLOW_BASE_URL',
  apiKey: 'BREAKERFLOW_API_KEY',
  applicationId: 'BREAKERFLOW_APPLICATION_ID',
  applicationSecret: 'BREAKERFLOW_APPLICATION_SECRET',
  organizationId: 'BREAKERFLOW_ORGANIZATION_ID',
  organizationSecret: 'BREAKERFLOW_ORGANIZATION_SECRET',
} as const;

export const accountOption = {
  value: 'FILE',
  about:
    'JSON with baseUrl, apiKey, application and organization, each of the last two with clientId and secret1; only its owner may read it (mode 0600)',
} as const satisfies Option;

export const accountNotes = `Without a file the environment variables count:

${Object.values(variables)
  .map((name) => `  ${name}`)
  .join('\n')}`;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The settings of an account from environment variables. Never from arguments, which every user of the machine can see. spec 5
 *
 * @example
 * settingsFromEnvironment({ BREAKERFLOW_BASE_URL: 'https://api.example.com', BREAKERFLOW_API_KEY: '...' });
 */
export function settingsFromEnvironment(environment: Environment): ClientSettings {
  const of = (name: keyof typeof variables) => environment[variables[name]]?.trim() ?? '';
  const credential = (clientId: string, secret1: string) => (clientId === '' ? undefined : { clientId, secret1 });
  const missing = (['baseUrl', 'apiKey'] as const).filter((name) => of(name) === '');
  if (missing.length > 0)
    throw new CredentialsError(
      `Set ${missing.map((name) => variables[name]).join(' and ')}, or name a file with --account.`,
    );
  return {
    baseUrl: of('baseUrl'),
    apiKey: of('apiKey'),
    ...defined({
      application: credential(of('applicationId'), of('applicationSecret')),
      organization: credential(of('organizationId'), of('organizationSecret')),
    }),
  };
}

/** The settings of the account that `--account` names, or else the environment. */
export function accountSettings(file: string | undefined): ClientSettings {
  return file === undefined ? settingsFromEnvironment(process.env) : settingsFromFile(file);
}

/** The settings of an account from a JSON file that nobody but its owner may read (mode 0600). */
export function settingsFromFile(path: string): ClientSettings {
  let text: string;
  try {
    const others = statSync(path).mode & 0o077;
    if (others !== 0 && process.platform !== 'win32')
      throw new CredentialsError(`Others may read ${path}: chmod 600 ${path}`);
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof CredentialsError) throw error;
    throw new CredentialsError(`${path} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  let settings: unknown;
  try {
    settings = JSON.parse(text);
  } catch {
    throw new CredentialsError(`${path} is no JSON.`);
  }
  if (typeof settings !== 'object' || settings === null || Array.isArray(settings))
    throw new CredentialsError(`${path} holds no object with baseUrl, apiKey, application and organization.`);
  return settings as ClientSettings;
}
