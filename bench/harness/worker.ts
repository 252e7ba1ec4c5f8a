import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Answer, Question } from './serve';

/** A process of the benchmark that does what it is asked. */
export interface Worker {
  readonly process: ChildProcess;
  ask<T>(task: string, argument?: unknown): Promise<T>;
  stop(): Promise<void>;
}

export interface WorkerOptions {
  readonly args?: readonly string[];
  readonly execArgv?: readonly string[];
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** What it prints is for us and not for the terminal. */
  readonly onLine?: (line: string) => void;
}

const running = new Set<ChildProcess>();

/** Ends whatever a failure has left running. */
export function stopWorkers(): void {
  for (const child of running) child.kill('SIGKILL');
}

/** Starts a module that calls {@link serve}. */
export function startWorker(module: string, options: WorkerOptions = {}): Worker {
  const child = fork(module, options.args ?? [], {
    execArgv: ['--expose-gc', ...(options.execArgv ?? [])],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    ...(options.env === undefined ? {} : { env: { ...process.env, ...options.env } }),
  });
  running.add(child);
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  const printed: string[] = [];
  let asked = 0;

  child.on('message', ({ id, value, error }: Answer) => {
    const asker = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) asker?.resolve(value);
    else asker?.reject(new Error(`${module}: ${error}`));
  });
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      printed.push(text);
      for (const line of text.split('\n')) options.onLine?.(line);
    });
  child.once('exit', (code, signal) => {
    running.delete(child);
    for (const { reject } of waiting.values())
      reject(new Error(`${module} ended with ${code ?? signal}\n${printed.slice(-40).join('')}`));
    waiting.clear();
  });

  return {
    process: child,
    ask<T>(task: string, argument?: unknown) {
      return new Promise<T>((resolve, reject) => {
        if (!child.connected) {
          reject(new Error(`${module} is not running\n${printed.slice(-40).join('')}`));
          return;
        }
        asked += 1;
        waiting.set(asked, { resolve: resolve as (value: unknown) => void, reject });
        child.send({ id: asked, task, argument } satisfies Question);
      });
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}
