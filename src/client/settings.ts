import { X509Certificate } from 'node:crypto';
import {
  limits,
  type Method,
  type OperationId,
  type OperationRow,
  rowOf,
  type TokenKind,
  triesOtherToken,
} from '../catalog';
import { type Problem, problem } from '../schema';
import { ClientError } from './errors';
import type { ClientSettings, Credential } from './interface';
import { type Organization, organizationsOf } from './organizations/organization';
import { replaceInBody, replacementProblems } from './replacement';

/** The settings after their check, with defaults in place of missing values. */
export interface ParsedSettings {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly loopback: boolean;
  readonly apiKey: string;
  readonly apiKeyHeader: string;
  readonly credentials: { readonly [Kind in TokenKind]: Credential | undefined };
  /** The first is that of `credentials.ORG`. */
  readonly organizations: readonly Organization[];
  readonly certificates: readonly string[];
  readonly connectTimeoutMs: number;
  readonly responseTimeoutMs: number;
  readonly commandSpacingMs: number;
  readonly callsPerMinute: number;
  methodOf(id: OperationId): Method;
  pathOf(id: OperationId): string;
  /** The kinds of token that are tried, in their order. */
  tokensOf(id: OperationId): readonly TokenKind[];
  /** The body with the names and units of the service. */
  bodyOf(id: OperationId, body: unknown): unknown;
}

const apiPrefix = '/api/v1';
const defaults = {
  connectTimeoutMs: 10_000,
  responseTimeoutMs: 20_000,
  commandSpacingMs: 10_000,
  callsPerMinute: 300,
} as const;
const maxTimeMs = 600_000;
const maxCallsPerMinute = 10_000;
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const headerValue = /^[\x21-\x7e]+$/;
const certificateBlock = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

/** Every reason, by field, why these settings cannot be used. */
export function settingsProblems(settings: ClientSettings): Problem[] {
  return [
    ...baseUrlProblems(settings.baseUrl),
    ...apiKeyProblems(settings.apiKey),
    ...(settings.apiKeyHeader === undefined || headerName.test(settings.apiKeyHeader)
      ? []
      : [problem('apiKeyHeader', 'headerName', 'must be the name of an HTTP header')]),
    ...credentialProblems('application', settings.application),
    ...credentialProblems('organization', settings.organization),
    ...organizationProblems(settings),
    ...replacementProblems(settings.replaced ?? {}),
    ...certificateProblems(settings.ca),
    ...timeProblems(settings),
    ...budgetProblems(settings.callsPerMinute),
  ];
}

/** Throws `INVALID_INPUT` with every problem of the settings. */
export function parseSettings(settings: ClientSettings): ParsedSettings {
  const problems = settingsProblems(settings);
  if (problems.length > 0) {
    const fields = problems.map(({ field, message }) => `${field} ${message}`).join('; ');
    throw new ClientError('INVALID_INPUT', `the settings cannot be used: ${fields}`, { validations: problems });
  }
  const url = new URL(settings.baseUrl.trim());
  const organizations = organizationsOf(settings);
  return {
    baseUrl: serviceUrl(settings.baseUrl),
    loopback: isLoopback(url.hostname),
    apiKey: settings.apiKey,
    apiKeyHeader: settings.apiKeyHeader ?? 'Em-Api-Subscription-Key',
    credentials: { APP: settings.application, ORG: organizations[0]?.credential },
    organizations,
    certificates: settings.ca?.match(certificateBlock) ?? [],
    connectTimeoutMs: settings.connectTimeoutMs ?? defaults.connectTimeoutMs,
    responseTimeoutMs: settings.responseTimeoutMs ?? defaults.responseTimeoutMs,
    commandSpacingMs: settings.commandSpacingMs ?? defaults.commandSpacingMs,
    callsPerMinute: settings.callsPerMinute ?? defaults.callsPerMinute,
    methodOf: (id) => settings.replaced?.[id]?.method ?? rowOf(id).method,
    pathOf: (id) => settings.replaced?.[id]?.path ?? rowOf(id).path,
    tokensOf: (id) => tokensOf(rowOf(id), settings.replaced?.[id]?.token),
    bodyOf: (id, body) => replaceInBody(body, settings.replaced?.[id] ?? {}),
  };
}

/**
 * The normalized base URL: the key under which everything about the devices of a service is stored. Text that is not
 * a URL is returned trimmed.
 */
export function serviceUrl(baseUrl: string): string {
  const given = baseUrl.trim();
  if (!URL.canParse(given)) return given;
  const url = new URL(given);
  const path = url.pathname.replace(/\/+$/, '');
  return `${url.origin}${path.endsWith(apiPrefix) ? path : path + apiPrefix}`;
}

