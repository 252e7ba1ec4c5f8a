import assert from 'node:assert/strict';
import { startMuteMs } from './editor';
import { views } from './lanes';
import { openedEditor } from './opened-editor';

for (const view of views)
  describe(`a newcomer on ${view.name}`, () => {
    const { tab, editor } = openedEditor(view);
    let inject: string;
    let control: string;
    let deployedAt: number;

    it('drags the nodes from the palette and wires them', async () => {
      inject = await editor.drag('inject', { x: 150, y: 150 });
      control = await editor.drag('breaker-control', { x: 380, y: 150 });
      const debug = await editor.drag('debug', { x: 640, y: 150 });
      await editor.wire(inject, control);
      await editor.wire(control, debug);
      await tab.shoot('newcomer-1-workspace');
    });

    it('adds an account with one click: the built-in simulator', async () => {
      await editor.open(control);
      await editor.openAccount();
      await tab.shoot('newcomer-2-account');
      await editor.finish('node-config-dialog-ok');
    });

    it('finds a breaker by searching and chooses what to do', async () => {
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

    it('deploys', async () => {
      await editor.deploy();
      deployedAt = Date.now();
      assert.deepEqual(
        (await editor.nodes()).filter(({ valid }) => !valid),
        [],
      );
    });

    it('clicks inject and sees the breaker open', async () => {
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
