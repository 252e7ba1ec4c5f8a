import { element, stopEnter } from '../../src/editor';

type Labelled = { readonly label: string };

function labelled(label: string, control: HTMLElement, isBefore = false): HTMLElement {
  const words = element('span', {}, [label]);
  return element('label', { class: 'breakerflow-lm-field' }, isBefore ? [control, words] : [words, control]);
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

/** A time of day as `HHMM`. */
export function timeField({
  label,
  value,
  onChange,
}: Labelled & { readonly value: string; readonly onChange: (value: string) => void }): HTMLElement {
  const input = element('input', { type: 'text', maxlength: '4', inputmode: 'numeric', placeholder: 'HHMM' });
  input.value = value;
  input.addEventListener('input', () => onChange(input.value));
  input.addEventListener('keydown', stopEnter);
  return labelled(label, input);
}

interface ChoiceOptions extends Labelled {
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly text: string }[];
  readonly onChange: (value: string) => void;
}

export function choiceField({ label, value, options, onChange }: ChoiceOptions): HTMLElement {
  const select = element(
    'select',
    {},
    options.map((option) => element('option', { value: option.value }, [option.text])),
  );
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
  field.classList.add('breakerflow-lm-tick');
  return field;
}
