import { checkInput, checkWritten, type OperationId, rowOf } from '../catalog';
import { secretsIn } from '../client';
import { type Problem, problem } from '../schema';
import { buildInput } from './build-input';
import { type CallValues, isLiteral, literalOf, serviceValue, unreadable } from './call-values';
import { withoutNames } from './device-names';
import { fieldSpecAt, holderOf, pointerOfField } from './parameters';
import { isWithin, type Pointer, segmentsOf } from './pointer';

/** A problem of a stored call, with the pointer of its field in the form. */
export interface CallProblem extends Problem {
  readonly pointer: Pointer;
}

/** In place of a value that is not known yet. It has no type that a rule checks, so that no rule applies to it. */
const unknownValue = Object.freeze({});

const kinds = { num: 'must be a number', bool: 'must be true or false', json: 'must be JSON' } as const;

/**
 * Everything wrong with a call as it is stored, all at once: problems, and warnings, which do not keep it from being sent. What is taken from messages, contexts and variables is not
 * known yet and counts as right, and so do names of devices.
 */
export function checkCall(id: OperationId, values: CallValues, asWritten = false): CallProblem[] {
  const row = rowOf(id);
  const own: CallProblem[] = [];
  const unknownPointers = new Set<Pointer>();
  const known = new Map<Pointer, unknown>();
  const add = (pointer: Pointer, rule: string, message: string) =>
    own.push({ ...problem(fieldAt(pointer), rule, message), pointer });
  for (const [pointer, typed] of values) {
    const literal = isLiteral(typed) ? literalOf(typed) : unreadable;
    if (literal !== unreadable) {
      known.set(pointer, serviceValue(row, pointer, literal, typed.source));
      if (secretsIn(literal, fieldSpecAt(row, pointer)?.schema ?? {}).some((secret) => secret !== ''))
        add(pointer, 'secret', 'is a secret and must not stand in a flow: take it from a variable or a message');
      continue;
    }
    if (isLiteral(typed)) add(pointer, typed.source, kinds[typed.source as keyof typeof kinds]);
    unknownPointers.add(pointer);
    known.set(pointer, placeholderAt(pointer, fieldSpecAt(row, pointer)?.schema));
  }
  const input = withoutNames(id, buildInput(row, known), () => 'named');
  const { problems, warnings } = asWritten
    ? { problems: checkWritten(id, input), warnings: [] }
    : checkInput(id, input);
  const found = [...problems, ...warnings].map((wrong) => ({
    ...wrong,
    pointer: pointerOfField(row, wrong.field),
  }));
  return [...own, ...found.filter(({ pointer }) => holderOf(unknownPointers, pointer) === undefined)];
}

// The criteria of a filter are checked together: a valid value avoids problems with the other criteria.
function placeholderAt(
  pointer: Pointer,
  schema: { format?: string; enum?: readonly string[]; type?: string } | undefined,
) {
  if (!isWithin(pointer, 'filter')) return unknownValue;
  if (schema?.type === 'boolean') return true;
  return schema?.enum?.[0] ?? (schema?.format === undefined ? 'x' : '2000-01-01T00:00:00Z');
}

/** The field name in problems, as in the catalog: without its part, except for filter, orderby and page. */
function fieldAt(pointer: Pointer): string {
  const [part = '', ...rest] = segmentsOf(pointer);
  const named = part === 'filter' || part === 'orderby' || part === 'page' ? [part, ...rest] : rest;
  return named.reduce(
    (path, name) => (/^\d+$/.test(name) ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`),
    '',
  );
}
