import { type ChargeWindow, minuteOfEdge, minutesADay, windowOverlaps, windowProblems } from '../../src/charging';
import type { TextsOf } from '../../src/editor';
import { element, text as shared, smallButton } from '../../src/editor';
import type english from './locales/en-US/evse-config.json';
import { createWeekGrid, overlapStart, sortedByStart } from './week-grid.editor';
import { isDrawable, onEveryDay, windowFrom } from './week-model.editor';
import { createWindowRow } from './window-row.editor';

type Text = TextsOf<typeof english>;

/** Shows the charge windows of a week on a grid and in fields, in place of an input that stores them as JSON. */
export function createWindowEditor(input: Query, text: Text): void {
  const field = input[0] as HTMLInputElement;
  let windows = readWindows(field.value);
  let selected = -1;
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
  });
  const add = smallButton(
    text('windows.add'),
    () => {
      const lastStart = windows
        .filter(isDrawable)
        .map(({ start }) => minuteOfEdge(start))
        .at(-1);
      const start = lastStart === undefined ? minutesADay + 22 * 60 : lastStart + minutesADay;
      windows = [...windows, windowFrom(start, 8 * 60)];
      selected = windows.length - 1;
      show(true);
    },
    'fa-plus',
  );
  const everyDay = smallButton(
    text('windows.everyDay'),
    () => {
      const window = windows[selected] ?? windows[0];
      if (window === undefined || !isDrawable(window)) return;
      windows = sortedByStart(onEveryDay(window));
      selected = 0;
      show(true);
    },
    'fa-clone',
  );
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
    if (fromGrid) list.replaceChildren(...windows.map(row));
    markSelected();
    showNotes();
  }

  function showNotes(): void {
    const problems = windowProblems(windows).map(({ path, rule }) =>
      element('div', { class: 'breakerflow-error' }, [`${windowName(path)} ${shared(`problem.${rule}`)}`]),
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
        windows = windows.filter((_, other) => other !== index);
        selected = -1;
        show(true);
      },
      onFocus() {
        if (selected === index) return;
        selected = index;
        grid.draw(selected, false);
        markSelected();
      },
    });
  }

  list.replaceChildren(...windows.map(row));
  grid.draw(selected, false);
  showNotes();
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

function windowName(path: string): string {
  return path.replace(/^\[(\d+)\]\.?/, (_, index: string) => `${Number(index) + 1}: `);
}
