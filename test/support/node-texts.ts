import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder with package.json, wherever the tests were compiled to. */
export const packageRoot = (function find(directory: string): string {
  return existsSync(join(directory, 'package.json')) ? directory : find(dirname(directory));
})(__dirname);

const catalogs = new Map<string, unknown>();

function catalogOf(type: string): unknown {
  if (!catalogs.has(type)) {
    const path = join(packageRoot, 'nodes', type, 'locales', 'en-US', `${type}.json`);
    catalogs.set(type, JSON.parse(readFileSync(path, 'utf8')));
  }
  return catalogs.get(type);
}

/** `RED._` of the English runtime. Throws for a text that is missing: nobody is to see a key. */
export function nodeText(key: string, params: Readonly<Record<string, unknown>> = {}): string {
  const [, type = '', path = ''] = /^@breakerflow\/node-red-breakers\/([\w-]+):(.+)$/.exec(key) ?? [];
  let found: unknown = type === '' ? undefined : catalogOf(type);
  for (const part of path.split('.'))
    found = typeof found === 'object' && found !== null ? (found as Record<string, unknown>)[part] : undefined;
  if (typeof found !== 'string') throw new Error(`there is no text ${key}`);
  return found.replaceAll(/__(\w+)__/g, (_, name: string) => String(params[name] ?? ''));
}
