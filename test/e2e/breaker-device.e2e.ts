import assert from 'node:assert/strict';
import { fields } from '../../nodes/breaker-device/breaker-device.fields';
import { missingTexts, openSections, shownFields } from './dialog';
import { views } from './lanes';
import { openedEditor } from './opened-editor';
import { storedNode } from './stored-node';

const rack = 'b8eb241b-0bdd-4d69-9702-a36e01ee711f';
const colorsId = 'b000000000000021';
const keysId = 'b000000000000022';
const removeId = 'b000000000000023';
const findId = 'b000000000000024';
const injectId = 'b000000000000025';

const node = (id: string, y: number, settings: Readonly<Record<string, unknown>>) =>
  storedNode(
    fields,
    { id, type: 'breaker-device', z: 'c000000000000021', x: 300, y },
    { account: 'a000000000000021', devices: [rack], ...settings },
  );

const flows = [
  { id: 'c000000000000021', type: 'tab', label: 'Devices' },
  { id: 'a000000000000021', type: 'breaker-account', name: '', mode: 'simulator', seed: 1 },
  {
    id: injectId,
    type: 'inject',
    z: 'c000000000000021',
    name: 'light',
    props: [{ p: 'payload' }],
    repeat: '',
    crontab: '',
    once: false,
    onceDelay: 0.1,
    topic: '',
    payload: '',
    payloadType: 'date',
    x: 120,
    y: 120,
    wires: [[colorsId]],
  },
  node(colorsId, 120, { action: 'setColors', mute: false }),
  node(keysId, 200, { action: 'rotateKeys' }),
  node(removeId, 280, { action: 'decommission' }),
  node(findId, 360, { action: 'find' }),
];

