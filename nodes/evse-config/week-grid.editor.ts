import {
  type ChargeWindow,
  days,
  minuteOfEdge,
  minutesADay,
  spansOf,
  timeOfMinute,
  windowOverlaps,
} from '../../src/charging';
import type { TextsOf } from '../../src/editor';
import { element } from '../../src/editor';
import { timeOfDayText } from '../../src/schedule';
import type english from './locales/en-US/evse-config.json';
import { isDrawable, moveWindow, resizeWindow, stepMinutes, windowFrom } from './week-model.editor';

interface GridOptions {
  readonly text: TextsOf<typeof english>;
  readonly windows: () => readonly ChargeWindow[];
  /** Called when the mouse or the keys have changed a window; undefined removes it. */
  readonly onChange: (index: number, window: ChargeWindow | undefined) => void;
  readonly onSelect: (index: number) => void;
  /** Called before the mouse or a key changes anything: what follows is one step of undo. */
  readonly onGesture: () => void;
}

export interface WeekGrid {
  readonly host: HTMLElement;
  draw(selected: number, focus: boolean): void;
}

type Drag =
  | { readonly kind: 'add'; readonly index: number; readonly fromMinute: number }
  | {
      readonly kind: 'move' | 'start' | 'stop';
      readonly index: number;
      readonly fromMinute: number;
      readonly original: ChargeWindow;
    };

