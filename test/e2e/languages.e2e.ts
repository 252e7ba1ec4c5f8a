import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { languages } from '../locales/catalog-files';
import { openTab } from './browser';
import { missingTexts, openSections, testConnection } from './dialog';
import { openEditor } from './editor';
import { accountId, flowWithAccount } from './flow-with-account';
import { root, views } from './lanes';
import { type RunningNodeRed, runNodeRed } from './running-node-red';

/** What the functions below use inside the page. */
declare const RED: {
  readonly editor: {
    edit(node: unknown): void;
    editConfig(name: string, type: string, id: string): void;
  };
  readonly nodes: { node(id: string): unknown };
};

const manifest = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as {
  'node-red': { nodes: Record<string, string> };
};
const nodes = Object.keys(manifest['node-red'].nodes).map((type, index) => {
  const { palette } = require(`${root}/dist/nodes/${type}/${type}.fields.js`) as { palette: { category: string } };
  return { type, id: `f0000000000000${10 + index}`, isConfig: palette.category === 'config' };
});

/** What the browser asks for, and the folder that answers. */
const asked: readonly (readonly [string, string])[] = [
  ...languages
    .filter((language) => language !== 'en-US')
    // A browser also names a region for which there are no texts of its own.
    .map((language): [string, string] => [language === 'es' ? 'es-ES' : language, language]),
  ['pt-BR', 'en-US'],
];

interface Texts {
  readonly label: Readonly<Record<string, string>>;
  readonly tip?: Readonly<Record<string, string>>;
}

function textsOf(type: string, language: string): Texts {
  const file = `${root}/nodes/${type}/locales/${language}/${type}.json`;
  return (JSON.parse(readFileSync(file, 'utf8')) as Record<string, Texts>)[type] as Texts;
}

for (const view of views.filter(({ theme }) => theme === 'light'))
  describe(`the languages on ${view.name}`, () => {
    let red: RunningNodeRed;

    before(async () => {
      const flow = nodes
        .filter(({ type }) => type !== 'breaker-account')
        .map(({ type, id, isConfig }, index) => ({
          id,
          type,
          name: '',
          account: accountId,
          ...(isConfig ? {} : { z: 'c000000000000001', x: 600, y: 100 + 80 * index, wires: [] }),
        }));
      red = await runNodeRed(view.lane, { flows: [...flowWithAccount(), ...flow], extra: "lang: 'de'," });
    });
    after(() => red?.stop());

    for (const [locale, language] of asked)
      it(`${locale}: every dialog, with its labels and tips`, async function () {
        this.timeout(180_000);
        const tab = await openTab(view, locale);
        try {
          const { page } = tab;
          await openEditor(tab, red.url);
          for (const { type, id, isConfig } of nodes) {
            const own = type === 'breaker-account' ? accountId : id;
            await page.evaluate(
              ([node, ofType, config]) =>
                config === true
                  ? RED.editor.editConfig('', String(ofType), String(node))
                  : RED.editor.edit(RED.nodes.node(String(node))),
              [own, type, isConfig] as const,
            );
            const button = isConfig ? '#node-config-dialog-cancel' : '#node-dialog-cancel';
            await page.waitForSelector(button);
            await openSections(page);
            const { label, tip = {} } = textsOf(type, language);
            const row = (field: string) => page.locator(`.breakerflow-row[data-field="${field}"]`);
            for (const [field, text] of Object.entries(label))
              if ((await row(field).count()) > 0)
                assert.equal(
                  (await row(field).locator('label').first().textContent())?.trim(),
                  text,
                  `${type} ${field}`,
                );
            for (const [field, text] of Object.entries(tip)) {
              assert.equal(await row(field).locator('.breakerflow-tipped').first().getAttribute('title'), text);
              const described = row(field).locator('[aria-describedby]').first();
              if ((await described.count()) === 0) continue;
              const tipId = await described.getAttribute('aria-describedby');
              assert.equal(await page.locator(`[id="${tipId}"]`).textContent(), text, `${type} ${field}`);
            }
            assert.deepEqual(await missingTexts(page), [], type);
            if (type === 'breaker-account' && language === 'fr') {
              const lines = await testConnection(page);
              assert.equal(lines.find(({ check }) => check === 'devices')?.detail, '14 trouvés');
            }
            if (language === 'de') await tab.shoot(`language-de-${type}`);
            await page.click(button);
            await page.waitForSelector(button, { state: 'detached' });
          }
        } finally {
          await tab.close();
        }
      });

    it("the nodes speak the runtime's language", async () => {
      const tab = await openTab(view, 'de');
      try {
        const editor = await openEditor(tab, red.url);
        const status = nodes.find(({ type }) => type === 'meter-read')?.id ?? '';
        assert.equal(await editor.status(status).textContent(), 'nicht konfiguriert');
        assert.ok(red.lines.some((line) => line.includes('Ungültige Eingabe')));
      } finally {
        await tab.close();
      }
    });
  });
