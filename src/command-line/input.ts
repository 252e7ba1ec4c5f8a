import { nameOfFile, readJson } from './read-json';
import { UsageError } from './subcommand';

/** What an operation takes, as a file or standard input holds it; checked by the catalog. */
export type CallInput = Readonly<Record<string, unknown>>;

/** Reads the JSON of `--input`. Throws a {@link UsageError}. */
export function readInput(file: string | undefined): CallInput {
  if (file === undefined) return {};
  const input = readJson(file);
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    throw new UsageError(`${nameOfFile(file)} holds no object with path, query, filter, orderby, page and body.`);
  return input as CallInput;
}
