import type { Clock } from '../../../clock';

/**
 * The time used in the journal: it continues over restarts and never steps. While the process runs it follows the monotonic
 * clock; the time between two processes is taken from the wall clock.
 */
export interface JournalClock {
  now(): number;
  /** Wall time minus journal time. */
  wallOffsetMs(): number;
}

/** The end of an existing journal. */
export interface JournalEnd {
  /** Time of the newest line. */
  readonly atMs: number;
  readonly wallOffsetMs: number;
  /** Upper limit of the start time: a wall clock that was set ahead must not expire the whole journal. */
  readonly latestMs: number;
}

/** A new journal starts at wall time; an existing one at its end plus the time since, which is never negative. */
export function createJournalClock(clock: Clock, end?: JournalEnd): JournalClock {
  const startMs = end === undefined ? clock.now() : resumeAt(end, clock.now());
  const originMs = clock.monotonicMs();
  const now = () => startMs + Math.floor(clock.monotonicMs() - originMs);
  return { now, wallOffsetMs: () => clock.now() - now() };
}

function resumeAt({ atMs, wallOffsetMs, latestMs }: JournalEnd, wallMs: number): number {
  const awayMs = Math.max(0, wallMs - wallOffsetMs - atMs);
  return Math.max(atMs, Math.min(atMs + awayMs, latestMs));
}