for (const view of views)
  describe(`the breaker-device dialog on ${view.name}`, () => {
    const { red, tab, editor } = openedEditor(view, { flows });

    const drawn = () =>
      tab.page.$$eval('.breakerflow-led', (leds) => leds.map((led) => led.getAttribute('data-color') ?? ''));
    const glows = () =>
      tab.page.$$eval('.breakerflow-led', (leds) =>
        leds.map((led) => Number.parseInt(getComputedStyle(led).getPropertyValue('--glow'), 10)),
      );
    const stored = async (id: string) =>
      ((await (await fetch(`${red.url}flows`)).json()) as readonly Record<string, unknown>[]).find(
        (one) => one.id === id,
      );

    it('draws the five LEDs in the colours of the fields', async () => {
      await editor.open(colorsId);
      await tab.page.locator('.breakerflow-bar').waitFor();
      assert.deepEqual(await drawn(), ['#00ff00', '#00ff00', '#ffff00', '#ff8000', '#ff0000']);
      assert.deepEqual(await missingTexts(tab.page), []);
      assert.equal(await tab.page.locator('.breakerflow-led').first().getAttribute('aria-label'), 'LED 1: #00ff00');
      await tab.shoot('device-1-colors');
    });

    it('a picked colour goes to its field, a typed one to its picker, and both to the drawing', async () => {
      const { page } = tab;
      await page.locator('.breakerflow-row[data-field="led1"] .breakerflow-pick').fill('#2040ff');
      assert.equal(await page.inputValue('#node-input-led1'), '#2040ff');
      await page.fill('#node-input-led2', 'off');
      await page.fill('#node-input-led3', '#ffffff');
      assert.equal(await page.inputValue('.breakerflow-row[data-field="led3"] .breakerflow-pick'), '#ffffff');
      assert.deepEqual((await drawn()).slice(0, 3), ['#2040ff', '#000000', '#ffffff']);
      const names = await page.$$eval('.breakerflow-led', (leds) => leds.map((led) => led.getAttribute('aria-label')));
      assert.equal(names[1], 'LED 2: off');
    });

    it('the drawing follows the brightness', async () => {
      const before = await glows();
      await tab.page.fill('#node-input-brightness', '25');
      assert.deepEqual((await drawn()).slice(0, 3), ['#081040', '#000000', '#404040']);
      const after = await glows();
      for (const index of [0, 2, 3, 4]) assert((after[index] ?? 0) < (before[index] ?? 0), `${before} ${after}`);
      assert.equal(after[1], 0);
    });

    it('marks a colour that is none and a brightness beyond its range', async () => {
      const { page } = tab;
      const marked = (name: string) => page.locator(`#node-input-${name}.input-error`);
      await page.fill('#node-input-led4', 'reddish');
      await page.fill('#node-input-brightness', '140');
      await page.locator('#node-input-name').focus();
      await marked('led4').waitFor();
      await marked('brightness').waitFor();
      await page.fill('#node-input-led4', 'orange');
      await page.fill('#node-input-brightness', '60');
      await page.locator('#node-input-name').focus();
      await marked('led4').waitFor({ state: 'detached' });
      await marked('brightness').waitFor({ state: 'detached' });
    });

    it('tries a level with the keyboard, and lights what the runtime would', async () => {
      const { page } = tab;
      await page.selectOption('#node-input-colorsFrom', 'level');
      assert((await shownFields(page)).includes('levelFull'));
      const slider = page.locator('.breakerflow-trylevel input');
      await slider.focus();
      await page.keyboard.press('Home');
      assert((await drawn()).every((color) => color === '#000000'));
      assert.match(String(await page.locator('.breakerflow-tried').textContent()), /^0: 0 of 5 lit$/);
      await page.keyboard.press('ArrowRight');
      assert.equal((await drawn()).filter((color) => color !== '#000000').length, 1);
      await page.keyboard.press('End');
      assert.match(String(await page.locator('.breakerflow-tried').textContent()), /^3000: 5 of 5 lit$/);
      await page.fill('#node-input-levelFull', '0');
      await page.locator('#node-input-name').focus();
      await page.locator('#node-input-levelFull.input-error').waitFor();
      await page.fill('#node-input-levelFull', '3000');
      await tab.shoot('device-2-level');
    });

    it('draws nothing for colours that only a message brings', async () => {
      const { page } = tab;
      await page.selectOption('#node-input-colorsFrom', 'value');
      assert(!(await shownFields(page)).includes('led1'));
      assert((await drawn()).every((color) => color === ''));
      assert(await page.getByText('The message brings the colours').isVisible());
      await page.selectOption('#node-input-colorsFrom', 'form');
    });

    it('fits into a narrow dialog', async () => {
      const { page } = tab;
      const size = page.viewportSize() ?? { width: 1400, height: 1000 };
      await page.setViewportSize({ width: 820, height: 900 });
      await page.locator('.breakerflow-bar').scrollIntoViewIfNeeded();
      const beyond = await page.$$eval('.breakerflow-led, .breakerflow-pick, .breakerflow-ledfields input', (parts) => {
        const form = document.querySelector('.red-ui-editor .red-ui-tray-body')?.getBoundingClientRect();
        return parts.filter((part) => {
          const { left, right, width } = part.getBoundingClientRect();
          return width > 0 && form !== undefined && (left < form.left - 1 || right > form.right + 1);
        }).length;
      });
      assert.equal(beyond, 0);
      await tab.shoot('device-3-narrow');
      await page.setViewportSize(size);
    });

    it('stores what was chosen, and a click lights the simulated device', async () => {
      await editor.finish('node-dialog-ok');
      await editor.deploy();
      const saved = await stored(colorsId);
      assert.deepEqual([saved?.led1, saved?.led2, saved?.led4, saved?.brightness], ['#2040ff', 'off', 'orange', '60']);
      await editor.press(injectId);
      await editor.status(colorsId).getByText('done').waitFor();
    });

    it('groups the actions under headings', async () => {
      const { page } = tab;
      await editor.open(findId);
      const groups = await page.$$eval('#node-input-action optgroup', (all) =>
        all.map((group) => [(group as HTMLOptGroupElement).label, group.children.length] as const),
      );
      assert.deepEqual(groups, [
        ['Read', 6],
        ['Change a device', 4],
        ['Settings', 5],
        ['UDP keys', 7],
      ]);
      assert(!(await page.locator('#breakerflow-device-safety').isVisible()));
      for (const action of await page.$$eval('#node-input-action option', (all) =>
        all.map((option) => (option as HTMLOptionElement).value),
      )) {
        await page.selectOption('#node-input-action', action);
        await openSections(page);
        assert.deepEqual(await missingTexts(page), [], action);
      }
      await page.selectOption('#node-input-action', 'find');
      await page.selectOption('#node-input-filter', 'below');
      await page.locator('.breakerflow-row[data-field="filterPlace"] select').waitFor();
      await tab.shoot('device-4-find');
      await editor.finish('node-dialog-cancel');
    });

    it('says that decommissioning is a factory reset, and takes neither a list nor a location', async () => {
      const { page } = tab;
      await editor.open(removeId);
      assert.match(String(await page.locator('#breakerflow-decommission').textContent()), /^Factory reset/);
      assert(await page.locator('#breakerflow-decommission').isVisible());
      await openSections(page);
      await tab.shoot('device-5-decommission');
      await page.selectOption('#node-input-target', 'location');
      await page.locator('#node-input-target.input-error').waitFor();
      await page.selectOption('#node-input-target', 'value');
      await page.locator('#node-input-target.input-error').waitFor({ state: 'detached' });
      await page.selectOption('#node-input-action', 'restart');
      assert(!(await page.locator('#breakerflow-decommission').isVisible()));
      await editor.finish('node-dialog-cancel');
    });

    it('a report rate that is not as assumed is a warning below its field', async () => {
      const { page } = tab;
      await editor.open(findId);
      await page.selectOption('#node-input-action', 'setReportRate');
      const row = page.locator('.breakerflow-row[data-field="reportRate"]');
      await row.locator('.red-ui-typedInput-input').fill('0.5');
      await row.locator('.red-ui-typedInput-input').blur();
      await row.locator('.breakerflow-assumed').waitFor();
      assert.match(String(await row.textContent()), /a whole number of at least 1/);
      await tab.shoot('breaker-device-report-rate');
      await editor.finish('node-dialog-cancel');
    });

    it('shows the rows of a rotation', async () => {
      const { page } = tab;
      await editor.open(keysId);
      const shown = await shownFields(page);
      for (const name of ['keyType', 'priority', 'deleteOld', 'makeRoom', 'outputSecrets'])
        assert(shown.includes(name), name);
      for (const name of ['led1', 'keyId', 'watchDays', 'split']) assert(!shown.includes(name), name);
      await tab.shoot('device-6-keys');
      await editor.finish('node-dialog-cancel');
    });

    it('meets no error in the browser', () => {
      assert.deepEqual(tab.problems, []);
    });
  });
