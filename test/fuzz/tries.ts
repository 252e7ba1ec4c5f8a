import type fc from 'fast-check';

/**
 * `FUZZ_SEED` repeats a run, `FUZZ_FACTOR` makes it longer. `npm test` tries the same cases each time, so that what fails is what
 * was changed; `npm run fuzz` looks for new ones.
 */
const seed = Number(process.env.FUZZ_SEED ?? 1);
export const factor = Number(process.env.FUZZ_FACTOR ?? 1);

export function announceSeed(): void {
  console.log(`      FUZZ_SEED=${seed} repeats these cases`);
}

/** How a property is tried; what fails is made as small as it gets before it is shown. */
export function tries<T>(count: number, found: readonly T[] = []): fc.Parameters<T> {
  return { seed, numRuns: Math.ceil(count * factor), examples: [...found] as never, endOnFailure: false };
}
