import { existsSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Names are cut to this: one write each, over the one before. */
const bytes = 200;
const fileIn = (folder: string) => join(folder, 'last-function');

/**
 * Keeps the name of the function node to which a message has come last where another process can read it: one that goes on without
 * end can tell nothing itself. Returns what takes the name.
 */
export function keepLastFunction(folder: string): (name: string) => void {
  const file = openSync(fileIn(folder), 'w');
  let kept: string | undefined;
  return (name) => {
    if (name === kept) return;
    kept = name;
    const padded = Buffer.alloc(bytes, ' ');
    padded.write(name);
    writeSync(file, padded, 0, bytes, 0);
  };
}

/** Undefined where no message has come to a function. */
export function lastFunctionIn(folder: string): string | undefined {
  const file = fileIn(folder);
  const name = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  return name === '' ? undefined : name;
}
