import { endRun } from './runs';
import type { Condition, WatchSettings } from './settings';
import type { Observation, SubjectState, Value, WatchEvent } from './state';
import { verdictOf } from './verdict';

/** What happens to a subject; the step numbers it. */
export type Happening = Omit<WatchEvent, 'id' | 'subject'>;

/** Which of its incidents a subject has, and what is told of it, after a reading that it does not repeat. Changes `subject`. */
export function judge(
  subject: SubjectState,
  { value, atMs }: Observation,
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
  if (isGap) delete subject.sinceMs;
  if (condition.kind === 'finished') return finishedOf(subject, value, atMs, settings);
  if (condition.kind === 'cycles') return cyclesOf(subject, condition, value, atMs, settings);
  const verdict = verdictOf(condition, value, subject.runs);
  const isBad = verdict === 'bad' || verdict === 'at-once';
  const counts = subject.incident === undefined ? isBad : verdict === 'well';
  if (!counts) {
    delete subject.sinceMs;
    return [];
  }
  subject.sinceMs ??= atMs;
  const holdMs = subject.incident !== undefined ? settings.wellForMs : verdict === 'at-once' ? 0 : settings.forMs;
  return turned(subject, value, atMs, holdMs);
}

/**
 * What follows from time alone, where the value holds until the next reading: a lever that stays open sends nothing more.
 * Changes `subject`.
 */
export function judgeTime(subject: SubjectState, nowMs: number, settings: WatchSettings): Happening[] {
  const { holds, value, sinceMs } = subject;
  if (holds !== true || value === undefined) return [];
  const { condition, forMs, wellForMs } = settings;
  if (condition.kind === 'finished') return finishedOf(subject, value, nowMs, settings);
  if (condition.kind === 'cycles') return cyclesOf(subject, condition, value, nowMs, settings);
  return sinceMs === undefined ? [] : turned(subject, value, nowMs, subject.incident === undefined ? forMs : wellForMs);
}

/** A run, or a rest, counts from its start. After one that was too long, only the other is well. */
function cyclesOf(
  subject: SubjectState,
  { longestRunMs, longestRestMs }: Extract<Condition, { kind: 'cycles' }>,
  value: Value,
  atMs: number,
  { wellForMs }: WatchSettings,
): Happening[] {
  const { runs, incident } = subject;
  if (runs === undefined) return [];
  const { isRunning, sinceMs } = runs;
  const longestMs = isRunning ? longestRunMs : longestRestMs;
  const counts = incident === undefined ? longestMs !== undefined : isRunning !== incident.isRunning;
  if (!counts) {
    delete subject.sinceMs;
    return [];
  }
  subject.sinceMs = sinceMs;
  const happenings = turned(subject, value, atMs, incident === undefined ? (longestMs ?? 0) : wellForMs);
  if (incident === undefined && subject.incident !== undefined) subject.incident = { ...subject.incident, isRunning };
  return happenings.map((happening) => ({ ...happening, isRunning }));
}

function turned(subject: SubjectState, value: Value, atMs: number, holdMs: number): Happening[] {
  const { incident, sinceMs = atMs } = subject;
  if (atMs - sinceMs < holdMs) return [];
  delete subject.sinceMs;
  if (incident !== undefined) {
    delete subject.incident;
    return [{ kind: 'all-clear', atMs, value, sinceMs: incident.beganMs }];
  }
  subject.incident = { beganMs: sinceMs, toldMs: atMs };
  return [{ kind: 'alarm', atMs, value, sinceMs }];
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
