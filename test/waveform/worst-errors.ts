import assert from 'node:assert/strict';

/** Keeps the worst error of each quantity, prints them at the end, and holds each to its bound as it comes. */
export function createWorstErrors(title: string) {
  const worst = new Map<string, { error: number; bound: number; where: string; cases: number }>();
  return {
    record(quantity: string, error: number, bound: number, where: string): void {
      const known = worst.get(quantity) ?? { error: 0, bound, where, cases: 0 };
      known.cases++;
      if (!(error <= known.error)) Object.assign(known, { error, where });
      worst.set(quantity, known);
      assert.ok(error <= bound, `${quantity}: error ${error.toPrecision(3)} above ${bound} (${where})`);
    },
    print(): void {
      console.log(`      ${title}`);
      for (const [quantity, { error, bound, where, cases }] of worst) {
        const shown = `${error.toExponential(1)} of at most ${bound}`;
        console.log(`        ${quantity.padEnd(42)} ${shown.padEnd(24)} ${cases} cases, worst: ${where}`);
      }
    },
  };
}
