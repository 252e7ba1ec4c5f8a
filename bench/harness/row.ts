import type { Measured } from './measured';
import type { Run } from './run';

/** What a figure has to reach. */
export type Goal = { readonly atMost: number } | { readonly atLeast: number };

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
