import assert from 'node:assert/strict';
import { read } from '../examples/example-files';
import { openTab, type Tab } from './browser';
import { openEditor, startMuteMs } from './editor';
import { views } from './lanes';
import { type RunningNodeRed, runNodeRed } from './running-node-red';

const switchedWithinMs = 15_000;

for (const view of views)
  describe(`the demo site on ${view.name}`, () => {
    let red: RunningNodeRed;
    let tab: Tab;
    let startedAt: number;

    before(async () => {
      // What scripts/start.mjs opens.
      const flows = read('dashboard/01-demo-site.json');
      red = await runNodeRed(view.lane, { flows, dashboard: true });
      startedAt = Date.now();
      tab = await openTab(view);
    });
    after(async () => {
      await tab?.close();
      await red?.stop();
    });

    it('shows 12 circuits with states and amperes', async () => {
      const { page } = tab;
      await tab.goTo(`${red.nodeUrl}dashboard/panel`);
      await page.waitForFunction(() => {
        const texts = (part: string) =>
          [...document.querySelectorAll(`.circuit .${part}`)].map(({ textContent }) => (textContent ?? '').trim());
        const states = texts('state').filter((text) => text === 'live' || text === 'off');
        return states.length === 12 && texts('amperes').filter((text) => /^\d+\.\d A\b/.test(text)).length === 12;
      });
      await page.locator('canvas').first().waitFor();
      await tab.shoot('demo-1-panel');
    });

    it('opens a breaker at a click', async () => {
      const { page } = tab;
      const outlets = page.locator('.circuit', { hasText: 'outlets' });
      assert.equal((await outlets.locator('.state').textContent())?.trim(), 'live');
      await page.waitForFunction((at) => Date.now() > at, startedAt + startMuteMs);
      await outlets.getByRole('button', { name: 'Open' }).click();
      const state = outlets.locator('.state').getByText('off', { exact: true });
      await state.waitFor({ timeout: switchedWithinMs });
      await outlets.getByRole('button', { name: 'Close' }).waitFor();
      await tab.shoot('demo-2-opened');
    });

    it('shows the way of the messages in the editor', async () => {
      const editor = await openEditor(tab, red.url);
      const positions = await editor.named('positions', 'Demo site');
      await editor.status(positions).getByText('12/12').waitFor();
      assert.deepEqual(
        (await editor.nodes()).filter(({ valid }) => !valid),
        [],
      );
      await tab.shoot('demo-3-editor');
    });

    it('meets no error in the browser', () => {
      assert.deepEqual(tab.problems, []);
    });
  });
