import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { RehearsalFailure } from '../admin-api';
import { packageFolder, packageName } from '../own-package';
import { RehearsalError } from './failure';
import type { ChildMessage, Job, Result } from './job';
import { lastFunctionIn } from './last-function';

export interface ChildOptions {
  readonly job: Omit<Job, 'nodeRed' | 'readable'>;
  /** A file from which `node-red` can be required: that of the installation that runs. */
  readonly nodeRedFrom: string;
  /** How far it is, in simulated ms. */
  readonly onProgress?: (simulatedMs: number) => void;
  readonly signal?: AbortSignal;
}

/** What the process may take until the flow begins: a busy machine needs a while to load Node-RED. */
const startMs = 30_000;
/** What it may take beyond its budget, to end by itself and to write the result. */
const graceMs = 10_000;
const memoryMb = 256;
/** What a request needs is gone with its answer: in a larger young generation less of it is copied. */
const youngMb = 32;
const maxToldChars = 100_000;

/**
 * Rehearses in a process of its own, which may read the code of Node-RED and of this package only, writes below a directory of its
 * own, which is removed in the end, and has no environment. Rejects with a {@link RehearsalError} where it ends without a result,
 * and with the signal's reason when it is aborted.
 */
export async function runChild({ job, nodeRedFrom, onProgress, signal }: ChildOptions): Promise<Result> {
  signal?.throwIfAborted();
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'breakerflow-rehearsal-'));
  try {
    const ownPackage = packageFolder();
    const nodeRed = resolvedNodeRed(nodeRedFrom);
    const readable = [...new Set([ownPackage, ...modulesAbove(ownPackage), ...modulesAbove(nodeRed)])];
    prepare(folder, ownPackage, { ...job, nodeRed, readable });
    const ended = await run({ folder, ownPackage, readable, budgetMs: job.budgetMs, onProgress, signal });
    const file = join(folder, 'result.json');
    if (ended === undefined && existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Result;
    throw new RehearsalError(ended ?? { kind: 'noResult' });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function resolvedNodeRed(from: string): string {
  try {
    return realpathSync(createRequire(from).resolve('node-red'));
  } catch {
    throw new RehearsalError({ kind: 'noNodeRed', folder: dirname(from) });
  }
}

function prepare(folder: string, ownPackage: string, job: Job): void {
  const modules = join(folder, 'node_modules', dirname(packageName));
  mkdirSync(modules, { recursive: true });
  symlinkSync(ownPackage, join(folder, 'node_modules', packageName), 'junction');
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'rehearsal', private: true, dependencies: { [packageName]: '*' } }),
  );
  writeFileSync(join(folder, 'job.json'), JSON.stringify(job));
}

interface RunOptions {
  readonly folder: string;
  readonly ownPackage: string;
  readonly readable: readonly string[];
  readonly budgetMs: number;
  readonly onProgress: ChildOptions['onProgress'];
  readonly signal: AbortSignal | undefined;
}

/** Undefined where it has ended well; otherwise why not. */
function run({
  folder,
  ownPackage,
  readable,
  budgetMs,
  onProgress,
  signal,
}: RunOptions): Promise<RehearsalFailure | undefined> {
  const [major = 0] = process.versions.node.split('.').map(Number);
  return new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      [
        `--max-old-space-size=${memoryMb}`,
        `--max-semi-space-size=${youngMb}`,
        major < 22 ? '--experimental-permission' : '--permission',
        ...[folder, ...readable].map((path) => `--allow-fs-read=${join(path, '*')}`),
        `--allow-fs-write=${join(folder, '*')}`,
        '--no-warnings',
        join(ownPackage, 'dist/library/rehearsal-child.js'),
        folder,
      ],
      {
        cwd: folder,
        env: { TZ: process.env.TZ ?? Intl.DateTimeFormat().resolvedOptions().timeZone, PATH: process.env.PATH },
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      },
    );
    let told = '';
    let tooLong = false;
    child.stderr?.on('data', (chunk: Buffer) => {
      // What it ends of comes first; native frames follow.
      if (told.length < maxToldChars) told += chunk.toString();
    });
    const endAfter = (delayMs: number) =>
      setTimeout(() => {
        tooLong = true;
        child.kill('SIGKILL');
      }, delayMs);
    let timer = endAfter(startMs + budgetMs + graceMs);
    child.on('message', (message: ChildMessage) => {
      if (message.simulatedMs !== undefined) {
        onProgress?.(message.simulatedMs);
        return;
      }
      clearTimeout(timer);
      timer = endAfter(budgetMs + graceMs);
    });
    const onAbort = () => child.kill('SIGKILL');
    signal?.addEventListener('abort', onAbort, { once: true });
    child.once('error', ({ message }) => reject(new RehearsalError({ kind: 'notStarted', said: message })));
    child.once('exit', (code) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      if (signal?.aborted) reject(signal.reason);
      else if (code === 0) resolve(undefined);
      else if (tooLong) resolve(endless(lastFunctionIn(folder)));
      else resolve(whyEnded(told));
    });
  });
}

const endless = (node: string | undefined): RehearsalFailure =>
  node === undefined ? { kind: 'endless' } : { kind: 'endlessNode', node };

function whyEnded(told: string): RehearsalFailure {
  if (/heap out of memory|Allocation failed/.test(told)) return { kind: 'memory', megabytes: memoryMb };
  const said = told.trim().split('\n').slice(0, 6).join('\n');
  return said === '' ? { kind: 'noResult' } : { kind: 'ended', said };
}

/** The folders with modules that a file can require. */
function modulesAbove(from: string): string[] {
  const folders: string[] = [];
  for (let at = from; dirname(at) !== at; at = dirname(at)) {
    const modules = at.endsWith('node_modules') ? at : join(at, 'node_modules');
    if (existsSync(modules)) folders.push(realpathSync(modules));
  }
  return folders;
}
