import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NodeAPI } from 'node-red';
import { catalogueFolder } from '../support/node-texts';
import type { Language } from './catalog-files';

/** `RED._` of a language; a text that is missing stays its key, as in Node-RED. */
export function runtimeIn(language: Language): NodeAPI {
  const catalogue: unknown = JSON.parse(readFileSync(join(catalogueFolder, language, 'breaker-account.json'), 'utf8'));
  const look = (key: string, params: Readonly<Record<string, unknown>> = {}) => {
    let found: unknown = catalogue;
    for (const part of key.slice(key.indexOf(':') + 1).split('.'))
      found = typeof found === 'object' && found !== null ? (found as Record<string, unknown>)[part] : undefined;
    if (typeof found !== 'string') return key;
    return found.replaceAll(/__(\w+?)__/g, (mark, name: string) => (name in params ? String(params[name]) : mark));
  };
  return { _: look } as unknown as NodeAPI;
}
