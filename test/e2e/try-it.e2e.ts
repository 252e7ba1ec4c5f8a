import assert from 'node:assert/strict';
import { missingTexts } from './dialog';
import { accountId, controlId, flowWithAccount, meterId, outletsId } from './flow-with-account';
import { views } from './lanes';
import { openedEditor } from './opened-editor';

const directory = {
  ...{ id: 'a000000000000002', type: 'breaker-directory', name: '', account: accountId },
  circuits: [{ deviceId: outletsId, serialNumber: '', name: 'Kitchen outlets' }],
};

for (const view of views)
  describe(`a trial in a dialog on ${view.name}`, () => {
    const { red, tab, editor } = openedEditor(view, { flows: [...flowWithAccount(), directory] });

    const trial = () => tab.page.locator('.breakerflow-trial');
    const tryIt = async () => {
      await tab.page.getByRole('button', { name: 'Try it' }).click();
      await trial().locator('.breakerflow-trial-tree, .breakerflow-error').first().waitFor();
    };
    const path = (name: string) => trial().locator(`[data-path="${name}"]`);
    const calls = async (operation: string) => {
      const answer = await fetch(`${red.url}breakerflow/accounts/${accountId}/calls`);
      const { calls } = (await answer.json()) as { calls: readonly { operation: string }[] };
      return calls.filter((call) => call.operation === operation).length;
    };

    it('shows the message of a node that reads; a click on a property copies its path', async () => {
      const { page } = tab;
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await editor.open(meterId);
      await tryIt();
      assert.match((await trial().textContent()) ?? '', /Kitchen outlets/);
      assert.deepEqual(await missingTexts(page), []);
      await path('msg.payload.currentA').click();
      await page.waitForFunction(async () => (await navigator.clipboard.readText()) === 'msg.payload.currentA');
      await trial().scrollIntoViewIfNeeded();
      await tab.shoot('try-1-reading');
      await editor.finish('node-dialog-cancel');
    });

    it('runs what the dialog says now, not what is deployed', async () => {
      await editor.open(meterId);
      await tab.page.selectOption('#node-input-action', 'deviceData');
      await tryIt();
      await path('msg.payload.breaker').or(path('msg.payload.state')).first().waitFor();
      await editor.finish('node-dialog-cancel');
      assert.equal(await calls('deviceData.get'), 1);
    });

    it('shows what a node that writes would send, and sends nothing', async () => {
      const { page } = tab;
      await editor.open(controlId);
      await page.selectOption('#node-input-action', 'open');
      await tryIt();
      const request = trial().locator('.breakerflow-trial-request');
      assert.match((await request.textContent()) ?? '', /Kitchen outlets.*POST .*"command": "open"/s);
      await request.scrollIntoViewIfNeeded();
      await tab.shoot('try-2-writing');
      assert.equal(await calls('remoteHandle.setPosition'), 0);
      await editor.finish('node-dialog-cancel');
    });

    it('asks for what the message brings, and takes it', async () => {
      const { page } = tab;
      await editor.open(controlId);
      await page.selectOption('#node-input-action', 'value');
      await tryIt();
      const sample = page.getByLabel('msg.payload');
      assert.equal(await sample.inputValue(), 'open');
      await sample.fill('close');
      await tryIt();
      await trial()
        .getByText('"command": "close"')
        .or(trial().getByText(/unchanged|CONFIRMATION|confirm/))
        .first()
        .waitFor();
      await tab.shoot('try-3-sample');
      await editor.finish('node-dialog-cancel');
    });

    it('works before the first deploy, with an account that is new', async () => {
      const { page } = tab;
      const id = await editor.drag('meter-read', { x: 420, y: 300 });
      await editor.open(id);
      await page.selectOption('#node-input-account', '_ADD_');
      await editor.openAccount();
      await page.fill('#node-config-input-site', 'New');
      await editor.finish('node-config-dialog-ok');
      await page.locator('[data-field=devices] .breakerflow-device input').first().check();
      await tryIt();
      await path('msg.payload.currentA').waitFor();
      await editor.finish('node-dialog-cancel');
    });

    it('names what has to be filled in first', async () => {
      const id = await editor.drag('meter-read', { x: 420, y: 380 });
      await editor.open(id);
      await tab.page.selectOption('#node-input-account', accountId);
      await tryIt();
      assert.match((await trial().locator('.breakerflow-error').first().textContent()) ?? '', /^Picked: /);
      await editor.finish('node-dialog-cancel');
    });

    it('meets no error in the browser', () => {
      assert.deepEqual(tab.problems, []);
    });
  });