// Where the kind is only assumed, the other one is there to be tried once.
function tokensOf(row: OperationRow, chosen: TokenKind | undefined): readonly TokenKind[] {
  if (!triesOtherToken(row)) return chosen === undefined ? row.token : [chosen];
  const first = chosen ?? row.token[0] ?? 'ORG';
  return [first, first === 'ORG' ? 'APP' : 'ORG'];
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

function baseUrlProblems(given: unknown): Problem[] {
  if (typeof given !== 'string' || given.trim() === '') return [problem('baseUrl', 'required', 'is required')];
  if (!URL.canParse(given.trim())) return [problem('baseUrl', 'url', 'must be a URL such as https://api.example.com')];
  const url = new URL(given.trim());
  const problems: Problem[] = [];
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname)))
    problems.push(problem('baseUrl', 'https', 'must begin with https:// (http:// only on this machine)'));
  if (url.username !== '' || url.password !== '')
    problems.push(problem('baseUrl', 'credentials', 'must not hold a user name or password'));
  if (url.search !== '' || url.hash !== '')
    problems.push(problem('baseUrl', 'query', 'must not have a query or a fragment'));
  return problems;
}

// spec 8
function apiKeyProblems(given: unknown): Problem[] {
  if (typeof given !== 'string' || given === '') return [problem('apiKey', 'required', 'is required')];
  const problems: Problem[] = [];
  if (given.length > limits.apiKeyCharacters)
    problems.push(
      problem('apiKey', 'maxLength', `must have at most ${limits.apiKeyCharacters} characters`, {
        limit: limits.apiKeyCharacters,
      }),
    );
  if (!headerValue.test(given))
    problems.push(
      problem('apiKey', 'headerValue', 'must consist of printable ASCII characters without spaces or line breaks'),
    );
  return problems;
}

// spec 5.3, 8
function credentialProblems(name: string, credential: Credential | undefined): Problem[] {
  if (credential === undefined) return [];
  const fields: [string, unknown][] = [
    ['clientId', credential.clientId],
    ['secret1', credential.secret1],
  ];
  if (credential.secret2 !== undefined && credential.secret2 !== '') fields.push(['secret2', credential.secret2]);
  return fields.flatMap(([field, value]) => {
    if (typeof value !== 'string' || value === '') return [problem(`${name}.${field}`, 'required', 'is required')];
    return value.length > limits.credentialCharacters
      ? [
          problem(`${name}.${field}`, 'maxLength', `must have at most ${limits.credentialCharacters} characters`, {
            limit: limits.credentialCharacters,
          }),
        ]
      : [];
  });
}

function organizationProblems({ organization, organizations = [] }: ClientSettings): Problem[] {
  const clients = [organization, ...organizations].map((one) => one?.clientId);
  return organizations.flatMap((one, index) => {
    const field = `organizations[${index}]`;
    return clients.indexOf(one.clientId) <= index
      ? [problem(`${field}.clientId`, 'unique', 'is that of another organization of the account')]
      : credentialProblems(field, one);
  });
}

function certificateProblems(pem: string | undefined): Problem[] {
  if (pem === undefined || pem.trim() === '') return [];
  const unreadable = [problem('ca', 'pem', 'must be one or more certificates in PEM form')];
  const blocks = pem.match(certificateBlock) ?? [];
  if (blocks.length === 0) return unreadable;
  try {
    for (const block of blocks) new X509Certificate(block);
    return [];
  } catch {
    return unreadable;
  }
}

function budgetProblems(calls: number | undefined): Problem[] {
  return calls === undefined || (Number.isInteger(calls) && calls >= 1 && calls <= maxCallsPerMinute)
    ? []
    : [
        problem('callsPerMinute', 'range', `must be a whole number from 1 to ${maxCallsPerMinute}`, {
          min: 1,
          max: maxCallsPerMinute,
        }),
      ];
}

function timeProblems(settings: ClientSettings): Problem[] {
  const least = { connectTimeoutMs: 1, responseTimeoutMs: 1, commandSpacingMs: 0 };
  return Object.entries(least).flatMap(([name, min]) => {
    const value = settings[name as keyof typeof least];
    return value === undefined || (Number.isFinite(value) && value >= min && value <= maxTimeMs)
      ? []
      : [
          problem(name, 'range', `must be from ${min} to ${maxTimeMs} milliseconds`, {
            min: min / 1000,
            max: maxTimeMs / 1000,
          }),
        ];
  });
}
