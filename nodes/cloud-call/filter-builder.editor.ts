import { element } from '../../src/editor';
import { defined } from '../../src/object';
import { button } from './body-fields.editor';
import type { FormContext } from './form-context.editor';
import type { FilterField, OperationForm, ValueSchema } from './operation-form.editor';
import { createValueField } from './value-field.editor';

type Filter = NonNullable<OperationForm['filter']>;

interface Criterion {
  readonly field: string;
  readonly operator: string;
}

const eqOnly = ({ compare }: FilterField) => compare.length === 1 && compare[0] === 'eq';

/** Criteria of a `$filter`, a row each: field, operator, value. Only what the catalog allows can be chosen. */
export function createFilterBuilder(filter: Filter, context: FormContext): HTMLElement {
  const { model, text } = context;
  const host = element('div', { class: 'breakerflow-filter', 'data-pointer': 'filter' });
  const names = Object.keys(filter.fields);
  const fieldOf = (name: string): FilterField => filter.fields[name] ?? { compare: ['eq'], value: 'text' };
  const pointerOf = ({ field, operator }: Criterion) =>
    eqOnly(fieldOf(field)) ? `filter/${field}` : `filter/${field}/${operator}`;

  let criteria: Criterion[] = model
    .below('filter')
    .flatMap((field) =>
      filter.fields[field] === undefined
        ? []
        : eqOnly(fieldOf(field))
          ? [{ field, operator: 'eq' }]
          : model.below(`filter/${field}`).map((operator) => ({ field, operator })),
    );
  for (const name of names)
    if (fieldOf(name).required && !criteria.some(({ field }) => field === name))
      criteria.unshift({ field: name, operator: fieldOf(name).compare[0] ?? 'eq' });

  const [firstName] = names;
  if (filter.required && criteria.length === 0 && firstName !== undefined)
    criteria = [{ field: firstName, operator: fieldOf(firstName).compare[0] ?? 'eq' }];

  /** What could still be added. */
  function free(): Criterion[] {
    if (filter.combine === 'one' && criteria.length > 0) return [];
    const used = new Set(criteria.map(pointerOf));
    return names
      .flatMap((field) => fieldOf(field).compare.map((operator) => ({ field, operator })))
      .filter((criterion) => !used.has(pointerOf(criterion)));
  }

  function change(index: number, to: Criterion): void {
    const from = criteria[index];
    if (from === undefined) return;
    model.remove(pointerOf(from));
    criteria = criteria.map((criterion, at) => (at === index ? to : criterion));
    show();
  }

  function row(criterion: Criterion, index: number): HTMLElement {
    const { field, operator } = criterion;
    const { required = false, compare } = fieldOf(field);
    const open = [criterion, ...free()];
    const fields = select(
      text('filter.field'),
      filter.combine === 'one' ? names : names.filter((name) => open.some((other) => other.field === name)),
      field,
      (name) => {
        const next = open.find((other) => other.field === name);
        change(index, next ?? { field: name, operator: fieldOf(name).compare[0] ?? 'eq' });
      },
    );
    fields.disabled = required && eqOnly(fieldOf(field));
    const operators = select(
      text('filter.operator'),
      compare.filter((name) => open.some((other) => other.field === field && other.operator === name)),
      operator,
      (name) => change(index, { field, operator: name }),
    );
    const value = { pointer: pointerOf(criterion), name: field, schema: schemaOf(fieldOf(field)), required: true };
    const remove = button('×', () => {
      model.remove(pointerOf(criterion));
      criteria = criteria.filter((_, at) => at !== index);
      show();
    });
    remove.setAttribute('aria-label', text('filter.remove', { field }));
    return element('div', { class: 'breakerflow-criterion' }, [
      element('span', { class: 'breakerflow-and' }, [index === 0 ? '' : text('filter.and')]),
      fields,
      operators,
      createValueField(value, context, ''),
      ...(required ? [] : [remove]),
    ]);
  }

  function show(): void {
    const add = button(text('filter.add'), () => {
      const [next] = free();
      if (next === undefined) return;
      criteria = [...criteria, next];
      show();
    });
    const problem = element('div', { class: 'breakerflow-error', role: 'status' });
    host.replaceChildren(...criteria.map(row), ...(free().length > 0 ? [add] : []), problem);
  }
  show();
  return host;
}

function schemaOf({ value, values, names }: FilterField): ValueSchema {
  if (value === 'boolean') return { type: 'boolean' };
  return {
    type: 'string',
    ...defined({ enum: values, names }),
    ...(value === 'text' ? {} : { format: value === 'date' ? 'date' : 'date-time' }),
  };
}

function select(
  label: string,
  options: readonly string[],
  value: string,
  onChange: (value: string) => void,
): HTMLSelectElement {
  const made = element(
    'select',
    { 'aria-label': label },
    options.map((option) => element('option', { value: option }, [option])),
  );
  made.value = value;
  made.addEventListener('change', () => onChange(made.value));
  return made;
}
