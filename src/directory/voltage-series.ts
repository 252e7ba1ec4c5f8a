export interface VoltageSample {
  readonly atMs: number;
  readonly volts: number;
}

/** Volts by the number of a step that all devices share. */
export type VoltageSteps = ReadonlyMap<number, number>;

const stepMs = 300_000;
/** Between reports that are further apart nothing is known. */
const maxGapMs = 3 * stepMs;

/** The voltage at each step, in a straight line between two reports; none within a gap. */
export function voltageSteps(samples: readonly VoltageSample[]): VoltageSteps {
  const sorted = samples
    .filter(({ atMs, volts }) => Number.isFinite(atMs) && Number.isFinite(volts))
    .sort((one, other) => one.atMs - other.atMs);
  const steps = new Map<number, number>();
  for (const [index, to] of sorted.entries()) {
    const from = sorted[index - 1];
    if (from === undefined || to.atMs === from.atMs || to.atMs - from.atMs > maxGapMs) continue;
    for (let step = Math.ceil(from.atMs / stepMs); step * stepMs <= to.atMs; step += 1) {
      const share = (step * stepMs - from.atMs) / (to.atMs - from.atMs);
      steps.set(step, from.volts + share * (to.volts - from.volts));
    }
  }
  return steps;
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The standard deviation. */
export function deviation(values: readonly number[]): number {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
}

/** Pearson's correlation, -1 to 1; 0 where one of them does not move. */
export function correlation(one: readonly number[], other: readonly number[]): number {
  const [middle, otherMiddle] = [mean(one), mean(other)];
  const together = mean(one.map((value, index) => (value - middle) * ((other[index] ?? 0) - otherMiddle)));
  const apart = deviation(one) * deviation(other);
  return apart === 0 ? 0 : together / apart;
}
