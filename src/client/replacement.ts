import {
  type AssumptionSetting,
  isOperationId,
  type Method,
  type OperationId,
  type OperationRow,
  pathParameters,
  rowOf,
  settingsOf,
  type TokenKind,
} from '../catalog';
import { type Problem, problem } from '../schema';

/** What an account replaces in the row of an operation, where the specification leaves it open. */
export interface Replacement {
  readonly path?: string;
  readonly method?: Method;
  readonly token?: TokenKind;
  /** The service's names of fields of the body, by ours: `webhookStreamConfig.authCredentials.accessKeyId`. */
  readonly names?: Readonly<Record<string, string>>;
  /** What numbers of the body are multiplied by before they are sent, by the field. */
  readonly factors?: Readonly<Record<string, number>>;
}

export type Replacements = { readonly [Id in OperationId]?: Replacement };

const parts: readonly AssumptionSetting['part'][] = ['path', 'method', 'token', 'names', 'factors'];
const plainPath = /^(\/([A-Za-z0-9_~-][A-Za-z0-9._~-]*|\{\w+\}))+$/;
const plainName = /^[A-Za-z_$][\w$.-]{0,63}$/;
const writeMethods: readonly Method[] = ['POST', 'PUT', 'PATCH', 'DELETE'];
/** A read stays one: a method that writes or deletes by its name is not taken. */
const readMethods: readonly Method[] = ['GET', 'POST'];
const unsafeNames: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** The methods that can replace the assumed one of a row. */
export function methodsOf({ method }: Pick<OperationRow, 'method'>): readonly Method[] {
  return method === 'GET' ? readMethods : writeMethods;
}

/** What is wrong with what replaces assumptions. */
export function replacementProblems(replaced: Readonly<Record<string, unknown>>): Problem[] {
  return Object.entries(replaced).flatMap(([id, given]) => {
    const at = `replaced.${id}`;
    if (!isOperationId(id)) return [problem(at, 'unknown', 'is not an operation')];
    if (!isObject(given)) return [problem(at, 'type', 'must be an object', { type: 'object' })];
    return Object.entries(given)
      .filter(([, value]) => value !== undefined)
      .flatMap(([part, value]) => partProblems(id, `${at}.${part}`, part, value));
  });
}

function partProblems(id: OperationId, at: string, part: string, value: unknown): Problem[] {
  if (!parts.includes(part as 'path')) return [problem(at, 'unknown', `is not known; known are ${parts.join(', ')}`)];
  const row = rowOf(id);
  const settings = settingsOf(row).filter((setting) => setting.part === part);
  if (settings.length === 0) return [problem(at, 'fixed', `the specification shows the ${part} of this operation`)];
  switch (part as AssumptionSetting['part']) {
    case 'path':
      return pathProblems(row, at, value);
    case 'method': {
      const allowed = methodsOf(row);
      return allowed.includes(value as Method)
        ? []
        : [problem(at, 'enum', `must be one of ${allowed.join(', ')}`, { values: allowed.join(', ') })];
    }
    case 'token':
      return value === 'APP' || value === 'ORG'
        ? []
        : [problem(at, 'enum', 'must be one of APP, ORG', { values: 'APP, ORG' })];
    case 'names':
      return fieldProblems(settings, at, value, (name) =>
        typeof name === 'string' && plainName.test(name) && !unsafeNames.has(name)
          ? undefined
          : 'must be a name of letters, digits, _ and -',
      );
    case 'factors':
      return fieldProblems(settings, at, value, (factor) =>
        typeof factor === 'number' && Number.isFinite(factor) && factor > 0 ? undefined : 'must be a number above 0',
      );
  }
}

function pathProblems(row: OperationRow, at: string, path: unknown): Problem[] {
  if (typeof path !== 'string') return [problem(at, 'type', 'must be a text', { type: 'string' })];
  const problems: Problem[] = [];
  if (!plainPath.test(path))
    problems.push(problem(at, 'replacedPath', 'must begin with / and consist of plain segments'));
  if (pathParameters(path).toSorted().join() !== pathParameters(row.path).toSorted().join())
    problems.push(problem(at, 'parameters', `must hold the same parameters as ${row.path}`, { values: row.path }));
  return problems;
}

function fieldProblems(
  settings: readonly AssumptionSetting[],
  at: string,
  given: unknown,
  wrong: (value: unknown) => string | undefined,
): Problem[] {
  if (!isObject(given)) return [problem(at, 'type', 'must be an object', { type: 'object' })];
  const known = settings.flatMap((setting) => ('field' in setting ? [setting.field] : []));
  return Object.entries(given).flatMap(([field, value]) => {
    if (!known.includes(field))
      return [problem(`${at}.${field}`, 'fixed', `is not assumed; assumed are ${known.join(', ')}`)];
    const message = wrong(value);
    return message === undefined ? [] : [problem(`${at}.${field}`, 'value', message)];
  });
}

/** The body as the service takes it: numbers in its units, fields by its names. Other fields stay as they are written. */
export function replaceInBody(body: unknown, { names = {}, factors = {} }: Replacement): unknown {
  const scaled = Object.entries(factors).reduce(
    (changed, [field, factor]) => at(changed, field.split('.'), (holder, name) => scale(holder, name, factor)),
    body,
  );
  return Object.entries(names).reduce(
    (changed, [field, name]) => at(changed, field.split('.'), (holder, own) => rename(holder, own, name)),
    scaled,
  );
}

type Holder = Readonly<Record<string, unknown>>;

function at(
  value: unknown,
  [name = '', ...rest]: readonly string[],
  change: (holder: Holder, name: string) => Holder,
): unknown {
  if (!isObject(value) || !Object.hasOwn(value, name)) return value;
  return rest.length === 0 ? change(value, name) : { ...value, [name]: at(value[name], rest, change) };
}

// A product such as 0.1 * 3 must not be sent with its rounding error.
function scale(holder: Holder, name: string, factor: number): Holder {
  const value = holder[name];
  return typeof value === 'number' ? { ...holder, [name]: Number((value * factor).toPrecision(12)) } : holder;
}

function rename(holder: Holder, own: string, name: string): Holder {
  return Object.fromEntries(Object.entries(holder).map(([key, value]) => [key === own ? name : key, value]));
}

function isObject(value: unknown): value is Holder {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
