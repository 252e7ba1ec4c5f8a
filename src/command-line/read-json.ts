import { readFileSync } from 'node:fs';
import type { StoredNode } from '../rehearsal';
import { UsageError } from './subcommand';

/** What a JSON file holds. Throws a {@link UsageError}. */
export function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(code === undefined ? `${file} is no JSON.` : `${file} cannot be read (${code})`);
  }
}

/** The nodes of a flow file. Throws a {@link UsageError}. */
export function readFlow(file: string): readonly StoredNode[] {
  const flow = readJson(file);
  if (!Array.isArray(flow)) throw new UsageError(`${file} holds no list of nodes.`);
  return flow as StoredNode[];
}
