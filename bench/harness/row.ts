import type { Run } from './run';

/** What a figure has to reach. */
export type Goal = { readonly atMost: number } | { readonly atLeast: number };

/** What was measured: medians of both sides, and the middle half of the figure over the rounds. */
export interface Measured {
  /** The figure that is held against the goal. */
  readonly ratio: number;
  /** Lower and upper quartile of the figure, round by round. */
  readonly spread: readonly [low: number, high: number];
  readonly ours: number;
  readonly other: number;
  /** Rounds that count. */
  readonly n: number;
  /** How many of them ran while others took more than their share of the machine. */
  readonly disturbed: number;
}

/** One line of the table. */
export interface Row {
  /** As in the table of goals. */
  readonly name: string;
  /** What is set against what. */
  readonly title: string;
  /** Absent: the figure is information, and nothing is demanded of it. */
  readonly goal?: Goal;
  /** What it comes to today, where that is some way from the goal: the quick form compares with this. */
  readonly reached?: number;
  /** How many times worse the few rounds of the quick form may be, where that is not the usual 1.3; with the reason. */
  readonly noise?: number;
  /** Of `ours` and `other`. */
  readonly unit: string;
  measure(run: Run): Promise<Measured>;
}

export function meets(goal: Goal, value: number): boolean {
  return 'atMost' in goal ? value <= goal.atMost : value >= goal.atLeast;
}

export function limitOf(goal: Goal): number {
  return 'atMost' in goal ? goal.atMost : goal.atLeast;
}
