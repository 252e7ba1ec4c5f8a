import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { languages } from '../locales/catalog-files';
import { type DialogNode, dialogFlows, dialogNodes } from './dialog-nodes';
import { accountId } from './flow-with-account';
import { inDialog } from './in-dialog';
import { type View, views } from './lanes';
import type { Layout } from './layout-faults';
import { measureDialog, prepareMeasuring } from './measured-dialog';
import { openedEditor } from './opened-editor';
import { leftInEnglish } from './visible-texts';

const windowWidths = [1024, 1600];
const height = 900;

const trayWidth = (page: Page) =>
  page.evaluate(() => document.querySelector('.red-ui-tray')?.getBoundingClientRect().width ?? 0);

/**
 * The theme of 4 is light. Of the themes of 5 the light one is measured in one language, that with the longest words: sizes could
 * differ between themes, and what they do to the texts of one language they do to all.
 */
const languagesOf = ({ lane, theme }: View) => (lane.name === '5' && theme === 'light' ? (['de'] as const) : languages);

for (const view of views)
  describe(`the layout of every dialog on ${view.name}`, () => {
    const { tab, editor } = openedEditor(view, { flows: dialogFlows });
    const widths = new Map<number, number>();
    /** What the house calls its devices and locations. */
    let names: ReadonlySet<string>;

    async function load(language: string): Promise<void> {
      // As Node-RED's own list of languages names it.
      const chosen = language === 'es' ? 'es-ES' : language;
      await tab.page.evaluate((code) => localStorage.setItem('editor-language', code), chosen);
      await editor.reload();
      await prepareMeasuring(tab.page);
    }

    const measured = (node: DialogNode, spoil?: () => void): Promise<Layout> =>
      inDialog(tab.page, node, () => measureDialog(tab.page, widths, spoil));

    before(async () => {
      await load('en-US');
      names = new Set(await siteNames(tab.page));
      for (const width of windowWidths) {
        await tab.page.setViewportSize({ width, height });
        widths.set(width, await inDialog(tab.page, dialogNodes[0] as DialogNode, () => trayWidth(tab.page)));
      }
    });

    it('finds what is cut, covered, beside the tray or scrolled sideways', async () => {
      const node = dialogNodes.find(({ type }) => type === 'meter-read') as DialogNode;
      const { faults } = await measured(node, () => {
        const dialog = document.querySelector('.breakerflow-dialog-meter-read') as Element;
        dialog.insertAdjacentHTML(
          'beforeend',
          `<div style="width: 30px; overflow: hidden; white-space: nowrap">too long a text</div>
          <div style="height: 20px; margin-bottom: -20px">on top</div><div style="height: 20px">below</div>
          <div style="position: relative; left: -60px; width: 50px">beside</div>
          <div style="width: 40px; overflow-x: auto; white-space: nowrap">a wide text</div>
          <select style="width: 60px"><option>an option that is longer than its list</option></select>`,
        );
      });
      for (const width of windowWidths)
        for (const told of [
          'cut: too long a text',
          'overlap: on top / below',
          'sticks out: beside',
          'scrolls sideways:',
          'cut option: an option that is longer',
        ])
          assert.ok(
            faults.some((fault) => fault.startsWith(`at ${width} px: ${told}`)),
            `${told}: ${faults.join('\n')}`,
          );
    });

    for (const language of languagesOf(view))
      it(`${language}: no text is cut, covered or English, and nothing sticks out of the tray`, async function () {
        this.timeout(400_000);
        await load(language);
        const faults: string[] = [];
        for (const node of dialogNodes) {
          const found = await measured(node);
          const texts = language === 'en-US' ? [] : found.texts.filter((text) => !names.has(text));
          const english = leftInEnglish(texts, language).map((text) => `English: ${text}`);
          faults.push(...[...found.faults, ...english].map((fault) => `${node.type} ${fault}`));
        }
        assert.equal(faults.join('\n'), '');
      });
  });

function siteNames(page: Page): Promise<string[]> {
  return page.evaluate(async (account) => {
    const answer = await fetch(`breakerflow/accounts/${account}/site?search=&hardware=`);
    const found: string[] = [];
    const collect = (value: unknown): void => {
      if (typeof value === 'string') found.push(value);
      else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
    };
    collect(await answer.json());
    return found;
  }, accountId);
}
