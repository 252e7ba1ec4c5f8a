import { createTimeInput, element, stopEnter } from '..';

type Labelled = { readonly label: string };

function labelled(label: string, control: HTMLElement, isBefore = false): HTMLElement {
  const words = element('span', {}, [label]);
  return element('label', { class: 'breakerflow-row-field' }, isBefore ? [control, words] : [words, control]);
}

interface NumberOptions extends Labelled {
  readonly value: number | '' | undefined;
  readonly placeholder?: string;
  readonly onChange: (value: number | '') => void;
}

/** A number, or nothing; the label stands above it. */
export function numberField({ label, value, placeholder = '', onChange }: NumberOptions): HTMLElement {
  const input = element('input', { type: 'number', step: 'any', placeholder });
  input.value = value === undefined ? '' : String(value);
  input.addEventListener('input', () => onChange(input.value === '' ? '' : Number(input.value)));
  input.addEventListener('keydown', stopEnter);
  return labelled(label, input);
}

interface TextOptions extends Labelled {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A time of day; `HHMM` is kept. */
export function timeField({ label, value, onChange }: TextOptions): HTMLElement {
  return labelled(label, createTimeInput({ value, onChange }));
}

export function textField({ label, value, onChange }: TextOptions): HTMLElement {
  const input = element('input', { type: 'text' });
  input.value = value;
  input.addEventListener('input', () => onChange(input.value));
  input.addEventListener('keydown', stopEnter);
  return labelled(label, input);
}

interface ChoiceOptions extends TextOptions {
  readonly options: readonly { readonly value: string; readonly text: string }[];
}

export function choiceField({ options, ...shared }: ChoiceOptions): HTMLElement {
  return selectField({
    ...shared,
    options: options.map(({ value, text }) => element('option', { value }, [text])),
  });
}

interface SelectOptions extends TextOptions {
  readonly options: readonly HTMLOptionElement[];
}

/** A choice from options that are made already, such as an indented tree. */
export function selectField({ label, value, options, onChange }: SelectOptions): HTMLElement {
  const select = element('select', {}, options);
  select.value = value;
  select.addEventListener('change', () => onChange(select.value));
  return labelled(label, select);
}

export function tickField({
  label,
  value,
  onChange,
}: Labelled & { readonly value: boolean; readonly onChange: (value: boolean) => void }): HTMLElement {
  const box = element('input', { type: 'checkbox' });
  box.checked = value;
  box.addEventListener('change', () => onChange(box.checked));
  const field = labelled(label, box, true);
  field.classList.add('breakerflow-row-tick');
  return field;
}
