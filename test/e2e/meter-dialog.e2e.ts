import assert from 'node:assert/strict';
import { missingTexts, openSections, shownFields } from './dialog';
import { accountId, flowWithAccount, meterId, outletsId } from './flow-with-account';
import { views } from './lanes';
import { openedEditor } from './opened-editor';

const gone = '00000000-0000-4000-8000-000000000000';

const always = ['name', 'account', 'action', 'target', 'output', 'poll', 'maxAge'];

/** What is chosen, and the rows that show then beside those that always do. */
const cases: readonly (readonly [Readonly<Record<string, string>>, readonly string[]])[] = [
  [{ action: 'reading', target: 'devices', output: 'flat' }, ['devices', 'unit']],
  [{ output: 'record' }, ['devices']],
  [{ output: 'chart' }, ['devices', 'unit']],
  [{ action: 'latest' }, ['devices', 'unit']],
  [{ action: 'deviceData' }, ['devices']],
  [{ action: 'history', sum: 'day' }, ['devices', 'range', 'sum', 'sumZone', 'split']],
  [{ sum: 'none' }, ['devices', 'unit', 'range', 'sum', 'split']],
  [{ range: 'custom' }, ['devices', 'unit', 'range', 'from', 'to', 'sum', 'split']],
  [{ target: 'value' }, ['device', 'unit', 'range', 'from', 'to', 'sum', 'split']],
  [{ target: 'location', action: 'reading' }, ['location', 'unit']],
];

for (const view of views)
  describe(`the meter-read dialog on ${view.name}`, () => {
    const { red, tab, editor } = openedEditor(view, { flows: flowWithAccount({ devices: [outletsId, gone] }) });

    it('shows the rows of what is chosen only', async () => {
      const { page } = tab;
      await editor.open(meterId);
      await openSections(page);
      for (const [choice, fields] of cases) {
        for (const [field, value] of Object.entries(choice)) await page.selectOption(`#node-input-${field}`, value);
        assert.deepEqual((await shownFields(page)).sort(), [...always, ...fields].sort(), JSON.stringify(choice));
        if (choice.range === 'custom') await tab.shoot('meter-1-history');
      }
      assert.deepEqual(await missingTexts(page), []);
      await page.waitForSelector('.breakerflow-locations option:nth-child(2)', { state: 'attached' });
      await tab.shoot('meter-2-location');
      await editor.finish('node-dialog-cancel');
    });

    it('marks a device that is gone as missing and keeps it', async () => {
      const { page } = tab;
      await editor.open(meterId);
      const missing = page.locator('.breakerflow-chip.breakerflow-missing');
      await missing.waitFor();
      assert.match((await missing.textContent()) ?? '', new RegExp(`${gone} \\(missing\\)`));
      const present = page.locator('.breakerflow-chip:not(.breakerflow-missing)');
      assert.match((await present.textContent()) ?? '', /outlets/);
      assert.equal(await page.locator('.breakerflow-device').count(), 14);
      await tab.shoot('meter-3-missing');
      await page.fill('#node-input-name', 'kept');
      await editor.finish('node-dialog-ok');
      await editor.deploy();
      const flows = (await (await fetch(`${red.url}flows`)).json()) as readonly { id: string; devices?: string[] }[];
      assert.deepEqual(flows.find(({ id }) => id === meterId)?.devices, [outletsId, gone]);
    });

    it('asks the deployed account for what it lists', async () => {
      const answer = await fetch(`${red.url}breakerflow/accounts/${accountId}/site?search=outlets&hardware=emcb`);
      const { devices } = (await answer.json()) as { devices: readonly { id: string }[] };
      assert.deepEqual(
        devices.map(({ id }) => id),
        [outletsId],
      );
    });

    it('meets no error in the browser', () => {
      assert.deepEqual(tab.problems, []);
    });
  });
