import { createServer } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { ResourceUse } from './scenario';

let collectGarbage: (() => void) | undefined;

/** The resources that this process uses after garbage collection. */
export async function resourcesOfThisProcess(): Promise<ResourceUse> {
  if (collectGarbage === undefined) {
    setFlagsFromString('--expose-gc');
    collectGarbage = runInNewContext('gc') as () => void;
  }
  // Finalizing objects in one round releases further objects for the next round.
  for (let rounds = 0; rounds < 3; rounds++) {
    collectGarbage();
    await new Promise((resolve) => setImmediate(resolve));
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  const handles: Record<string, number> = {};
  for (const kind of process.getActiveResourcesInfo()) handles[kind] = (handles[kind] ?? 0) + 1;
  return { heapMb: (heapUsed + external) / 2 ** 20, rssMb: rss / 2 ** 20, handles };
}

/** Answers every request on a port with the resources of the process under test. */
export function startProbe(port: number): void {
  const server = createServer(async (_, response) => {
    response.setHeader('Connection', 'close');
    response.end(JSON.stringify(await resourcesOfThisProcess()));
  });
  server.listen(port, '127.0.0.1');
}
