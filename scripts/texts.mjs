import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { helpElement } from './help.mjs';
import { readJson, root } from './install.mjs';

/** Node-RED and its catalogues fall back on it; its help stands in the html of each node, where the flow library reads it. */
const fallback = 'en-US';

/**
 * Writes what all node types say as the texts of one, a file a language: Node-RED spends more on finding a catalogue than on
 * what is in it. Their help in a language is one file for the same reason: it is read when a browser asks for it, and comes before
 * the html of the other nodes, so that the editor finds it before the English one.
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
    if (language === fallback) continue;
    const help = types.map((type) => helpElement(type, language)).join('\n');
    writeFileSync(`${folder}/locales/${language}/${owner}.html`, ascii(help));
  }
}

/** The html with whole keys: the editor would look for a bare one among the texts of the node's own set, which has none. */
export function withTextKeys(html, textKey) {
  const whole = (part) => part.replace(/^(\[\w+\])?(.+)$/, (_, attribute = '', key) => attribute + textKey(key));
  return html.replaceAll(/data-i18n="([^"]+)"/g, (_, keys) => `data-i18n="${keys.split(';').map(whole).join(';')}"`);
}

// Node-RED keeps each html as one string, and for a single character beyond Latin-1 V8 keeps two bytes for each: all is ASCII.
export function ascii(html) {
  return html.replaceAll(/[^\0-\x7f]/gu, (character) => `&#${character.codePointAt(0)};`);
}
