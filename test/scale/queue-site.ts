import { createServer } from 'node:http';
import { accepting } from '../../bench/harness/recipe';
import { freePort } from '../support/free-port';
import { type RedisEngine, startEngines } from './engines';
import { prepareSite, type SiteProcesses } from './site-processes';

/** One write of a row. */
export interface Write {
  /** The device and the transaction. */
  readonly row: string;
  readonly redelivered: boolean;
}

/** The recipe of docs/scale-out as it runs: nginx, two receivers, Redis, two workers, and the table that they keep. */
export interface QueueSite extends SiteProcesses {
  /** Of nginx. */
  readonly port: number;
  readonly redis: RedisEngine;
  /** What workers have written into the table, in order. */
  readonly writes: readonly Write[];
  /** From now on no write is answered; resolves when so many wait, and their publishes are held by workers. */
  holdRows(count: number): Promise<void>;
  /** Answers them, and those to come. */
  answerRows(): void;
}

const names = ['8080', '6379', '1881', '1882', '8086'] as const;

/** How long the table takes for a row, so that workers hold many. */
const rowMs = 20;

/** `takeOverAfter` in seconds, where a test cannot wait for the recipe's 60. */
export async function startQueueSite(
  credential: Readonly<Record<string, string>>,
  takeOverAfter = 60,
): Promise<QueueSite> {
  const ports: Record<string, number> = {};
  for (const name of names) ports[name] = await freePort();
  const engines = await startEngines(ports);
  const processes = await prepareSite({
    directory: engines.directory,
    ports,
    credential,
    flows: { receiver: 'receiver.json', worker: 'worker.json' },
    settings: { 'stream-receiver': { takeOverAfter } },
  });

  const writes: Write[] = [];
  let held: (() => void)[] | undefined;
  const table = createServer(({ url = '' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://table');
    writes.push({ row: pathname, redelivered: searchParams.get('redelivered') === 'true' });
    const answer = () => void response.end('ok');
    if (held === undefined) setTimeout(answer, rowMs);
    else held.push(answer);
  });
  await new Promise<void>((resolve) => table.listen(ports['8086'], '127.0.0.1', resolve));
  for (const name of ['worker 1', 'worker 2', 'receiver 1', 'receiver 2'] as const) await processes.start(name);
  for (const name of ['1881', '1882']) await accepting(ports[name] ?? 0);

  return {
    ...processes,
    port: ports['8080'] ?? 0,
    redis: engines.redis,
    writes,
    async holdRows(count) {
      const waiting: (() => void)[] = [];
      held = waiting;
      while (waiting.length < count) await new Promise((resolve) => setTimeout(resolve, 20));
    },
    answerRows() {
      for (const answer of held ?? []) answer();
      held = undefined;
    },
    async stop() {
      await processes.stop();
      table.closeAllConnections();
      await new Promise((resolve) => table.close(resolve));
      await engines.stop();
    },
  };
}
