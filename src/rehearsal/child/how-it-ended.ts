import type { EarlyEnd } from '../early-end';
import type { Result } from '../job';
import type { Ending } from './driver';
import { textOfError } from './told-errors';

export type Ended = Pick<Result, 'ending' | 'early'>;

const early = (why: EarlyEnd): Ended => ({ ending: why.ending, early: why });

interface Told {
  readonly budgetMs: number;
  readonly maxRequests: number;
  /** The names of the nodes to which the newest messages have come. */
  recent(): string[];
}

/** The ending of the driver with what is told of it. */
export function howItEnded(ending: Ending, { budgetMs, maxRequests, recent }: Told): Ended {
  switch (ending) {
    case 'done':
      return { ending };
    case 'never-quiet':
      return early({ ending, nodes: recent() });
    case 'out-of-time':
      return early({ ending, seconds: budgetMs / 1000 });
    case 'too-many-requests':
      return early({ ending, most: maxRequests });
  }
}

/** Resolves with the first error that would have ended Node-RED. */
export function wouldHaveEnded(): Promise<Ended> {
  return new Promise((resolve) => {
    const end = (error: unknown) => resolve(early({ ending: 'failed', said: textOfError(error) }));
    process.on('uncaughtException', end).on('unhandledRejection', end);
  });
}
