import { parseTimeOfDay, timeOfDayText } from '../schedule';
import { element } from './element';
import { stopEnter } from './stop-enter';
import { text } from './texts';

interface TimeOptions {
  /** `HH:MM` or `HHMM`; anything else is shown as it is. */
  readonly value: string;
  readonly label?: string;
  /** Gets `HHMM`, or what was typed where it is no time. */
  readonly onChange: (value: string) => void;
}

/** A time of day, understood as people write it and shown as the editor's language does. */
export function createTimeInput({ value, label, onChange }: TimeOptions): HTMLInputElement {
  const input = element('input', {
    type: 'text',
    class: 'breakerflow-time',
    ...(label === undefined ? {} : { 'aria-label': label }),
  });
  const shown = (time: string) => timeOfDayText(time, RED.i18n.lang());
  input.placeholder = shown('22:00');
  input.value = shown(value);
  const mark = () => {
    const isWrong = input.value !== '' && parseTimeOfDay(input.value) === undefined;
    input.classList.toggle('input-error', isWrong);
    input.toggleAttribute('aria-invalid', isWrong);
    input.title = isWrong ? text('problem.timeOfDay') : '';
  };
  input.addEventListener('input', () => {
    mark();
    onChange(parseTimeOfDay(input.value)?.replace(':', '') ?? input.value);
  });
  input.addEventListener('change', () => {
    input.value = shown(parseTimeOfDay(input.value) ?? input.value);
  });
  input.addEventListener('keydown', stopEnter);
  mark();
  return input;
}

/** Puts a time input in place of the text input of a field. */
export function pickTime(input: Query, label: string): void {
  const field = input[0] as HTMLInputElement | undefined;
  if (field === undefined) return;
  field.style.display = 'none';
  field.after(createTimeInput({ value: field.value, label, onChange: (time) => input.val(time).trigger('change') }));
}
