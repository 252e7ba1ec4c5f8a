import assert from 'node:assert/strict';
import { read } from '../examples/example-files';
import { testConnection } from './dialog';
import { startMuteMs } from './editor';
import { views } from './lanes';
import { openedEditor } from './opened-editor';
import { type Sidebar, sidebarOf } from './sidebar-page';

declare const RED: { readonly actions: { invoke(action: string): void } };

/** The ten minutes of docs/getting-started.md, step by step. */
for (const view of views)
  describe(`the first walk of a new user on ${view.name}`, () => {
    // The packed package is installed, and the demo site is what `npm start` opens.
    const flows = read('dashboard/01-demo-site.json');
    const { red, tab, editor } = openedEditor(view, { flows, dashboard: true });
    let sidebar: Sidebar;
    let control: string;
    let inject: string;
    let deployedAt: number;

    before(() => {
      sidebar = sidebarOf(tab);
    });

    const idsNow = async () => new Set((await editor.nodes()).map(({ id }) => id));

    it('1: tests the connection of the account', async () => {
      await tab.page.evaluate(() => RED.actions.invoke('core:add-flow'));
      const node = await editor.drag('breaker-control', { x: 300, y: 120 });
      await editor.open(node);
      await editor.openAccount();
      const lines = await testConnection(tab.page);
      assert.equal(lines.find(({ check }) => check === 'devices')?.detail, '14 found');
      assert(lines.every(({ result }) => result === 'ok' || result === 'skipped'));
      await tab.shoot('walk-1-connection');
      await editor.finish('node-config-dialog-cancel');
      await editor.finish('node-dialog-cancel');
      await tab.page.keyboard.press('Delete');
    });

    it('2: sees the whole site in the sidebar', async () => {
      await sidebar.show();
      await sidebar.device('outlets').locator('.breakerflow-is-live').waitFor();
      await sidebar.device('outlets').locator('.breakerflow-power').waitFor();
      await tab.shoot('walk-2-sidebar');
    });

    it('3: drags a breaker to the canvas', async () => {
      const before = await idsNow();
      await sidebar.drag('outlets', { x: 400, y: 240 });
      const added = (await editor.nodes()).filter(({ id }) => !before.has(id));
      assert.deepEqual(
        added.map(({ type, valid }) => [type, valid]),
        [['breaker-control', true]],
      );
      control = added[0]?.id ?? '';
      await tab.shoot('walk-3-dragged');
    });

    it('4: chooses what it does, wires a button to it, and deploys', async () => {
      await editor.open(control);
      await tab.page.selectOption('#node-input-action', 'open');
      await editor.finish('node-dialog-ok');
      inject = await editor.drag('inject', { x: 150, y: 240 });
      await editor.wire(inject, control);
      await editor.deploy();
      deployedAt = Date.now();
    });

    it('5: opens the breaker, and sees it open in the sidebar', async () => {
      await sidebar.show();
      await tab.page.waitForFunction((at) => Date.now() > at, deployedAt + startMuteMs);
      await editor.press(inject);
      await editor.status(control).getByText('open', { exact: true }).waitFor();
      await sidebar.device('outlets').locator('.breakerflow-is-off').waitFor();
      await tab.shoot('walk-4-open');
    });

    it('6: sees it open on the dashboard', async () => {
      const { page } = tab;
      await tab.goTo(`${red.nodeUrl}dashboard/panel`);
      const outlets = page.locator('.circuit', { hasText: 'outlets' });
      await outlets.locator('.state').getByText('off', { exact: true }).waitFor();
      await tab.shoot('walk-5-dashboard');
    });

    it('meets no error in the browser', () => {
      assert.deepEqual(tab.problems, []);
    });
  });
