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
