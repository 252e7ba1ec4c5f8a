import { type ChargeWindow, days, leastCurrentA, minuteOfEdge, minutesADay, windowLength } from '../../src/charging';
import type { TextsOf } from '../../src/editor';
import { createTimeInput, element, iconButton, stopEnter } from '../../src/editor';
import type english from './locales/en-US/evse-config.json';
import { isDrawable } from './week-model.editor';

type Limit = 'maxCurrent' | 'maxEnergy';

const limits = {
  maxCurrent: { min: leastCurrentA, unit: 'A', label: 'windows.limit' },
  maxEnergy: { min: 1, unit: 'Wh', label: 'windows.energy' },
} as const;

interface RowOptions {
  readonly text: TextsOf<typeof english>;
  readonly window: ChargeWindow;
  readonly index: number;
  /** Applies a change and returns the changed window; undefined if the window was removed. */
  readonly change: (change: (window: ChargeWindow) => ChargeWindow) => ChargeWindow | undefined;
  readonly onRemove: () => void;
  readonly onFocus: () => void;
}

/** The fields of one charge window: start, stop and limits. */
export function createWindowRow({ text, window, index, change, onRemove, onFocus }: RowOptions): HTMLElement {
  const number = index + 1;
  const midnight = element('span', { class: 'breakerflow-midnight' });

  function showMidnight(current: ChargeWindow | undefined): void {
    const passesMidnight =
      current !== undefined && isDrawable(current) && minuteOfDay(current) + windowLength(current) > minutesADay;
    midnight.textContent = passesMidnight ? text('windows.nextDay') : '';
  }

  function edge(name: 'start' | 'stop'): HTMLElement[] {
    const day = element(
      'select',
      { 'aria-label': text(`windows.${name}Day`, { number }) },
      days.map((name) => element('option', { value: name }, [text(`day.${name}`)])),
    );
    day.value = window[name].day;
    const changed = (newEdge: Partial<ChargeWindow['start']>) =>
      showMidnight(change((old) => ({ ...old, [name]: { ...old[name], ...newEdge } })));
    day.addEventListener('change', () => changed({ day: day.value as ChargeWindow['start']['day'] }));
    const label = text(`windows.${name}`, { number });
    return [day, createTimeInput({ value: window[name].time, label, onChange: (time) => changed({ time }) })];
  }

  function limit(name: Limit): HTMLElement {
    const { min, unit, label } = limits[name];
    const current = window.restrictions?.[name] ?? 0;
    const input = element('input', {
      type: 'number',
      min: String(min),
      step: 'any',
      'aria-label': text(label, { number }),
    });
    input.value = current === 0 ? '' : String(current);
    input.disabled = current === 0;
    const noLimitBox = element('input', { type: 'checkbox' });
    noLimitBox.checked = current === 0;
    const changed = () => {
      input.disabled = noLimitBox.checked;
      // An empty field must not become 0, which means no limit.
      const value = noLimitBox.checked ? 0 : input.value === '' ? min : Number(input.value);
      if (!noLimitBox.checked && input.value === '') input.value = String(min);
      change((old) => ({ ...old, restrictions: { ...old.restrictions, [name]: value } }));
    };
    noLimitBox.addEventListener('change', changed);
    input.addEventListener('change', changed);
    input.addEventListener('keydown', stopEnter);
    return element('span', { class: 'breakerflow-windowlimit' }, [
      input,
      ` ${unit} `,
      element('label', {}, [noLimitBox, ` ${text('windows.noLimit')}`]),
    ]);
  }

  const remove = iconButton('fa-trash', text('windows.remove', { number }), onRemove);
  const line = element('div', { class: 'breakerflow-windowrow' }, [
    element('span', { class: 'breakerflow-value' }, [String(number)]),
    ...edge('start'),
    ` ${text('windows.to')} `,
    ...edge('stop'),
    midnight,
    limit('maxCurrent'),
    limit('maxEnergy'),
    remove,
  ]);
  line.addEventListener('focusin', onFocus);
  showMidnight(window);
  return line;
}

function minuteOfDay({ start }: ChargeWindow): number {
  return minuteOfEdge(start) % minutesADay;
}
