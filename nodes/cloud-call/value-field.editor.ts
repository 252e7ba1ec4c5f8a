import { dateTimeSource, element, inEnglish, nameTypedField } from '../../src/editor';
import type { Typed } from './call-model.editor';
import type { FormContext } from './form-context.editor';
import type { Text, ValueSchema } from './operation-form.editor';
import { type Kind, kindAt, type Named, type SiteNames } from './site-names.editor';

/** One value of a call: its pointer in the input, and the schema of the value. */
export interface FormValue {
  readonly pointer: string;
  readonly name: string;
  readonly schema: ValueSchema;
  readonly required: boolean;
}

const elsewhere = ['msg', 'flow', 'global', 'env', 'jsonata'];
const icons = 'red/images/typedInput/';

/**
 * The sources of a value, the literal of its own type first. A secret has no literal, because flows must not hold
 * secrets.
 */
function sourcesOf(
  { schema, pointer, name }: FormValue,
  names: SiteNames,
  text: Text,
): { first: string; types: (string | object)[] } {
  const { type, enum: values, known, secret, format } = schema;
  if (secret) return { first: 'env', types: ['env', 'msg', 'flow', 'global', 'jsonata'] };
  const choice = (value: 'str' | 'bool', options: readonly string[]) => ({
    value,
    label: text(value === 'bool' ? 'field.boolean' : 'field.string'),
    icon: `${icons}${value === 'bool' ? 'bool.svg' : 'az.svg'}`,
    // Nothing is chosen before the user chooses.
    options: [{ value: '', label: '–' }, ...options.map((option) => ({ value: option, label: option }))],
  });
  // Others can be typed where the known values are only assumed to be all.
  const isClosed = schema.assumed?.includes('enum') !== true;
  if (values !== undefined && isClosed) return { first: 'str', types: [choice('str', values), ...elsewhere] };
  if (type === 'boolean') return { first: 'bool', types: [choice('bool', ['true', 'false']), ...elsewhere] };
  if (type === 'integer' || type === 'number') return { first: 'num', types: ['num', ...elsewhere] };
  if (type === 'string' && format !== undefined)
    return { first: 'str', types: [dateTimeSource(name, format === 'date'), ...elsewhere] };
  if (type === 'string') {
    const kind = kindAt(pointer, schema);
    const offers = known ?? values;
    const autoComplete =
      kind !== undefined ? completeByName(kind, names) : offers !== undefined ? completeFrom(offers) : undefined;
    const offered = { value: 'str', label: text('field.string'), icon: `${icons}az.svg`, autoComplete };
    return { first: 'str', types: [autoComplete === undefined ? 'str' : offered, ...elsewhere] };
  }
  return { first: 'json', types: ['json', ...elsewhere] };
}

function completeFrom(known: readonly string[]) {
  return (typed: string) => known.filter((value) => value.startsWith(typed)).map((value) => ({ value, label: value }));
}

type Offer = readonly { readonly value: string; readonly label: object }[];

function completeByName(kind: Kind, names: SiteNames) {
  const label = ({ name, detail }: Named) => element('div', {}, [name, element('small', {}, [` ${detail}`])]);
  return (typed: string, done: (offered: Offer) => void) => {
    names.search(kind, typed).then(
      (found) => done(found.map((match) => ({ value: match.id, label: $(label(match)) }))),
      () => done([]),
    );
  };
}

/** The allowed values, in a few words. */
function rangeOf({ type, unit, minimum, maximum, maxLength }: ValueSchema, text: Text): string {
  const bounds =
    minimum !== undefined && maximum !== undefined
      ? `${minimum} – ${maximum}`
      : minimum !== undefined
        ? `≥ ${minimum}`
        : maximum !== undefined
          ? `≤ ${maximum}`
          : '';
  const length = maxLength === undefined ? '' : text('field.maxLength', { max: maxLength });
  const kind = type === 'integer' ? text('field.integer') : '';
  return [kind, bounds, unit ?? '', length].filter(Boolean).join(', ');
}

/** Whether an empty field is sent as an empty text: only if the text is required and may be empty. */
function sendsEmpty({ required, schema }: FormValue): boolean {
  const { enum: values, minLength, pattern, format } = schema;
  return required && [values, minLength, pattern, format].every((bound) => bound === undefined);
}

let count = 0;

/** A row with a typed input; problems appear below it. */
export function createValueField(value: FormValue, context: FormContext, label: string = value.name): HTMLElement {
  const { pointer, schema, required } = value;
  const { model, text, names } = context;
  const kind = kindAt(pointer, schema);
  count += 1;
  const id = `breakerflow-call-${count}`;
  const input = element('input', { type: 'text', id });
  const problem = element('div', { class: 'breakerflow-error', id: `${id}-problem`, role: 'status' });
  const nameHint = element('div', { class: 'breakerflow-valuehint', role: 'status' });
  const { description } = schema;
  const hints = [rangeOf(schema, text), schema.secret ? text('field.secret') : ''].filter(Boolean).join(' · ');
  const described = [
    ...(description ? [inEnglish(description)] : []),
    ...(description && hints !== '' ? [' · '] : []),
    hints,
  ];
  const row = element('div', { class: 'breakerflow-value', 'data-pointer': pointer }, [
    element('label', { for: id }, [
      element('code', { title: description ?? value.name, lang: 'en' }, [label]),
      ...(required ? [element('span', { class: 'breakerflow-required', title: text('field.required') }, [' *'])] : []),
    ]),
    element('div', { class: 'breakerflow-valueinput' }, [
      input,
      ...(hints || description ? [element('div', { class: 'breakerflow-valuehint' }, described)] : []),
      ...(kind === undefined ? [] : [nameHint]),
      problem,
    ]),
  ]);
  /** Shows the name of a device or location below its id, or below what stands in its place. */
  async function showName({ type, value }: Typed, kind: Kind): Promise<void> {
    shownFor = value;
    const found = type === 'str' && value !== '' ? await names.search(kind, value).catch(() => []) : [];
    if (shownFor !== value) return;
    const typed = value.trim().toLowerCase();
    const exact = found.find(({ accepted }) => accepted.some((text) => text.toLowerCase() === typed));
    nameHint.textContent = exact === undefined ? '' : [exact.name, exact.detail].filter(Boolean).join(' · ');
  }
  let shownFor = '';

  // setTimeout: a typed input measures its width, so its row must be in the document.
  setTimeout(() => {
    if (!row.isConnected) return;
    const stored = model.get(pointer);
    const { first, types } = sourcesOf(value, names, text);
    const typed = $(input).typedInput({ default: stored?.type ?? first, types });
    typed.typedInput('width', '100%');
    typed.typedInput('type', stored?.type ?? first);
    typed.typedInput('value', stored?.value ?? '');
    const shown = row.querySelector('.red-ui-typedInput-input');
    const container = row.querySelector('.red-ui-typedInput-container');
    if (container !== null) nameTypedField(container, value.name);
    shown?.setAttribute('aria-describedby', problem.id);
    const store = () => {
      const now = { type: typed.typedInput('type'), value: typed.typedInput('value') };
      model.set(pointer, now.value !== '' || (now.type === 'str' && sendsEmpty(value)) ? now : undefined);
      if (kind !== undefined) showName(now, kind);
    };
    typed.on('change', store);
    if (kind !== undefined && stored !== undefined) showName(stored, kind);
  });
  return row;
}
