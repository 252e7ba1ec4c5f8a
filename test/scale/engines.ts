import { type ChildProcess, spawn } from 'node:child_process';
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

/** nginx, Redis and mosquitto with the configurations of the recipe, on other ports. */
export async function startEngines(ports: Readonly<Record<string, number>>): Promise<Engines> {
  const commands = enginesOfThisRun();
  const directory = mkdtempSync(join(tmpdir(), 'breakerflow-scale-'));
  for (const name of ['nginx.conf', 'redis.conf', 'mosquitto.conf'])
    writeFileSync(join(directory, name), recipe(name, ports));
  const children = [
    startNginx(commands.nginx, directory, readFileSync(join(directory, 'nginx.conf'), 'utf8')),
    start(commands['redis-server'], [join(directory, 'redis.conf'), '--dir', directory]),
    start(commands.mosquitto, ['-c', join(directory, 'mosquitto.conf')]),
  ];
  for (const port of ['8080', '6379', '1883']) await accepting(ports[port] ?? 0);
  return {
    directory,
    async stop() {
      await Promise.all(children.map(stop));
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** mosquitto alone, with the configuration of the recipe; resolves to what stops it. */
export function startMosquitto(port: number): Promise<() => Promise<void>> {
  return startAlone('mosquitto', 'mosquitto.conf', { 1883: port }, (file) => ['-c', file]);
}

/** Redis alone, with the configuration of the recipe; resolves to what stops it. */
export function startRedis(port: number): Promise<() => Promise<void>> {
  return startAlone('redis-server', 'redis.conf', { 6379: port }, (file) => [file]);
}

async function startAlone(
  name: EngineName,
  configuration: string,
  ports: Readonly<Record<string, number>>,
  argumentsFor: (file: string) => readonly string[],
): Promise<() => Promise<void>> {
  const directory = mkdtempSync(join(tmpdir(), 'breakerflow-engine-'));
  const file = join(directory, configuration);
  writeFileSync(file, recipe(configuration, ports));
  const child = start(enginesOfThisRun()[name], argumentsFor(file));
  for (const port of Object.values(ports)) await accepting(port);
  return async () => {
    await stop(child);
    rmSync(directory, { recursive: true, force: true });
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
