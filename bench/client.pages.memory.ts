import type { Row } from './harness/row';
import { compare, type OpenSubject } from './harness/run';
import { startWorker } from './harness/worker';
import { callerSide, withService } from './sides/with-service';

export const row: Row = {
  name: 'client.pages.memory',
  title: 'live memory while reading six months of minutes / while reading one day',
  goal: { atMost: 1.2 },
  reached: 1.08,
  unit: 'MB of heap',
  measure: (run) =>
    withService(async (baseUrl) => {
      const subject =
        (days: number): OpenSubject =>
        async () => ({
          async sample() {
            const worker = startWorker(callerSide);
            try {
              return (await worker.ask<number>('liveBytesOfOurPages', { baseUrl, days })) / 1e6;
            } finally {
              await worker.stop();
            }
          },
          async close() {},
        });
      const plan = { processes: 1, rounds: 5, quickRounds: 1, warmUps: 0 };
      const { samples, disturbed } = await run.interleave({ long: subject(181), short: subject(1) }, plan);
      return compare(samples.long, samples.short, disturbed);
    }),
};
