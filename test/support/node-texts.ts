import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { textKey } from '../../src/admin-api/text-key';

/** The folder with package.json, wherever the tests were compiled to. */
export const packageRoot = (function find(directory: string): string {
  return existsSync(join(directory, 'package.json')) ? directory : find(dirname(directory));
})(__dirname);

/** What is built, as Node-RED loads it. */
export const catalogueFolder = join(packageRoot, 'dist/palette/texts/locales');
let english: unknown;

/** `RED._` of the English runtime. Throws for a text that is missing: nobody is to see a key. */
export function nodeText(key: string, params: Readonly<Record<string, unknown>> = {}): string {
  english ??= JSON.parse(readFileSync(join(catalogueFolder, 'en-US/breaker-account.json'), 'utf8'));
  let found: unknown = key.startsWith(textKey('')) ? english : undefined;
  for (const part of key.slice(textKey('').length).split('.'))
    found = typeof found === 'object' && found !== null ? (found as Record<string, unknown>)[part] : undefined;
  if (typeof found !== 'string') throw new Error(`there is no text ${key}`);
  return found.replaceAll(/__(\w+)__/g, (_, name: string) => String(params[name] ?? ''));
}
