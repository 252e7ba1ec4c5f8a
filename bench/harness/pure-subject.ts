import type { OpenSubject } from './run';
import { startWorker } from './worker';

/** A subject that computes: each sample is what `task` of the module says of `argument`. */
export function pureSubject(module: string, task: string, argument: unknown): OpenSubject {
  return async () => {
    const worker = startWorker(module);
    return { sample: () => worker.ask<number>(task, argument), close: worker.stop };
  };
}
