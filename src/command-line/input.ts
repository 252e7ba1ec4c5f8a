import { readFileSync } from 'node:fs';
import { UsageError } from './subcommand';

/** What an operation takes, as a file or standard input holds it; checked by the catalog. */
export type CallInput = Readonly<Record<string, unknown>>;

const standardInput = 0;

/** Reads the JSON of `--input`. Throws a {@link UsageError}. */
export function readInput(file: string | undefined): CallInput {
  if (file === undefined) return {};
  const named = file === '-' ? 'Standard input' : file;
  let text: string;
  try {
    text = readFileSync(file === '-' ? standardInput : file, 'utf8');
  } catch (error) {
    throw new UsageError(`${named} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  let input: unknown;
  try {
    input = JSON.parse(text);
  } catch {
    throw new UsageError(`${named} is no JSON.`);
  }
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    throw new UsageError(`${named} holds no object with path, query, filter, orderby, page and body.`);
  return input as CallInput;
}
