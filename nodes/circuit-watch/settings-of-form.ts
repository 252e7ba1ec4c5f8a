import type { DayTimes } from '../../src/charging';
import type { ConfigOf } from '../../src/fields';
import { defined } from '../../src/object';
import { type Condition, type MeasureName, type WatchRule, type WatchSettings, watchProblems } from '../../src/watch';
import type { fields } from './circuit-watch.fields';

export type WatchForm = ConfigOf<typeof fields>;

/** Why a watch cannot start: at a field of the dialog. */
export interface FormProblem {
  readonly field: keyof WatchForm;
  readonly key: WatchRule;
}

export type FormResult =
  | { readonly settings: WatchSettings; readonly measures: readonly MeasureName[] }
  | { readonly problems: readonly FormProblem[] };

/** What is told of a device whose changes are told; of a charger its state, too. */
export const eventMeasures = ['connection', 'handLever', 'position', 'lock', 'charger'] as const;

/** Well again at 90 % of the threshold, or as much within two bounds. */
const deadBandShare = 0.1;
const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
/** The sources of readings say how far apart theirs come. */
const leastGapMs = minute;

/** What a watch is told by its dialog, or every reason why it cannot start. */
export function settingsOfForm(form: WatchForm): FormResult {
  const isEvents = form.measure === 'events';
  const measures = form.measure === 'events' ? eventMeasures : [form.measure];
  const condition = isEvents ? ({ kind: 'changes' } as const) : conditionOf(form);
  const isChange = condition.kind === 'changes' || condition.kind === 'report';
  const settings: WatchSettings = {
    condition,
    forMs: seconds(form.for),
    wellForMs: seconds(form.wellFor),
    quiet: form.quiet as readonly DayTimes[],
    timeZone: form.zone,
    gapMs: leastGapMs,
    ...defined({
      warnForMs: minutes(form.warnFor),
      repeatMs: isChange || form.repeat === undefined ? undefined : form.repeat * hour,
      // That it is not connected is a change.
      unreadMs: isChange || form.unread === undefined ? undefined : form.unread * minute,
    }),
  };
  const [first] = measures;
  const rules = watchProblems(first, settings);
  if (rules.length === 0) return { settings, measures };
  return { problems: rules.map((key) => ({ field: fieldOf(key, form), key })) };
}

const seconds = (value: number | undefined) => (value ?? 0) * second;
const minutes = (value: number | undefined) => (value === undefined ? undefined : value * minute);

function conditionOf(form: WatchForm): Condition {
  const value = form.value ?? Number.NaN;
  const from = form.from ?? Number.NaN;
  const to = form.to ?? Number.NaN;
  const runs = { runsAbove: form.runsAbove ?? Number.NaN, restsBelow: form.restsBelow ?? Number.NaN };
  const band = form.deadBand ?? defaultBand(form);
  if (form.measure === 'health') return reportOf(form);
  if (form.measure === 'endings') return endsOf(form);
  switch (form.condition) {
    case 'above':
      return { kind: 'above', value, wellAt: rounded(value - band), ...defined({ atOnce: form.atOnce }) };
    case 'below':
      return { kind: 'below', value, wellAt: rounded(value + band) };
    case 'outside':
      return { kind: 'outside', from, to, wellFrom: rounded(from + band), wellTo: rounded(to - band) };
    case 'within':
      return { kind: 'within', from, to, wellFrom: rounded(from - band), wellTo: rounded(to + band) };
    case 'is':
      return { kind: 'is', states: form.measure === 'charger' ? statesOf(form.chargerState) : [form.state] };
    case 'cycles': {
      const longest = { longestRunMs: minutes(form.longestRun), longestRestMs: minutes(form.longestRest) };
      return { kind: 'cycles', ...runs, ...defined(longest) };
    }
    case 'starts':
      return { kind: 'starts', ...runs, count: form.starts ?? Number.NaN };
    case 'finished':
      return { kind: 'finished', ...runs, ranForMs: minutes(form.ranFor) ?? Number.NaN };
    case 'changes':
      return { kind: 'changes' };
  }
}

/** An interval is an answer to *how often*; the time of day counts without one. */
function reportOf({ reportAt, reportEvery }: WatchForm): Condition {
  return { kind: 'report', ...(reportEvery === undefined ? { at: reportAt } : { everyMs: reportEvery * hour }) };
}

function endsOf({ secretDays, keyDays }: WatchForm): Condition {
  return { kind: 'ends', secretsMs: (secretDays ?? Number.NaN) * day, keysMs: (keyDays ?? Number.NaN) * day };
}

function defaultBand({ condition, value = 0, from = 0, to = 0 }: WatchForm): number {
  const size = condition === 'above' || condition === 'below' ? Math.abs(value) : to - from;
  return size * deadBandShare;
}

/** 80 less 10 % is 72, and not 72.00000000000001. */
const rounded = (value: number) => Math.round(value * 1e6) / 1e6;

const statesOf = (text: string) =>
  text
    .split(',')
    .map((state) => state.trim())
    .filter((state) => state !== '');

/** Where in the dialog each rule is at home. */
function fieldOf(rule: WatchRule, { condition, measure }: WatchForm): keyof WatchForm {
  const hasBounds = condition === 'outside' || condition === 'within';
  switch (rule) {
    case 'conditionOfMeasure':
      return 'condition';
    case 'beyondSensor':
      return hasBounds ? 'from' : condition === 'above' || condition === 'below' ? 'value' : 'runsAbove';
    case 'deadBandCrosses':
      return 'deadBand';
    case 'boundsCross':
      return 'to';
    case 'atOnceTooEarly':
      return 'atOnce';
    case 'runLevelsCross':
      return 'restsBelow';
    case 'stateMissing':
    case 'stateUnknown':
      return measure === 'charger' ? 'chargerState' : 'state';
    case 'longestMissing':
      return 'longestRun';
    case 'countWhole':
      return 'starts';
    case 'timePositive':
      return measure === 'endings' ? 'secretDays' : 'for';
    case 'dayTooYoung':
      return 'for';
    case 'quietTimes':
      return 'quiet';
    case 'timeZone':
      return 'zone';
    case 'repeatTooOften':
      return 'repeat';
    case 'reportTime':
      return 'reportAt';
  }
}
