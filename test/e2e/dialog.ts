import { readdirSync, readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { root } from './lanes';

/** Opens every section of the topmost dialog. */
export async function openSections(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const section of document.querySelectorAll('details.breakerflow-section')) section.setAttribute('open', '');
  });
}

/** The fields whose rows show, of those that the open dialogs have. */
export async function shownFields(page: Page): Promise<string[]> {
  const rows = await page.locator('.breakerflow-row:visible').all();
  return Promise.all(rows.map(async (row) => (await row.getAttribute('data-field')) ?? ''));
}

/** The first words of all keys: a text that begins so is a key that was not found. */
const namespaces = readdirSync(`${root}/nodes`).flatMap((type) =>
  Object.keys(JSON.parse(readFileSync(`${root}/nodes/${type}/locales/en-US/${type}.json`, 'utf8')) as object),
);

/** The rows without a label, and the texts that are keys of a locale file. */
export function missingTexts(page: Page): Promise<string[]> {
  return page.evaluate((names) => {
    const dialogs = [...document.querySelectorAll('.red-ui-editor .dialog-form, .red-ui-editor form')];
    const key = new RegExp(`(?<![\\w./-])(${names.join('|')})\\.\\w[\\w.]*`, 'g');
    const shown = (dialog: Element) => [
      dialog.textContent ?? '',
      ...[...dialog.querySelectorAll('[title], [aria-label], [placeholder]')].flatMap((element) =>
        ['title', 'aria-label', 'placeholder'].map((name) => element.getAttribute(name) ?? ''),
      ),
    ];
    const keys = dialogs.flatMap((dialog) =>
      shown(dialog).flatMap((text) => [...text.matchAll(key)].map(([found]) => found)),
    );
    const rows = [...document.querySelectorAll('.breakerflow-row')].filter(
      (row) => (row.querySelector('label')?.textContent ?? '').trim() === '',
    );
    return [...keys, ...rows.map((row) => `no label: ${row.getAttribute('data-field')}`)];
  }, namespaces);
}

/** One line of the connection test's list. */
export interface CheckLine {
  readonly check: string;
  readonly result: string;
  readonly detail: string;
  readonly remedy: string;
}

/** Presses "Test connection" and reads the list when it is there. */
export async function testConnection(page: Page): Promise<CheckLine[]> {
  // What an earlier test has shown is no answer to this one.
  await page.evaluate(() => document.querySelector('#breakerflow-test [role=status]')?.replaceChildren());
  await page.click('#breakerflow-test button');
  await page
    .locator('#breakerflow-test:has(button:enabled) :is(.breakerflow-checklist, .breakerflow-error)')
    .waitFor({ timeout: 20_000 });
  return page.evaluate(() =>
    [...document.querySelectorAll('.breakerflow-checklist li')].map((line) => ({
      check: line.getAttribute('data-check') ?? '',
      result: line.getAttribute('data-result') ?? '',
      detail: line.querySelector('span + span')?.textContent ?? '',
      remedy: line.querySelector('.breakerflow-remedy')?.textContent ?? '',
    })),
  );
}
