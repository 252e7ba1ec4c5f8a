import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { type Language, type Owner, owners, textsOf } from '../locales/catalog-files';
import { demoTexts } from '../support/demo-language';

/** Where what we show stands: dialogs, badges, notifications, the Site sidebar, help. */
const ours = [
  '#dialog-form',
  '#node-config-dialog-edit-form',
  '.red-ui-flow-node-status-label',
  '.red-ui-notification',
  '.red-ui-help',
  '.breakerflow-site',
  '[class*="breakerflow-"]',
];

/** Where the texts of a flow stand: its tab, its nodes, and what is told of the one that is chosen. */
export const ofTheFlow = [
  '.red-ui-workspace-tab-label',
  '.red-ui-tab-label',
  '.red-ui-flow-node-label',
  '.red-ui-sidebar-info',
];

/** Each visible text, tip, placeholder, name for screen readers and choice of ours in the page, once. */
export function visibleTexts(page: Page, areas: readonly string[] = ours): Promise<string[]> {
  return page.evaluate((selectors) => {
    const found = new Set<string>();
    const add = (text: string | null) => {
      const plain = (text ?? '').replaceAll(/\s+/g, ' ').trim();
      if (/\p{L}{2}/u.test(plain)) found.add(plain);
    };
    for (const area of document.querySelectorAll(selectors.join(', '))) {
      if (!area.checkVisibility()) continue;
      for (const element of [area, ...area.querySelectorAll('*')]) {
        // Code is named alike in every language.
        if (element.closest('code, pre, script, style, dt') !== null || !element.checkVisibility()) continue;
        for (const name of ['title', 'placeholder', 'aria-label']) add(element.getAttribute(name));
        for (const child of element.childNodes) if (child.nodeType === Node.TEXT_NODE) add(child.textContent);
      }
    }
    return [...found];
  }, areas);
}

/** Words without which no English sentence of some length is written, and that German and Japanese do not have. */
const englishWords =
  /(?<![\p{L}_.-])(the|of|and|with|which|when|is|are|that|not|by|from|it|to|has|have)(?![\p{L}_-])/iu;

/** The texts that are English where another language is wanted: one of our English texts, or a sentence that has no key. */
export function leftInEnglish(texts: readonly string[], language: Language): string[] {
  const english = owners.flatMap((owner) => {
    const own = textsOf(owner, language);
    return [...textsOf(owner, 'en-US')].filter(([key, text]) => own.get(key) !== text).map(([, text]) => String(text));
  });
  const ofTheDemo = Object.entries(demoTexts).filter(([text, row]) => row[language] !== text);
  english.push(...ofTheDemo.flatMap(([text]) => text.split('\n')));
  const own = owners.flatMap((owner) => [
    ...[...textsOf(owner, language).values()].map(String),
    ...helpHeadings(owner, language),
  ]);
  const isOneOf = (patterns: readonly RegExp[], text: string) => patterns.some((pattern) => pattern.test(text));
  const [englishPatterns, ownPatterns] = [english, own].map((list) => list.filter(hasWords).map(patternOf)) as [
    RegExp[],
    RegExp[],
  ];
  return texts.filter(
    (text) => englishWords.test(text) || (isOneOf(englishPatterns, text) && !isOneOf(ownPatterns, text)),
  );
}

function helpHeadings({ name, directory }: Owner, language: Language): string[] {
  if (!directory.endsWith(join('nodes', name))) return [];
  const help = readFileSync(join(directory, 'locales', language, `${name}.md`), 'utf8');
  return [...help.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
}

/** A text of placeholders alone is of no language. */
function hasWords(text: string): boolean {
  return /\p{L}{2}/u.test(text.replaceAll(/__\w+?__/g, ''));
}

function patternOf(text: string): RegExp {
  const parts = text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .split(/__\w+?__/)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.+')}$`, 'u');
}
