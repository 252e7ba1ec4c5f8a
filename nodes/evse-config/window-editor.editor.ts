import {
  type ChargeWindow,
  days,
  isTime,
  leastCurrentA,
  minuteOfEdge,
  minutesADay,
  mostCurrentA,
  mostEnergyWh,
  windowLength,
  windowOverlaps,
  windowProblems,
} from '../../src/charging';
import { element, text as shared } from '../../src/editor';
import { createWeekGrid, inOrder, overlapStart } from './week-grid.editor';
import { isDrawable, onEveryDay, windowFrom } from './week-model.editor';

type Text = (key: string, params?: Readonly<Record<string, unknown>>) => string;
type Limit = 'maxCurrent' | 'maxEnergy';

const limits = {
  maxCurrent: { min: leastCurrentA, max: mostCurrentA, unit: 'A', label: 'windows.limit' },
  maxEnergy: { min: 1, max: mostEnergyWh, unit: 'Wh', label: 'windows.energy' },
} as const;

/** The charge windows of a week: drawn on a grid, and written in fields. The input keeps them as JSON. */
export function createWindowEditor(input: Query, text: Text): void {
  const field = input[0] as HTMLInputElement;
  let windows = readWindows(field.value);
  let selected = -1;
  const list = element('div', { class: 'breakerflow-windowlist' });
  const notes = element('div', { class: 'breakerflow-windownotes', role: 'status' });
  const grid = createWeekGrid({
    text,
    windows: () => windows,
    onChange(place, window) {
      windows = window === undefined ? windows.filter((_, other) => other !== place) : replaced(place, window);
      selected = window === undefined ? -1 : place;
      show(true);
    },
    onSelect: select,
  });
  const add = button('fa-plus', text('windows.add'), () => {
    const lastStart = windows
      .filter(isDrawable)
      .map(({ start }) => minuteOfEdge(start))
      .at(-1);
    const start = lastStart === undefined ? minutesADay + 22 * 60 : lastStart + minutesADay;
    windows = [...windows, windowFrom(start, 8 * 60)];
    selected = windows.length - 1;
    show(true);
  });
  const everyDay = button('fa-clone', text('windows.everyDay'), () => {
    const window = windows[selected] ?? windows[0];
    if (window === undefined || !isDrawable(window)) return;
    windows = inOrder(onEveryDay(window));
    selected = 0;
    show(true);
  });
  field.style.display = 'none';
  field.after(
    element('div', { class: 'breakerflow-windows' }, [
      element('div', { class: 'breakerflow-hint' }, [text('windows.help')]),
      grid.host,
      element('div', { class: 'breakerflow-windowbuttons' }, [add, everyDay]),
      list,
      notes,
    ]),
  );

  function replaced(place: number, window: ChargeWindow): ChargeWindow[] {
    const next = [...windows];
    next[place] = window;
    return next;
  }

  function select(place: number): void {
    selected = place;
    grid.draw(selected, true);
    markSelected();
  }

  function markSelected(): void {
    for (const [place, row] of [...list.children].entries())
      row.classList.toggle('breakerflow-selected', place === selected);
  }

  /** After a change on the grid the fields follow; a field that is typed in stays as it is. */
  function show(fromGrid: boolean): void {
    input.val(JSON.stringify(windows)).trigger('change');
    grid.draw(selected, fromGrid);
    if (fromGrid) list.replaceChildren(...windows.map(row));
    markSelected();
    showNotes();
  }

  function showNotes(): void {
    const problems = windowProblems(windows).map(({ path, rule }) =>
      element('div', { class: 'breakerflow-error' }, [`${placeName(path)} ${shared(`problem.${rule}`)}`]),
    );
    const drawn = windows.flatMap((window, place) => (isDrawable(window) ? [{ window, place }] : []));
    const overlaps = windowOverlaps(drawn.map(({ window }) => window)).map(({ first, second, fromMinute, minutes }) =>
      element('div', { class: 'breakerflow-warning' }, [
        text('windows.overlap', {
          first: (drawn[first]?.place ?? 0) + 1,
          second: (drawn[second]?.place ?? 0) + 1,
          from: overlapStart(fromMinute, (day) => text(`day.${day}`)),
          minutes,
        }),
      ]),
    );
    const none = windows.length > 0 ? [] : [element('div', { class: 'breakerflow-note' }, [text('windows.none')])];
    notes.replaceChildren(...problems, ...overlaps, ...none);
  }

  function edit(place: number, change: (window: ChargeWindow) => ChargeWindow): void {
    const window = windows[place];
    if (window === undefined) return;
    windows = replaced(place, change(window));
    selected = place;
    show(false);
  }

  function row(window: ChargeWindow, place: number): HTMLElement {
    const number = place + 1;
    const midnight = element('span', { class: 'breakerflow-midnight' });
    const update = () => {
      const current = windows[place];
      const passes =
        current !== undefined && isDrawable(current) && minuteOfDay(current) + windowLength(current) > minutesADay;
      midnight.textContent = passes ? text('windows.nextDay') : '';
    };
    const edge = (name: 'start' | 'stop') => {
      const day = element(
        'select',
        { 'aria-label': text(`windows.${name}Day`, { number }) },
        days.map((one) => element('option', { value: one }, [text(`day.${one}`)])),
      );
      day.value = window[name].day;
      const time = element('input', {
        type: 'text',
        maxlength: '4',
        inputmode: 'numeric',
        placeholder: 'HHMM',
        class: 'breakerflow-time',
        'aria-label': text(`windows.${name}`, { number }),
      });
      time.value = window[name].time;
      const changed = () => {
        time.classList.toggle('input-error', !isTime(time.value));
        edit(place, (before) => ({
          ...before,
          [name]: { day: day.value as ChargeWindow['start']['day'], time: time.value },
        }));
        update();
      };
      day.addEventListener('change', changed);
      time.addEventListener('input', changed);
      time.addEventListener('keydown', stopEnter);
      return [day, time];
    };
    const remove = button('fa-trash', '', () => {
      windows = windows.filter((_, other) => other !== place);
      selected = -1;
      show(true);
    });
    remove.setAttribute('aria-label', text('windows.remove', { number }));
    remove.title = text('windows.remove', { number });
    const line = element('div', { class: 'breakerflow-windowrow' }, [
      element('span', { class: 'breakerflow-place' }, [String(number)]),
      ...edge('start'),
      ` ${text('windows.to')} `,
      ...edge('stop'),
      midnight,
      ...limitFields('maxCurrent', window, place),
      ...limitFields('maxEnergy', window, place),
      remove,
    ]);
    line.addEventListener('focusin', () => {
      if (selected === place) return;
      selected = place;
      grid.draw(selected, false);
      markSelected();
    });
    update();
    return line;
  }

  function limitFields(name: Limit, window: ChargeWindow, place: number): HTMLElement[] {
    const { min, max, unit, label } = limits[name];
    const given = window.restrictions?.[name] ?? 0;
    const number = element('input', {
      type: 'number',
      min: String(min),
      max: String(max),
      step: '1',
      'aria-label': text(label, { number: place + 1 }),
    });
    number.value = given === 0 ? '' : String(given);
    number.disabled = given === 0;
    const free = element('input', { type: 'checkbox' });
    free.checked = given === 0;
    const changed = () => {
      number.disabled = free.checked;
      // An empty field is no number, and must not pass as 0, which is no limit.
      const value = free.checked ? 0 : number.value === '' ? min : Number(number.value);
      if (!free.checked && number.value === '') number.value = String(min);
      edit(place, (before) => ({ ...before, restrictions: { ...before.restrictions, [name]: value } }));
    };
    free.addEventListener('change', changed);
    number.addEventListener('change', changed);
    number.addEventListener('keydown', stopEnter);
    return [
      element('span', { class: 'breakerflow-windowlimit' }, [
        number,
        ` ${unit} `,
        element('label', {}, [free, ` ${text('windows.noLimit')}`]),
      ]),
    ];
  }

  list.replaceChildren(...windows.map(row));
  grid.draw(selected, false);
  showNotes();
}

function readWindows(stored: string): ChargeWindow[] {
  try {
    const value: unknown = JSON.parse(stored);
    // What has the wrong shape cannot be shown: the fields start anew, and the old text stays until something changes.
    return windowProblems(value).every(({ rule }) => rule === 'windowCurrent' || rule === 'windowEnergy')
      ? (value as ChargeWindow[])
      : [];
  } catch {
    return [];
  }
}

function placeName(path: string): string {
  return path.replace(/^\[(\d+)\]\.?/, (_, place: string) => `${Number(place) + 1}: `);
}

function minuteOfDay({ start }: ChargeWindow): number {
  return minuteOfEdge(start) % minutesADay;
}

function button(icon: string, label: string, onClick: () => void): HTMLButtonElement {
  const made = element('button', { type: 'button', class: 'red-ui-button red-ui-button-small' }, [
    element('i', { class: `fa ${icon}`, 'aria-hidden': 'true' }),
    ...(label === '' ? [] : [` ${label}`]),
  ]);
  made.addEventListener('click', onClick);
  return made;
}

// Enter would close the dialog.
function stopEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault();
}
