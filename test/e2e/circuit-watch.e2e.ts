import assert from 'node:assert/strict';
import { fields } from '../../nodes/circuit-watch/circuit-watch.fields';
import { missingTexts, openSections } from './dialog';
import { views } from './lanes';
import { openedEditor } from './opened-editor';
import { storedNode } from './stored-node';

/** What the functions below use inside the page. */
declare const RED: { readonly nodes: { node(id: string): Stored } };
type Stored = Readonly<Record<string, unknown>>;

const watchId = 'b000000000000051';
const heater = 'ce356d2f-943e-45af-911a-1ffc9eb9b411';
const flows = [
  { id: 'c000000000000051', type: 'tab', label: 'Watch' },
  { id: 'a000000000000051', type: 'breaker-account', name: '', mode: 'simulator', seed: 1 },
  storedNode(
    fields,
    { id: watchId, type: 'circuit-watch', z: 'c000000000000051', x: 200, y: 120 },
    { account: 'a000000000000051', devices: [heater] },
  ),
];

for (const view of views)
  describe(`the circuit-watch dialog on ${view.name}`, () => {
    const { tab, editor } = openedEditor(view, { flows });
    const value = (name: string) => tab.page.locator(`#node-input-${name}`).inputValue();
    const trouble = (field: string) => tab.page.locator(`[data-field=${field}] .breakerflow-watch-trouble`);
    const shows = (field: string) => tab.page.locator(`[data-field=${field}]`).isVisible();

    it('names what is missing at its field, and enters the zone of the browser', async () => {
      await editor.open(watchId);
      await trouble('value').waitFor();
      await openSections(tab.page);
      assert.deepEqual(await missingTexts(tab.page), []);
      assert.notEqual(await value('zone'), '');
    });

    it('fills all that a preset says, and shows the rows that it needs', async () => {
      await tab.page.selectOption('#node-input-preset', 'overload');
      assert.deepEqual(
        [await value('measure'), await value('condition'), await value('value'), await value('for')],
        ['ratingPercent', 'above', '80', '900'],
      );
      assert.deepEqual([await value('deadBand'), await value('atOnce'), await value('unread')], ['8', '110', '10']);
      assert.equal(await tab.page.locator('[data-field=value] .breakerflow-unit').textContent(), '%');
      await trouble('value').waitFor({ state: 'detached' });
      await tab.page.selectOption('#node-input-preset', 'freezer');
      assert.deepEqual([await value('longestRun'), await value('longestRest')], ['240', '120']);
      assert.deepEqual([await shows('value'), await shows('longestRun'), await shows('for')], [false, true, false]);
      await tab.page.selectOption('#node-input-preset', 'events');
      assert.deepEqual([await shows('condition'), await shows('unread'), await shows('repeat')], [false, false, false]);
    });

    it('refuses a threshold beyond the sensor, and a dead band that crosses', async () => {
      const { page } = tab;
      await page.selectOption('#node-input-preset', 'voltage');
      await page.fill('#node-input-from', '900');
      await trouble('from').filter({ hasText: 'nothing that the sensor can tell' }).waitFor();
      await page.fill('#node-input-from', '108');
      await page.fill('#node-input-deadBand', '20');
      await trouble('deadBand').filter({ hasText: 'too wide' }).waitFor();
      await page.screenshot({ path: `artifacts/circuit-watch-trouble-${view.name}.png` });
      await page.fill('#node-input-deadBand', '2');
      await trouble('deadBand').waitFor({ state: 'detached' });
    });

    it('stores what a preset has filled in, with quiet hours', async () => {
      const { page } = tab;
      await page.selectOption('#node-input-preset', 'overload');
      await page.locator('[data-field=quiet] button', { hasText: 'Add times' }).click();
      await page.screenshot({ path: `artifacts/circuit-watch-${view.name}.png`, fullPage: true });
      await editor.finish('node-dialog-ok');
      const node = await page.evaluate((id) => {
        const { preset, measure, value: level, quiet, devices } = RED.nodes.node(id);
        return { preset, measure, level, quiet, devices };
      }, watchId);
      assert.deepEqual([node.preset, node.measure, String(node.level)], ['overload', 'ratingPercent', '80']);
      assert.deepEqual(node.devices, [heater]);
      const [row] = node.quiet as { from: string; to: string; days: string[] }[];
      assert.deepEqual([row?.from, row?.to, row?.days.length], ['2200', '0700', 7]);
    });

    it('opens again with what was stored', async () => {
      await editor.open(watchId);
      await tab.page.locator('[data-field=quiet] .breakerflow-row-line').waitFor({ state: 'attached' });
      assert.deepEqual([await value('preset'), await value('value')], ['overload', '80']);
      await editor.finish('node-dialog-cancel');
    });
  });
