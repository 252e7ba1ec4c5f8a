import type { Extremes } from './samples';

/** The fewest consecutive samples at the extreme that rounding cannot explain. */
const minRun = 3;

/**
 * Whether the signal is cut off: it stays at exactly its largest or smallest value for longer than a sine of its
 * amplitude, rounded to whole steps, would. A level near zero does not count: a half-wave load has one.
 * A signal that truly has flat tops without any noise cannot be distinguished from a clipped one.
 */
export function isClipped(values: readonly number[], extremes: Extremes, periodSamples: number): boolean {
  const { min, max, atMin, atMax } = extremes;
  const swing = max - min;
  if (swing === 0 || Math.max(atMin, atMax) < minRun) return false;
  const roundedTop = (periodSamples / Math.PI) * Math.acos(Math.max(-1, 1 - 2 / swing));
  const least = minRun + 2 * roundedTop;
  return (
    (atMax >= least && Math.abs(max) >= swing / 4 && longestRun(values, max) >= least) ||
    (atMin >= least && Math.abs(min) >= swing / 4 && longestRun(values, min) >= least)
  );
}

function longestRun(values: readonly number[], level: number): number {
  let longest = 0;
  let run = 0;
  for (let i = 0; i < values.length; i++) {
    run = values[i] === level ? run + 1 : 0;
    if (run > longest) longest = run;
  }
  return longest;
}
