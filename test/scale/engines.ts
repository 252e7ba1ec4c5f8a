import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accepting, nginxWithin, recipe, stop } from '../../bench/harness/recipe';

type EngineName = 'nginx' | 'redis-server' | 'mosquitto';

function enginesOfThisRun(): Readonly<Record<EngineName, string>> {
  const given = process.env.SCALE_ENGINES;
  if (given === undefined) throw new Error('The scale-out tests are started by `npm run test:scale`');
  return JSON.parse(given) as Record<EngineName, string>;
}

/** The project's root: the tests are run from there. */
export const root = process.cwd();

/** A flow of the recipe, its ports replaced. */
export function recipeFlow(name: string, ports: Readonly<Record<string, number>>): Record<string, unknown>[] {
  return JSON.parse(recipe(name, ports)) as Record<string, unknown>[];
}

export interface Engines {
  /** Of this run, removed at its end. */
  readonly directory: string;
  stop(): Promise<void>;
}

/** nginx and Redis with the configurations of the recipe, on other ports. */
export async function startEngines(ports: Readonly<Record<string, number>>): Promise<Engines & { redis: RedisEngine }> {
  const directory = mkdtempSync(join(tmpdir(), 'breakerflow-scale-'));
  writeFileSync(join(directory, 'nginx.conf'), recipe('nginx.conf', ports));
  const configuration = readFileSync(join(directory, 'nginx.conf'), 'utf8');
  const nginx = startNginx(enginesOfThisRun().nginx, directory, configuration);
  const redis = await startRedis(ports['6379'] ?? 0);
  await accepting(ports['8080'] ?? 0);
  return {
    directory,
    redis,
    async stop() {
      await Promise.all([stop(nginx), redis.stop()]);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** mosquitto alone, with the configuration of the recipe; resolves to what stops it. */
export async function startMosquitto(port: number): Promise<() => Promise<void>> {
  const directory = mkdtempSync(join(tmpdir(), 'breakerflow-mosquitto-'));
  const file = join(directory, 'mosquitto.conf');
  writeFileSync(file, recipe('mosquitto.conf', { 1883: port }));
  const child = start(enginesOfThisRun().mosquitto, ['-c', file]);
  await accepting(port);
  return async () => {
    await stop(child);
    rmSync(directory, { recursive: true, force: true });
  };
}

/** A Redis that can be killed and started again where it lay. */
export interface RedisEngine {
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Redis with the configuration of the recipe, and settings that replace some of it. */
export async function startRedis(port: number, ...settings: readonly string[]): Promise<RedisEngine> {
  const directory = mkdtempSync(join(tmpdir(), 'breakerflow-redis-'));
  const file = join(directory, 'redis.conf');
  writeFileSync(file, recipe('redis.conf', { 6379: port }));
  let child: ChildProcess;
  const begin = async () => {
    child = start(enginesOfThisRun()['redis-server'], [file, '--dir', directory, ...settings]);
    await accepting(port);
  };
  await begin();
  return {
    async kill() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
    start: begin,
    async stop() {
      await stop(child);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** nginx alone, with a configuration and files of its own, until it is stopped. */
export async function startProxy(
  configuration: string,
  port: number,
  files: Readonly<Record<string, string>>,
): Promise<Engines> {
  const directory = mkdtempSync(join(tmpdir(), 'breakerflow-scale-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text, { mode: 0o600 });
  const child = startNginx(enginesOfThisRun().nginx, directory, configuration);
  await accepting(port);
  return {
    directory,
    async stop() {
      await stop(child);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

function startNginx(command: string, directory: string, configuration: string): ChildProcess {
  const file = join(directory, 'nginx.conf');
  writeFileSync(file, nginxWithin(directory, configuration));
  return start(command, ['-p', directory, '-c', file, '-g', 'daemon off;']);
}

function start(command: string, args: readonly string[]): ChildProcess {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => lines.push(String(chunk)));
  child.once('exit', (code) => {
    if (code !== 0 && code !== null) console.error(`${command} ended with ${code}\n${lines.join('')}`);
  });
  return child;
}
