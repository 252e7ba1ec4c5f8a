import { isTime, isTimeZoneName } from '../charging';
import { isOfDay, type Measure, type MeasureName, measures } from './measures';
import type { Condition, WatchSettings } from './settings';

export type WatchRule =
  /** A number is compared of what has states, or the contrary. */
  | 'conditionOfMeasure'
  /** The sensor cannot tell such a value: it would never be told, or always. */
  | 'beyondSensor'
  /** *Well again* lies on the bad side of the threshold. */
  | 'deadBandCrosses'
  | 'boundsCross'
  /** *At once* must be further than the threshold. */
  | 'atOnceTooEarly'
  /** What rests must be below what runs. */
  | 'runLevelsCross'
  | 'stateMissing'
  | 'stateUnknown'
  /** Neither a longest run nor a longest rest. */
  | 'longestMissing'
  | 'countWhole'
  | 'timePositive'
  | 'quietTimes'
  | 'timeZone'
  | 'repeatTooOften'
  /** Neither a time of day nor an interval. */
  | 'reportTime'
  /** The energy of a day is below any threshold when the day begins. */
  | 'dayTooYoung';

/** Nobody wants more than one reminder in five minutes; a mistyped unit would send thousands. */
const leastRepeatMs = 300_000;

const ofState: ReadonlySet<Condition['kind']> = new Set(['is', 'changes', 'report', 'ends']);
/** How long after midnight a day can be judged as one of little energy. */
const dayAges = { leastMs: 3_600_000, mostMs: 23 * 3_600_000 };

/** Every rule that the settings of a watch break; one that breaks any does not start. */
export function watchProblems(name: MeasureName, settings: WatchSettings): WatchRule[] {
  const { condition, forMs, warnForMs, wellForMs, repeatMs, unreadMs, gapMs, quiet, timeZone } = settings;
  const measure: Measure = measures[name];
  const rules = new Set<WatchRule>();
  const isOfState = ofState.has(condition.kind);
  const isOther = isOfState ? measure.kind !== 'state' : measure.kind !== 'number';
  const isNotOfDay = isOfDay(name) && condition.kind !== 'above' && condition.kind !== 'below';
  const own = { report: 'health', ends: 'endings' } as const;
  const isNotOwn = Object.entries(own).some(([kind, of]) => (condition.kind === kind) !== (name === of));
  if (isOther || isNotOfDay || isNotOwn) rules.add('conditionOfMeasure');
  else if (measure.kind === 'number') for (const rule of numberProblems(measure, condition)) rules.add(rule);
  else for (const rule of stateProblems(measure, condition)) rules.add(rule);
  const isYoung = !(forMs >= dayAges.leastMs && forMs <= dayAges.mostMs);
  if (isOfDay(name) && condition.kind === 'below' && isYoung) rules.add('dayTooYoung');
  const ahead = condition.kind === 'ends' ? [condition.secretsMs, condition.keysMs] : [];
  const isPositive = [gapMs, unreadMs ?? 1, warnForMs ?? 1, ...ahead].every((ms) => ms > 0);
  if (!(forMs >= 0 && wellForMs >= 0 && isPositive)) rules.add('timePositive');
  if (repeatMs !== undefined && !(repeatMs >= leastRepeatMs)) rules.add('repeatTooOften');
  if (quiet.some(({ days, from, to }) => days.length === 0 || !isTime(from) || !isTime(to))) rules.add('quietTimes');
  if (condition.kind === 'report' && !isReportTime(condition)) rules.add('reportTime');
  if (!isTimeZoneName(timeZone)) rules.add('timeZone');
  return [...rules];
}

function isReportTime({ at, everyMs }: Extract<Condition, { kind: 'report' }>): boolean {
  return at === undefined ? everyMs !== undefined && everyMs >= leastRepeatMs : everyMs === undefined && isTime(at);
}

function numberProblems({ least, most }: Extract<Measure, { kind: 'number' }>, condition: Condition): WatchRule[] {
  const isTellable = (value: number) => value >= least && value <= most;
  const rules: (WatchRule | false)[] = [];
  switch (condition.kind) {
    case 'above': {
      const { value, wellAt, atOnce } = condition;
      rules.push(!(isTellable(value) && value < most) && 'beyondSensor', !(wellAt <= value) && 'deadBandCrosses');
      if (atOnce !== undefined)
        rules.push(!isTellable(atOnce) && 'beyondSensor', !(atOnce > value) && 'atOnceTooEarly');
      break;
    }
    case 'below':
      rules.push(!(isTellable(condition.value) && condition.value > least) && 'beyondSensor');
      rules.push(!(condition.wellAt >= condition.value) && 'deadBandCrosses');
      break;
    case 'outside': {
      const { from, to, wellFrom, wellTo } = condition;
      rules.push(!(isTellable(from) && isTellable(to)) && 'beyondSensor', !(from < to) && 'boundsCross');
      rules.push(!(wellFrom >= from && wellTo <= to && wellFrom < wellTo) && 'deadBandCrosses');
      break;
    }
    case 'within': {
      const { from, to, wellFrom, wellTo } = condition;
      rules.push(!(isTellable(from) && isTellable(to)) && 'beyondSensor', !(from < to) && 'boundsCross');
      rules.push(!(wellFrom <= from && wellTo >= to) && 'deadBandCrosses');
      break;
    }
    default:
      rules.push(...runProblems(condition, isTellable));
  }
  return rules.filter((rule) => rule !== false);
}

function runProblems(condition: Condition, isTellable: (value: number) => boolean): (WatchRule | false)[] {
  if (!('runsAbove' in condition)) return [];
  const { runsAbove, restsBelow } = condition;
  const levels: (WatchRule | false)[] = [
    !(isTellable(runsAbove) && isTellable(restsBelow)) && 'beyondSensor',
    !(restsBelow <= runsAbove) && 'runLevelsCross',
  ];
  switch (condition.kind) {
    case 'cycles': {
      const { longestRunMs, longestRestMs } = condition;
      const isMissing = longestRunMs === undefined && longestRestMs === undefined;
      const isPositive = (longestRunMs ?? 1) > 0 && (longestRestMs ?? 1) > 0;
      return [...levels, isMissing && 'longestMissing', !isPositive && 'timePositive'];
    }
    case 'starts':
      return [...levels, !(Number.isInteger(condition.count) && condition.count > 0) && 'countWhole'];
    case 'finished':
      return [...levels, !(condition.ranForMs >= 0) && 'timePositive'];
  }
}

function stateProblems({ states }: Extract<Measure, { kind: 'state' }>, condition: Condition): WatchRule[] {
  const named = condition.kind === 'is' ? condition.states : condition.kind === 'changes' ? condition.to : undefined;
  if (named === undefined) return [];
  const known: readonly string[] = states;
  return [
    ...(named.length === 0 ? (['stateMissing'] as const) : []),
    ...(known.length > 0 && named.some((state) => !known.includes(state)) ? (['stateUnknown'] as const) : []),
  ];
}
