import { readJson, root } from './install.mjs';

/**
 * The texts of the demo site: a row for each English one, with its translations by language. They stand beside the example,
 * as only `npm start` shows them: the package holds each example once.
 */
const table = readJson(`${root}scripts/demo-texts.json`);
const fallback = 'en-US';
export const demoLanguages = [fallback, ...Object.keys(Object.values(table)[0])];

/** What is read in a node: its names, and what is told of it. */
const shown = ['label', 'name', 'info'];
/** Code that shows texts, and where they stand in it: `texts = { name: 'text' }` or `texts: { name: 'text' }`. */
const codes = ['func', 'format'];
const block = /\btexts(?: =|:) \{[\s\S]*?\}(?=[;\n])/g;
const entry = /(?<=: )'((?:[^'\\]|\\.)*)'/g;

/** The texts of a flow that people read, each once. */
export function textsOfFlow(flow) {
  const found = new Set();
  mapTexts(flow, (text) => {
    found.add(text);
    return text;
  });
  return [...found];
}

/** The demo's flow with its texts in a language. Names of circuits stay: pickers and the Site sidebar show them as the service does. */
export function demoIn(language, flow) {
  return mapTexts(flow, (text) => table[text]?.[language] ?? text);
}

function mapTexts(flow, change) {
  const inCode = (code) =>
    code.replaceAll(block, (texts) =>
      texts.replaceAll(entry, (quoted, text) => {
        const changed = change(text);
        return changed === text ? quoted : JSON.stringify(changed);
      }),
    );
  return flow.map((node) => {
    const changed = { ...node };
    for (const name of shown)
      if (typeof node[name] === 'string' && node[name] !== '') changed[name] = change(node[name]);
    for (const name of codes) if (typeof node[name] === 'string') changed[name] = inCode(node[name]);
    return changed;
  });
}

/**
 * The language of `--lang=ja`, or of a locale such as `ja-JP`; undefined where the demo has none of it. Throws what to say for a
 * `--lang` that the demo does not have.
 */
export function demoLanguage(args, locale = Intl.DateTimeFormat().resolvedOptions().locale) {
  const wanted = args.find((arg) => arg.startsWith('--lang='))?.slice('--lang='.length);
  if (wanted === undefined) return demoLanguages.find((language) => written(language) === written(locale));
  const found = demoLanguages.find((language) => written(language) === written(wanted));
  if (found === undefined) throw new Error(`--lang is one of ${demoLanguages.join(', ')}`);
  return found;
}

/** `zh-SG` is written as `zh-CN` is, `zh-TW` is not. */
function written(tag) {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    return `${language}-${script}`;
  } catch {
    return undefined;
  }
}
