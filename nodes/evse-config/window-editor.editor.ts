import {
  type ChargeWindow,
  minuteOfEdge,
  minutesADay,
  windowOverlaps,
  windowProblems,
  windowsText,
} from '../../src/charging';
import type { TextsOf } from '../../src/editor';
import { askToConfirm, element, text as shared, smallButton } from '../../src/editor';
import type english from './locales/en-US/evse-config.json';
import { createWeekGrid, overlapStart, sortedByStart } from './week-grid.editor';
import { isDrawable, onEveryDay, windowFrom } from './week-model.editor';
import { createHistory } from './window-history';
import { createWindowRow } from './window-row.editor';

type Text = TextsOf<typeof english>;

/** Shows the charge windows of a week on a grid and in fields, in place of an input that stores them as JSON. */
export function createWindowEditor(input: Query, text: Text): void {
  const field = input[0] as HTMLInputElement;
  let windows = readWindows(field.value);
  let selected = -1;
  const history = createHistory<readonly ChargeWindow[]>();
  const remember = () => history.remember(windows);
  const list = element('div', { class: 'breakerflow-windowlist' });
  const notes = element('div', { class: 'breakerflow-windownotes', role: 'status' });
  const grid = createWeekGrid({
    text,
    windows: () => windows,
    onChange(index, window) {
      windows = window === undefined ? windows.filter((_, other) => other !== index) : withWindow(index, window);
      selected = window === undefined ? -1 : index;
      show(true);
    },
    onSelect: select,
    onGesture: remember,
  });
  const add = smallButton(
    text('windows.add'),
    () => {
      const lastStart = windows
        .filter(isDrawable)
        .map(({ start }) => minuteOfEdge(start))
        .at(-1);
      remember();
      const start = lastStart === undefined ? minutesADay + 22 * 60 : lastStart + minutesADay;
      windows = [...windows, windowFrom(start, 8 * 60)];
      selected = windows.length - 1;
      show(true);
    },
    'fa-plus',
  );
  const everyDay = smallButton(
    text('windows.everyDay'),
    async () => {
      const window = windows[selected] ?? windows[0];
      if (window === undefined || !isDrawable(window)) return;
      const repeated = sortedByStart(onEveryDay(window));
      const kept = repeated.map((one) => windowsText([one]));
      const lost = windows.filter((one) => !kept.includes(windowsText([one]))).length;
      if (lost > 0 && !(await confirmLoss(text, lost))) return;
      remember();
      windows = repeated;
      selected = 0;
      show(true);
    },
    'fa-clone',
  );
  const undo = smallButton(text('windows.undo'), takeBack, 'fa-undo');
  field.style.display = 'none';
  const host = element('div', { class: 'breakerflow-windows', tabindex: '-1' }, [
    element('div', { class: 'breakerflow-hint' }, [text('windows.help')]),
    grid.host,
    element('div', { class: 'breakerflow-windowbuttons' }, [add, everyDay, undo]),
    list,
    notes,
  ]);
  field.after(host);
  host.addEventListener('keydown', (event) => {
    const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z';
    // In a field the browser takes back what was typed.
    if (!isUndo || event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    event.stopPropagation();
    takeBack();
  });

  function takeBack(): void {
    const before = history.undo(windows);
    if (before === undefined) return;
    windows = [...before];
    selected = Math.min(selected, windows.length - 1);
    show(true);
  }

  function withWindow(index: number, window: ChargeWindow): ChargeWindow[] {
    const next = [...windows];
    next[index] = window;
    return next;
  }

  function select(index: number): void {
    selected = index;
    grid.draw(selected, true);
    markSelected();
  }

  function markSelected(): void {
    for (const [index, row] of [...list.children].entries())
      row.classList.toggle('breakerflow-selected', index === selected);
  }

  /** A change on the grid rebuilds the fields; a change in a field does not. */
  function show(fromGrid: boolean): void {
    input.val(JSON.stringify(windows)).trigger('change');
    grid.draw(selected, fromGrid);
    // Where nothing is selected, the keys still reach the grid.
    if (fromGrid && selected < 0) host.focus({ preventScroll: true });
    undo.disabled = !history.canUndo(windows);
    if (fromGrid) list.replaceChildren(...windows.map(row));
    markSelected();
    showNotes();
  }

  function showNotes(): void {
    const problems = windowProblems(windows).map(({ path, rule }) =>
      element('div', { class: 'breakerflow-error' }, [`${partName(text, path)}: ${shared(`problem.${rule}`)}`]),
    );
    const drawable = windows.flatMap((window, index) => (isDrawable(window) ? [{ window, index }] : []));
    const overlaps = windowOverlaps(drawable.map(({ window }) => window)).map(
      ({ first, second, fromMinute, minutes }) =>
        element('div', { class: 'breakerflow-warning' }, [
          text('windows.overlap', {
            first: (drawable[first]?.index ?? 0) + 1,
            second: (drawable[second]?.index ?? 0) + 1,
            from: overlapStart(fromMinute, (day) => text(`day.${day}`)),
            minutes,
          }),
        ]),
    );
    const none = windows.length > 0 ? [] : [element('div', { class: 'breakerflow-note' }, [text('windows.none')])];
    notes.replaceChildren(...problems, ...overlaps, ...none);
  }

  function row(window: ChargeWindow, index: number): HTMLElement {
    return createWindowRow({
      text,
      window,
      index,
      change(change) {
        const current = windows[index];
        if (current === undefined) return undefined;
        const changed = change(current);
        windows = withWindow(index, changed);
        selected = index;
        show(false);
        return changed;
      },
      onRemove() {
        remember();
        windows = windows.filter((_, other) => other !== index);
        selected = -1;
        show(true);
      },
      onFocus() {
        remember();
        if (selected === index) return;
        selected = index;
        grid.draw(selected, false);
        markSelected();
      },
    });
  }

  list.replaceChildren(...windows.map(row));
  grid.draw(selected, false);
  undo.disabled = true;
  showNotes();
}

function confirmLoss(text: Text, count: number): Promise<boolean> {
  return askToConfirm(text('windows.everyDayAsk', { count }), {
    yes: text('windows.everyDay'),
    no: text('windows.everyDayNo'),
  });
}

function readWindows(stored: string): ChargeWindow[] {
  try {
    const value: unknown = JSON.parse(stored);
    // A value of another structure cannot be shown: the fields start empty, and the value stays until the first change.
    return windowProblems(value).every(({ rule }) => rule === 'windowCurrent' || rule === 'windowEnergy')
      ? (value as ChargeWindow[])
      : [];
  } catch {
    return [];
  }
}

/** The part of a window that a problem is of, as its control is called. */
function partName(text: Text, path: string): string {
  const [, index = '0', part = ''] = /^\[(\d+)\]\.?(.*)$/.exec(path) ?? [];
  return text(`windows.${partLabels[part] ?? 'start'}`, { number: Number(index) + 1 });
}

const partLabels: Readonly<Record<string, 'start' | 'stop' | 'startDay' | 'stopDay' | 'limit' | 'energy'>> = {
  start: 'start',
  stop: 'stop',
  'start.time': 'start',
  'stop.time': 'stop',
  'start.day': 'startDay',
  'stop.day': 'stopDay',
  'restrictions.maxCurrent': 'limit',
  'restrictions.maxEnergy': 'energy',
};
