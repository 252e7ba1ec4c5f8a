/** What a dimmed connection may draw at least, kW. */
const floorKw = 4.2;

interface Connection {
  /** Limits are in A a leg. */
  readonly isCurrent: boolean;
  readonly legs: number;
  /** Of one leg to neutral. */
  readonly volts: number;
}

/** The least that a dimmed connection may draw, in the unit of the dialog; in A rounded down, so that it stays a limit. */
export function dimFloorOf({ isCurrent, legs, volts }: Connection): number {
  return isCurrent ? Math.floor((floorKw * 10_000) / (legs * volts)) / 10 : floorKw;
}
