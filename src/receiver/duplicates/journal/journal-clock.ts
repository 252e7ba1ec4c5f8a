import type { Clock } from '../../../clock';

/**
 * The time of the lines: it goes on over restarts and never steps. While the process runs it follows the monotonic clock;
 * of the time between two processes only the wall clock knows.
 */
export interface JournalClock {
  now(): number;
  /** What the wall clock shows more than this one. */
  wallOffsetMs(): number;
}

/** Where a journal was left: its newest line, and what the wall clock showed more at that time. */
export interface LeftAt {
  readonly atMs: number;
  readonly wallOffsetMs: number;
  /** No time after this is believed at the start: a wall clock that was set ahead must not make the journal forget. */
  readonly latestMs: number;
}

/** A new journal begins with wall time; one that goes on with the time since it was left, which is never negative. */
export function createJournalClock(clock: Clock, left?: LeftAt): JournalClock {
  const startMs = left === undefined ? clock.now() : resumeAt(left, clock.now());
  const originMs = clock.monotonicMs();
  const now = () => startMs + Math.floor(clock.monotonicMs() - originMs);
  return { now, wallOffsetMs: () => clock.now() - now() };
}

function resumeAt({ atMs, wallOffsetMs, latestMs }: LeftAt, wallMs: number): number {
  const awayMs = Math.max(0, wallMs - wallOffsetMs - atMs);
  return Math.max(atMs, Math.min(atMs + awayMs, latestMs));
}
