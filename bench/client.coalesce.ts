import { freePort } from '../test/support/free-port';
import { makeUserDirectory, ourPackage, startNodeRed } from './harness/node-red';
import type { Row } from './harness/row';
import { compare, type Run } from './harness/run';
import { pollingFlow, serviceCredentials } from './sides/polling-flow';
import { withService } from './sides/with-service';

const devices = 5;
const watchMs = 5_000;

export const row: Row = {
  name: 'client.coalesce',
  title: `requests of 50 nodes that read ${devices} devices every second / of one node a device`,
  goal: { atMost: 1.02 },
  unit: `requests in ${watchMs / 1000} s`,
  async measure(run) {
    const many: number[] = [];
    const few: number[] = [];
    for (let round = 0; round < (run.quick ? 1 : 3); round++) {
      // What is counted does not depend on who else computes: both poll in the same seconds.
      const [ofMany, ofFew] = await Promise.all([requestsOf(run, 50), requestsOf(run, devices)]);
      many.push(ofMany);
      few.push(ofFew);
    }
    return compare(many, few, 0);
  },
};

/** Requests that so many nodes send while they are watched. */
function requestsOf(run: Run, nodes: number): Promise<number> {
  return withService(async (baseUrl, count) => {
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
  });
}
