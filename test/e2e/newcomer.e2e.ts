import assert from 'node:assert/strict';
import { read } from '../examples/example-files';
import { startMuteMs } from './editor';
import { views } from './lanes';
import { openedEditor } from './opened-editor';

declare const RED: { readonly actions: { invoke(action: string): void } };

/** The five minutes of docs/getting-started.md, step by step. */
for (const view of views)
  describe(`a newcomer on ${view.name}`, () => {
    // What `npm start` opens.
    const { tab, editor } = openedEditor(view, { flows: read('dashboard/01-demo-site.json'), dashboard: true });
    let inject: string;
    let control: string;
    let deployedAt: number;

    it('2: adds a flow and drags a node from the palette', async () => {
      await tab.page.evaluate(() => RED.actions.invoke('core:add-flow'));
      control = await editor.drag('breaker-control', { x: 380, y: 150 });
      await tab.shoot('newcomer-1-workspace');
    });

    it('3: finds the account of the demo chosen', async () => {
      await editor.open(control);
      const chosen = tab.page.locator('#node-input-account option:checked');
      assert.match((await chosen.textContent()) ?? '', /simulator/i);
      await tab.shoot('newcomer-2-account');
    });

    it('4: finds a breaker by searching and chooses what to do', async () => {
      const { page } = tab;
      const devices = page.locator('.breakerflow-device');
      await page.waitForFunction(() => document.querySelectorAll('.breakerflow-device').length === 12);
      await page.locator('.breakerflow-search:visible').pressSequentially('outlets');
      await page.waitForFunction(() => document.querySelectorAll('.breakerflow-device').length === 1);
      await devices.first().click();
      assert.equal(await page.locator('.breakerflow-chip').count(), 1);
      await page.selectOption('#node-input-action', 'open');
      await tab.shoot('newcomer-3-control');
      await editor.finish('node-dialog-ok');
    });

    it('5: wires a button and a debug node, and deploys', async () => {
      inject = await editor.drag('inject', { x: 150, y: 150 });
      const debug = await editor.drag('debug', { x: 640, y: 150 });
      await editor.wire(inject, control);
      await editor.wire(control, debug);
      await editor.deploy();
      deployedAt = Date.now();
      assert.deepEqual(
        (await editor.nodes()).filter(({ valid }) => !valid),
        [],
      );
    });

    it('5: clicks inject and sees the breaker open', async () => {
      const messages = await editor.messages();
      await tab.page.waitForFunction((at) => Date.now() > at, deployedAt + startMuteMs);
      await editor.press(inject);
      await messages.first().waitFor();
      assert.match((await messages.first().textContent()) ?? '', /outcome: "confirmed".*position: "open"/s);
      await editor.status(control).getByText('open', { exact: true }).waitFor();
      await tab.shoot('newcomer-4-confirmed');
    });

    it('meets no error in the browser', () => {
      assert.deepEqual(tab.problems, []);
    });
  });
