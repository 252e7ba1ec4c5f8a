import assert from 'node:assert/strict';
import { fields } from '../../nodes/waveform-capture/waveform-capture.fields';
import { openSections } from './dialog';
import { controlId, flowWithAccount } from './flow-with-account';
import { views } from './lanes';
import { openedEditor } from './opened-editor';
import { sidebarOf } from './sidebar-page';
import { storedNode } from './stored-node';

const conditioner = 'fd18287e-99e3-434d-a62e-0cdaa21c2a49';
const captureId = 'b000000000000023';
const capture = storedNode(
  fields,
  { id: captureId, type: 'waveform-capture', z: 'c000000000000001', x: 200, y: 280 },
  { account: 'a000000000000001', action: 'latest', devices: [conditioner] },
);

for (const view of views.filter(({ theme }) => theme === 'light'))
  describe(`dialogs and sidebar on ${view.name}`, () => {
    const { tab, editor } = openedEditor(view, { flows: [...flowWithAccount(), capture] });

    it('typed fields are called by their labels', async () => {
      const { page } = tab;
      await editor.open(controlId);
      await openSections(page);
      await page.selectOption('#node-input-action', 'value');
      await page.getByRole('textbox', { name: 'Command from' }).waitFor();
      await page.getByRole('textbox', { name: 'Reason' }).waitFor();
      await editor.finish('node-dialog-cancel');
    });

    it('captures a waveform now, and lists those of the trigger that is named', async () => {
      const { page } = tab;
      await editor.open(captureId);
      await page.click('#breakerflow-waveform > summary');
      const list = page.getByLabel('Capture', { exact: true });
      await list.locator('option').first().waitFor({ state: 'attached' });
      const before = await list.locator('option').count();
      await page.getByRole('button', { name: 'Capture now' }).click();
      await page.waitForFunction(
        ([label, count]) => document.querySelectorAll(`select[aria-label="${label}"] option`).length > count,
        ['Capture', before] as const,
      );
      assert.match((await list.locator('option').first().textContent()) ?? '', /Immediate/);
      await page.selectOption('#node-input-trigger', 'Immediate');
      await page.waitForFunction(
        (label) =>
          [...document.querySelectorAll(`select[aria-label="${label}"] option`)].every(({ textContent }) =>
            textContent?.includes('Immediate'),
          ),
        'Capture',
      );
      await tab.shoot('small-1-capture-now');
      await editor.finish('node-dialog-cancel');
    });

    it('leads from a device in the tree to the simulator, with its load', async () => {
      const sidebar = sidebarOf(tab);
      await sidebar.show();
      await sidebar.device('outlets').click();
      await sidebar.host.getByRole('button', { name: 'In the simulator' }).click();
      const page = sidebar.host.locator('#breakerflow-page-simulator');
      await page.getByRole('button', { name: 'Trip' }).waitFor();
      assert.equal(
        await page.getByLabel('Device').evaluate((one: HTMLSelectElement) => one.selectedOptions[0]?.text),
        'Kitchen outlets',
      );
      assert.equal(await page.getByLabel('Load', { exact: true }).inputValue(), 'outlets');
      assert.notEqual(await page.getByLabel('Current when on (A)').inputValue(), '8');
      await tab.shoot('small-2-simulator');
    });

    it('names the devices of calls, and folds what is read again', async () => {
      const sidebar = sidebarOf(tab);
      await sidebar.open('calls');
      await sidebar.host.locator('.breakerflow-calls li').first().waitFor();
      const rows = await sidebar.host
        .locator('.breakerflow-calls li')
        .evaluateAll((all) => all.map((row) => row.getAttribute('title') ?? ''));
      const reads = rows.filter((title) => title.startsWith('GET'));
      assert.equal(new Set(reads).size, reads.length);
      await tab.shoot('small-3-calls');
    });

    it('meets no error in the browser', () => {
      assert.deepEqual(tab.problems, []);
    });
  });
