import assert from 'node:assert/strict';
import { missingTexts, openSections, shownFields } from './dialog';
import { controlId, flowWithAccount } from './flow-with-account';
import { views } from './lanes';
import { openedEditor } from './opened-editor';

for (const view of views)
  describe(`the breaker-control dialog on ${view.name}`, () => {
    const { tab, editor } = openedEditor(view, { flows: flowWithAccount() });

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
