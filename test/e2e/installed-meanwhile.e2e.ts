import assert from 'node:assert/strict';
import { nodes } from '../support/palette-html';
import { openTab, type Tab } from './browser';
import { missingTexts } from './dialog';
import { type Editor, loadingEnded, openEditor } from './editor';
import { views } from './lanes';
import { packedTarball } from './packed-package';
import { type RunningNodeRed, runNodeRed } from './running-node-red';

/** What the functions below use inside the page. */
declare const RED: { readonly nodes: { getType(type: string): unknown } };

const types = Object.keys(nodes);
/** npm asks for what the package needs. */
const installMaxMs = 120_000;

for (const view of views.filter(({ theme }) => theme === 'light'))
  describe(`installed while the editor is open, on ${view.name}`, () => {
    let red: RunningNodeRed;
    let tab: Tab;
    let editor: Editor;

    before(async () => {
      const extra = 'externalModules: { palette: { allowInstall: true } },';
      red = await runNodeRed(view.lane, { installed: false, extra });
      tab = await openTab(view);
    });
    after(async () => {
      await tab?.close();
      await red?.stop();
    });

    it('every node is in the palette, without loading the page anew', async function () {
      this.timeout(2 * installMaxMs);
      const { page } = tab;
      page.setDefaultTimeout(installMaxMs);
      const opening = openEditor(tab, red.url);
      await page.waitForSelector('.red-ui-palette-node[data-palette-type="inject"]');
      await loadingEnded(page);
      // What the palette manager sends for a file, as npm would fetch it.
      const answer = await fetch(`${red.url}nodes`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ module: '@breakerflow/node-red-breakers', url: (await packedTarball()).path }),
      });
      assert.equal(answer.status, 200, await answer.text());
      editor = await opening;
      await page.waitForFunction((all) => all.every((type) => RED.nodes.getType(type) !== undefined), types);
    });

    it('a dialog opens, with its texts and an account to add', async () => {
      const node = await editor.drag('breaker-control', { x: 380, y: 150 });
      await editor.open(node);
      assert.deepEqual(await missingTexts(tab.page), []);
      await editor.openAccount();
      assert.deepEqual(await missingTexts(tab.page), []);
      await editor.finish('node-config-dialog-ok');
      await tab.page.waitForFunction(() => document.querySelectorAll('.breakerflow-device').length === 12);
      await tab.shoot('installed-meanwhile');
      await editor.finish('node-dialog-cancel');
    });

    it('meets no error in the browser', () => {
      assert.deepEqual(tab.problems, []);
    });
  });
