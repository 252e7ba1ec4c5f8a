/** A charger that can give amperes. */
export interface Sharer {
  /** What it takes now, A. */
  readonly fromA: number;
  /** The least before a pause, A. */
  readonly leastA: number;
}

/**
 * Lowers chargers of one rank ampere by ampere, always the one that has most, until `enough`: so they end alike, none below its
 * least. Returns what each has then, whole amperes; one that gives nothing keeps what it has.
 */
export function shareCut(sharers: readonly Sharer[], enough: (givenA: readonly number[]) => boolean): number[] {
  const to = sharers.map(({ fromA }) => fromA);
  const given = () => to.map((ampere, index) => (sharers[index]?.fromA ?? 0) - ampere);
  while (!enough(given())) {
    let most: number | undefined;
    for (const [index, { leastA }] of sharers.entries()) {
      const own = to[index] ?? 0;
      if (lowered(own) >= leastA && own > (most === undefined ? 0 : (to[most] ?? 0))) most = index;
    }
    if (most === undefined) break;
    to[most] = lowered(to[most] ?? 0);
  }
  return to;
}

// What is drawn is no whole number; a setting is.
const lowered = (ampere: number) => Math.ceil(ampere) - 1;
