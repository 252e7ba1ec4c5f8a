import assert from 'node:assert/strict';
import { fields } from '../../nodes/circuit-watch/circuit-watch.fields';
import { missingTexts } from './dialog';
import { views } from './lanes';
import { openedEditor } from './opened-editor';
import { type Sidebar, sidebarOf } from './sidebar-page';
import { storedNode } from './stored-node';

const flow = 'c000000000000052';
const accountId = 'a000000000000052';
const watchId = 'b000000000000052';
const heater = 'ce356d2f-943e-45af-911a-1ffc9eb9b411';
const fridge = '62325dfc-1fc6-4525-9519-674da6e2c4aa';

const flows = [
  { id: flow, type: 'tab', label: 'Watch' },
  { id: accountId, type: 'breaker-account', name: '', mode: 'simulator', seed: 1 },
  storedNode(
    fields,
    { id: watchId, type: 'circuit-watch', z: flow, x: 300, y: 120 },
    {
      name: 'Basement',
      account: accountId,
      devices: [heater, fridge],
      measure: 'amperes',
      condition: 'above',
      value: 10,
      for: 0,
      wellFor: 600,
      repeat: 1,
      every: 10,
      zone: 'America/New_York',
    },
  ),
];

for (const view of views)
  describe(`the watches in the sidebar on ${view.name}`, () => {
    const { tab, editor } = openedEditor(view, { flows });
    let sidebar: Sidebar;

    const post = (url: string, body: object, headers: object = {}) =>
      tab.page.evaluate(
        ([to, data, more]) =>
          $.ajax({ url: to, method: 'POST', contentType: 'application/json', data, headers: more }).then(
            () => 200,
            (failure) => failure.status,
          ),
        [url, JSON.stringify(body), headers] as const,
      );
    /** Whatever the hour is. */
    const draws = async (device: string, ratedA: number) => {
      const load = { control: `POST /devices/${device}/load`, fields: { kind: 'server-rack', ratedA } };
      assert.equal(await post(`breakerflow/accounts/${accountId}/simulator`, load), 200);
    };
    const page = () => sidebar.host.locator('#breakerflow-page-automation');
    const row = (id: string) => page().locator(`.breakerflow-watched li[data-device="${id}"]`);
    const button = (name: string) => page().getByRole('button', { name, exact: true });
    /** As the tree names it: by load, manufacturer and model. */
    const heaterName = 'water-heater Caldera Home WH-50';

    before(async () => {
      sidebar = sidebarOf(tab);
      await sidebar.show();
      await draws(heater, 40);
      await draws(fridge, 5);
      assert.equal(await post('flows', {}, { 'Node-RED-Deployment-Type': 'reload' }), 200);
    });

    it('shows an alarm with its value and since when, and folds the others', async () => {
      await sidebar.open('automation');
      await row(heater)
        .getByText(/^alarm for \d+ sec$/)
        .waitFor({ timeout: 30_000 });
      await row(heater).getByText(heaterName).waitFor();
      assert.match((await row(heater).textContent()) ?? '', /\d+(\.\d+)? A/);
      await page().getByText('1 without an alarm', { exact: true }).waitFor();
      assert.equal(await row(fridge).count(), 0);
      assert.deepEqual(await missingTexts(tab.page), []);
      await sidebar.assertFits();
      await tab.shoot('watches-alarm');
    });

    it('what is well is unfolded with the keyboard, and stays so', async () => {
      await page().locator('summary').focus();
      await tab.page.keyboard.press('Enter');
      await row(fridge).getByText('no alarm', { exact: true }).waitFor();
      await tab.page.waitForResponse((response) => response.url().endsWith('/watches'));
      await tab.page.waitForResponse((response) => response.url().endsWith('/watches'));
      assert(await row(fridge).isVisible());
      await tab.page.keyboard.press('Enter');
      await row(fridge).waitFor({ state: 'detached' });
    });

    it('Acknowledge marks the alarm, with the keyboard too', async () => {
      await button(`Acknowledge: ${heaterName}`).focus();
      await tab.page.keyboard.press('Enter');
      await page().getByText(`Acknowledged: ${heaterName}.`).waitFor();
      await row(heater)
        .getByText(/^alarm for .+, acknowledged$/)
        .waitFor();
      await button(`Acknowledge: ${heaterName}`).waitFor({ state: 'detached' });
    });

    it('an alarm that is well again says how long until its all-clear', async () => {
      await draws(heater, 5);
      await row(heater)
        .getByText(/all-clear in \d+ min if it goes on/)
        .waitFor({ timeout: 30_000 });
    });

    it('fits in a sidebar of 250 px', async () => {
      const { width } = (await sidebar.host.boundingBox()) ?? assert.fail();
      await sidebar.resize(250);
      await page().locator('summary').click();
      await row(fridge).waitFor();
      await sidebar.assertFits();
      await tab.shoot('watches-narrow');
      await sidebar.resize(width);
    });

    it('asks nothing while another page is shown', async () => {
      let asked = 0;
      tab.page.on('request', (request) => {
        if (request.url().endsWith('/watches')) asked += 1;
      });
      await sidebar.open('site');
      asked = 0;
      // The list would be asked for every two seconds.
      const untilMs = Date.now() + 4_500;
      while (Date.now() < untilMs)
        await tab.page.waitForResponse((response) => response.url().includes('/live?'), { timeout: 30_000 });
      assert.equal(asked, 0);
      await sidebar.open('automation');
      await row(heater).waitFor();
      assert(asked > 0);
    });

    it('a watch that is deleted is listed no more', async () => {
      await tab.page.locator(`[id="${watchId}"] .red-ui-flow-node`).first().click();
      await tab.page.keyboard.press('Delete');
      await editor.deploy();
      await page().getByText('There is no circuit watch of this service that runs.').waitFor();
      assert.equal(await row(heater).count(), 0);
    });

    it('meets no error in the browser', () => {
      assert.deepEqual(tab.problems, []);
    });
  });

declare const $: {
  ajax(options: object): { then(done: () => number, failed: (failure: { status: number }) => number): Promise<number> };
};
