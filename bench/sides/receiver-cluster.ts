import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../test/support/free-port';
import { makeUserDirectory, ourPackage, startNodeRed } from '../harness/node-red';
import { accepting, nginxWithin, recipe, stop } from '../harness/recipe';
import type { Run, Subject } from '../harness/run';
import type { Usage } from '../harness/serve';
import type { Worker } from '../harness/worker';
import type { ClosedLoad, Sent } from '../load/publisher';
import { credential } from '../load/signed-publish';
import { endpointId, ownFlow, receiver, targets } from './receiver-flows';
import { devices } from './receivers';

const connections = 50;

/** What `npm run bench` has found or made ready. */
function scaleOut(): { readonly nginx: string; readonly 'redis-server': string; readonly client: string } {
  const { SCALE_ENGINES: engines, SCALE_REDIS_CLIENT: client, SCALE_INSTALL: install } = process.env;
  if (engines === undefined || client === undefined)
    throw new Error(`two instances need real engines: ${install ?? 'npm run bench finds them'}`);
  return { ...JSON.parse(engines), client };
}

/** What the recipe in docs/scale-out puts around the instances; its mosquitto plays no part in receiving. */
async function startEngines(directory: string, ports: Readonly<Record<string, number>>): Promise<ChildProcess[]> {
  writeFileSync(join(directory, 'nginx.conf'), nginxWithin(directory, recipe('nginx.conf', ports)));
  writeFileSync(join(directory, 'redis.conf'), recipe('redis.conf', ports));
  const start = (name: 'nginx' | 'redis-server', args: readonly string[]) => {
    const engine = spawn(scaleOut()[name], args, { stdio: 'ignore' });
    process.once('exit', () => engine.kill('SIGKILL'));
    return engine;
  };
  const engines = [
    start('nginx', ['-p', directory, '-c', join(directory, 'nginx.conf'), '-g', 'daemon off;']),
    start('redis-server', [join(directory, 'redis.conf'), '--dir', directory]),
  ];
  for (const port of ['8080', '6379']) await accepting(ports[port] ?? 0);
  return engines;
}

async function startInstance(run: Run, port: number, redisPort: number | undefined): Promise<Worker> {
  const shared = redisPort !== undefined;
  const directory = makeUserDirectory({
    directory: run.directory,
    port: await freePort(),
    modules: shared ? { ...ourPackage, redis: scaleOut().client } : ourPackage,
    flows: ownFlow({ port, output: 'publish', duplicates: shared ? 'redis' : 'memory' }),
    credentials: {
      [receiver]: credential,
      ...(shared ? { [endpointId]: { redisUrl: `redis://127.0.0.1:${redisPort}` } } : {}),
    },
  });
  const worker = await startNodeRed(directory);
  await accepting(port);
  return worker;
}

const count = 2000;
/**
 * So many publishes each instance takes before any counts: with the store in Redis behind it, it goes on getting faster for longer
 * than a receiver alone.
 */
const warmUp = { quick: 8000, full: 32_000 } as const;

/**
 * A sample is the CPU time of all Node-RED instances for a publish. The generator sleeps between answers: awake, it would keep a
 * core from nginx, Redis and two instances that one alone does not need.
 */
export function clusterSubject(run: Run, publisher: Worker, isCluster: boolean) {
  return async (): Promise<Subject> => {
    const names = ['8080', '6379', '1881', '1882'] as const;
    const free: number[] = [];
    for (const _ of names) free.push(await freePort());
    const ports = Object.fromEntries(names.map((name, index) => [name, free[index] ?? 0]));
    const engines = isCluster ? await startEngines(mkdtempSync(join(run.directory, 'engines-')), ports) : [];
    const instances: Worker[] = [];
    for (const name of isCluster ? ['1881', '1882'] : ['1881'])
      instances.push(await startInstance(run, ports[name] ?? 0, isCluster ? ports['6379'] : undefined));
    const used = async () => {
      let cpuMicros = 0;
      for (const instance of instances) cpuMicros += (await instance.ask<Usage>('usage')).cpuMicros;
      return cpuMicros;
    };
    const cost = async () => {
      const port = ports[isCluster ? '8080' : '1881'] ?? 0;
      const load: ClosedLoad = { port, target: targets.own, devices, count, connections, sleeps: true };
      await publisher.ask('prepare', load);
      const before = await used();
      await publisher.ask<Sent>('closed', load);
      return ((await used()) - before) / count;
    };
    const warm = instances.length * (run.quick ? warmUp.quick : warmUp.full);
    for (let sent = 0; sent < warm; sent += count) await cost();
    return {
      sample: cost,
      async close() {
        for (const instance of instances) await instance.stop();
        for (const engine of engines) await stop(engine);
      },
    };
  };
}
