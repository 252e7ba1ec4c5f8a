import assert from 'node:assert/strict';
import { openTab, type Tab } from './browser';
import { missingTexts, openSections, shownFields } from './dialog';
import { type Editor, openEditor } from './editor';
import { controlId, flowWithAccount } from './flow-with-account';
import { views } from './lanes';
import { type RunningNodeRed, runNodeRed } from './running-node-red';

for (const view of views)
  describe(`the breaker-control dialog on ${view.name}`, () => {
    let red: RunningNodeRed;
    let tab: Tab;
    let editor: Editor;

    before(async () => {
      red = await runNodeRed(view.lane, { flows: flowWithAccount() });
      tab = await openTab(view);
      editor = await openEditor(tab, red.url);
    });
    after(async () => {
      await tab?.close();
      await red?.stop();
    });

    const outputs = () => tab.page.locator(`[id="${controlId}"] .red-ui-flow-port-output`).count();
    const shows = async (field: string) => (await shownFields(tab.page)).includes(field);

    it('has one output; a flow of an older version has it too', async () => {
      assert.equal(await outputs(), 1);
    });

    it('offers a second output for what reads its position back only', async () => {
      const { page } = tab;
      await editor.open(controlId);
      await openSections(page);
      await page.selectOption('#node-input-action', 'readPosition');
      assert.equal(await shows('laterOutput'), false);
      await page.selectOption('#node-input-action', 'open');
      assert.equal(await shows('laterOutput'), true);
      await page.uncheck('#node-input-readBack');
      assert.equal(await shows('laterOutput'), false);
      await page.check('#node-input-readBack');
      await page.check('#node-input-laterOutput');
      assert.equal(await shows('outputs'), false);
      assert.deepEqual(await missingTexts(page), []);
      await tab.shoot('control-1-later');
      await editor.finish('node-dialog-ok');
      assert.equal(await outputs(), 2);
      await editor.deploy();
      await tab.shoot('control-2-outputs');
    });

    it('takes it away again when nothing can be deferred', async () => {
      await editor.open(controlId);
      await tab.page.selectOption('#node-input-action', 'readPosition');
      await editor.finish('node-dialog-ok');
      assert.equal(await outputs(), 1);
    });

    it('meets no error in the browser', () => {
      assert.deepEqual(tab.problems, []);
    });
  });
