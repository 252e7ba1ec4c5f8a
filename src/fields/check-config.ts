import type { Field, FieldTable } from './field';

/** One problem of one field, as a text key below `problem.` and its parameters. */
export interface FieldProblem {
  readonly field: string;
  readonly key: string;
  readonly params?: Readonly<Record<string, string | number>>;
}

/** Every problem of a stored node by its table; an empty list means it can be deployed. */
export function checkConfig(table: FieldTable, stored: Readonly<Record<string, unknown>>): FieldProblem[] {
  const complete = withDefaults(table, stored);
  return Object.entries(table).flatMap(([name, field]) => {
    const found = checkField(name, field, complete);
    if (found === undefined) return [];
    const parts = field.kind === 'text' ? (field.checkParts?.(String(stored[name])) ?? []) : [];
    return parts.length === 0 ? [found] : parts.map(({ path, key }) => ({ field: `${name}${path}`, key }));
  });
}

/** What an older version did not store yet has its default. */
function withDefaults(table: FieldTable, stored: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const defaults = Object.entries(table).map(([name, field]) => [name, 'default' in field ? field.default : undefined]);
  const given = Object.entries(stored).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(defaults), ...Object.fromEntries(given) };
}

/** What is wrong with one field of a stored node, if anything. The same code runs in the dialog and at deploy. */
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
  switch (field.kind) {
    case 'text': {
      const key = field.check?.(String(value)) ?? field.checkParts?.(String(value))[0]?.key;
      return key === undefined ? undefined : { field: name, key };
    }
    case 'number':
      return numberProblem(name, field, value);
    case 'choice':
      return field.options.includes(String(value)) ? undefined : { field: name, key: 'choice' };
    case 'typed':
      return typedProblem(name, String(value), String(stored[`${name}Type`] ?? field.sources[0]));
    case 'secret':
    case 'identifier':
      return field.max !== undefined && String(value).length > field.max
        ? { field: name, key: 'tooLong', params: { max: field.max } }
        : undefined;
    default:
      return undefined;
  }
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

function typedProblem(name: string, value: string, source: string): FieldProblem | undefined {
  if (source === 'num' && Number.isNaN(Number(value))) return { field: name, key: 'number' };
  if (source === 'json') {
    try {
      JSON.parse(value);
    } catch {
      return { field: name, key: 'json' };
    }
  }
  return undefined;
}
