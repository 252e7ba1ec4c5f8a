import { type BatchPreview, type FoundProblem, problemSentence, withoutFormOfEmpty } from '../../src/admin-api';
import { element, type TextKey, type Texts, text } from '../../src/editor';
import { type BatchOrder, type ScheduleWarning, timeOfDayText } from '../../src/schedule';
import type { OwnTexts } from './body-form.editor';
import type english from './locales/en-US/batch-schedule.json';
import { listText, phraseText, timesText, type Words } from './phrase-text';
import { inRequest, requestLabel } from './request-label.editor';
import { previewSchedule } from './schedule-preview';

/** The texts in the editor's language; the browser names the months and days. */
export function editorWords(texts: OwnTexts): Words {
  const nameOf = (options: Intl.DateTimeFormatOptions, atMs: number) =>
    new Intl.DateTimeFormat(RED.i18n.lang(), { ...options, timeZone: 'UTC' }).format(atMs);
  return {
    text: texts,
    month: (month) => nameOf({ month: 'long' }, Date.UTC(2026, month - 1, 1)),
    // 1 June 2026 is a Monday.
    weekday: (day) => nameOf({ weekday: 'long' }, Date.UTC(2026, 5, day)),
    time: (time) => timeOfDayText(time, RED.i18n.lang()),
  };
}

const line = (text: string, kind = '') => element('p', kind === '' ? {} : { class: kind }, [text]);

type English = (typeof english)['batch-schedule'];
type PreviewTexts = Texts<TextKey<English['preview']>>;

interface PreviewOptions {
  readonly order: BatchOrder;
  readonly schedule: string;
  readonly target: string;
  readonly preflight: BatchPreview | undefined;
  readonly timeZone: string;
  readonly offsetUnit: 'minutes' | 'seconds';
  readonly declares: boolean;
  readonly words: Words;
}

/** The lines of the panel: what the batch will do. */
export function previewLines(options: PreviewOptions): HTMLElement[] {
  const { order, schedule, target, preflight, timeZone, offsetUnit, declares, words } = options;
  const texts: PreviewTexts = (key, params) => words.text(`preview.${key}`, params);
  const nowMs = Date.now();
  const zone = order.cronSchedule === undefined ? timeZone : (order.timeZone ?? 'UTC');
  const { location, deviceIds = [], others = [] } = preflight ?? {};
  const preview = previewSchedule(order, { nowMs, timeZone: zone, offsetUnit, location, deviceIds, others });
  const sentence = (found: FoundProblem) => problemSentence(found, text, requestLabel(schedule, target, words.text));
  const told = [...new Set(preview.problems.map((found) => sentence(inRequest(found, schedule))))];
  const lines: HTMLElement[] = [];
  if (preview.description !== undefined)
    lines.push(line(phraseText(preview.description.parts, words), 'breakerflow-words'));
  if (schedule === 'now')
    lines.push(line(texts(declares ? 'declareNow' : 'now'), declares ? 'breakerflow-error' : 'breakerflow-words'));
  if (schedule === 'at') {
    const atMs = Date.parse(order.startTime ?? '');
    const text = Number.isNaN(atMs) ? texts('atUnknown') : texts('at', { at: instantText(atMs, timeZone) });
    lines.push(line(text, 'breakerflow-words'));
  }
  if (schedule !== 'now') lines.push(line(texts('byService'), 'breakerflow-note'));
  if (order.sunSchedule !== undefined) lines.push(...sunLines(preview.sun, location, zone, texts));
  lines.push(...told.map((each) => line(each, 'breakerflow-error')));
  lines.push(...preview.warnings.map((warning) => line(warningText(warning, zone, words), 'breakerflow-warning')));
  if (preview.runs.length > 0)
    lines.push(
      element('h4', {}, [texts('runs', { zone })]),
      element(
        'ol',
        {},
        preview.runs.map((run) =>
          element('li', {}, [runText(run.atMs, run.utcOffsetMinutes), ...noteOf(run, texts, words)]),
        ),
      ),
    );
  lines.push(
    ...preview.conflicts.map(({ batchId, deviceIds: shared, atMs }) =>
      line(
        texts('conflict', { at: instantText(atMs, zone), batch: batchId, count: shared.length }),
        'breakerflow-warning',
      ),
    ),
  );
  if (preflight === undefined) return lines;
  // What the browser has found in the schedule, the rules of the request find too: it is said once.
  const more = [...new Set(withoutFormOfEmpty(preflight.problems).map(sentence))].filter(
    (each) => !told.includes(each),
  );
  lines.push(...more.map((each) => line(each, 'breakerflow-error')));
  lines.push(...preflight.warnings.map((found) => line(sentence(found), 'breakerflow-warning')));
  if (preflight.problems.length === 0)
    lines.push(line(texts('devices', { count: deviceIds.length }), 'breakerflow-note'));
  if (preflight.plan !== undefined)
    lines.push(line(preflight.plan.over > 0 ? texts('planOver') : texts('plan', preflight.plan), 'breakerflow-plan'));
  return lines;
}

