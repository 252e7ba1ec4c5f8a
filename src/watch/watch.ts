import { isWithinAny } from '../charging';
import { judgeSilences } from './account-silence';
import type { Health } from './digest';
import { type Happening, judge, judgeTime } from './incidents';
import { subjectOf, whole } from './measures';
import { reportOf } from './report';
import { nextRuns } from './runs';
import type { Condition, WatchSettings } from './settings';
import { endSilence, fallSilent } from './silence';
import type { Observation, Silence, SubjectState, WatchEvent, WatchState } from './state';

/** What has come since the last step. */
export interface WatchInput {
  /** Every subject of the watch; what is remembered of others is forgotten. */
  readonly subjects: readonly string[];
  readonly observations: readonly Observation[];
  readonly silences: readonly Silence[];
  /** Whose alarms a person has seen: they are not repeated. */
  readonly acknowledged: readonly string[];
  /** Of all devices, for a report; absent: not each was asked yet. */
  readonly health?: readonly Health[] | undefined;
  /** A person wants the report now. */
  readonly isReportAsked?: boolean;
}

/** A reading may be this much older than the one before without a word: a poll answers from a cache, a push overtakes it. */
const lateMs = 60_000;
/** What waits to be told is bounded; the oldest is dropped. */
const mostEvents = 1_000;

/**
 * One step of a watch: every reading once, in the order of the service's clock, then what follows from time alone. What is to be
 * told goes into the outbox of the state that comes back.
 *
 * @param nowMs epoch ms by the service's clock; it rises also when the machine's clock is set.
 * @example
 * let state = watchStep(initialWatch(), { subjects: ['d1'], observations, silences: [], acknowledged: [] }, settings, nowMs);
 * const events = dueEvents(state, settings, nowMs);
 */
export function watchStep(before: WatchState, input: WatchInput, settings: WatchSettings, nowMs: number): WatchState {
  const condition = JSON.stringify(settings.condition);
  const subjects = draftOf(before, input.subjects, condition === before.condition);
  const events: WatchEvent[] = [];
  let { nextId } = before;
  const tell = (subject: string, happenings: readonly Happening[]) => {
    for (const happening of happenings) {
      const { ending } = subjects[subject] ?? {};
      events.push({ id: nextId, subject, ...(ending === undefined ? {} : { ending }), ...happening });
      nextId += 1;
    }
  };
  for (const observation of [...input.observations].sort((a, b) => a.atMs - b.atMs)) {
    const subject = subjects[observation.subject];
    if (subject !== undefined) tell(observation.subject, observe(subject, observation, settings, nowMs));
  }
  for (const silence of input.silences) {
    const subject = subjects[silence.subject];
    if (subject !== undefined) fallSilent(subject, silence, nowMs);
  }
  for (const name of input.acknowledged) acknowledge(subjects[name]);
  const isQuiet = isWithinAny(settings.quiet, nowMs, settings.timeZone);
  const untold = new Set(before.outbox.flatMap(({ kind, subject }) => (kind === 'alarm' ? [subject] : [])));
  for (const [name, subject] of Object.entries(subjects)) {
    if (subject.unread === undefined) tell(name, judgeTime(subject, nowMs, settings));
    if (isQuiet) continue;
    // An alarm that has waited for the end of quiet hours is news: its reminder counts from now.
    if (untold.has(name) && subject.incident !== undefined) subject.incident = { ...subject.incident, toldMs: nowMs };
    else tell(name, repeats(subject, nowMs, settings));
  }
  const isRead = input.observations.some(({ subject }) => subject in subjects);
  const readMs = isRead ? nowMs : before.readMs;
  const { account, told } = judgeSilences(subjects, { account: before.accountSilence, readMs, nowMs, settings });
  for (const [subject, happening] of told) tell(subject, [happening]);
  const { report, happenings } = reportOf({
    ...{ before: before.report, health: input.health, nowMs, settings },
    isAsked: input.isReportAsked === true,
  });
  tell(subjectOf(whole, 'health'), happenings);
  return {
    version: 1,
    ...(report === undefined ? {} : { report }),
    ...{ condition, nextId, subjects },
    ...(account === undefined ? {} : { accountSilence: account }),
    ...(readMs === undefined ? {} : { readMs }),
    outbox: [...before.outbox, ...events].slice(-mostEvents),
  };
}

function draftOf(
  { subjects }: WatchState,
  names: readonly string[],
  isSameCondition: boolean,
): Record<string, SubjectState> {
  return Object.fromEntries(
    names.map((name) => {
      const { sinceMs, runs, ...kept } = subjects[name] ?? {};
      // What was timed by another condition says nothing about this one.
      if (!isSameCondition) return [name, kept];
      return [
        name,
        { ...kept, ...(sinceMs === undefined ? {} : { sinceMs }), ...(runs === undefined ? {} : { runs }) },
      ];
    }),
  );
}

function observe(subject: SubjectState, observation: Observation, settings: WatchSettings, nowMs: number): Happening[] {
  // A device whose clock is ahead would make every later reading an old one.
  const atMs = Math.min(observation.atMs, nowMs);
  const lastMs = Math.min(subject.atMs ?? Number.NEGATIVE_INFINITY, nowMs);
  const isKnown = atMs === lastMs && String(subject.value) === String(observation.value);
  if (atMs < lastMs || isKnown) return late(subject, lastMs - atMs, nowMs);
  const reading = { ...observation, atMs };
  if (observation.ending !== undefined) subject.ending = observation.ending;
  const brokenMs = subject.holds === true ? subject.unread?.sinceMs : subject.atMs;
  const isGap = brokenMs !== undefined && atMs - brokenMs > Math.max(settings.gapMs, observation.gapMs ?? 0);
  const levels = levelsOf(settings.condition);
  if (levels !== undefined) subject.runs = nextRuns(subject.runs, reading, levels, isGap);
  const happenings = [...endSilence(subject, atMs), ...judge(subject, reading, settings, isGap)];
  subject.atMs = atMs;
  subject.value = reading.value;
  if (reading.holds === true) subject.holds = true;
  else delete subject.holds;
  return happenings;
}

/** An old reading changes nothing; one that is much older than the one before is told of once. */
function late(subject: SubjectState, byMs: number, nowMs: number): Happening[] {
  if (byMs <= lateMs || subject.backwardsTold === true) return [];
  subject.backwardsTold = true;
  return [{ kind: 'backwards', atMs: nowMs }];
}

const levelsOf = (condition: Condition) => ('runsAbove' in condition ? condition : undefined);

function acknowledge(subject: SubjectState | undefined): void {
  if (subject === undefined) return;
  const { incident, unread } = subject;
  if (incident !== undefined) subject.incident = { ...incident, acknowledged: true };
  if (unread?.incident !== undefined)
    subject.unread = { ...unread, incident: { ...unread.incident, acknowledged: true } };
}

/** An alarm that lasts and that nobody has acknowledged. */
function repeats(subject: SubjectState, nowMs: number, { repeatMs }: WatchSettings): Happening[] {
  const { incident, value } = subject;
  if (repeatMs === undefined || incident === undefined || incident.acknowledged === true) return [];
  if (incident.warnedMs !== undefined) return [];
  // A clock that was set back must not silence an alarm for as long.
  const toldMs = Math.min(incident.toldMs, nowMs);
  if (nowMs - toldMs < repeatMs) return [];
  subject.incident = { ...incident, toldMs: nowMs };
  return [{ kind: 'repeat', atMs: nowMs, sinceMs: incident.beganMs, ...(value === undefined ? {} : { value }) }];
}
