import assert from 'node:assert/strict';
import { missingTexts } from './dialog';
import { views } from './lanes';
import { openedEditor } from './opened-editor';
import { type Sidebar, sidebarOf } from './sidebar-page';

const accountId = 'a000000000000061';
const flows = [
  { id: 'c000000000000061', type: 'tab', label: 'Site' },
  { id: accountId, type: 'breaker-account', name: '', mode: 'simulator', seed: 1 },
  { id: 'b000000000000061', type: 'breaker-control', z: 'c000000000000061', account: accountId, x: 200, y: 100 },
];

for (const view of views)
  describe(`the contract probe on ${view.name}`, () => {
    const { tab } = openedEditor(view, { flows });
    let sidebar: Sidebar;
    const section = () => sidebar.host.locator('.breakerflow-contract');

    it('compares an account with the specification by one button, and fits the sidebar', async () => {
      sidebar = sidebarOf(tab);
      await sidebar.show();
      await sidebar.open('health');
      await section().locator('summary').click();
      await section().getByRole('button', { name: 'Compare', exact: true }).click();
      await section().getByText('operations agree').waitFor({ timeout: 60_000 });
      // Nobody has chosen colours for a device of the demo site.
      const refused = section().locator('[data-operation]');
      assert.deepEqual(await refused.evaluateAll((all) => all.map((one) => one.getAttribute('data-operation'))), [
        'bargraphColors.get',
      ]);
      await sidebar.assertFits();
      assert.deepEqual(await missingTexts(tab.page), []);
    });

    it('saves a report that names no device', async () => {
      const download = tab.page.waitForEvent('download');
      await section().getByRole('button', { name: 'Save the report' }).click();
      const stream = await (await download).createReadStream();
      let text = '';
      for await (const chunk of stream) text += chunk;
      const report = JSON.parse(text);
      assert.equal(report.finished, true);
      assert.doesNotMatch(text, /[0-9a-f]{8}-[0-9a-f]{4}-/);
    });
  });
