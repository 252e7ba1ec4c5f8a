import { defined } from '../object';
import { judgeEnding } from './endings';
import { endRun } from './runs';
import type { Condition, WatchSettings } from './settings';
import type { Observation, SubjectState, Value, WatchEvent } from './state';
import { verdictOf } from './verdict';

/** What happens to a subject; the step numbers it. */
export type Happening = Omit<WatchEvent, 'id' | 'subject'>;

/** Which of its incidents a subject has, and what is told of it, after a reading that it does not repeat. Changes `subject`. */
export function judge(
  subject: SubjectState,
  { value, atMs, dayMs }: Observation,
  settings: WatchSettings,
  isGap: boolean,
): Happening[] {
  const { condition } = settings;
  const before = subject.value;
  if (condition.kind === 'changes') return changeOf(condition, before, value, atMs);
  if (condition.kind === 'report') {
    // It is told with the next report, and shown at once.
    if (value === 'well') delete subject.incident;
    else subject.incident ??= { beganMs: atMs, toldMs: atMs };
    return [];
  }
  if (condition.kind === 'ends') return judgeEnding(subject, { value, atMs }, condition);
  if (isGap) beginAnew(subject, atMs);
  if (condition.kind === 'finished') return finishedOf(subject, value, atMs, settings);
  if (condition.kind === 'cycles') return cyclesOf(subject, condition, value, atMs, settings);
  const verdict = verdictOf(condition, value, subject.runs);
  const isBad = verdict === 'bad' || verdict === 'at-once';
  const counts = subject.incident === undefined ? isBad : verdict === 'well';
  if (!counts) {
    delete subject.sinceMs;
    return isBad ? worsened(subject, value, atMs, verdict === 'at-once' ? 0 : settings.warnForMs) : [];
  }
  // What only rises since midnight, and is low now, has been low since midnight.
  const isLow = condition.kind === 'below' ? isBad : condition.kind === 'above' && !isBad;
  if (dayMs !== undefined && isLow) subject.sinceMs = dayMs;
  else subject.sinceMs ??= atMs;
  if (verdict === 'at-once') return turned(subject, value, atMs, { holdMs: 0 });
  return turned(subject, value, atMs, holdOf(subject, settings));
}

/**
 * What follows from time alone, where the value holds until the next reading: a lever that stays open sends nothing more.
 * Changes `subject`.
 */
export function judgeTime(subject: SubjectState, nowMs: number, settings: WatchSettings): Happening[] {
  const { holds, value, sinceMs } = subject;
  if (holds !== true || value === undefined) return [];
  const { condition } = settings;
  if (condition.kind === 'ends') return judgeEnding(subject, { value, atMs: nowMs }, condition);
  if (condition.kind === 'finished') return finishedOf(subject, value, nowMs, settings);
  if (condition.kind === 'cycles') return cyclesOf(subject, condition, value, nowMs, settings);
  if (sinceMs !== undefined) return turned(subject, value, nowMs, holdOf(subject, settings));
  const isBad = verdictOf(condition, value, subject.runs) === 'bad';
  return isBad ? worsened(subject, value, nowMs, settings.warnForMs) : [];
}

/** A run, or a rest, counts from its start. After one that was too long, only the other is well. */
function cyclesOf(
  subject: SubjectState,
  { longestRunMs, longestRestMs }: Extract<Condition, { kind: 'cycles' }>,
  value: Value,
  atMs: number,
  { wellForMs, warnForMs }: WatchSettings,
): Happening[] {
  const { runs, incident } = subject;
  if (runs === undefined) return [];
  const { isRunning, sinceMs } = runs;
  const told = (happenings: readonly Happening[]) => happenings.map((happening) => ({ ...happening, isRunning }));
  const longestMs = isRunning ? longestRunMs : longestRestMs;
  const counts = incident === undefined ? longestMs !== undefined : isRunning !== incident.isRunning;
  if (!counts) {
    delete subject.sinceMs;
    return told(worsened(subject, value, atMs, warnForMs));
  }
  subject.sinceMs = sinceMs;
  if (incident !== undefined) return told(turned(subject, value, atMs, { holdMs: wellForMs }));
  const happenings = turned(subject, value, atMs, { holdMs: longestMs ?? 0, ...defined({ warnForMs }) });
  if (subject.incident !== undefined) subject.incident = { ...subject.incident, isRunning };
  return told(happenings);
}

/** Nobody knows what was in a gap: no time counts across it. */
function beginAnew(subject: SubjectState, atMs: number): void {
  delete subject.sinceMs;
  if (subject.incident?.warnedMs !== undefined) subject.incident = { ...subject.incident, warnedMs: atMs };
}

interface Hold {
  /** How long it must last until its incident begins or ends. */
  readonly holdMs: number;
  /** It begins with a warning of so long. */
  readonly warnForMs?: number;
}

function holdOf({ incident }: SubjectState, { forMs, wellForMs, warnForMs }: WatchSettings): Hold {
  return incident === undefined ? { holdMs: forMs, ...defined({ warnForMs }) } : { holdMs: wellForMs };
}

function turned(subject: SubjectState, value: Value, atMs: number, { holdMs, warnForMs = 0 }: Hold): Happening[] {
  const { incident, sinceMs = atMs } = subject;
  if (atMs - sinceMs < holdMs) return [];
  delete subject.sinceMs;
  if (incident !== undefined) {
    delete subject.incident;
    return [{ kind: 'all-clear', atMs, value, sinceMs: incident.beganMs }];
  }
  const isWarning = warnForMs > 0;
  subject.incident = { beganMs: sinceMs, toldMs: atMs, ...(isWarning ? { warnedMs: atMs } : {}) };
  return [{ kind: isWarning ? 'warning' : 'alarm', atMs, value, sinceMs }];
}

/** A warning that has gone on for its time becomes an alarm, which nobody has acknowledged yet. Changes `subject`. */
function worsened(subject: SubjectState, value: Value, atMs: number, warnForMs = 0): Happening[] {
  if (subject.incident?.warnedMs === undefined || atMs - subject.incident.warnedMs < warnForMs) return [];
  const { warnedMs: _, acknowledged: __, ...incident } = subject.incident;
  subject.incident = { ...incident, toldMs: atMs };
  return [{ kind: 'alarm', atMs, value, sinceMs: incident.beganMs }];
}

function changeOf(
  { to }: Extract<Condition, { kind: 'changes' }>,
  before: Value | undefined,
  value: Value,
  atMs: number,
): Happening[] {
  if (before === undefined || String(before) === String(value)) return [];
  if (to !== undefined && !to.includes(String(value))) return [];
  return [{ kind: 'changed', atMs, value, before }];
}

function finishedOf(subject: SubjectState, value: Value, atMs: number, settings: WatchSettings): Happening[] {
  const { condition, forMs } = settings;
  const { runs } = subject;
  if (condition.kind !== 'finished' || runs?.beganMs === undefined || runs.endedMs === undefined) return [];
  if (runs.isRunning || atMs - runs.endedMs < forMs) return [];
  subject.runs = endRun(runs);
  const { beganMs, endedMs } = runs;
  return endedMs - beganMs < condition.ranForMs ? [] : [{ kind: 'finished', atMs: endedMs, value, sinceMs: beganMs }];
}
