import assert from 'node:assert/strict';
import { missingTexts, shownFields } from './dialog';
import { controlId, flowWithAccount, outletsId } from './flow-with-account';
import { views } from './lanes';
import { openedEditor } from './opened-editor';

const pumpId = 'dcf02bc9-50c3-4fe7-abb4-67d63fa74894';
const flow = 'c000000000000001';
const account = 'a000000000000001';
const setId = 'd000000000000011';
const restoreId = 'd000000000000012';
const injectSet = 'd000000000000013';
const injectRestore = 'd000000000000014';

const inject = (id: string, y: number, to: string) => ({
  id,
  type: 'inject',
  z: flow,
  x: 400,
  y,
  props: [{ p: 'payload' }],
  payload: '',
  payloadType: 'date',
  repeat: '',
  once: false,
  wires: [[to]],
});
const control = (id: string, y: number, settings: object) => ({
  id,
  type: 'breaker-control',
  z: flow,
  account,
  x: 620,
  y,
  mute: false,
  wires: [[]],
  ...settings,
});

/** A flow that sets a scene of two circuits and restores it, besides the nodes of the other dialogs. */
const flows = [
  ...flowWithAccount({ account: { commandSpacing: 1 } }),
  control(setId, 300, { action: 'setScene', scene: 'away', devices: [outletsId, pumpId] }),
  control(restoreId, 380, { action: 'restoreScene', scene: 'away' }),
  inject(injectSet, 300, setId),
  inject(injectRestore, 380, restoreId),
];

for (const view of views)
  describe(`scenes on ${view.name}`, () => {
    const { tab, editor } = openedEditor(view, { flows });

    const rows = () => tab.page.locator('.breakerflow-circuits li');
    const showChange = () => tab.page.click('#breakerflow-circuits button');

    it('lists the circuits of a location, with those that are excepted marked', async () => {
      const { page } = tab;
      await editor.open(controlId);
      await page.selectOption('#node-input-action', 'open');
      await page.selectOption('#node-input-target', 'location');
      const select = page.locator('.breakerflow-locations');
      await select.locator('option:nth-child(2)').waitFor({ state: 'attached' });
      await select.selectOption({ index: 1 });
      await rows().first().waitFor();
      assert.equal(await rows().count(), 12);
      const except = page.locator('.breakerflow-row[data-field="except"]');
      await except.locator(`.breakerflow-device[title="${outletsId}"] input`).check();
      const leftOut = page.locator('.breakerflow-circuits li.breakerflow-left-out');
      await leftOut.waitFor();
      assert.match((await leftOut.textContent()) ?? '', /outlets.*left out: excepted/);
      assert.match((await page.locator('.breakerflow-circuit-list .breakerflow-title').textContent()) ?? '', /11/);
      assert.deepEqual(await missingTexts(page), []);
      await page.locator('#breakerflow-circuits').scrollIntoViewIfNeeded();
      await tab.shoot('scenes-1-location');
      await editor.finish('node-dialog-cancel');
    });

    it('shows what setting a scene would change now, and sends nothing', async () => {
      const { page } = tab;
      await editor.open(setId);
      assert((await shownFields(page)).includes('scenePosition'));
      await showChange();
      await rows().nth(1).waitFor();
      assert.deepEqual(
        await rows().evaluateAll((found) =>
          found.map((row) => row.querySelector('.breakerflow-would')?.getAttribute('data-would')),
        ),
        ['open', 'open'],
      );
      assert.deepEqual(await missingTexts(page), []);
      await tab.shoot('scenes-2-set-preview');
      await editor.finish('node-dialog-cancel');
    });

    it('sets, shows what a restore would change, and restores', async () => {
      const { page } = tab;
      await editor.press(injectSet);
      await editor.status(setId).getByText('circuits set: 2').waitFor();
      await editor.open(restoreId);
      const shown = await shownFields(page);
      assert(!shown.includes('target') && !shown.includes('devices') && shown.includes('scene'));
      await showChange();
      await rows().nth(1).waitFor();
      assert.match((await rows().first().textContent()) ?? '', /off.*would be closed/);
      await tab.shoot('scenes-3-restore-preview');
      await editor.finish('node-dialog-cancel');
      await editor.press(injectRestore);
      await editor.status(restoreId).getByText('circuits restored: 2').waitFor();
      await tab.shoot('scenes-4-restored');
    });

    it('has nothing to restore then', async () => {
      await editor.press(injectRestore);
      await editor.status(restoreId).getByText('nothing to restore').waitFor();
      await editor.open(restoreId);
      await showChange();
      await tab.page.locator('.breakerflow-circuit-list').getByText('remembers no circuit').waitFor();
      await editor.finish('node-dialog-cancel');
    });

    it('explains what an alarm does, and shows what it would change now', async () => {
      const { page } = tab;
      const hint = page.locator('[data-alarm-hint=lasts]');
      await editor.open(setId);
      assert.equal(await hint.isVisible(), false);
      await page.selectOption('#node-input-action', 'whileAlarm');
      await hint.waitFor();
      const shown = await shownFields(page);
      assert(shown.includes('devices') && shown.includes('scenePosition') && !shown.includes('scene'));
      await showChange();
      await rows().nth(1).waitFor();
      assert.match((await rows().first().textContent()) ?? '', /would be opened/);
      assert.deepEqual(await missingTexts(page), []);
      await hint.scrollIntoViewIfNeeded();
      await tab.shoot('scenes-5-while-alarm');
      await editor.finish('node-dialog-cancel');
    });

    it('meets no error in the browser', () => {
      assert.deepEqual(tab.problems, []);
    });
  });