/** A week with one row per day, in which windows are drawn, moved and resized with the mouse or the keys. */
export function createWeekGrid({ text, windows, onChange, onSelect, onGesture }: GridOptions): WeekGrid {
  const tracks = days.map((day) => element('div', { class: 'breakerflow-track', 'data-day': day }));
  const hours = element(
    'div',
    { class: 'breakerflow-hours', 'aria-hidden': 'true' },
    [0, 6, 12, 18, 24].map((hour) => element('span', {}, [String(hour).padStart(2, '0')])),
  );
  const host = element('div', { class: 'breakerflow-week', role: 'group', 'aria-label': text('windows.grid') }, [
    element('span'),
    hours,
    ...days.flatMap((day, index) => [
      element('span', { class: 'breakerflow-day' }, [text(`day.${day}`)]),
      tracks[index] as HTMLElement,
    ]),
  ]);
  let drag: Drag | undefined;
  let selectedIndex = -1;

  /** The minute of the week under the pointer, rounded to a step. */
  function minuteAt(event: PointerEvent): number {
    const boxes = tracks.map((track) => track.getBoundingClientRect());
    const row = boxes.findIndex(({ bottom }) => event.clientY < bottom);
    const day = row < 0 ? days.length - 1 : row;
    const box = boxes[day] as DOMRect;
    const fraction = Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
    return day * minutesADay + Math.round((fraction * minutesADay) / stepMinutes) * stepMinutes;
  }

  function dragTo(event: PointerEvent): void {
    if (drag === undefined) return;
    const by = minuteAt(event) - drag.fromMinute;
    if (drag.kind === 'add') {
      if (by === 0) return;
      const window = by > 0 ? windowFrom(drag.fromMinute, by) : windowFrom(drag.fromMinute + by, -by);
      onChange(drag.index, { ...window, ...restrictionsOf(windows()[drag.index]) });
    } else if (drag.kind === 'move') onChange(drag.index, moveWindow(drag.original, by));
    else onChange(drag.index, resizeWindow(drag.original, drag.kind, by));
  }

  host.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || !(event.target instanceof HTMLElement)) return;
    const segment = event.target.closest<HTMLElement>('.breakerflow-window');
    const fromMinute = minuteAt(event);
    onGesture();
    if (segment === null) {
      if (event.target.closest('.breakerflow-track') === null) return;
      drag = { kind: 'add', index: windows().length, fromMinute };
    } else {
      const index = Number(segment.dataset.index);
      const original = windows()[index];
      if (original === undefined) return;
      const edge = event.target.dataset.edge;
      drag = { kind: edge === 'start' || edge === 'stop' ? edge : 'move', index, fromMinute, original };
      onSelect(index);
    }
    host.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  host.addEventListener('pointermove', dragTo);
  for (const end of ['pointerup', 'pointercancel'] as const)
    host.addEventListener(end, () => {
      drag = undefined;
    });

  host.addEventListener('keydown', (event) => {
    const segment = (event.target as HTMLElement).closest<HTMLElement>('.breakerflow-window');
    const index = Number(segment?.dataset.index ?? -1);
    const window = windows()[index];
    if (segment === null || window === undefined) return;
    const steps: Readonly<Record<string, number>> = {
      ArrowLeft: -stepMinutes,
      ArrowRight: stepMinutes,
      ArrowUp: -minutesADay,
      ArrowDown: minutesADay,
    };
    const by = steps[event.key];
    onGesture();
    if (by !== undefined) onChange(index, event.shiftKey ? resizeWindow(window, 'stop', by) : moveWindow(window, by));
    else if (event.key === 'Delete' || event.key === 'Backspace') onChange(index, undefined);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });

  function drawSegments(window: ChargeWindow, index: number, overlapping: ReadonlySet<number>, selected: number): void {
    const limit = window.restrictions?.maxCurrent ?? 0;
    const label = text('windows.label', {
      number: index + 1,
      start: `${text(`day.${window.start.day}`)} ${timeText(window.start.time)}`,
      stop: `${text(`day.${window.stop.day}`)} ${timeText(window.stop.time)}`,
      limit: limit === 0 ? text('windows.noLimit') : `${limit} A`,
    });
    for (const { day, fromMinute, toMinute, first, last } of spansOf(window)) {
      const classes = [
        'breakerflow-window',
        ...(index === selected ? ['breakerflow-selected'] : []),
        ...(overlapping.has(index) ? ['breakerflow-overlap'] : []),
        ...(first ? [] : ['breakerflow-continued']),
        ...(last ? [] : ['breakerflow-continues']),
      ];
      const segment = element(
        'div',
        {
          class: classes.join(' '),
          'data-index': String(index),
          title: label,
          ...(first ? { tabindex: '0', role: 'button', 'aria-label': label } : { 'aria-hidden': 'true' }),
        },
        [
          ...(first ? [element('span', { class: 'breakerflow-handle', 'data-edge': 'start' })] : []),
          element('span', { class: 'breakerflow-number' }, [String(index + 1)]),
          ...(last ? [element('span', { class: 'breakerflow-handle', 'data-edge': 'stop' })] : []),
        ],
      );
      segment.style.left = `${(fromMinute / minutesADay) * 100}%`;
      segment.style.width = `${((toMinute - fromMinute) / minutesADay) * 100}%`;
      segment.addEventListener('focus', () => {
        if (index !== selectedIndex) onSelect(index);
      });
      tracks[days.indexOf(day)]?.append(segment);
    }
  }

  return {
    host,
    draw(selected, focus) {
      selectedIndex = selected;
      for (const track of tracks) track.replaceChildren();
      const drawable = windows().flatMap((window, index) => (isDrawable(window) ? [{ window, index }] : []));
      const overlaps = windowOverlaps(drawable.map(({ window }) => window));
      const overlapping = new Set(overlaps.flatMap(({ first, second }) => [first, second]));
      const overlapped = new Set([...overlapping].map((index) => drawable[index]?.index ?? -1));
      for (const { window, index } of drawable) drawSegments(window, index, overlapped, selected);
      if (focus) host.querySelector<HTMLElement>(`.breakerflow-window[data-index="${selected}"][tabindex]`)?.focus();
    },
  };
}

const timeText = (time: string) => timeOfDayText(time, RED.i18n.lang());

function restrictionsOf(window: ChargeWindow | undefined): Pick<ChargeWindow, 'restrictions'> {
  return window?.restrictions === undefined ? {} : { restrictions: window.restrictions };
}

/** The text of the start of an overlap. */
export function overlapStart(fromMinute: number, dayText: (day: (typeof days)[number]) => string): string {
  return `${dayText(days[Math.floor(fromMinute / minutesADay)] ?? days[0])} ${timeText(timeOfMinute(fromMinute))}`;
}

/** The windows in the order of their starts. */
export function sortedByStart(windows: readonly ChargeWindow[]): ChargeWindow[] {
  return [...windows].sort((a, b) => minuteOfEdge(a.start) - minuteOfEdge(b.start));
}
