import assert from 'node:assert/strict';
import { missingTexts, openSections, shownFields } from './dialog';
import { accountId, controlId, flowWithAccount, outletsId } from './flow-with-account';
import { views } from './lanes';
import { openedEditor } from './opened-editor';

const panel = 'c000000000000001';
const injectId = 'd000000000000011';
const debugId = 'd000000000000012';
const streamId = 'd000000000000013';

const inject = {
  ...{ id: injectId, type: 'inject', z: panel, name: 'go', props: [], repeat: '', crontab: '', once: false },
  ...{ onceDelay: 0.1, topic: '', x: 100, y: 60, wires: [[controlId]] },
};
const debug = {
  ...{ id: debugId, type: 'debug', z: panel, name: 'told', active: true, tosidebar: true, targetType: 'msg' },
  ...{ complete: 'payload', x: 420, y: 120, wires: [] },
};
const stream = {
  ...{ id: streamId, type: 'stream-receiver', z: panel, format: 'azure-iot-hub', register: false, endpoint: '' },
  ...{ account: accountId, x: 200, y: 300, wires: [[], [], []] },
};
const flows = [
  ...flowWithAccount({ account: { startMute: 0 } }).map((node) =>
    'id' in node && node.id === controlId ? { ...node, action: 'open', wires: [[debugId]] } : node,
  ),
  {
    id: 'd000000000000014',
    type: 'breaker-directory',
    account: accountId,
    circuits: [{ deviceId: outletsId, name: 'Kitchen' }],
  },
  inject,
  debug,
  stream,
];

for (const view of views)
  describe(`a message for people on ${view.name}`, () => {
    const { tab, editor } = openedEditor(view, { flows });

    it('is ticked in the dialog, which then offers the zone of its times, that of this browser', async () => {
      const { page } = tab;
      await editor.open(controlId);
      await openSections(page);
      assert.equal((await shownFields(page)).includes('wordsZone'), false);
      await page.check('#node-input-words');
      assert.equal((await shownFields(page)).includes('wordsZone'), true);
      const zone = await page.evaluate(() => new Intl.DateTimeFormat().resolvedOptions().timeZone);
      assert.equal(await page.inputValue('#node-input-wordsZone'), zone);
      assert.deepEqual(await missingTexts(page), []);
      await tab.shoot('words-1-dialog');
      await editor.finish('node-dialog-ok');
      await editor.deploy();
    });

    it('is a sentence in the debug sidebar', async () => {
      await editor.press(injectId);
      const told = (await editor.messages()).filter({ hasText: /"Kitchen was opened\."/ });
      await told.first().waitFor();
      await tab.shoot('words-2-debug');
    });

    it('a receiver of Event Grid has a fourth output, for its answer', async () => {
      const outputs = () => tab.page.locator(`[id="${streamId}"] .red-ui-flow-port-output`).count();
      assert.equal(await outputs(), 3);
      await editor.open(streamId);
      await tab.page.selectOption('#node-input-comesFrom', 'event-grid');
      assert.deepEqual(await missingTexts(tab.page), []);
      await tab.shoot('words-3-event-grid');
      await editor.finish('node-dialog-ok');
      assert.equal(await outputs(), 4);
      await editor.open(streamId);
      await tab.page.selectOption('#node-input-format', 'webhook');
      assert.equal((await shownFields(tab.page)).includes('comesFrom'), false);
      await editor.finish('node-dialog-cancel');
    });

    it('meets no error in the browser', () => {
      assert.deepEqual(tab.problems, []);
    });
  });
