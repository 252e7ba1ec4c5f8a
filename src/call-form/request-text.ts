import { type Method, type OperationId, rowOf } from '../catalog';
import { type Replacement, replaceInBody, replaceSecrets, requestTarget } from '../client';
import { buildInput } from './build-input';
import { type CallValues, isLiteral, literalOf, serviceValue, unreadable } from './call-values';
import { withoutNames } from './device-names';
import { fieldSpecAt } from './parameters';
import { isWithin, type Pointer } from './pointer';

/** A request as it will be sent, with `{msg.payload}` in place of a value that comes with a message, and of a name. */
export interface RequestText {
  readonly method: Method;
  /** Below `/api/v1`. */
  readonly target: string;
  /** JSON, indented. */
  readonly body?: string;
}

/** The request of a stored call, built by the same code as the request that is sent. */
export function requestText(id: OperationId, values: CallValues, replaced: Replacement = {}): RequestText {
  const row = rowOf(id);
  const marks: string[] = [];
  const known = new Map<Pointer, unknown>();
  for (const [pointer, typed] of values) {
    const literal = isLiteral(typed) ? literalOf(typed) : unreadable;
    if (literal !== unreadable) known.set(pointer, serviceValue(row, pointer, literal, typed.source));
    else known.set(pointer, markFor(`${typed.source === 'jsonata' ? '' : `${typed.source}.`}${typed.value}`));
  }
  for (const name of missingParameters(row.path, known)) known.set(`path/${name}`, markFor(name));

  // Letters and digits only: they stand in a URL and in JSON as they are.
  function markFor(name: string): string {
    marks.push(name);
    return `value${marks.length - 1}unknown`;
  }
  const withMarksNamed = (text: string) =>
    text.replaceAll(/"?value(\d+)unknown"?/g, (mark, index: string) =>
      marks[Number(index)] === undefined ? mark : `{${marks[Number(index)]}}`,
    );

  const built: { readonly body?: unknown } = withoutNames(id, buildInput(row, known), markFor);
  const { body: given, ...rest } = built;
  const body = given ?? (row.body === undefined || row.bodyOptional === true ? undefined : {});
  const target = requestTarget(id, replaced.path ?? row.path, rest);
  return {
    method: replaced.method ?? row.method,
    target: withMarksNamed(target),
    ...(body === undefined ? {} : { body: withMarksNamed(JSON.stringify(shown(body), undefined, 2)) }),
  };

  function shown(value: unknown): unknown {
    return replaceInBody(replaceSecrets(value, row.body?.json ?? {}, maskSecret), replaced);
  }

  function maskSecret(secret: string): string {
    return /^value\d+unknown$/.test(secret) ? secret : '***';
  }
}

function missingParameters(path: string, known: ReadonlyMap<Pointer, unknown>): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)]
    .map(([, name]) => name ?? '')
    .filter((name) => known.get(`path/${name}`) === undefined);
}

/** The values with the whole body, if there is one, in place of the single fields of the body. */
export function withWholeBody(values: CallValues, whole: { value: string; source: string } | undefined): CallValues {
  if (whole === undefined) return values;
  return new Map([...[...values].filter(([pointer]) => !isWithin(pointer, 'body')), ['body', whole]]);
}

/** The values that the operation accepts: a stored call may still have values of another operation. */
export function valuesOf(id: OperationId, values: CallValues): CallValues {
  return new Map([...values].filter(([pointer]) => fieldSpecAt(rowOf(id), pointer) !== undefined));
}
