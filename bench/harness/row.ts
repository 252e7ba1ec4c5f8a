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
  readonly goal: Goal;
  /** Where the goal is not reached: the quick form lets pass what is no worse than this. */
  readonly reached?: number;
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
