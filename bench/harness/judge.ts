import type { Measured } from './measured';
import type { Result } from './report';
import { meets, type Row } from './row';
import type { Run } from './run';
import { stopWorkers } from './worker';

const looks = 3;
/** No look of the quick form takes a tenth of it. */
const lookMs = 300_000;
/** What a shared machine can make of the same code from one run to the next. */
const usualNoise = 1.3;

/**
 * The full form holds the median against the goal. The quick one looks for what has become worse by more than noise: a miss,
 * in three quarters of the rounds, of what the row comes to today.
 */
export function passes({ goal, reached, noise = usualNoise }: Row, measured: Measured, quick: boolean): boolean {
  if (goal === undefined) return true;
  const { ratio, spread } = measured;
  if (!quick) return meets(goal, ratio);
  const least =
    'atMost' in goal ? { atMost: noise * (reached ?? goal.atMost) } : { atLeast: (reached ?? goal.atLeast) / noise };
  return [ratio, ...spread].some((value) => meets(least, value));
}

/**
 * Measures a row. The quick form looks at most twice more at what missed its goal, or broke off: noise does not do that three
 * times.
 */
export async function judge(row: Row, run: Run): Promise<Result> {
  const startedAt = performance.now();
  const measured = run.quick ? await bestLook(row, run) : await row.measure(run);
  const seconds = (performance.now() - startedAt) / 1000;
  const met = row.goal === undefined ? {} : { met: meets(row.goal, measured.ratio) };
  return { row, measured, ...met, passed: passes(row, measured, run.quick), seconds };
}

/** The first look that passes, or the last one. */
async function bestLook(row: Row, run: Run): Promise<Measured> {
  // What is counted comes out the same at each look.
  const most = row.noise === 1 ? 1 : looks;
  for (let look = 1; look < most; look++) {
    try {
      const measured = await inTime(row.measure(run));
      if (passes(row, measured, true)) return measured;
    } catch {
      // Such as a port that somebody else took in between.
      stopWorkers();
    }
  }
  return inTime(row.measure(run));
}

/** A process that never gets ready would have the others wait for ever. */
async function inTime(look: Promise<Measured>): Promise<Measured> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`a look took longer than ${lookMs / 1000} s`)), lookMs);
  });
  try {
    return await Promise.race([look, late]);
  } finally {
    clearTimeout(timer);
  }
}
