/** Energy in joules (watt-seconds), neither negative. */
export interface Joules {
  deliveredJ: number;
  generatedJ: number;
}

/** Power over time while the contacts are closed. */
export interface PowerCurve {
  /** Watts of all legs at an instant; negative when generated. */
  wattsAt(at: number): number;
  /** The exact integral of {@link wattsAt}, delivered and generated apart. */
  energyBetween(from: number, to: number): Joules;
  /** Two stretches of [from, to) in which the power is least and greatest, whatever its direction. */
  extremesBetween(from: number, to: number): readonly { readonly from: number; readonly to: number }[];
  /** Sums up a piece more of the time before `at`, as {@link energyBetween} would; false when there is none left. */
  sumMoreBefore(at: number): boolean;
}

export function addJoules(sum: Joules, more: Joules): void {
  sum.deliveredJ += more.deliveredJ;
  sum.generatedJ += more.generatedJ;
}
