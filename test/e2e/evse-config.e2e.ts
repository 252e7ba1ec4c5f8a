import assert from 'node:assert/strict';
import { fields } from '../../nodes/evse-config/evse-config.fields';
import { missingTexts, openSections, shownFields } from './dialog';
import { views } from './lanes';
import { openedEditor } from './opened-editor';
import { storedNode } from './stored-node';

const left = 'd9301910-b58f-4501-9c2e-d9007c9efe28';
const windowsId = 'b000000000000011';
const currentId = 'b000000000000012';
const sessionId = 'b000000000000013';

const node = (id: string, y: number, settings: Readonly<Record<string, unknown>>) =>
  storedNode(
    fields,
    { id, type: 'evse-config', z: 'c000000000000011', x: 200, y },
    { account: 'a000000000000011', devices: [left], ...settings },
  );

const flows = [
  { id: 'c000000000000011', type: 'tab', label: 'Garage' },
  { id: 'a000000000000011', type: 'breaker-account', name: '', mode: 'simulator', seed: 1 },
  node(windowsId, 120, { action: 'changeConfiguration', mode: 'charge-windows', setWindows: true }),
  node(currentId, 200, { action: 'setCurrent' }),
  node(sessionId, 280, { action: 'sessionSummary' }),
];

type Windows = { start: { day: string; time: string }; stop: { day: string; time: string }; restrictions?: object }[];

