import type { Measured } from './measured';
import { type Goal, limitOf, type Row } from './row';

export interface Result {
  readonly row: Row;
  readonly measured: Measured;
  /** Whether the median meets the goal, where there is one. */
  readonly met?: boolean;
  /** Whether the run may pass: in the quick form also what is no worse than before. */
  readonly passed: boolean;
  /** How long it took to find out. */
  readonly seconds: number;
}

/** `{name: {ratio, goal, ours, other, unit, n}}`, with the spread and whether the goal is met; `goal` only where there is one. */
export function toJson(results: readonly Result[]): string {
  const entries = results.map(({ row, measured, met, seconds }) => {
    const { ratio, spread, ours, other, n, disturbed } = measured;
    return [
      row.name,
      {
        ratio,
        ...(row.goal === undefined ? {} : { goal: limitOf(row.goal), met }),
        ours,
        other,
        unit: row.unit,
        n,
        spread,
        disturbed,
        seconds,
      },
    ];
  });
  return JSON.stringify(Object.fromEntries(entries), undefined, 2);
}

export function heading(): string {
  return line('name', 'figure', 'goal', 'middle half', 'ours', 'other', 'unit', 'n', 'seconds');
}

/** One row for people; how it is read stands below it. */
export function toLine({ row, measured, met, passed, seconds }: Result): string {
  const { ratio, spread, ours, other, n, disturbed } = measured;
  const count = disturbed === 0 ? `${n}` : `${n}, ${disturbed} disturbed`;
  const text = line(
    row.name,
    figure(ratio),
    goalText(row.goal),
    `${figure(spread[0])} to ${figure(spread[1])}`,
    figure(ours),
    figure(other),
    row.unit,
    count,
    seconds.toFixed(1),
  );
  return `${text}${verdict(met, passed)}\n    ${row.title}`;
}

function goalText(goal: Goal | undefined): string {
  if (goal === undefined) return '-';
  return 'atMost' in goal ? `<= ${goal.atMost}` : `>= ${goal.atLeast}`;
}

function verdict(met: boolean | undefined, passed: boolean): string {
  if (met === false) return passed ? '   missed, no worse than before' : '   MISSED';
  return passed ? '' : '   WORSE than before';
}

const widths = [22, 8, 8, 16, 9, 9, 22, 15] as const;

function line(...cells: readonly string[]): string {
  return cells
    .map((cell, index) => cell.padEnd(widths[index] ?? 0))
    .join(' ')
    .trimEnd();
}

/** Three digits that count. */
export function figure(value: number): string {
  if (Number.isNaN(value)) return '-';
  if (value === 0) return '0';
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return value.toFixed(Math.min(4, digits));
}
