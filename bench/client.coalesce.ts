import { freePort } from './harness/free-port';
import { makeUserDirectory, ourPackage, startNodeRed } from './harness/node-red';
import type { Row } from './harness/row';
import { compare, type OpenSubject } from './harness/run';
import { pollingFlow, serviceCredentials } from './sides/polling-flow';
import { withService } from './sides/with-service';

const devices = 5;
const watchMs = 5_000;

export const row: Row = {
  name: 'client.coalesce',
  title: `requests of 50 nodes that read ${devices} devices every second / of one node a device`,
  goal: { atMost: 1.02 },
  // In five seconds one poll more or less at the edges is a tenth.
  reached: 1.1,
  unit: `requests in ${watchMs / 1000} s`,
  measure: (run) =>
    withService(async (baseUrl, count) => {
      const subject =
        (nodes: number): OpenSubject =>
        async () => ({
          async sample() {
            const nodeRed = await startNodeRed(
              makeUserDirectory({
                directory: run.directory,
                port: await freePort(),
                modules: ourPackage,
                flows: pollingFlow(baseUrl, nodes, devices),
                credentials: serviceCredentials,
              }),
            );
            try {
              await new Promise((resolve) => setTimeout(resolve, 1500));
              await count('/reading');
              await new Promise((resolve) => setTimeout(resolve, watchMs));
              return await count('/reading');
            } finally {
              await nodeRed.stop();
            }
          },
          async close() {},
        });
      const plan = { processes: 1, rounds: 3, quickRounds: 1, warmUps: 0 };
      const { samples, disturbed } = await run.interleave({ many: subject(50), few: subject(devices) }, plan);
      return compare(samples.many, samples.few, disturbed);
    }),
};
