import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

interface OwnManifest {
  readonly name?: string;
  readonly 'node-red'?: { readonly nodes: Readonly<Record<string, string>> };
}

export const packageName = '@breakerflow/node-red-breakers';

/** The folder of this package. Throws where a file of it was copied elsewhere. */
export function packageFolder(from: string = __dirname): string {
  if (manifestIn(from)?.name === packageName) return realpathSync(from);
  if (dirname(from) === from) throw new Error(`there is no ${packageName} above its own files`);
  return packageFolder(dirname(from));
}

/** The types of this package's nodes. */
export function ownTypes(): ReadonlySet<string> {
  return new Set(Object.keys(manifestIn(packageFolder())?.['node-red']?.nodes ?? {}));
}

function manifestIn(folder: string): OwnManifest | undefined {
  const file = join(folder, 'package.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as OwnManifest) : undefined;
}
