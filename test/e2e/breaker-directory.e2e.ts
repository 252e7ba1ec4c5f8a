import assert from 'node:assert/strict';
import { missingTexts } from './dialog';
import { accountId, controlId, flowWithAccount, outletsId } from './flow-with-account';
import { views } from './lanes';
import { openedEditor } from './opened-editor';

/** What the functions below use inside the page. */
declare const RED: {
  readonly editor: { editConfig(name: string, type: string, id: string): void };
  readonly events: { emit(event: string, node: object): void };
  readonly nodes: { node(id: string): { circuits: readonly Row[] } };
};
interface Row {
  readonly deviceId: string;
  readonly name: string;
}

const directoryId = 'e000000000000001';
const otherId = 'gone-device';
const circuits = [
  { deviceId: outletsId, serialNumber: '30000000001', name: 'Outlets' },
  { deviceId: otherId, serialNumber: '', name: 'Old pump' },
];

for (const view of views)
  describe(`the dialog of the circuit directory on ${view.name}`, () => {
    const flows = [...flowWithAccount(), { id: directoryId, type: 'breaker-directory', account: accountId, circuits }];
    const { tab, editor } = openedEditor(view, { flows });
    const row = (id: string) => tab.page.locator(`.breakerflow-circuits tr[data-device="${id}"]`);
    const stored = () =>
      tab.page.evaluate((id) => RED.nodes.node(id).circuits.map(({ deviceId, name }) => [deviceId, name]), directoryId);

    async function open(): Promise<void> {
      await tab.page.evaluate((id) => RED.editor.editConfig('', 'breaker-directory', id), directoryId);
      await row(outletsId).waitFor();
      await tab.page
        .locator('.breakerflow-circuits ~ .breakerflow-buttons select option')
        .nth(2)
        .waitFor({ state: 'attached' });
    }
    async function rename(id: string, name: string): Promise<void> {
      const input = row(id).locator('td[data-field=name] input');
      await input.fill(name);
      await input.blur();
    }
    const finish = () => editor.finish('node-config-dialog-ok');

    it('shows each row with its device, and a name given twice at both fields', async () => {
      await open();
      assert.deepEqual(await missingTexts(tab.page), []);
      await rename(otherId, 'OUTLETS');
      for (const id of [outletsId, otherId])
        assert.match((await row(id).locator('td[data-field=name] .breakerflow-error').textContent()) ?? '', /row \d/);
      await tab.page.screenshot({ path: `artifacts/directory-${view.name}.png` });
      await rename(otherId, 'Pump');
      assert.equal(await tab.page.locator('.breakerflow-circuits .breakerflow-error').count(), 0);
      await finish();
      assert.deepEqual(await stored(), [
        [outletsId, 'Outlets'],
        [otherId, 'Pump'],
      ]);
    });

    it('a rename shows on the canvas at once, from wherever it comes', async () => {
      const label = tab.page.locator(`.red-ui-flow-node-group[id="${controlId}"] .red-ui-flow-node-label`);
      const shows = (name: string) => label.filter({ hasText: `: ${name}` }).waitFor();
      await shows('Outlets');
      // As the sidebar and undo do it, but for the drawing, which other changes of the canvas would bring sooner or later.
      const change = (name: string) =>
        tab.page.evaluate(
          ([id, device, given]) => {
            const directory = RED.nodes.node(id);
            directory.circuits = directory.circuits.map((row) =>
              row.deviceId === device ? { ...row, name: given } : row,
            );
            RED.events.emit('nodes:change', directory);
          },
          [directoryId, outletsId, name] as const,
        );
      await change('Scullery');
      await shows('Scullery');
      await change('Outlets');
      await shows('Outlets');
    });

    it('a swap of two names that nobody confirms is not stored, and one that is confirmed is', async () => {
      const swap = async () => {
        await open();
        await rename(outletsId, 'x');
        await rename(otherId, 'Outlets');
        await rename(outletsId, 'Pump');
      };
      await swap();
      assert.equal(await tab.page.locator('.breakerflow-move').count(), 2);
      await finish();
      assert.deepEqual(
        (await stored()).sort(),
        [
          [outletsId, 'Outlets'],
          [otherId, 'Pump'],
        ].sort(),
      );
      await swap();
      for (const left of [1, 0]) {
        await tab.page.locator('.breakerflow-move input').first().click();
        await tab.page.waitForFunction(
          (count) => document.querySelectorAll('.breakerflow-move').length === count,
          left,
        );
      }
      await finish();
      assert.deepEqual(
        (await stored()).sort(),
        [
          [outletsId, 'Pump'],
          [otherId, 'Outlets'],
        ].sort(),
      );
    });

    it('a CSV file is shown with its differences, and taken when its moved names are confirmed', async () => {
      await open();
      const text = `deviceId,name\n${otherId},Pump\n${outletsId},Kitchen\n`;
      const upload = (content: string) =>
        tab.page
          .locator('#node-config-input-circuits-rows input[type=file]')
          .setInputFiles({ name: 'c.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });
      await upload('deviceId,colour\nx,red\n');
      await tab.page.locator('.breakerflow-import .breakerflow-error').waitFor();
      assert.match((await tab.page.locator('.breakerflow-import').textContent()) ?? '', /Line 1, colour/);
      await upload(text);
      await tab.page.locator('.breakerflow-import .breakerflow-move').waitFor();
      const take = tab.page.locator('.breakerflow-import button').first();
      assert.equal(await take.isDisabled(), true);
      await tab.page.locator('.breakerflow-import .breakerflow-move input').check();
      await take.click();
      await finish();
      assert.deepEqual(await stored(), [
        [otherId, 'Pump'],
        [outletsId, 'Kitchen'],
      ]);
    });

    it('the legs are found by the voltages, and only a ticked one is taken', async () => {
      const finder = tab.page.locator('.breakerflow-import');
      const question = (id: string) => finder.locator(`.breakerflow-move[data-device="${id}"]`);
      const legOf = (id: string) => row(id).locator('td[data-field=leg] select');
      const find = async () => {
        await tab.page.getByRole('button', { name: 'Find the leg' }).click();
        await question(outletsId).waitFor();
      };
      await open();
      await find();
      assert.match((await question(outletsId).textContent()) ?? '', /^Kitchen: – → A \(sure\)$/);
      assert.equal(await finder.locator('.breakerflow-move input:checked').count(), 14);
      assert.deepEqual(await missingTexts(tab.page), []);
      await finder.scrollIntoViewIfNeeded();
      await tab.page.screenshot({ path: `artifacts/directory-legs-${view.name}.png` });
      await finder.getByRole('button', { name: 'Cancel' }).click();
      assert.equal(await legOf(outletsId).inputValue(), '');
      await legOf(outletsId).selectOption('both');
      await find();
      assert.equal(await question(outletsId).locator('input').isChecked(), false);
      for (const box of await finder.locator('.breakerflow-move input').all()) await box.uncheck();
      const take = finder.getByRole('button', { name: 'Take the ticked' });
      assert.equal(await take.isDisabled(), true);
      await question(outletsId).locator('input').check();
      await take.click();
      assert.equal(await finder.count(), 0);
      assert.equal(await legOf(outletsId).inputValue(), 'A');
      await finish();
      assert.equal((await stored()).length, 2);
    });
  });