type Preview = ReturnType<typeof previewSchedule>;

function sunLines(
  sun: Preview['sun'],
  location: BatchPreview['location'],
  zone: string,
  texts: PreviewTexts,
): HTMLElement[] {
  if (location === undefined) return [];
  const { name, within } = location;
  const where = within === undefined ? [] : [line(text('picker.sunOf', { within, place: name }), 'breakerflow-note')];
  return [...where, ...sunToday(sun, location, zone, texts)];
}

function sunToday(
  sun: Preview['sun'],
  location: NonNullable<BatchPreview['location']>,
  zone: string,
  texts: PreviewTexts,
): HTMLElement[] {
  const coordinates = { location: location.name, latitude: location.latitude, longitude: location.longitude };
  if (sun === undefined) return [];
  if (sun.kind !== 'normal') return [line(texts(sun.kind === 'polar-day' ? 'polarDay' : 'polarNight', coordinates))];
  const time = (ms: number) => dateText(ms, { timeZone: zone, timeStyle: 'short' });
  return [
    line(
      texts('sun', { ...coordinates, sunrise: time(sun.sunriseMs), sunset: time(sun.sunsetMs) }),
      'breakerflow-note',
    ),
  ];
}

function noteOf(run: Preview['runs'][number], texts: PreviewTexts, words: Words): HTMLElement[] {
  const note = (text: string) => [element('div', { class: 'breakerflow-note' }, [text])];
  if (run.gap !== undefined) return note(texts('gap', { times: timesText(run.gap.wallTimes, words) }));
  if (run.overlap === 'first-only') return note(texts('overlapFirstOnly'));
  if (run.overlap !== undefined) return note(texts(run.overlap === 'first' ? 'overlapFirst' : 'overlapSecond'));
  return [];
}

function warningText(warning: ScheduleWarning, zone: string, words: Words): string {
  const texts = (
    key: TextKey<(typeof english)['batch-schedule']['warning']>,
    params: Record<string, string | number> = {},
  ) => words.text(`warning.${key}`, params);
  switch (warning.code) {
    case 'no-run-before-end':
      return texts(warning.code, { next: instantText(warning.params.nextMs, zone) });
    case 'months-without-run':
      return texts(warning.code, { months: listText(warning.params.months.map(words.month), words) });
    case 'moved-by-gap':
    case 'skipped-by-gap':
    case 'once-in-overlap':
    case 'twice-in-overlap': {
      const { atMs, wallTimes, occurrences } = warning.params;
      const text = texts(warning.code, {
        date: dateText(atMs, { timeZone: zone, dateStyle: 'medium' }),
        times: timesText(wallTimes, words),
        at: dateText(atMs, { timeZone: zone, timeStyle: 'short' }),
      });
      return occurrences > 1 ? texts('more', { warning: text, count: occurrences - 1 }) : text;
    }
    case 'polar': {
      const { kind, fromDate, toDate } = warning.params;
      return texts(kind, { from: fromDate, to: toDate });
    }
    case 'location-far-from-zone':
      return texts(warning.code, { hours: warning.params.hours.toFixed(1) });
    default:
      return texts(warning.code);
  }
}

function dateText(atMs: number, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(RED.i18n.lang(), options).format(atMs);
}

function instantText(atMs: number, timeZone: string): string {
  return dateText(atMs, { timeZone, dateStyle: 'medium', timeStyle: 'short' });
}

/** The wall clock of a run with its offset, as the language writes it, such as `Mon, Mar 30, 2026, 03:00 AM +02:00`. */
function runText(atMs: number, utcOffsetMinutes: number): string {
  const wallMs = atMs + utcOffsetMinutes * 60_000;
  const wall = dateText(wallMs, {
    timeZone: 'UTC',
    weekday: 'short',
    day: '2-digit',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  });
  const absoluteMinutes = Math.abs(utcOffsetMinutes);
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  return `${wall} ${utcOffsetMinutes < 0 ? '-' : '+'}${twoDigits(Math.floor(absoluteMinutes / 60))}:${twoDigits(Math.round(absoluteMinutes % 60))}`;
}
