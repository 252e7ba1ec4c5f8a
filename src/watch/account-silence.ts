import type { Happening } from './incidents';
import { parseSubject, subjectOf, whole } from './measures';
import type { WatchSettings } from './settings';
import { judgeSilence } from './silence';
import type { AccountSilence, SubjectState } from './state';

/** Of one subject, or of all of them as one. */
type Told = readonly [subject: string, happening: Happening];

interface Judged {
  readonly account?: AccountSilence;
  readonly told: readonly Told[];
}

interface Asked {
  readonly account: AccountSilence | undefined;
  /** When any subject was read last. */
  readonly readMs: number | undefined;
  readonly nowMs: number;
  readonly settings: WatchSettings;
}

type Subjects = Readonly<Record<string, SubjectState>>;

/**
 * What is told of subjects that cannot be read: one event for all where none of several can, and one when they are read again.
 * Each then has as long as a silence may last; what is silent still is told by itself. Changes the subjects.
 */
export function judgeSilences(subjects: Subjects, asked: Asked): Judged {
  const { account, settings } = asked;
  const { unreadMs } = settings;
  if (unreadMs === undefined) return { told: [] };
  return account === undefined ? beganOf(subjects, asked, unreadMs) : lastsOf(subjects, account, asked, unreadMs);
}

function beganOf(subjects: Subjects, asked: Asked, unreadMs: number): Judged {
  const { nowMs } = asked;
  const all = Object.values(subjects);
  const untold = all.flatMap(({ unread }) => (unread === undefined || unread.incident !== undefined ? [] : [unread]));
  const beganMs = Math.min(...untold.map(({ sinceMs }) => sinceMs));
  if (!areAllSilent(all) || !(nowMs - beganMs >= unreadMs)) return { told: ownOf(subjects, asked, unreadMs) };
  joinAll(all);
  const code = commonest(untold.flatMap(({ code: own }) => own ?? []));
  const event = { kind: 'unread', atMs: nowMs, sinceMs: beganMs, count: all.length, total: all.length } as const;
  return {
    account: { beganMs },
    told: [[wholeOf(subjects), code === undefined ? event : { ...event, code }]],
  };
}

function lastsOf(
  subjects: Subjects,
  { beganMs, backMs: knownMs }: AccountSilence,
  asked: Asked,
  unreadMs: number,
): Judged {
  const { nowMs } = asked;
  const all = Object.values(subjects);
  if (areAllSilent(all)) {
    joinAll(all);
    return { account: { beganMs }, told: [] };
  }
  // A subject that is new was not read yet.
  const isBack = all.some(({ unread, value }) => unread === undefined && value !== undefined);
  const backMs = knownMs ?? (isBack ? nowMs : undefined);
  const left = all.filter(({ unread }) => unread?.withAccount === true);
  if (backMs === undefined || (left.length > 0 && nowMs - backMs < unreadMs))
    return {
      account: { beganMs, ...(backMs === undefined ? {} : { backMs }) },
      told: ownOf(subjects, asked, unreadMs),
    };
  for (const subject of left) {
    const { withAccount, ...unread } = subject.unread ?? { sinceMs: nowMs };
    subject.unread = unread;
  }
  const count = all.filter(({ unread }) => unread === undefined).length;
  const event = { kind: 'read-again', atMs: backMs, sinceMs: beganMs, count, total: all.length } as const;
  return { told: [[wholeOf(subjects), event], ...ownOf(subjects, asked, unreadMs)] };
}

/** As long as nothing else was read since, it may be the account; that is waited for once more as long. */
function ownOf(
  subjects: Subjects,
  { readMs = Number.NEGATIVE_INFINITY, nowMs, settings }: Asked,
  unreadMs: number,
): Told[] {
  const names = Object.keys(subjects);
  return names.flatMap((name) => {
    const subject = subjects[name];
    const { sinceMs = nowMs } = subject?.unread ?? {};
    const isAlone = names.length === 1 || readMs >= sinceMs || nowMs - sinceMs >= 2 * unreadMs;
    if (subject === undefined || !isAlone) return [];
    return judgeSilence(subject, nowMs, settings).map((happening): Told => [name, happening]);
  });
}

const areAllSilent = (all: readonly SubjectState[]) =>
  all.length > 1 && all.every(({ unread }) => unread !== undefined);

/** What was told of a subject by itself ends by itself. */
function joinAll(all: readonly SubjectState[]): void {
  for (const subject of all)
    if (subject.unread !== undefined && subject.unread.incident === undefined)
      subject.unread = { ...subject.unread, withAccount: true };
}

const wholeOf = (subjects: Subjects) => subjectOf(whole, parseSubject(Object.keys(subjects)[0] ?? '').measure);

function commonest(codes: readonly string[]): string | undefined {
  const times = (code: string) => codes.filter((other) => other === code).length;
  return [...codes].sort((a, b) => times(b) - times(a))[0];
}
