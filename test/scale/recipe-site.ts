import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectAsync } from 'mqtt';
import { accepting, stop } from '../../bench/harness/recipe';
import { freePort } from '../support/receiving';
import { recipeFlow, startEngines } from './engines';
import { redScript } from './red-script';

/** The recipe of docs/scale-out as it runs: nginx, two receivers, Redis, MQTT and two workers. */
export interface RecipeSite {
  /** Of nginx. */
  readonly port: number;
  /** The transactionId of each publish that a worker has done, in order. */
  readonly done: readonly string[];
  /** How many messages the workers were handed over MQTT. */
  handed(): number;
  kill(process: SiteProcess, signal: NodeJS.Signals): void;
  /** Starts a process again that has ended. */
  restart(process: SiteProcess): Promise<void>;
  stop(): Promise<void>;
}

export type SiteProcess = 'receiver 1' | 'receiver 2' | 'worker 1' | 'worker 2';

const names = ['8080', '6379', '1883', '1881', '1882'] as const;

/** Each so many is handed to the workers twice. */
const handedAgainEvery = 10;

export async function startRecipeSite(credential: Readonly<Record<string, string>>): Promise<RecipeSite> {
  const scripts = await redScript();
  const free: number[] = [];
  for (const _ of names) free.push(await freePort());
  const ports = Object.fromEntries(names.map((name, index) => [name, free[index] ?? 0]));
  const { directory, stop: stopEngines } = await startEngines(ports);
  const running = new Map<SiteProcess, ChildProcess>();
  const directoryOf = (name: SiteProcess) => join(directory, name.replace(' ', '-'));

  async function prepare(name: SiteProcess, recipe: string, own: Readonly<Record<string, number>>): Promise<void> {
    const flows = recipeFlow(recipe, { ...own, 1883: ports['1883'] ?? 0 });
    const idOf = (type: string) => String(flows.find((node) => node.type === type)?.id);
    const settings = scripts.quietSettings({ port: await freePort(), extra: 'credentialSecret: false,' });
    const modules = { redis: process.env.SCALE_REDIS_CLIENT ?? '' };
    scripts.makeUserDirectory(directoryOf(name), { settings, flows, modules });
    const credentials = {
      [idOf('stream-receiver')]: credential,
      [idOf('breaker-endpoint')]: { redisUrl: `redis://127.0.0.1:${ports['6379']}` },
    };
    writeFileSync(join(directoryOf(name), 'flows_cred.json'), JSON.stringify(credentials));
  }
  async function start(name: SiteProcess): Promise<void> {
    running.set(name, (await scripts.startNodeRed(directoryOf(name))).child);
  }

  await prepare('receiver 1', 'receiver.json', { 1881: ports['1881'] ?? 0 });
  await prepare('receiver 2', 'receiver.json', { 1881: ports['1882'] ?? 0 });
  for (const worker of ['worker 1', 'worker 2'] as const) await prepare(worker, 'worker.json', {});

  const done: string[] = [];
  let handed = 0;
  const client = await connectAsync(`mqtt://127.0.0.1:${ports['1883']}`);
  client.on('message', (topic, payload) => {
    if (topic === 'breakers/done') {
      done.push((JSON.parse(payload.toString()) as { transactionId: string }).transactionId);
      return;
    }
    handed += 1;
    // As a receiver does that was killed before it could write down what it had handed over.
    if (handed % handedAgainEvery === 0) client.publish(topic, payload, { qos: 1 });
  });
  await client.subscribeAsync(['breakers/done', 'breakers/publishes'], { qos: 1 });
  for (const name of ['worker 1', 'worker 2', 'receiver 1', 'receiver 2'] as const) await start(name);
  for (const name of ['1881', '1882']) await accepting(ports[name] ?? 0);

  return {
    port: ports['8080'] ?? 0,
    done,
    handed: () => handed,
    kill: (name, signal) => running.get(name)?.kill(signal),
    async restart(name) {
      const child = running.get(name);
      if (child !== undefined && child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      await start(name);
    },
    async stop() {
      await client.endAsync();
      await Promise.all([...running.values()].map(stop));
      await stopEngines();
    },
  };
}
