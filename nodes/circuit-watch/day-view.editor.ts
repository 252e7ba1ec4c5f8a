import type { WatchedDay } from '../../src/admin-api';
import { type AccountReference, askAccount, element } from '../../src/editor';
import { type Measure, type MeasureName, measures, type ReplayedEvent, replay } from '../../src/watch';
import { missingForDay } from './day-missing';
import { drawDay } from './day-plot.editor';
import type { OwnText } from './own-text';
import { plotLevels } from './plot-levels';
import type { FormResult } from './settings-of-form';

interface DayViewOptions {
  /** The section; its day is read when it is opened. */
  readonly section: HTMLDetailsElement;
  readonly text: OwnText;
  readonly language: string;
  readonly account: () => AccountReference | undefined;
  /** The picked devices; undefined: all below a location. */
  readonly devices: () => readonly string[] | undefined;
  readonly nameOf: (deviceId: string) => string;
}

/** What the form says now. */
export interface DayForm {
  readonly measure: string;
  /** What it would watch by, or what is wrong with it. */
  readonly made: FormResult;
  readonly zone: string;
}

export interface DayView {
  /** The form has changed. */
  show(form: DayForm): void;
  close(): void;
}

/** What is listed in words; the plot has them all. */
const mostLines = 12;
const hourMs = 3_600_000;
const kinds = ['warning', 'alarm', 'all-clear', 'repeat', 'finished'] as const;

/** The last 24 hours of a device, and what a watch by this form would have told of them. Sends nothing. */
export function createDayView({ section, text, language, account, devices, nameOf }: DayViewOptions): DayView {
  const device = element('select', { 'aria-label': text('day24.device') });
  // One of several is chosen in it, and none is known yet.
  device.hidden = true;
  const note = element('div', { class: 'breakerflow-note', role: 'status' });
  const plot = element('div', { class: 'breakerflow-day-plot' });
  const list = element('ul', { class: 'breakerflow-day-told' });
  const honest = element('div', { class: 'breakerflow-note' });
  section.append(device, plot, note, list, honest);
  let form: DayForm | undefined;
  let day: WatchedDay | undefined;
  let dayOf = '';
  let readAt = 0;
  let newest = 0;

  function say(sentence: string, isError = false): void {
    note.textContent = sentence;
    note.className = isError ? 'breakerflow-error' : 'breakerflow-note';
    plot.replaceChildren();
    list.replaceChildren();
    honest.textContent = '';
  }

  function fillDevices(picked: readonly string[]): void {
    const before = device.value;
    device.replaceChildren(
      ...picked.map((id) => element('option', { value: id, selected: id === before }, [nameOf(id)])),
    );
    device.toggleAttribute('hidden', picked.length < 2);
  }

  /** Reads what is not read yet, and draws. */
  async function update(): Promise<void> {
    if (!section.open || form === undefined) return;
    const picked = devices();
    fillDevices(picked ?? []);
    const from = account();
    const { measure } = form;
    newest += 1;
    const missing = missingForDay({ hasAccount: from !== undefined, picked: picked?.length, measure });
    if (from === undefined || missing.length > 0) {
      say(missing.map((what) => text(`day24.${what}`)).join(' '));
      return;
    }
    const asked = JSON.stringify([from, device.value, measure]);
    if (asked === dayOf && performance.now() - readAt < hourMs) {
      draw();
      return;
    }
    const thisRead = newest;
    dayOf = '';
    say(text('day24.reading'));
    try {
      const answer = await askAccount(from, 'watched-day', { deviceId: device.value, measure });
      if (thisRead !== newest) return;
      [day, dayOf, readAt] = [answer, asked, performance.now()];
      draw();
    } catch (error) {
      if (thisRead === newest) say(error instanceof Error ? error.message : String(error), true);
    }
  }

  function draw(): void {
    if (day === undefined || form === undefined) return;
    const why = day.why ?? (day.points.length === 0 ? 'empty' : undefined);
    if (why !== undefined) {
      say(text(`day24.${why}`));
      return;
    }
    const { made, zone } = form;
    const time = timeIn(zone, language);
    const isWrong = 'problems' in made;
    const told = isWrong ? [] : replay(day.points, made.settings, day);
    const summary = isWrong ? text('day24.wrong') : text('day24.told', { count: told.length });
    say(summary);
    honest.textContent = [honestText(day), ...(day.complete ? [] : [text('day24.incomplete')])].join(' ');
    plot.replaceChildren(
      drawDay({
        ...{ day, told, language, time },
        levels: isWrong ? { thresholds: [], bands: [] } : plotLevels(made.settings.condition),
        widthPx: plot.clientWidth,
        label: `${text('day24.plot')} ${summary} ${honest.textContent}`,
      }),
    );
    list.replaceChildren(
      ...told
        .slice(-mostLines)
        .map((one) => element('li', { class: `breakerflow-day-${one.event.kind}` }, [lineOf(one, time)])),
    );
    if (told.length > mostLines)
      list.prepend(element('li', {}, [text('day24.more', { count: told.length - mostLines })]));
  }

  function lineOf({ event, toldMs }: ReplayedEvent, time: (atMs: number) => string): string {
    const kind = kinds.find((each) => each === event.kind) ?? 'alarm';
    const value =
      event.value === undefined
        ? ''
        : [event.value]
            .flat()
            .map((one) => amount(Number(one)))
            .join(' / ');
    return text(`day24.kind.${kind}`, { at: time(toldMs), since: time(event.sinceMs ?? event.atMs), value });
  }

  function amount(value: number): string {
    const measure: Measure | undefined = measures[form?.measure as MeasureName];
    const number = new Intl.NumberFormat(language, { maximumSignificantDigits: 3 }).format(value);
    return `${number} ${measure?.kind === 'number' ? measure.unit : ''}`.trim();
  }

  /** How far apart its values are, and what is not seen between them. */
  function honestText({ points, intervalMs }: WatchedDay): string {
    const highest = Math.max(...points.flatMap(({ value }) => value));
    const peaks = points.flatMap(({ most }) => most ?? []);
    const shown = { minutes: Math.round(intervalMs / 60_000), average: amount(highest) };
    return peaks.length === 0
      ? text('day24.averages', shown)
      : text('day24.averagesAndMost', { ...shown, most: amount(Math.max(...peaks)) });
  }

  section.addEventListener('toggle', () => void update());
  device.addEventListener('change', () => void update());
  let drawnWidth = 0;
  const sizes = new ResizeObserver(() => {
    if (plot.clientWidth === drawnWidth) return;
    drawnWidth = plot.clientWidth;
    if (plot.childElementCount > 0) draw();
  });
  sizes.observe(plot);

  return {
    show(next) {
      form = next;
      void update();
    },
    close() {
      newest += 1;
      sizes.disconnect();
    },
  };
}

/** A zone that does not exist is told at its field. */
function timeIn(timeZone: string, language: string): (atMs: number) => string {
  const format = (zone: object) =>
    new Intl.DateTimeFormat(language, { ...zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  let shown = format({});
  try {
    shown = format({ timeZone });
  } catch {}
  return (atMs) => shown.format(atMs);
}
