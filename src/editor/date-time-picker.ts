import { dateTimeText, instantsOfWall, isoInZone, parseDateTime, wallTextAt, zoneNamed } from '../schedule';
import { browserZone } from './browser-zone';
import { element } from './element';
import { iconButton } from './small-button';
import { stopEnter } from './stop-enter';
import { text } from './texts';
import { zoneNames } from './zone-picker';

interface DateTimeOptions {
  /** ISO 8601 with a zone, or empty. */
  readonly value: string;
  readonly label: string;
  /** A day without a time is kept, too, as `YYYY-MM-DD`. */
  readonly takesDay?: boolean;
  /** Gets ISO 8601 with the offset of the chosen zone; what no clock shows comes without one, and is refused, as `?` is. */
  readonly onChange: (value: string) => void;
}

const withZone = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;
const isInstant = (value: string) => withZone.test(value) && !Number.isNaN(Date.parse(value));
const isDay = (value: string) => /^\d{4}-\d\d-\d\d$/.test(value) && parseDateTime(value) !== undefined;

/** Whether the picker can show a stored text; a reference to the environment, for example, stays a text. */
export function isPickable(value: string, takesDay = false): boolean {
  return value === '' || isInstant(value) || (takesDay && isDay(value));
}

/**
 * A date and a time, written as people do or picked from a calendar, and the zone that they are read in: that of the browser,
 * unless another one is chosen. A time alone is that of the day which stands there, or of today.
 */
export function createDateTimePicker({ value, label, takesDay = false, onChange }: DateTimeOptions): HTMLElement {
  const box = element('input', { type: 'text', class: 'breakerflow-date-text', 'aria-label': label });
  // The browser's calendar: only its window is shown.
  const calendar = element('input', {
    type: 'datetime-local',
    class: 'breakerflow-calendar',
    tabindex: '-1',
    'aria-hidden': 'true',
  });
  const open = iconButton('fa-calendar', text('picker.calendarOf', { field: label }), () => calendar.showPicker());
  const zone = element(
    'select',
    { class: 'breakerflow-zone', 'aria-label': text('picker.zoneOf', { field: label }) },
    zoneNames().map((name) => element('option', { value: name }, [name])),
  );
  const note = element('div', { class: 'breakerflow-date-note', role: 'status' });
  zone.value = browserZone();
  const zoneOf = () => zoneNamed(zone.value) ?? zoneNamed('UTC');
  const wallAt = (atMs: number) => {
    const inZone = zoneOf();
    return inZone === undefined ? '' : wallTextAt(atMs, inZone);
  };
  const today = () => wallAt(Date.now()).slice(0, 10);
  /** What stands there, as a wall clock shows it: empty, a day, or a day and a time. */
  let wall = isInstant(value) ? wallAt(Date.parse(value)) : value;

  function show(): void {
    box.value = dateTimeText(wall, RED.i18n.lang());
    calendar.value = wall;
  }

  function report(): void {
    const inZone = zoneOf();
    const isWhole = wall.includes('T');
    const instants = inZone === undefined || !isWhole ? [] : instantsOfWall(wall, inZone);
    const [first] = instants;
    const isIncomplete = !isWhole && wall !== '' && !(takesDay && isDay(wall));
    const isGap = isWhole && first === undefined;
    note.classList.toggle('breakerflow-error', isIncomplete || isGap);
    box.classList.toggle('input-error', isIncomplete || isGap);
    box.toggleAttribute('aria-invalid', isIncomplete || isGap);
    note.textContent = isIncomplete
      ? text('picker.dateIncomplete', { example: `${today()} ${dateTimeText('T22:00', RED.i18n.lang())}` })
      : isGap
        ? text('picker.dateSkipped', { zone: zone.value })
        : instants.length > 1
          ? text('picker.dateTwice', { zone: zone.value })
          : '';
    // A narrow field cuts the note off.
    box.title = note.textContent;
    if (isIncomplete) onChange('?');
    else onChange(first === undefined || inZone === undefined ? wall : isoInZone(first, inZone));
  }

  let day = wall.slice(0, 10);
  function read(): void {
    const typed = box.value.trim();
    const written = parseDateTime(typed);
    if (typed === '') wall = '';
    else if (isInstant(typed.toUpperCase())) wall = wallAt(Date.parse(typed));
    else if (written === undefined) wall = '?';
    else wall = [written.date ?? (day || today()), written.time].filter(Boolean).join('T');
    calendar.value = wall;
    report();
  }

  box.placeholder = `${today()} ${dateTimeText('T22:00', RED.i18n.lang())}`;
  box.addEventListener('input', read);
  box.addEventListener('change', () => {
    if (wall === '?') return;
    day = wall.slice(0, 10);
    show();
  });
  box.addEventListener('keydown', stopEnter);
  calendar.addEventListener('input', () => {
    wall = calendar.value;
    day = wall.slice(0, 10);
    show();
    report();
  });
  zone.addEventListener('change', report);
  show();
  return element('span', { class: 'breakerflow-date-time' }, [box, open, calendar, zone, note]);
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
export function dateTimeSource(label: string, takesDay = false): object {
  return {
    value: 'str',
    label: text('picker.dateTime'),
    icon: 'fa fa-calendar',
    hasValue: true,
    // Node-RED calls it with its widget, whose input holds the value.
    valueLabel(this: { readonly input: Query }, container: Query, value: string) {
      const onChange = (chosen: string) => this.input.val(chosen).trigger('change');
      const host = container[0] as HTMLElement;
      if (isPickable(value, takesDay)) host.replaceChildren(createDateTimePicker({ value, label, takesDay, onChange }));
      else {
        const plain = element('input', { type: 'text', 'aria-label': label });
        plain.value = value;
        plain.addEventListener('input', () => onChange(plain.value));
        host.replaceChildren(plain);
      }
    },
  };
}
