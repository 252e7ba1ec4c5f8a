import assert from 'node:assert/strict';
import { missingTexts, openSections } from './dialog';
import { accountId, flowWithAccount, outletsId } from './flow-with-account';
import { views } from './lanes';
import { openedEditor } from './opened-editor';

const addressId = '85f2ef98-7b76-44c3-bc08-1acef84e0a73';
const batchId = 'b0000000000000b1';
const declaredId = 'b0000000000000b2';
const panelAddress = '**/resources/@breakerflow/node-red-breakers/batch-schedule.js*';
const base = {
  type: 'batch-schedule',
  path: '/breaker/remoteHandle/position',
  reason: 'test',
  sunEvent: 'sunset',
  colors: '{}',
  thresholds: '{}',
  account: accountId,
  devices: [outletsId],
  source: 'form',
  target: 'devices',
  wires: [[]],
};
const batch = { ...base, id: batchId, x: 200, y: 300, action: 'create', command: 'open' };
const declared = {
  ...base,
  id: declaredId,
  x: 200,
  y: 400,
  action: 'declare',
  command: 'close',
  schedule: 'cron',
  cron: '30 2 * * *',
  timeZone: 'Europe/Berlin',
};

for (const view of views)
  describe(`the batch-schedule dialog on ${view.name}`, () => {
    const flows = flowWithAccount({ devices: [outletsId] });
    const z = flows.map((node) => node as { type?: string; id?: string }).find(({ type }) => type === 'tab')?.id;
    const { tab, editor } = openedEditor(view, { flows: [...flows, { ...batch, z }, { ...declared, z }] });

    const panel = () => tab.page.locator('#breakerflow-schedule');

    const days = () => tab.page.locator('.breakerflow-row[data-field="cron"] select').first();

    it('goes without the preview where that cannot be loaded, and loads it when it is opened again', async () => {
      const { page } = tab;
      await page.route(panelAddress, (route) =>
        route.fulfill({ status: 200, body: 'export const', contentType: 'text/javascript' }),
      );
      await editor.open(batchId);
      await panel().getByText('The preview could not be loaded').waitFor();
      await page.unroute(panelAddress);
      await editor.finish('node-dialog-cancel');
    });

    it('describes a cron as it is typed, with its next ten runs', async () => {
      const { page } = tab;
      await editor.open(batchId);
      await page.selectOption('#node-input-schedule', 'cron');
      await days().selectOption('cron');
      await page.fill('#node-input-timeZone', 'America/Chicago');
      await page.locator('#node-input-cron').fill('');
      await page.locator('#node-input-cron').pressSequentially('*/15 8-17 * * 1-5');
      await panel().getByText('every 15 minutes from 8:00 AM to 5:45 PM from Monday to Friday').waitFor();
      assert.equal(await panel().locator('li').count(), 10);
      await panel().getByText('Devices: 1.').waitFor();
      await panel().scrollIntoViewIfNeeded();
      await tab.shoot('batch-1-cron');
    });

    it('keeps the runs of what stands there when an answer to what stood there before comes late', async () => {
      const { page } = tab;
      let release = () => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      let isFirst = true;
      await page.route('**/batches?*', async (route) => {
        if (isFirst) {
          isFirst = false;
          await released;
        }
        await route.continue();
      });
      const asked = page.waitForRequest('**/batches?*');
      await page.fill('#node-input-cron', '61 8 * * *');
      const late = await asked;
      await page.fill('#node-input-cron', '*/20 * * * *');
      await panel().getByText('every 20 minutes').waitFor();
      release();
      await (await late.response())?.finished();
      assert.equal(await panel().locator('li').count(), 10);
      await panel().getByText('Devices: 1.').waitFor();
      await page.unroute('**/batches?*');
    });

    it('names what is wrong with a cron and a zone', async () => {
      const { page } = tab;
      await page.fill('#node-input-cron', '61 8 * * *');
      await panel().locator('.breakerflow-error').first().waitFor();
      assert.equal(await panel().locator('li').count(), 0);
      await panel().scrollIntoViewIfNeeded();
      await tab.shoot('batch-2-problem');
    });

    it('warns of a contradiction with a batch on the same devices', async () => {
      const { page } = tab;
      await page.fill('#node-input-cron', '0,30 2 * * *');
      await page.fill('#node-input-timeZone', 'Europe/Berlin');
      await panel().getByText('tells the same devices something else').waitFor();
      await panel().scrollIntoViewIfNeeded();
      await tab.shoot('batch-3-conflict');
    });

    it('warns of a timer, which is not shown for a batch, and sends it', async () => {
      const { page } = tab;
      await page.fill('#node-input-secondsUntilReset', '60');
      await page.locator('#node-input-secondsUntilReset').blur();
      await panel().getByText('Not shown for a batch by the specification').waitFor();
      await tab.shoot('batch-4-timer');
      await page.fill('#node-input-secondsUntilReset', '');
      await page.locator('#node-input-secondsUntilReset').blur();
      await panel().getByText('Not shown for a batch by the specification').waitFor({ state: 'detached' });
    });

    it('shows the sun of an address', async () => {
      const { page } = tab;
      await page.selectOption('#node-input-schedule', 'sun');
      await page.locator('.breakerflow-row[data-field="place"] select').selectOption(addressId);
      await page.fill('#node-input-offset', '-15');
      await panel().getByText('15 minutes before sunset every day').waitFor();
      await panel().getByText('at Maple Street 12').waitFor();
      assert.equal(await panel().locator('li').count(), 10);
      await panel().scrollIntoViewIfNeeded();
      await tab.shoot('batch-4-sun');
    });

    it('has a form for the body of each command, and no text is missing', async () => {
      const { page } = tab;
      await openSections(page);
      for (const path of ['/bargraph/settings/colors', '/meter/settings/waveformConfiguration']) {
        await page.selectOption('#node-input-path', path);
        await page.locator('.breakerflow-body:visible').waitFor();
      }
      await page.locator('.breakerflow-body:visible input[type=number]').nth(2).fill('130000');
      await panel().getByText('must be at most 120000').waitFor();
      await panel().scrollIntoViewIfNeeded();
      await tab.shoot('batch-5-thresholds');
      assert.deepEqual(await missingTexts(page), []);
      await editor.finish('node-dialog-cancel');
    });

    it('shows the difference to the service of a declared schedule, before it is applied', async () => {
      const { page } = tab;
      await editor.open(declaredId);
      await panel().getByText('creates 0, keeps 1 and removes 0').waitFor();
      await days().selectOption('cron');
      await page.fill('#node-input-cron', '45 2 * * *');
      await panel().getByText('creates 1, keeps 0 and removes 1').waitFor();
      await panel().scrollIntoViewIfNeeded();
      await tab.shoot('batch-6-declared');
      await editor.finish('node-dialog-ok');
      await editor.deploy();
      await editor.status(declaredId).getByText('1 new, 0 kept, 1 removed').waitFor();
    });

    it('meets no error in the browser', () => {
      assert.deepEqual(tab.problems, []);
    });
  });
