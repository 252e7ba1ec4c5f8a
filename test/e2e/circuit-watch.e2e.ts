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
    {
      ...{ account: 'a000000000000051', devices: [heater] },
      ...{ preset: 'own', measure: 'amperes', condition: 'above' },
    },
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

    it('shows the last 24 hours with threshold and dead band, and what it would have told', async () => {
      const { page } = tab;
      const section = page.locator('#breakerflow-watch-day');
      const drawn = (name: string) => section.locator(`svg .breakerflow-day-${name}`);
      let asked = 0;
      page.on('request', (request) => {
        if (request.url().includes('/watched-day')) asked += 1;
      });
      // It is read while it is open, and not before.
      await section.evaluate((one) => one.removeAttribute('open'));
      await page.selectOption('#node-input-preset', 'own');
      await page.selectOption('#node-input-measure', 'amperes');
      await page.selectOption('#node-input-condition', 'above');
      const entered = { value: 5, deadBand: 2, atOnce: '', for: 60, wellFor: 60, repeat: '' };
      for (const [field, text] of Object.entries(entered)) await page.fill(`#node-input-${field}`, String(text));
      await trouble('deadBand').waitFor({ state: 'detached' });
      assert.equal(asked, 0);
      const answered = page.waitForResponse((response) => response.url().includes('/watched-day'));
      await section.locator('summary').click();
      await answered;
      await drawn('alarm').first().waitFor({ state: 'attached' });
      assert.equal(await drawn('threshold').count(), 1);
      await section.getByText(/^What would have been told goes by averages of 5 min/).waitFor();
      assert.deepEqual([await drawn('band').count(), await drawn('at-once').count()], [1, 0]);
      const alarms = await drawn('alarm').count();
      assert(alarms > 0, 'a water heater draws more than 5 A each day');
      assert((await section.locator('li.breakerflow-day-alarm').count()) > 0);
      await section.scrollIntoViewIfNeeded();
      await tab.shoot('circuit-watch-day');
      await page.fill('#node-input-atOnce', '30');
      await drawn('at-once').waitFor({ state: 'attached' });
      await page.fill('#node-input-atOnce', '');
      await page.fill('#node-input-value', '399');
      await section.getByText('Told in these 24 hours: 0.').waitFor();
      assert.equal(await drawn('alarm').count(), 0);
      await page.fill('#node-input-value', '999');
      await section.getByText('What is wrong above has to be put right').waitFor();
      assert.equal(asked, 1);
    });

    it('says why there is no plot of what history does not have', async () => {
      const section = tab.page.locator('#breakerflow-watch-day');
      await tab.page.selectOption('#node-input-preset', 'temperature');
      await section.getByText(/^History has no such values/).waitFor();
      assert.equal(await section.locator('svg').count(), 0);
      assert.deepEqual(await missingTexts(tab.page), []);
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
