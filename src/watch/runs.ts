import type { Runs, Value } from './state';

const hourMs = 3_600_000;

interface Levels {
  readonly runsAbove: number;
  readonly restsBelow: number;
}

/** The largest of its poles; NaN for a state. */
export const largest = (value: Value): number =>
  typeof value === 'number' ? value : typeof value === 'string' ? Number.NaN : Math.max(...value);

/** The smallest of its poles; NaN for a state. */
export const smallest = (value: Value): number =>
  typeof value === 'number' ? value : typeof value === 'string' ? Number.NaN : Math.min(...value);

/**
 * What is known of the runs of a load after one more reading. Between the two levels it does what it did before. After a gap
 * nobody knows for how long, nor whether it started once more.
 */
export function nextRuns(
  before: Runs | undefined,
  { value, atMs }: { readonly value: Value; readonly atMs: number },
  levels: Levels,
  isGap: boolean,
): Runs {
  const ampere = largest(value);
  const isRunning =
    ampere > levels.runsAbove || (ampere >= levels.restsBelow && before !== undefined && before.isRunning);
  if (before === undefined || isGap)
    return {
      isRunning,
      sinceMs: atMs,
      startsMs: recent(before?.startsMs ?? [], atMs),
      ...(isRunning ? { beganMs: atMs } : {}),
    };
  const startsMs = recent(before.startsMs, atMs);
  if (isRunning === before.isRunning) return { ...before, startsMs };
  if (!isRunning) return { ...before, isRunning, sinceMs: atMs, endedMs: atMs, startsMs };
  return { ...before, isRunning, sinceMs: atMs, beganMs: before.beganMs ?? atMs, startsMs: [...startsMs, atMs] };
}

/** The run is over: the next start begins a new one. */
export function endRun({ isRunning, sinceMs, startsMs }: Runs): Runs {
  return { isRunning, sinceMs, startsMs };
}

/** A pump that starts each second must not fill the memory. */
const mostStarts = 1_000;
const recent = (startsMs: readonly number[], atMs: number) =>
  startsMs.filter((start) => start > atMs - hourMs).slice(-mostStarts);
