import { readFileSync } from 'node:fs';
import type { StoredNode } from '../rehearsal';
import { UsageError } from './subcommand';

const standardInput = 0;

/** What a file is called in an error. */
export const nameOfFile = (file: string) => (file === '-' ? 'Standard input' : file);

/** Reads a file, or `-` for standard input. Throws a {@link UsageError} where it cannot be read or is no JSON. */
export function readJson(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file === '-' ? standardInput : file, 'utf8');
  } catch (error) {
    throw new UsageError(`${nameOfFile(file)} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${nameOfFile(file)} is no JSON.`);
  }
}

/** The nodes of a flow file. Throws a {@link UsageError}. */
export function readFlow(file: string): readonly StoredNode[] {
  const flow = readJson(file);
  if (!Array.isArray(flow)) throw new UsageError(`${nameOfFile(file)} holds no list of nodes.`);
  return flow as StoredNode[];
}
