import { instantsOfWall, isoInZone, wallTextAt, zoneNamed } from '../schedule';
import { browserZone } from './browser-zone';
import { element } from './element';
import { stopEnter } from './stop-enter';
import { text } from './texts';
import { zoneNames } from './zone-picker';

interface DateTimeOptions {
  /** ISO 8601 with a zone, or empty. */
  readonly value: string;
  readonly label: string;
  /** Gets ISO 8601 with the offset of the chosen zone; what no clock shows comes without one, and is refused. */
  readonly onChange: (value: string) => void;
}

const withZone = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/** Whether the picker can show a stored text; a reference to the environment, for example, stays a text. */
export function isPickable(value: string): boolean {
  return value === '' || (withZone.test(value) && !Number.isNaN(Date.parse(value)));
}

/** A calendar, a clock and the zone that both are read in: that of the browser, unless another one is chosen. */
export function createDateTimePicker({ value, label, onChange }: DateTimeOptions): HTMLElement {
  const date = element('input', { type: 'datetime-local', 'aria-label': label });
  const zone = element(
    'select',
    { class: 'breakerflow-zone', 'aria-label': text('picker.zoneOf', { field: label }) },
    zoneNames().map((name) => element('option', { value: name }, [name])),
  );
  const note = element('div', { class: 'breakerflow-date-note', role: 'status' });
  zone.value = browserZone();
  const zoneOf = () => zoneNamed(zone.value) ?? zoneNamed('UTC');
  const chosen = zoneOf();
  if (value !== '' && chosen !== undefined) date.value = wallTextAt(Date.parse(value), chosen);
  if (date.value.length > 16) date.step = '1';

  function changed(): void {
    const inZone = zoneOf();
    const isIncomplete = date.validity.badInput;
    const instants = inZone === undefined ? [] : instantsOfWall(date.value, inZone);
    const [first] = instants;
    const isGap = date.value !== '' && first === undefined;
    note.classList.toggle('breakerflow-error', isIncomplete || isGap);
    note.textContent = isIncomplete
      ? text('picker.dateIncomplete')
      : isGap
        ? text('picker.dateSkipped', { zone: zone.value })
        : instants.length > 1
          ? text('picker.dateTwice', { zone: zone.value })
          : '';
    if (isIncomplete) onChange('?');
    else onChange(first === undefined || inZone === undefined ? date.value : isoInZone(first, inZone));
  }
  date.addEventListener('input', changed);
  zone.addEventListener('change', changed);
  date.addEventListener('keydown', stopEnter);
  return element('span', { class: 'breakerflow-date-time' }, [date, zone, note]);
}

/** Makes the text input of a field a calendar, unless it holds anything else than a date. */
export function pickDate(input: Query): void {
  const field = input[0] as HTMLInputElement | undefined;
  if (field !== undefined && /^(\d{4}-\d\d-\d\d)?$/.test(field.value)) field.type = 'date';
}

/** Puts the picker in place of the text input of a field. */
export function pickDateTime(input: Query, label: string): void {
  const field = input[0] as HTMLInputElement | undefined;
  if (field === undefined || !isPickable(field.value)) return;
  field.style.display = 'none';
  field.after(
    createDateTimePicker({ value: field.value, label, onChange: (value) => input.val(value).trigger('change') }),
  );
}

/** The source of a typed field that is a fixed date and time, picked in place of a text; stored as a text. */
export function dateTimeSource(label: string): object {
  return {
    value: 'str',
    label: text('picker.dateTime'),
    icon: 'fa fa-calendar',
    hasValue: true,
    // Node-RED calls it with its widget, whose input holds the value.
    valueLabel(this: { readonly input: Query }, container: Query, value: string) {
      const write = (chosen: string) => this.input.val(chosen).trigger('change');
      const host = container[0] as HTMLElement;
      if (isPickable(value)) host.replaceChildren(createDateTimePicker({ value, label, onChange: write }));
      else {
        const plain = element('input', { type: 'text', 'aria-label': label });
        plain.value = value;
        plain.addEventListener('input', () => write(plain.value));
        host.replaceChildren(plain);
      }
    },
  };
}
