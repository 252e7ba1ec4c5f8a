import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../support/node-texts';

/** The files of the code that runs in Node-RED or its editor, with what is in each. */
export const codeFiles: ReadonlyMap<string, string> = new Map(
  ['src', 'nodes', 'plugins'].flatMap((folder) =>
    (readdirSync(join(packageRoot, folder), { recursive: true }) as string[])
      .filter((path) => path.endsWith('.ts'))
      .map((path) => join(packageRoot, folder, path))
      .map((file): [string, string] => [file, readFileSync(file, 'utf8')]),
  ),
);
