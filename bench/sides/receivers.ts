import { join } from 'node:path';
import { freePort } from '../../test/support/free-port';
import { makeUserDirectory, ourPackage, startNodeRed } from '../harness/node-red';
import { accepting } from '../harness/recipe';
import type { Run, Subject } from '../harness/run';
import type { Usage } from '../harness/serve';
import { startWorker, type Worker } from '../harness/worker';
import type { ClosedLoad, Sent } from '../load/publisher';
import { credential } from '../load/signed-publish';
import { coreFlow, ownFlow, type ReceiverSettings, receiver, targets } from './receiver-flows';

/** A receiver in a process of its own. */
export interface RunningReceiver {
  readonly worker: Worker;
  readonly port: number;
  readonly target: string;
}

export type ReceiverName = 'limit' | 'port' | 'split' | 'shared' | 'core';

export async function startReceiver(name: ReceiverName, run: Run): Promise<RunningReceiver> {
  switch (name) {
    case 'limit': {
      const worker = startWorker(require.resolve('./receiver-limit'));
      return { worker, port: await worker.ask<number>('port'), target: targets.own };
    }
    case 'port':
      return startOwn(run, { port: await freePort(), output: 'publish' });
    case 'split':
      return startOwn(run, { port: await freePort(), output: 'channel' });
    case 'shared':
      return startOwn(run, { output: 'publish' });
    case 'core':
      return startCore(run);
  }
}

async function startOwn(run: Run, settings: ReceiverSettings): Promise<RunningReceiver> {
  const port = await freePort();
  const directory = makeUserDirectory({
    directory: run.directory,
    port,
    modules: ourPackage,
    flows: ownFlow(settings),
    credentials: { [receiver]: credential },
  });
  const worker = await startNodeRed(directory);
  const listening = settings.port ?? port;
  await accepting(listening);
  return { worker, port: listening, target: targets.own };
}

async function startCore(run: Run): Promise<RunningReceiver> {
  const port = await freePort();
  const env = { KEY_ID: credential.accessKeyId, SECRET: credential.secretAccessKey };
  const directory = makeUserDirectory({
    directory: run.directory,
    port,
    modules: { aws4: join(process.cwd(), 'node_modules/aws4') },
    flows: coreFlow(),
    settings: 'functionExternalModules: true,',
  });
  return { worker: await startNodeRed(directory, { env }), port, target: targets.core };
}

const connections = 50;
/** How many different devices publish. */
export const devices = 1000;

/** One load generator for all that take turns. It seldom pauses to collect garbage: its pauses would look like theirs. */
export function startPublisher(): Worker {
  return startWorker(require.resolve('../load/publisher'), { execArgv: ['--max-semi-space-size=64'] });
}

/** CPU microseconds of the receiver a publish, with as many publishes as it takes. */
export async function costOfPublishes(
  { worker, port, target }: RunningReceiver,
  publisher: Worker,
  count: number,
): Promise<number> {
  const load: ClosedLoad = { port, target, count, devices, connections };
  await publisher.ask('prepare', load);
  const before = await worker.ask<Usage>('usage');
  await publisher.ask<Sent>('closed', load);
  const after = await worker.ask<Usage>('usage');
  return (after.cpuMicros - before.cpuMicros) / count;
}

/** A sample comes after a second in which others had the core: what it takes to be fast again is not counted. */
const leadIn = 0.2;

/** A receiver whose sample is the cost of a publish; the first `warmUp` publishes are thrown away. */
export function receiverSubject(
  run: Run,
  publisher: Worker,
  name: ReceiverName,
  size: { warmUp: number; count: number },
) {
  return async (): Promise<Subject> => {
    const running = await startReceiver(name, run);
    await costOfPublishes(running, publisher, size.warmUp);
    return {
      async sample() {
        await costOfPublishes(running, publisher, leadIn * size.count);
        return costOfPublishes(running, publisher, size.count);
      },
      close: running.worker.stop,
    };
  };
}
