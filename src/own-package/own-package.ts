import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

interface OwnManifest {
  readonly name?: string;
  readonly version?: string;
  readonly 'node-red'?: { readonly nodes: Readonly<Record<string, string>> };
}

interface OwnPackage {
  readonly folder: string;
  readonly manifest: OwnManifest;
}

export const packageName = '@breakerflow/node-red-breakers';

/** The folder of this package. Throws where a file of it was copied elsewhere. */
export function packageFolder(): string {
  const found = packageAbove(__dirname);
  if (found === undefined) throw new Error(`there is no ${packageName} above its own files`);
  return realpathSync(found.folder);
}

/** The version of this package; `unknown` where a file of it was copied elsewhere. */
export function packageVersion(): string {
  return packageAbove(__dirname)?.manifest.version ?? 'unknown';
}

/** The types of this package's nodes; none where a file of it was copied elsewhere. */
export function ownTypes(): ReadonlySet<string> {
  return new Set(Object.keys(packageAbove(__dirname)?.manifest['node-red']?.nodes ?? {}));
}

/** The nearest folder upwards that is this package; one by another name may hold it, or lie within it. */
export function packageAbove(from: string): OwnPackage | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const file = join(folder, 'package.json');
    if (existsSync(file)) {
      const manifest: OwnManifest = JSON.parse(readFileSync(file, 'utf8'));
      if (manifest.name === packageName) return { folder, manifest };
    }
    if (dirname(folder) === folder) return undefined;
  }
}
