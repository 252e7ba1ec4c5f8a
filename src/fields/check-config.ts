import { hasReference } from './example-flow';
import type { AssumedWarning, Field, FieldPartProblem, FieldTable, ProblemKey, StoredConfig } from './field';
import { currentVersion, isNewer, storedVersion, upgradeConfig } from './upgrade';

/** One problem of one field, as a text key below `problem.` and its parameters. */
export interface FieldProblem {
  /** Empty if the problem is of the whole node. */
  readonly field: string;
  readonly key: ProblemKey;
  readonly params?: Readonly<Record<string, string | number>>;
}

/** Every problem of a stored node by its table. A node without problems can be deployed. */
export function checkConfig(table: FieldTable, stored: Readonly<Record<string, unknown>>): FieldProblem[] {
  // The other properties may be in a format that this version does not know.
  if (isNewer(table, stored)) return [newerProblem(table, stored)];
  const complete = completeConfig(table, stored);
  return Object.entries(table).flatMap(([name, field]) => {
    const fieldProblem = checkField(name, field, complete);
    if (fieldProblem === undefined) return [];
    const parts = partProblems(field, complete[name]);
    return parts.length === 0
      ? [fieldProblem]
      : parts.map(({ path, ...part }) => ({ field: `${name}${path}`, ...part }));
  });
}

function partProblems(field: Field, value: unknown): readonly FieldPartProblem[] {
  if (field.kind === 'rows') return field.checkRows(value);
  return field.kind === 'text' ? (field.checkParts?.(String(value)) ?? []) : [];
}

/** The problem of a node that a newer version of this package wrote. */
export function newerProblem(table: FieldTable, stored: Readonly<Record<string, unknown>>): FieldProblem {
  return {
    field: '',
    key: 'newerVersion',
    params: { version: storedVersion(stored), known: currentVersion(table) },
  };
}

/** A stored node in the current version; a property that an older version did not store has its default. */
export function completeConfig(table: FieldTable, stored: StoredConfig): StoredConfig {
  const defaults = Object.entries(table).map(([name, field]) => [name, 'default' in field ? field.default : undefined]);
  const present = Object.entries(upgradeConfig(table, stored)).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(defaults), ...Object.fromEntries(present) };
}

/** The problem of one field of a stored node, if it has one. The dialog and the deploy run this same code. */
export function checkField(
  name: string,
  field: Field,
  stored: Readonly<Record<string, unknown>>,
): FieldProblem | undefined {
  if (field.when !== undefined && !field.when(stored)) return undefined;
  const value = stored[name];
  const missing = value === undefined || value === null || value === '' || value === '_ADD_';
  if (missing || (Array.isArray(value) && value.length === 0))
    return field.required ? { field: name, key: 'required' } : undefined;
  return (
    referenceProblem(name, field, value, stored) ??
    kindProblem(name, field, value, stored) ??
    suitProblem(name, field, value, stored)
  );
}

/** What differs, in one field of a stored node, from what is only assumed. It can be deployed. */
export function fieldWarnings(
  name: string,
  field: Field,
  stored: Readonly<Record<string, unknown>>,
): readonly AssumedWarning[] {
  const value = stored[name];
  const unchecked = value === undefined || value === '' || checkField(name, field, stored) !== undefined;
  if (unchecked || (field.when !== undefined && !field.when(stored))) return [];
  switch (field.kind) {
    case 'number':
      return field.assumedMax !== undefined && Number(value) > field.assumedMax
        ? [{ key: 'maximum', params: { limit: field.assumedMax } }]
        : [];
    case 'text':
      return field.warn?.(String(value)) ?? [];
    case 'typed': {
      const literal = literalOf(String(value), String(stored[`${name}Type`] ?? field.sources[0]));
      return literal !== undefined && 'value' in literal ? (field.warn?.(literal.value) ?? []) : [];
    }
    default:
      return [];
  }
}

/** A circuit of an example that was not bound to an account. Free text, such as a name, may say anything. */
function referenceProblem(
  name: string,
  field: Field,
  value: unknown,
  stored: Readonly<Record<string, unknown>>,
): FieldProblem | undefined {
  const holdsIds =
    field.kind === 'list' ||
    (field.kind === 'text' && (field.picker !== undefined || field.check !== undefined)) ||
    (field.kind === 'typed' && stored[`${name}Type`] === 'json');
  return holdsIds && hasReference(value) ? { field: name, key: 'exampleReference' } : undefined;
}

function suitProblem(
  name: string,
  field: Field,
  value: unknown,
  stored: Readonly<Record<string, unknown>>,
): FieldProblem | undefined {
  const key = field.suits?.(value, stored);
  return key === undefined ? undefined : { field: name, key };
}

function kindProblem(
  name: string,
  field: Field,
  value: unknown,
  stored: Readonly<Record<string, unknown>>,
): FieldProblem | undefined {
  switch (field.kind) {
    case 'text': {
      const key = field.check?.(String(value));
      const [first] = partProblems(field, value);
      if (key === undefined) return first === undefined ? undefined : { field: name, ...withoutPath(first) };
      return { field: name, key };
    }
    case 'rows': {
      const [first] = partProblems(field, value);
      return first === undefined ? undefined : { field: name, ...withoutPath(first) };
    }
    case 'number':
      return numberProblem(name, field, value);
    case 'choice':
      return field.options.includes(String(value)) ? undefined : { field: name, key: 'choice' };
    case 'typed':
      return typedProblem(name, field, String(value), String(stored[`${name}Type`] ?? field.sources[0]));
    case 'secret':
    case 'identifier':
      return field.max !== undefined && String(value).length > field.max
        ? { field: name, key: 'tooLong', params: { max: field.max } }
        : undefined;
    default:
      return undefined;
  }
}

function withoutPath({ path: _, ...part }: FieldPartProblem): Omit<FieldPartProblem, 'path'> {
  return part;
}

function numberProblem(
  name: string,
  field: Extract<Field, { kind: 'number' }>,
  value: unknown,
): FieldProblem | undefined {
  const number = Number(value);
  if (Number.isNaN(number)) return { field: name, key: 'number' };
  if (field.integer && !Number.isInteger(number)) return { field: name, key: 'integer' };
  if (field.min !== undefined && number < field.min) return { field: name, key: 'atLeast', params: { min: field.min } };
  if (field.max !== undefined && number > field.max) return { field: name, key: 'atMost', params: { max: field.max } };
  return undefined;
}

function typedProblem(
  name: string,
  { check }: Extract<Field, { kind: 'typed' }>,
  value: string,
  source: string,
): FieldProblem | undefined {
  const literal = literalOf(value, source);
  if (literal === undefined) return undefined;
  if ('problem' in literal) return { field: name, key: literal.problem };
  const key = check?.(literal.value);
  return key === undefined ? undefined : { field: name, key };
}

/** The value of a typed field if it is known without a message, otherwise undefined. */
function literalOf(value: string, source: string): { value: unknown } | { problem: ProblemKey } | undefined {
  switch (source) {
    case 'str':
      return { value };
    case 'num':
      return Number.isNaN(Number(value)) ? { problem: 'number' } : { value: Number(value) };
    case 'json':
      try {
        return { value: JSON.parse(value) };
      } catch {
        return { problem: 'json' };
      }
    default:
      return undefined;
  }
}
