import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { readJson, root } from './install.mjs';

/**
 * Writes what all node types say as the texts of one, a file a language: Node-RED spends more on finding a catalogue than on
 * what is in it.
 */
export function assembleTexts(types, owner, folder) {
  for (const language of readdirSync(`${root}nodes/${owner}/locales`)) {
    const texts = {};
    for (const type of types)
      for (const [name, own] of Object.entries(readJson(`${root}nodes/${type}/locales/${language}/${type}.json`))) {
        if (name in texts) throw new Error(`${type}.json (${language}): another node has texts under ${name}`);
        texts[name] = own;
      }
    mkdirSync(`${folder}/locales/${language}`, { recursive: true });
    writeFileSync(`${folder}/locales/${language}/${owner}.json`, JSON.stringify(texts));
  }
}

/** The html with whole keys: the editor would look for a bare one among the texts of the node's own set, which has none. */
export function withTextKeys(html, textKey) {
  const whole = (part) => part.replace(/^(\[\w+\])?(.+)$/, (_, attribute = '', key) => attribute + textKey(key));
  return html.replaceAll(/data-i18n="([^"]+)"/g, (_, keys) => `data-i18n="${keys.split(';').map(whole).join(';')}"`);
}
