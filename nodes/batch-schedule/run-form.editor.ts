import { createTimeInput, element, iconButton, smallButton } from '../../src/editor';
import {
  cronOfRunForm,
  hourSteps,
  minuteSteps,
  parseCron,
  parseTimeOfDay,
  type RunDays,
  type RunForm,
  type RunTimes,
  runFormOfCron,
} from '../../src/schedule';
import type { OwnTexts } from './body-form.editor';

type Way = 'daily' | 'workdays' | 'weekdays' | 'dates' | 'nthWeekday' | 'cron';

interface RunFormOptions {
  readonly input: Query;
  readonly texts: OwnTexts;
  readonly label: string;
  /** Without times, only the days of the cron count, and none stored means every day. */
  readonly withTimes: boolean;
}

const ways: readonly Way[] = ['daily', 'workdays', 'weekdays', 'dates', 'nthWeekday', 'cron'];
const workdays = [1, 2, 3, 4, 5];
const nths = [1, 2, 3, 4, 'last'] as const;
const midnight = { kind: 'at', times: ['00:00'] } as const;

/** Days and times to pick, in place of an input that stores a cron; one that no form means stays a cron. */
export function createRunForm({ input, texts, label, withTimes }: RunFormOptions): void {
  const field = input[0] as HTMLInputElement | undefined;
  if (field === undefined) return;
  const read = formOf(field.value, withTimes);
  let way: Way = read === undefined ? 'cron' : wayOf(read.days);
  let form: RunForm = read ?? { days: { kind: 'daily' }, times: { kind: 'at', times: ['08:00'] } };

  const how = select(
    label,
    ways.map((one) => [one, texts(`runs.${one}`)]),
    way,
    (chosen) => {
      way = chosen as Way;
      if (way !== 'cron') form = { ...form, days: firstDays(way, form.days) };
      write();
      show();
    },
  );
  const parts = element('div', { class: 'breakerflow-run-parts' });
  const problem = element('div', { class: 'breakerflow-error', role: 'alert' });
  field.before(element('div', { class: 'breakerflow-runs' }, [how, parts, problem]));
  field.classList.add('breakerflow-run-cron');

  function write(): void {
    const made = way === 'cron' ? undefined : cronOfRunForm(withTimes ? form : { ...form, times: midnight });
    problem.textContent = made !== undefined && 'problem' in made ? texts(`runs.problem.${made.problem}`) : '';
    if (made === undefined) return;
    const isEveryDay = !withTimes && form.days.kind === 'daily';
    // What cannot be said is stored as nothing, which cannot be deployed where a cron is needed.
    input.val(isEveryDay ? '' : 'cron' in made ? made.cron : withTimes ? '' : '?').trigger('change');
  }

  function take(changes: Partial<RunForm>, isRedrawn = false): void {
    form = { ...form, ...changes };
    write();
    if (isRedrawn) show();
  }

  function show(): void {
    field?.toggleAttribute('hidden', way !== 'cron');
    parts.replaceChildren(
      ...(way === 'cron' ? [] : [...dayParts(form.days), ...(withTimes ? timeParts(form.times) : [])]),
    );
  }

  function dayParts(days: RunDays): HTMLElement[] {
    if (way === 'weekdays' && days.kind === 'weekdays')
      return [
        ticks(texts('runs.weekdays'), 7, days.days, weekdayName, (list) => take({ days: { ...days, days: list } })),
      ];
    if (days.kind === 'dates')
      return [ticks(texts('runs.dates'), 31, days.days, String, (list) => take({ days: { ...days, days: list } }))];
    if (days.kind !== 'nthWeekday') return [];
    const nthOptions = nths.map((nth) => [String(nth), texts(`runs.nth.${nth}`)] as const);
    const dayOptions = [1, 2, 3, 4, 5, 6, 7].map((day) => [String(day), weekdayName(day, 'long')] as const);
    return [
      element('div', { class: 'breakerflow-run-line' }, [
        select(texts('runs.nthLabel'), nthOptions, String(days.nth), (nth) =>
          take({ days: { ...days, nth: nths.find((one) => String(one) === nth) ?? 1 } }, true),
        ),
        select(texts('runs.weekday'), dayOptions, String(days.day), (day) =>
          take({ days: { ...days, day: Number(day) } }, true),
        ),
      ]),
    ];
  }

  function timeParts(times: RunTimes): HTMLElement[] {
    const kinds = (['at', 'everyMinutes', 'everyHours'] as const).map((kind) => [kind, texts(`runs.${kind}`)] as const);
    const kind = select(texts('runs.times'), kinds, times.kind, (chosen) => take({ times: firstTimes(chosen) }, true));
    if (times.kind === 'at') return [element('div', { class: 'breakerflow-run-line' }, [kind, ...timeInputs(times)])];
    const steps = times.kind === 'everyMinutes' ? minuteSteps : hourSteps;
    const unit = times.kind === 'everyMinutes' ? 'runs.minutes' : 'runs.hours';
    const every = select(
      texts(`runs.${times.kind}`),
      steps.map((step) => [String(step), texts(unit, { every: step })]),
      String(times.every),
      (step) => take({ times: { ...times, every: Number(step) } }, true),
    );
    return [
      element('div', { class: 'breakerflow-run-line' }, [
        kind,
        every,
        ...(times.kind === 'everyHours' ? [minuteSelect(times)] : []),
      ]),
    ];
  }

  function timeInputs(times: Extract<RunTimes, { kind: 'at' }>): HTMLElement[] {
    let list = [...times.times];
    const takeTimes = (isRedrawn = false) => take({ times: { ...times, times: [...list] } }, isRedrawn);
    const boxes = list.map((time, index) => {
      const box = createTimeInput({
        value: time,
        label: texts('runs.time', { number: index + 1 }),
        onChange: (typed) => {
          // A text that is no time is no time yet.
          list[index] = parseTimeOfDay(typed) ?? '';
          takeTimes();
        },
      });
      const remove = iconButton('fa-times', texts('runs.removeTime', { number: index + 1 }), () => {
        list = list.filter((_, other) => other !== index);
        takeTimes(true);
      });
      return element('span', { class: 'breakerflow-run-time' }, list.length > 1 ? [box, remove] : [box]);
    });
    const add = smallButton(
      texts('runs.addTime'),
      () => {
        const [hour = '8', minute = '00'] = (list.at(-1) ?? '').split(':');
        list = [...list, `${String((Number(hour) + 1) % 24).padStart(2, '0')}:${minute}`];
        takeTimes(true);
      },
      'fa-plus',
    );
    return [...boxes, add];
  }

  function minuteSelect(times: Extract<RunTimes, { kind: 'everyHours' }>): HTMLElement {
    const minutes = Array.from(
      { length: 60 },
      (_, minute) => [String(minute), texts('runs.atMinute', { minute })] as const,
    );
    return select(texts('runs.minuteLabel'), minutes, String(times.minute), (minute) =>
      take({ times: { ...times, minute: Number(minute) } }, true),
    );
  }

  show();
}

