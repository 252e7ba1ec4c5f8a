import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stop } from '../../bench/harness/recipe';
import { freePort } from '../support/free-port';
import { recipeFlow } from './engines';
import { redScript } from './red-script';

export type SiteProcess = 'receiver 1' | 'receiver 2' | 'worker 1' | 'worker 2';

/** The Node-REDs of a recipe: each with a flow of it, its ports replaced. */
export interface SiteProcesses {
  start(name: SiteProcess): Promise<void>;
  kill(name: SiteProcess, signal: NodeJS.Signals): void;
  /** Starts a process again that has ended. */
  restart(name: SiteProcess): Promise<void>;
  /** What it has printed since its last start. */
  lines(name: SiteProcess): readonly string[];
  stop(): Promise<void>;
}

interface SiteOptions {
  readonly directory: string;
  /** By the ports of the recipe. */
  readonly ports: Readonly<Record<string, number>>;
  readonly credential: Readonly<Record<string, string>>;
  readonly flows: { readonly receiver: string; readonly worker: string };
  /** Changes the nodes of a flow by their type. */
  readonly settings?: Readonly<Record<string, object>>;
}

interface Running {
  readonly child: ChildProcess;
  readonly lines: readonly string[];
}

export async function prepareSite(options: SiteOptions): Promise<SiteProcesses> {
  const { directory, ports, credential, flows: recipes, settings: changes = {} } = options;
  const scripts = await redScript();
  const running = new Map<SiteProcess, Running>();
  const directoryOf = (name: SiteProcess) => join(directory, name.replace(' ', '-'));

  async function prepare(name: SiteProcess, recipe: string, own: Readonly<Record<string, number>>): Promise<void> {
    const flows = recipeFlow(recipe, { ...ports, ...own }).map((node) => ({ ...node, ...changes[String(node.type)] }));
    const idOf = (type: string) =>
      String(flows.find((node) => (node as { type?: unknown }).type === type)?.['id' as never]);
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
    running.set(name, await scripts.startNodeRed(directoryOf(name)));
  }

  await prepare('receiver 1', recipes.receiver, { 1881: ports['1881'] ?? 0 });
  await prepare('receiver 2', recipes.receiver, { 1881: ports['1882'] ?? 0 });
  for (const worker of ['worker 1', 'worker 2'] as const) await prepare(worker, recipes.worker, {});

  return {
    start,
    kill: (name, signal) => running.get(name)?.child.kill(signal),
    async restart(name) {
      const child = running.get(name)?.child;
      if (child !== undefined && child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      await start(name);
    },
    lines: (name) => running.get(name)?.lines ?? [],
    async stop() {
      await Promise.all([...running.values()].map(({ child }) => stop(child)));
    },
  };
}
