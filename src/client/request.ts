import {
  checkInput,
  checkWritten,
  isIdentifier,
  type Method,
  type OperationId,
  type OperationRow,
  pathParameters,
  type RetryPolicy,
  type RuleInput,
  retryPolicies,
  rowOf,
  type TokenKind,
} from '../catalog';
import { defined } from '../object';
import { type Problem, problem } from '../schema';
import { replaceSecrets, secretsIn } from './body-secrets';
import type { ErrorDetail } from './errors';
import { filterText } from './filter';
import { percentEncode } from './percent-encoding';
import type { Priority } from './priority';
import type { ParsedSettings } from './settings';

/** A checked request, ready to be sent as often as its policy allows. */
export interface PreparedRequest {
  readonly operation: OperationId;
  readonly row: OperationRow;
  /** The kinds of token that are tried, in their order. */
  readonly tokens: readonly TokenKind[];
  readonly input: unknown;
  readonly policy: RetryPolicy;
  readonly method: Method;
  /** The path of the specification with its parameters filled in. */
  readonly path: string;
  readonly url: string;
  readonly body?: string;
  /** Sending it twice has no effect: reads, and getting a token. */
  readonly effectFree: boolean;
  readonly deviceId?: string;
  /** What every error of this request says about it. */
  readonly detail: ErrorDetail;
  /** The body as it is sent, every secret masked. */
  readonly shownBody: () => unknown;
  /** Secrets that travel in the body. */
  readonly secrets: readonly string[];
  /** Closes a breaker, the dangerous direction. */
  readonly closes: boolean;
  /** A newer value for the same setting ends the retries of an older one. */
  readonly newestWins: boolean;
  /** Tried once when the service does not know the assumed method. */
  readonly otherMethod?: Method;
}

const mask = '***';

/** The specification names two methods for these. spec 4.8 */
const otherMethods: { readonly [Id in OperationId]?: Method } = { 'inviteCodes.deactivate': 'DELETE' };

/**
 * Everything for which an input is not sent: the problems of the catalog, or with `asWritten` of what is written, and
 * texts that cannot be encoded in a URL.
 */
export function inputProblems(id: OperationId, input: unknown, asWritten = false): Problem[] {
  const problems = asWritten ? checkWritten(id, input) : checkInput(id, input).problems;
  return problems.length > 0 ? problems : encodingProblems(partsOf(input));
}

/** Whether the problems are about nothing but identifiers in the path. */
export function onlyIdentifiers(id: OperationId, problems: readonly Problem[]): boolean {
  const names = pathParameters(rowOf(id).path);
  return problems.every(
    ({ field, rule }) => names.includes(field) && (rule === 'identifier' || (rule === 'required' && field !== '')),
  );
}

function hasBody({ body, bodyOptional }: OperationRow, input: unknown, asWritten: boolean): boolean {
  const given = (input as { readonly body?: unknown } | undefined)?.body;
  return given !== undefined ? asWritten || body !== undefined : body !== undefined && bodyOptional !== true;
}

/** The input must have been checked. */
export function prepareRequest(
  account: ParsedSettings,
  id: OperationId,
  input: unknown,
  asWritten = false,
): PreparedRequest {
  const row = rowOf(id);
  const parts = partsOf(input);
  const path = fillPath(account.pathOf(id), parts);
  const method = account.methodOf(id);
  const query = queryOf(row, parts).join('&');
  const retryClass = typeof row.retry === 'function' ? row.retry(parts) : row.retry;
  const otherMethod = method === row.method ? otherMethods[id] : undefined;
  const deviceId = [parts.path.deviceId, parts.filter.deviceId, parts.body.deviceId].find(isIdentifier);
  return {
    operation: id,
    row,
    tokens: account.tokensOf(id),
    input,
    policy: retryPolicies[retryClass],
    method,
    path,
    url: `${account.baseUrl}${path}${query === '' ? '' : `?${query}`}`,
    ...(hasBody(row, input, asWritten) ? { body: JSON.stringify(account.bodyOf(id, parts.body)) } : {}),
    effectFree: retryClass === 'read' || retryClass === 'token',
    ...defined({ deviceId }),
    detail: { operation: id, method, path, ...defined({ deviceId }) },
    secrets: secretsIn(parts.body, row.body?.json ?? {}),
    shownBody: () =>
      account.bodyOf(
        id,
        replaceSecrets(parts.body, row.body?.json ?? {}, () => mask),
      ),
    closes: retryClass === 'handleClose',
    newestWins: retryClass === 'setting' || retryClass === 'evseUpdate',
    ...defined({ otherMethod }),
  };
}

/** A write has the fixed priority of its operation; a read has the wanted one. */
export function priorityOf({ operation, policy, closes, effectFree }: PreparedRequest, wanted?: Priority): Priority {
  if (effectFree) return wanted ?? 'read';
  if (operation === 'remoteHandle.setPosition' && !closes) return 'open';
  return policy.throttles === 'device' ? 'command' : 'record';
}

/** Path and query below the base URL, as they are sent; `pattern` is the path with its parameters in braces. */
export function requestTarget(id: OperationId, pattern: string, input: unknown): string {
  const parts = partsOf(input);
  const query = queryOf(rowOf(id), parts).join('&');
  return `${fillPath(pattern, parts)}${query === '' ? '' : `?${query}`}`;
}

function fillPath(pattern: string, parts: InputParts): string {
  return pathParameters(pattern).reduce(
    (filled, name) => filled.replace(`{${name}}`, () => String(parts.path[name])),
    pattern,
  );
}

export interface InputParts extends RuleInput {
  readonly orderby?: { readonly by: string; readonly direction?: string };
  readonly page?: { readonly offset?: number; readonly limit?: number };
}

/** The parts of an input, whose shapes the catalog's check has verified. */
export function partsOf(input: unknown): InputParts {
  const { path = {}, query = {}, filter = {}, body, orderby, page } = (input ?? {}) as Partial<InputParts>;
  return {
    path,
    query,
    filter,
    body: body ?? {},
    ...defined({ orderby, page }),
  };
}

function queryOf(row: OperationRow, parts: InputParts): string[] {
  const values: [string, unknown][] = Object.entries(parts.query);
  const filter = filterText(row.filter, parts.filter);
  if (filter !== '') values.push(['$filter', filter]);
  if (parts.orderby !== undefined)
    values.push(['$orderby', [parts.orderby.by, parts.orderby.direction].filter(Boolean).join(' ')]);
  values.push(['offset', parts.page?.offset], ['limit', parts.page?.limit]);
  return values
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${percentEncode(String(value)) ?? ''}`);
}

function encodingProblems(parts: InputParts): Problem[] {
  const texts = { ...parts.query, ...parts.filter };
  return Object.entries(texts)
    .filter(([, value]) => typeof value === 'string' && percentEncode(value) === undefined)
    .map(([name]) => problem(name in parts.filter ? `filter.${name}` : name, 'unicode', 'must be well-formed Unicode'));
}
