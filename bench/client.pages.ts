import type { Row } from './harness/row';
import { compare, type OpenSubject } from './harness/run';
import { startWorker } from './harness/worker';
import { callerSide, withService } from './sides/with-service';

export const row: Row = {
  name: 'client.pages',
  title: 'reading a history of pages with our client / a hand-written loop over got',
  goal: { atMost: 1.1 },
  unit: 'CPU us an item',
  measure: (run) =>
    withService(async (baseUrl) => {
      const subject =
        (task: 'ourPages' | 'gotPages'): OpenSubject =>
        async () => {
          const worker = startWorker(callerSide);
          const pages = { baseUrl, days: 100 };
          return {
            sample: () => worker.ask<number>(task, pages),
            close: worker.stop,
          };
        };
      const plan = { processes: 3, rounds: 9, quickRounds: 5, warmUps: 2 };
      const subjects = { ours: subject('ourPages'), got: subject('gotPages') };
      const { samples, disturbed } = await run.interleave(subjects, plan);
      return compare(samples.ours, samples.got, disturbed);
    }),
};
