import type { Interval } from './scale';

const steps = [1, 2, 5, 10] as const;

/** Round values within a domain, 1, 2 or 5 times a power of ten apart, at most `most` of them. */
export function ticksOf(
  [from, to]: Interval,
  most: number,
): { readonly values: readonly number[]; readonly step: number } {
  const extent = to - from;
  if (!(extent > 0) || most < 1) return { values: [], step: 0 };
  const minStep = extent / most;
  const power = 10 ** Math.floor(Math.log10(minStep));
  for (const factor of [...steps, 20, 50]) {
    const step = factor * power;
    const first = Math.ceil(from / step - 1e-9);
    const last = Math.floor(to / step + 1e-9);
    if (last - first + 1 > most) continue;
    // Multiplying whole numbers keeps 0.3 from becoming 0.30000000000000004, and adding 0 turns -0 into 0.
    const values = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) =>
      round((first + index) * step, step),
    );
    return { values, step };
  }
  return { values: [], step: 0 };
}

/** The number of decimals that ticks of this step need. */
export function decimalsOf(step: number): number {
  return step > 0 ? Math.max(0, -Math.floor(Math.log10(step) + 1e-9)) : 0;
}

const round = (value: number, step: number) => Number(value.toFixed(decimalsOf(step))) + 0;