for (const view of views)
  describe(`the evse-config dialog on ${view.name}`, () => {
    const { red, tab, editor } = openedEditor(view, { flows });

    const windows = async () => JSON.parse(await tab.page.inputValue('#node-input-windows')) as Windows;
    const edges = async () =>
      (await windows()).map(({ start, stop }) => `${start.day} ${start.time} ${stop.day} ${stop.time}`);
    async function at(day: string, hour: number): Promise<[number, number]> {
      const track = tab.page.locator(`.breakerflow-track[data-day="${day}"]`);
      const box = await track.boundingBox();
      assert(box !== null);
      return [box.x + (box.width * hour) / 24, box.y + box.height / 2];
    }
    async function drag(from: [number, number], to: [number, number]): Promise<void> {
      const { mouse } = tab.page;
      await mouse.move(...from);
      await mouse.down();
      await mouse.move(...to, { steps: 8 });
      await mouse.up();
    }

    it('says what the picked charger does now, and why', async () => {
      await editor.open(windowsId);
      const line = tab.page.locator(`.breakerflow-liveline[data-device="${left}"]`);
      await line.waitFor();
      assert.match(String(await line.textContent()), /charges freely \(no-restrictions\): allows charging/);
      assert.match(String(await line.textContent()), /lets it charge freely/);
    });

    it('adds a window over midnight with the mouse, and resizes it at its end', async () => {
      await tab.page.locator('.breakerflow-week').scrollIntoViewIfNeeded();
      await drag(await at('monday', 22), await at('tuesday', 6));
      assert.deepEqual(await edges(), ['monday 2200 tuesday 0600']);
      const [x, y] = await at('tuesday', 6);
      await drag([x - 2, y], await at('tuesday', 8));
      assert.deepEqual(await edges(), ['monday 2200 tuesday 0800']);
      assert.match(String(await tab.page.locator('.breakerflow-windowrow').textContent()), /passes midnight/);
    });

    it('moves, resizes and removes with the keyboard', async () => {
      const { page } = tab;
      await page.locator('.breakerflow-window[tabindex]').focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Shift+ArrowLeft');
      assert.deepEqual(await edges(), ['tuesday 2200 wednesday 0745']);
      await page.locator('.breakerflow-windowbuttons button').first().click();
      assert.equal((await edges()).length, 2);
      await page.keyboard.press('Delete');
      assert.deepEqual(await edges(), ['tuesday 2200 wednesday 0745']);
    });

    it('takes back what the mouse and the keys did, by Ctrl + Z and by a button', async () => {
      const { page } = tab;
      const undo = page.getByRole('button', { name: 'Undo' });
      await page.locator('.breakerflow-window[tabindex]').focus();
      await page.keyboard.press('ArrowDown');
      assert.deepEqual(await edges(), ['wednesday 2200 thursday 0745']);
      await page.keyboard.press('Delete');
      assert.deepEqual(await edges(), []);
      await page.keyboard.press('Control+z');
      assert.deepEqual(await edges(), ['wednesday 2200 thursday 0745']);
      await undo.click();
      assert.deepEqual(await edges(), ['tuesday 2200 wednesday 0745']);
      await drag(await at('saturday', 1), await at('saturday', 6));
      assert.equal((await edges()).length, 2);
      await page.keyboard.press('Control+z');
      assert.deepEqual(await edges(), ['tuesday 2200 wednesday 0745']);
    });

    it('asks before the same on every day deletes other windows', async () => {
      const { page } = tab;
      const everyDay = page.locator('.breakerflow-windowbuttons button', { hasText: 'The same on every day' });
      const answer = (label: string) => page.locator('.red-ui-notification').getByRole('button', { name: label });
      await drag(await at('saturday', 1), await at('saturday', 6));
      await page.locator('.breakerflow-window[data-index="0"]').first().focus();
      await everyDay.click();
      await page.getByText('This takes away windows that are drawn now: 1.').waitFor();
      await tab.shoot('evse-6-every-day');
      await answer('Leave them').click();
      await page.locator('.red-ui-notification').waitFor({ state: 'detached' });
      assert.equal((await edges()).length, 2);
      await everyDay.click();
      await answer('The same on every day').click();
      await page.waitForFunction(
        () => JSON.parse((document.querySelector('#node-input-windows') as HTMLInputElement).value).length === 7,
      );
      await page.locator('.red-ui-notification').waitFor({ state: 'detached' });
      // Nothing else is lost now, so that nothing is asked.
      await everyDay.click();
      assert.equal((await edges()).length, 7);
      const undo = page.getByRole('button', { name: 'Undo' });
      await undo.click();
      assert.equal((await edges()).length, 2);
      await undo.click();
      assert.deepEqual(await edges(), ['tuesday 2200 wednesday 0745']);
    });

    it('takes times as people write them, and marks what is none', async () => {
      const { page } = tab;
      const time = page.getByLabel('Start of window 1', { exact: true });
      await time.fill('25:00');
      await page.getByText('Start of window 1: must be a time such as 06:30').waitFor();
      for (const written of ['21:30', '2130', '9:30 pm', '21.30', '21h30', '21 Uhr 30']) {
        await time.fill('');
        await time.fill(written);
        assert.deepEqual(await edges(), ['tuesday 2130 wednesday 0745'], written);
      }
      await time.blur();
      assert.equal(await time.inputValue(), '9:30 PM');
      assert.equal(await page.locator('.breakerflow-windownotes .breakerflow-error').count(), 0);
    });

    it('keeps the zone of a stored node, and gives a new one that of the browser', async () => {
      const { page } = tab;
      assert.equal(await page.inputValue('#node-input-drawnZone'), '');
      await page.locator('.breakerflow-row[data-field="drawnZone"]').getByRole('button').click();
      const zone = await page.evaluate(() => new Intl.DateTimeFormat().resolvedOptions().timeZone);
      assert.equal(await page.inputValue('#node-input-drawnZone'), zone);
      await page.fill('#node-input-drawnZone', 'Europe/Berlin');
      await page.locator('#node-input-drawnZone').blur();
      await page.locator('.breakerflow-week').scrollIntoViewIfNeeded();
      await tab.shoot('evse-7-zone');
    });

    it('names overlaps', async () => {
      await drag(await at('wednesday', 12), await at('wednesday', 6));
      const note = tab.page.locator('.breakerflow-windownotes .breakerflow-warning');
      if ((await note.count()) === 0) await drag(await at('wednesday', 9), await at('wednesday', 7));
      await note.first().waitFor();
      assert.match(String(await note.first().textContent()), /overlap/);
      await tab.shoot('evse-1-windows');
    });

    it('has a box for no limit in place of 0', async () => {
      const { page } = tab;
      const limit = page.locator('.breakerflow-windowrow').first().locator('.breakerflow-windowlimit').first();
      await limit.locator('input[type=checkbox]').uncheck();
      await limit.locator('input[type=number]').fill('16');
      await limit.locator('input[type=number]').blur();
      assert.deepEqual((await windows())[0]?.restrictions, { maxCurrent: 16 });
      await limit.locator('input[type=checkbox]').check();
      assert.deepEqual((await windows())[0]?.restrictions, { maxCurrent: 0 });
      await page.check('#node-input-currentNoLimit');
      assert(!(await shownFields(page)).includes('currentLimit'));
    });

    it('more amperes than are assumed are a warning below the field, and in a window; less than 6 is refused', async () => {
      const { page } = tab;
      const below = (field: string) => page.locator(`.breakerflow-row[data-field="${field}"] > .breakerflow-assumed`);
      await page.uncheck('#node-input-currentNoLimit');
      await page.fill('#node-input-currentLimit', '48');
      await page.locator('#node-input-currentLimit').blur();
      assert.match(String(await below('currentLimit').textContent()), /More than 32/);
      assert.equal(await page.locator('#node-input-currentLimit.input-error').count(), 0);
      await tab.shoot('evse-4-warning');
      await page.fill('#node-input-currentLimit', '5');
      await page.locator('#node-input-currentLimit').blur();
      await page.locator('#node-input-currentLimit.input-error').waitFor();
      assert.equal(await below('currentLimit').count(), 0);
      await page.check('#node-input-currentNoLimit');
      const limit = page.locator('.breakerflow-windowrow').first().locator('.breakerflow-windowlimit').first();
      await limit.locator('input[type=checkbox]').uncheck();
      await limit.locator('input[type=number]').fill('40');
      await limit.locator('input[type=number]').blur();
      assert.match(String(await below('windows').textContent()), /Window 1: more than 32 A/);
      await tab.shoot('evse-5-window-warning');
      await limit.locator('input[type=checkbox]').check();
      assert.equal(await below('windows').count(), 0);
    });

    it('stores the windows that were drawn', async () => {
      const drawn = await windows();
      await editor.finish('node-dialog-ok');
      await editor.deploy();
      const stored = (await (await fetch(`${red.url}flows`)).json()) as readonly { id: string; windows?: string }[];
      assert.deepEqual(JSON.parse(stored.find(({ id }) => id === windowsId)?.windows ?? ''), drawn);
    });

    it('shows the rows of what is chosen, each with its text', async () => {
      const { page } = tab;
      await editor.open(currentId);
      await openSections(page);
      const delays = ['pauseAfter', 'resumeAbove', 'resumeAfter'];
      const shownDelays = async () => (await shownFields(page)).filter((field) => delays.includes(field));
      assert.deepEqual(await shownDelays(), delays);
      assert.deepEqual(await missingTexts(page), []);
      await page.locator('#node-input-resumeAfter').scrollIntoViewIfNeeded();
      await tab.shoot('evse-2-current');
      await page.selectOption('#node-input-below', 'hold');
      assert.deepEqual(await shownDelays(), []);
      assert.deepEqual(await missingTexts(page), []);
      await editor.finish('node-dialog-cancel');
      await editor.open(sessionId);
      await page.locator('.breakerflow-bandtable > button').click();
      assert.equal((JSON.parse(await page.inputValue('#node-input-bands')) as unknown[]).length, 1);
      assert.deepEqual(await missingTexts(page), []);
      await tab.shoot('evse-3-tariff');
      await editor.finish('node-dialog-cancel');
    });

    it('explains what an alarm does, and asks for a current only where it limits one', async () => {
      const { page } = tab;
      const fieldsShown = async () =>
        (await shownFields(page)).filter((name) => ['alarmDoes', 'alarmCurrent', 'amperes'].includes(name));
      await editor.open(currentId);
      assert.deepEqual(await fieldsShown(), ['amperes']);
      await page.selectOption('#node-input-action', 'whileAlarm');
      await page.locator('#breakerflow-while-alarm').waitFor();
      assert.deepEqual(await fieldsShown(), ['alarmDoes']);
      await page.selectOption('#node-input-alarmDoes', 'limit');
      assert.deepEqual(await fieldsShown(), ['alarmDoes', 'alarmCurrent']);
      assert.deepEqual(await missingTexts(page), []);
      await page.locator('#breakerflow-while-alarm').scrollIntoViewIfNeeded();
      await tab.shoot('evse-4-while-alarm');
      await editor.finish('node-dialog-cancel');
    });

    it('meets no error in the browser', () => {
      assert.deepEqual(tab.problems, []);
    });
  });
