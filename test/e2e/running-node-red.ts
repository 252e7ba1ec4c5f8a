import type { ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Lane, root } from './lanes';
import { installedPackage, npmEnvironment, temporaryDirectory } from './packed-package';

interface StartedNodeRed {
  readonly child: ChildProcess;
  readonly lines: readonly string[];
  stop(): Promise<void>;
}

/** The parts of scripts/red.mjs that are used here. */
interface RedScript {
  freePort(): Promise<number>;
  quietSettings(options: { port: number; adminRoot: string; nodeRoot: string; extra: string }): string;
  makeUserDirectory(
    directory: string,
    options: {
      settings: string;
      flows: readonly object[];
      modules: Readonly<Record<string, string>>;
      packageDirectory: string | null;
    },
  ): void;
  startNodeRed(directory: string, options: { node: string; script: string } & Start): Promise<StartedNodeRed>;
}

/** How its process is started. */
interface Start {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** A command that starts Node-RED in its own place, with its options. */
  readonly wrapper?: readonly string[];
  /** Gets every line that it prints. */
  readonly onLine?: (line: string) => void;
}

export interface NodeRedOptions {
  readonly flows?: readonly object[];
  readonly adminRoot?: string;
  readonly nodeRoot?: string;
  /** More lines of settings.js. */
  readonly extra?: string;
  readonly dashboard?: boolean;
  /** False where the package is still to be installed. */
  readonly installed?: boolean;
  /** The user directory, where it is not one of its own. */
  readonly directory?: string;
  /** What is still to be done when the user directory is made. */
  readonly prepare?: (directory: string) => Promise<void> | void;
  /** Path of red.js, where it is not that of the lane. */
  readonly script?: string;
  readonly start?: Start;
}

/** A Node-RED of one lane with the packed package. */
export interface RunningNodeRed {
  /** Of the editor, with a slash at its end. */
  readonly url: string;
  /** Of what flows serve. */
  readonly nodeUrl: string;
  readonly directory: string;
  /** What it has printed. */
  readonly lines: readonly string[];
  stop(): Promise<void>;
}

const children = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});

/**
 * Node-RED 5 starts a timer of one second for its tips before it has loaded its keys, and throws where they come later: no tips
 * for the user who is not logged in and for those of `users.ts`.
 */
const userSettings = JSON.stringify(
  Object.fromEntries(
    ['_', 'admin', 'reader', 'guest'].map((user) => [user, { editor: { view: { 'view-show-tips': false } } }]),
  ),
);

let count = 0;

export async function runNodeRed(lane: Lane, options: NodeRedOptions = {}): Promise<RunningNodeRed> {
  const script = pathToFileURL(join(root, 'scripts/red.mjs')).href;
  const { freePort, quietSettings, makeUserDirectory, startNodeRed } = (await import(script)) as RedScript;
  const { flows = [], adminRoot = '/', nodeRoot = '/', extra = '', dashboard = false, installed = true } = options;
  const port = await freePort();
  count += 1;
  const { directory = join(temporaryDirectory('node-red'), `${lane.name}-${count}`) } = options;
  const dashboardName = '@flowfuse/node-red-dashboard';
  makeUserDirectory(directory, {
    settings: quietSettings({ port, adminRoot, nodeRoot, extra }),
    flows,
    modules: dashboard ? { [dashboardName]: join(root, 'node_modules', dashboardName) } : {},
    packageDirectory: installed ? await installedPackage(lane) : null,
  });
  writeFileSync(join(directory, '.config.users.json'), userSettings);
  await options.prepare?.(directory);
  const env = { ...(await npmEnvironment()), ...options.start?.env };
  const { child, lines, stop } = await startNodeRed(directory, {
    ...options.start,
    env,
    node: lane.node,
    script: options.script ?? lane.script,
  });
  children.add(child);
  return {
    url: `http://127.0.0.1:${port}${adminRoot.replace(/\/?$/, '/')}`,
    nodeUrl: `http://127.0.0.1:${port}/`,
    directory,
    lines,
    async stop() {
      await stop();
      children.delete(child);
    },
  };
}
