import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';

/** A file of the recipe in docs/scale-out, its ports replaced. */
export function recipe(name: string, ports: Readonly<Record<string, number>>): string {
  const text = readFileSync(join(process.cwd(), 'docs/scale-out', name), 'utf8');
  return Object.entries(ports).reduce(
    (all, [from, to]) => all.replaceAll(new RegExp(`\\b${from}\\b`, 'g'), `${to}`),
    text,
  );
}

/** A configuration of nginx for a directory of its own: Debian's paths for its temporary files are not ours to write to. */
export function nginxWithin(directory: string, configuration: string): string {
  mkdirSync(join(directory, 'temp'));
  const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path temp/${kind};`);
  return configuration.replace('http {', `http {\n${temp.join('\n')}`);
}

/** Resolves when something listens on a port; rejects after 20 s. */
export async function accepting(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    socket.destroy();
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`nothing listens on ${port}`);
}

export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
