import { element, inEnglish } from '../../src/editor';
import { step } from './call-model.editor';
import type { FormContext } from './form-context.editor';
import type { ValueSchema } from './operation-form.editor';
import { createValueField, type FormValue } from './value-field.editor';

/** The form of one value: a field, or a group of fields for an object or a list. */
export function createFields(value: FormValue, context: FormContext): HTMLElement {
  return isContainer(value.schema) ? createGroup(value, context) : createValueField(value, context);
}

function isContainer({ type, properties, items, additionalProperties }: ValueSchema): boolean {
  if (type === 'array') return items !== undefined;
  return type === 'object' && (properties !== undefined || additionalProperties !== false);
}

/** A group can also be given as one value, as JSON or from a message. */
function createGroup(value: FormValue, context: FormContext): HTMLElement {
  const { model, text } = context;
  const { pointer, schema, name, required } = value;
  let whole = model.get(pointer) !== undefined;
  const content = element('div', { class: 'breakerflow-groupcontent' });
  const toggle = button('', () => {
    whole = !whole;
    model.remove(pointer);
    show();
  });
  const problem = element('div', { class: 'breakerflow-error', role: 'status' });
  const open = required || whole || model.below(pointer).length > 0;
  const group = element('details', { class: 'breakerflow-group', 'data-pointer': pointer, open }, [
    element('summary', {}, [
      element('code', {}, [name]),
      ...(required ? [element('span', { class: 'breakerflow-required', title: text('field.required') }, [' *'])] : []),
      element('span', { class: 'breakerflow-valuehint' }, [
        schema.type === 'array' ? ' [ ] ' : ' { } ',
        inEnglish(schema.description ?? ''),
      ]),
    ]),
    problem,
    content,
    // The dialog has a row of its own for the whole body.
    ...(pointer === 'body' ? [] : [toggle]),
  ]);

  function show(): void {
    toggle.textContent = text(whole ? 'body.asFields' : 'body.asWhole');
    if (whole) content.replaceChildren(createValueField({ ...value, schema: { description: '' } }, context));
    else if (schema.type === 'array') showItems();
    else showProperties();
  }

  function showItems(): void {
    const { items = {} } = schema;
    const indexes = model.below(pointer).map(Number);
    const length = indexes.length === 0 ? 0 : Math.max(...indexes) + 1;
    const item = (index: number) =>
      element('div', { class: 'breakerflow-item' }, [
        createFields({ pointer: `${pointer}/${index}`, name: `[${index}]`, schema: items, required: true }, context),
        button(text('body.remove'), () => {
          model.removeItem(pointer, index);
          showItems();
        }),
      ]);
    const add = button(text('body.addItem'), () => {
      const next = content.querySelectorAll(':scope > .breakerflow-item').length;
      add.before(item(next));
    });
    content.replaceChildren(...Array.from({ length }, (_, index) => item(index)), add);
  }

  function showProperties(): void {
    const { properties = {}, required: names = [], additionalProperties } = schema;
    const known = Object.entries(properties).map(([property, inner]) =>
      createFields(
        { pointer: `${pointer}/${step(property)}`, name: property, schema: inner, required: names.includes(property) },
        context,
      ),
    );
    const others = model.below(pointer).filter((property) => properties[property] === undefined);
    const rest = typeof additionalProperties === 'object' ? additionalProperties : {};
    const extraField = (property: string) =>
      element('div', { class: 'breakerflow-item' }, [
        createFields({ pointer: `${pointer}/${property}`, name: property, schema: rest, required: false }, context),
        button(text('body.remove'), () => {
          model.remove(`${pointer}/${property}`);
          showProperties();
        }),
      ]);
    content.replaceChildren(
      ...known,
      ...(additionalProperties === false ? [] : [...others.map(extraField), nameRow((name) => extraField(step(name)))]),
    );
  }

  /** A row to add a field that the catalog does not know, by its name. */
  function nameRow(make: (name: string) => HTMLElement): HTMLElement {
    const input = element('input', { type: 'text', placeholder: text('body.name'), 'aria-label': text('body.name') });
    const row = element('div', { class: 'breakerflow-namerow' }, [input, button(text('body.addField'), add)]);
    function add(): void {
      if (input.value === '') return;
      row.before(make(input.value));
      input.value = '';
    }
    input.addEventListener('keydown', (event) => {
      // Enter would close the dialog.
      if (event.key !== 'Enter') return;
      event.preventDefault();
      add();
    });
    return row;
  }

  if (open) show();
  else group.addEventListener('toggle', show, { once: true });
  return group;
}

export function button(label: string, onClick: () => void): HTMLButtonElement {
  const result = element('button', { type: 'button', class: 'red-ui-button red-ui-button-small' }, [label]);
  result.addEventListener('click', onClick);
  return result;
}