function formOf(cron: string, withTimes: boolean): RunForm | undefined {
  if (withTimes) return runFormOfCron(cron);
  if (cron === '') return { days: { kind: 'daily' }, times: midnight };
  if (!parseCron(cron).ok) return undefined;
  return runFormOfCron(['0', '0', ...cron.trim().split(/\s+/).slice(2)].join(' '));
}

function wayOf(days: RunDays): Way {
  if (days.kind !== 'weekdays') return days.kind;
  return days.days.join() === workdays.join() ? 'workdays' : 'weekdays';
}

function firstDays(way: Exclude<Way, 'cron'>, before: RunDays): RunDays {
  switch (way) {
    case 'workdays':
      return { kind: 'weekdays', days: workdays };
    case 'weekdays':
      return before.kind === 'weekdays' ? before : { kind: 'weekdays', days: [] };
    case 'dates':
      return before.kind === 'dates' ? before : { kind: 'dates', days: [1] };
    case 'nthWeekday':
      return { kind: 'nthWeekday', nth: 1, day: 1 };
    default:
      return { kind: 'daily' };
  }
}

function firstTimes(kind: string): RunTimes {
  if (kind === 'everyMinutes') return { kind, every: 15 };
  return kind === 'everyHours' ? { kind, every: 1, minute: 0 } : { kind: 'at', times: ['08:00'] };
}

/** 1 is Monday. */
function weekdayName(day: number, weekday: 'short' | 'long' = 'short'): string {
  // 1 June 2026 is a Monday.
  return new Intl.DateTimeFormat(RED.i18n.lang(), { weekday, timeZone: 'UTC' }).format(Date.UTC(2026, 5, day));
}

function select(
  label: string,
  options: readonly (readonly [value: string, text: string])[],
  chosen: string,
  onChange: (value: string) => void,
): HTMLSelectElement {
  const made = element(
    'select',
    { 'aria-label': label },
    options.map(([value, text]) => element('option', { value }, [text])),
  );
  made.value = chosen;
  made.addEventListener('change', () => onChange(made.value));
  return made;
}

function ticks(
  label: string,
  count: number,
  ticked: readonly number[],
  nameOf: (value: number) => string,
  onChange: (values: number[]) => void,
): HTMLElement {
  const boxes = Array.from({ length: count }, (_, index) => {
    const box = element('input', { type: 'checkbox', value: String(index + 1) });
    box.checked = ticked.includes(index + 1);
    box.addEventListener('change', () =>
      onChange(boxes.filter(({ checked }) => checked).map(({ value }) => Number(value))),
    );
    return box;
  });
  return element(
    'div',
    { class: `breakerflow-run-ticks${count > 7 ? ' breakerflow-run-dates' : ''}`, role: 'group', 'aria-label': label },
    boxes.map((box, index) => element('label', {}, [box, nameOf(index + 1)])),
  );
}
