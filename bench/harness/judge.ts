import type { Result } from './report';
import { type Measured, meets, type Row } from './row';
import type { Run } from './run';

const secondLooks = 2;
/** What a shared machine can make of the same code from one run to the next. */
const noise = 1.3;

/**
 * The full form holds the median against the goal. The quick one looks for what has become worse by more than noise: a miss,
 * in three quarters of the rounds, of the goal or of what has been reached of it.
 */
export function passes({ goal, reached }: Row, { ratio, spread }: Measured, quick: boolean): boolean {
  if (!quick) return meets(goal, ratio);
  const least =
    'atMost' in goal ? { atMost: noise * (reached ?? goal.atMost) } : { atLeast: (reached ?? goal.atLeast) / noise };
  return [ratio, ...spread].some((value) => meets(least, value));
}

/** Measures a row. The quick form looks at most twice more at what missed its goal: noise does not miss three times. */
export async function judge(row: Row, run: Run): Promise<Result> {
  const startedAt = performance.now();
  let measured = await row.measure(run);
  for (let look = 0; run.quick && look < secondLooks && !passes(row, measured, true); look++)
    measured = await row.measure(run);
  const seconds = (performance.now() - startedAt) / 1000;
  return { row, measured, met: meets(row.goal, measured.ratio), passed: passes(row, measured, run.quick), seconds };
}
