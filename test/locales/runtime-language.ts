import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NodeAPI } from 'node-red';
import type { Words } from '../../src/editor/sidebar/words';
import { catalogueFolder } from '../support/node-texts';
import type { Language } from './catalog-files';

/** `RED._` of a language; a text that is missing stays its key, as in Node-RED. */
export function runtimeIn(language: Language): NodeAPI {
  return { _: textsIn(language, 'breaker-account') } as unknown as NodeAPI;
}

/** The texts of the sidebar in a language; a text that is missing stays its key. */
export function sidebarWordsIn(language: Language): Words {
  return { text: textsIn(language, 'site-sidebar'), language };
}

function textsIn(language: Language, catalogueName: 'breaker-account' | 'site-sidebar') {
  const catalogue: unknown = JSON.parse(readFileSync(join(catalogueFolder, language, `${catalogueName}.json`), 'utf8'));
  return (key: string, params: Readonly<Record<string, unknown>> = {}): string => {
    let found: unknown = catalogue;
    for (const part of key.slice(key.indexOf(':') + 1).split('.'))
      found = typeof found === 'object' && found !== null ? (found as Record<string, unknown>)[part] : undefined;
    if (typeof found !== 'string') return key;
    return found.replaceAll(/__(\w+?)__/g, (mark, name: string) => (name in params ? String(params[name]) : mark));
  };
}
