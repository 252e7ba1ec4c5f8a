import { createServer } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Holdings } from './scenario';

let collectGarbage: (() => void) | undefined;

/** What this process holds, after garbage collection. */
export async function holdingsOfThisProcess(): Promise<Holdings> {
  if (collectGarbage === undefined) {
    setFlagsFromString('--expose-gc');
    collectGarbage = runInNewContext('gc') as () => void;
  }
  // What is finalized in one round frees more for the next.
  for (let rounds = 0; rounds < 3; rounds++) {
    collectGarbage();
    await new Promise((resolve) => setImmediate(resolve));
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  const handles: Record<string, number> = {};
  for (const kind of process.getActiveResourcesInfo()) handles[kind] = (handles[kind] ?? 0) + 1;
  return { heapMb: (heapUsed + external) / 2 ** 20, rssMb: rss / 2 ** 20, handles };
}

/** Answers every request on a port of a process under test with what that process holds. */
export function startProbe(port: number): void {
  const server = createServer(async (_, response) => {
    response.setHeader('Connection', 'close');
    response.end(JSON.stringify(await holdingsOfThisProcess()));
  });
  server.listen(port, '127.0.0.1');
}
