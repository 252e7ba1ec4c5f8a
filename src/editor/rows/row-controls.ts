import { element, stopEnter } from '..';

type Attributes = Readonly<Record<string, string>>;
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

/** A time of day as `HHMM`. */
export function timeField(options: TextOptions): HTMLElement {
  return textField(options, { maxlength: '4', inputmode: 'numeric', placeholder: 'HHMM' });
}

export function textField({ label, value, onChange }: TextOptions, attributes: Attributes = {}): HTMLElement {
  const input = element('input', { type: 'text', ...attributes });
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
