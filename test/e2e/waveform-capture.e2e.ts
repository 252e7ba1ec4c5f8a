import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fields } from '../../nodes/waveform-capture/waveform-capture.fields';
import { missingTexts, openSections, shownFields } from './dialog';
import { views } from './lanes';
import { openedEditor } from './opened-editor';
import { storedNode } from './stored-node';

const conditioner = 'fd18287e-99e3-434d-a62e-0cdaa21c2a49';
const rack = 'b8eb241b-0bdd-4d69-9702-a36e01ee711f';
const thresholdsId = 'b000000000000021';
const latestId = 'b000000000000022';
const panelAddress = '**/resources/@breakerflow/node-red-breakers/waveform-capture.js*';

const node = (id: string, y: number, settings: Readonly<Record<string, unknown>>) =>
  storedNode(
    fields,
    { id, type: 'waveform-capture', z: 'c000000000000021', x: 200, y },
    { account: 'a000000000000021', ...settings },
  );

const flows = [
  { id: 'c000000000000021', type: 'tab', label: 'Waveforms' },
  { id: 'a000000000000021', type: 'breaker-account', name: '', mode: 'simulator', seed: 1 },
  node(thresholdsId, 120, { action: 'setThresholds', thresholds: '{"p0mVSag":90000}', devices: [conditioner] }),
  node(latestId, 200, { action: 'latest', devices: [rack, conditioner] }),
];

for (const view of views)
  describe(`the waveform-capture dialog on ${view.name}`, () => {
    const { red, tab, editor } = openedEditor(view, { flows });

    const frame = () => tab.page.locator('.breakerflow-waveframe');
    const said = async () => String(await frame().getAttribute('aria-valuetext'));
    const threshold = (name: string) => tab.page.locator(`[data-threshold="${name}"]`);
    const stored = async () => JSON.parse(await tab.page.inputValue('#node-input-thresholds')) as object;
    const notes = () => tab.page.locator('.breakerflow-thresholdnotes .breakerflow-error');
    /** Where the line of a threshold is, in pixels from the top of the plot. */
    const heightOf = async (kind: string) =>
      Number(await tab.page.locator(`line.breakerflow-${kind}`).first().getAttribute('y1'));

    it('says so when the plot cannot be loaded, and loads it when asked again', async () => {
      const { page } = tab;
      await page.route(panelAddress, (route) =>
        route.fulfill({ status: 200, body: 'export const', contentType: 'text/javascript' }),
      );
      await editor.open(thresholdsId);
      const failed = page.locator('.breakerflow-waveview .breakerflow-error');
      await failed.waitFor();
      assert.match(String(await failed.textContent()), /could not be loaded/);
      assert.equal(await page.inputValue('#node-input-thresholds'), '{"p0mVSag":90000}');
      assert(await page.locator('#node-input-thresholds').isVisible());
      await page.unroute(panelAddress);
      await page.locator('.breakerflow-waveview button').click();
      await frame().locator('svg').waitFor();
    });

    it('plots voltage and current of each phase, with the trigger and the thresholds', async () => {
      const { page } = tab;
      assert.equal(await page.locator('.breakerflow-curve').count(), 4);
      await page.locator('.breakerflow-trigger').waitFor({ state: 'attached' });
      assert.equal(await page.locator('line.breakerflow-swell').count(), 2);
      // The sag level of phase 0 stands in the dialog, that of phase 1 is the device's.
      assert.equal(await page.locator('line.breakerflow-sag').count(), 4);
      assert.equal(await page.locator('line.breakerflow-sag.breakerflow-edited').count(), 2);
    });

    it('the cursor moves with the keyboard and with the mouse, and says its values', async () => {
      const { page } = tab;
      await frame().focus();
      await page.keyboard.press('Home');
      assert.match(await said(), /^-25\.00 ms; Phase 0: -?[\d.]+ V, -?[\d.]+ A; Phase 1: /);
      assert.equal(await frame().getAttribute('aria-valuenow'), '0');
      await page.keyboard.press('Shift+ArrowRight');
      await page.keyboard.press('ArrowLeft');
      assert.equal(await frame().getAttribute('aria-valuenow'), '9');
      await page.keyboard.press('End');
      assert.equal(await frame().getAttribute('aria-valuenow'), await frame().getAttribute('aria-valuemax'));
      await frame().scrollIntoViewIfNeeded();
      const box = await frame().boundingBox();
      assert(box !== null);
      await page.mouse.move(box.x + box.width / 2, box.y + 40);
      const now = Number(await frame().getAttribute('aria-valuenow'));
      assert(now > 80 && now < 120, `sample ${now}`);
      assert.equal(await page.locator('.breakerflow-wavevalues').first().textContent(), await said());
    });

    it('threshold lines move with the fields, and the spans with them', async () => {
      const { page } = tab;
      const before = await heightOf('swell');
      await threshold('p0mVSwell').fill('160');
      await threshold('p1mVSwell').fill('160');
      assert((await heightOf('swell')) !== before);
      assert.deepEqual(await stored(), { p0mVSag: 90_000, p0mVSwell: 160_000, p1mVSwell: 160_000 });
      const spans = page.locator('.breakerflow-wavespans');
      assert.match(String(await spans.textContent()), /Phase 0, Sag: \d+ samples .* beyond 90 V/);
      await threshold('p0mVSag').fill('60');
      assert.match(String(await spans.textContent()), /Nothing in this capture/);
      await threshold('p0SwellEnabled').selectOption('off');
      await threshold('p1SwellEnabled').selectOption('off');
      assert.equal(await page.locator('line.breakerflow-swell').count(), 0);
      await threshold('p0SwellEnabled').selectOption('on');
      await tab.shoot('waveform-1-plot');
    });

    it('names every wrong threshold at once, and cannot be deployed', async () => {
      const { page } = tab;
      await threshold('p0mVSag').fill('130');
      await threshold('p1OvercurrentDuration').fill('20');
      assert.equal(await notes().count(), 2);
      assert.match(String(await notes().first().textContent()), /Sag: level, Phase 0: must be 0 to 120 V/);
      await threshold('p0mVSag').scrollIntoViewIfNeeded();
      await tab.shoot('waveform-2-wrong');
      await editor.finish('node-dialog-ok');
      const { valid } = (await editor.nodes()).find(({ id }) => id === thresholdsId) ?? assert.fail();
      assert.equal(valid, false);
      await editor.open(thresholdsId);
      await threshold('p0mVSag').fill('95.5');
      await threshold('p1OvercurrentDuration').fill('');
      assert.equal(await notes().count(), 0);
      assert.deepEqual(await missingTexts(page), []);
      await editor.finish('node-dialog-ok');
      await editor.deploy();
      const flow = (await (await fetch(`${red.url}flows`)).json()) as readonly { id: string; thresholds?: string }[];
      assert.deepEqual(JSON.parse(flow.find(({ id }) => id === thresholdsId)?.thresholds ?? ''), {
        p0mVSag: 95_500,
        p0mVSwell: 160_000,
        p1mVSwell: 160_000,
        p0SwellEnabled: true,
        p1SwellEnabled: false,
      });
    });

    it('shows harmonics as bars and as a table, one phase or both, and another capture', async () => {
      const { page } = tab;
      await editor.open(latestId);
      await openSections(page);
      await frame().locator('svg').waitFor();
      const selects = page.locator('.breakerflow-wavebar select:visible');
      const [device, which, phase] = [selects.nth(0), selects.nth(1), selects.nth(2)];
      assert.equal(await page.locator('.breakerflow-curve').count(), 2);
      assert.equal(await page.locator('.breakerflow-bar').count(), 32);
      await device.selectOption(conditioner);
      await page.waitForFunction(() => document.querySelectorAll('.breakerflow-curve').length === 4);
      await phase.selectOption('p1');
      assert.equal(await page.locator('.breakerflow-curve').count(), 2);
      await phase.selectOption('both');
      assert.equal(await which.locator('option').count(), 2);
      await which.selectOption({ index: 1 });
      await page.waitForFunction(() =>
        /Overcurrent/.test(document.querySelector('.breakerflow-wavespans')?.textContent ?? ''),
      );
      assert.match(String(await page.locator('.breakerflow-bars svg').getAttribute('aria-label')), /THD-F [\d.]+ %/);
      await page.locator('.breakerflow-waveshown summary').click();
      assert((await page.locator('.breakerflow-harmonics tr').count()) > 30);
      await page.locator('.breakerflow-waveshown summary').click();
      await frame().scrollIntoViewIfNeeded();
      await tab.shoot('waveform-3-overcurrent');
    });

    it('gives the samples as CSV and the record as JSON', async () => {
      const { page } = tab;
      for (const [kind, begins] of [
        ['CSV', /^sample,time_ms,mVp0,mAp0,mVp1,mAp1\r\n0,0,/],
        ['JSON', /^\{\n {2}"id": /],
      ] as const) {
        const downloading = page.waitForEvent('download');
        await page.locator('.breakerflow-wavebar button', { hasText: kind }).click();
        const file = await downloading;
        assert.match(file.suggestedFilename(), new RegExp(`^[\\w.-]+\\.${kind.toLowerCase()}$`));
        assert.match(readFileSync(await file.path(), 'utf8'), begins);
      }
      assert.deepEqual(await missingTexts(page), []);
    });

    it('shows the rows of what is chosen, each with its text', async () => {
      const { page } = tab;
      for (const [action, row] of [
        ['list', 'limit'],
        ['wait', 'waitSeconds'],
        ['get', 'capture'],
        ['capture', 'dryRun'],
      ] as const) {
        await page.selectOption('#node-input-action', action);
        await openSections(page);
        assert((await shownFields(page)).includes(row), `${action}: ${row}`);
        assert.deepEqual(await missingTexts(page), []);
      }
      await page.selectOption('#node-input-target', 'location');
      await page.locator('.breakerflow-waveview .breakerflow-note', { hasText: 'Pick a device' }).waitFor();
      await editor.finish('node-dialog-cancel');
    });

    it('fits a narrow window', async () => {
      const { page } = tab;
      const before = page.viewportSize();
      await page.setViewportSize({ width: 760, height: 1000 });
      await editor.open(latestId);
      await openSections(page);
      await frame().locator('svg').waitFor();
      await page.waitForFunction(() => {
        const plot = document.querySelector('.breakerflow-waveframe');
        const drawing = plot?.querySelector('svg');
        return plot != null && drawing != null && drawing.clientWidth <= plot.clientWidth;
      });
      await frame().scrollIntoViewIfNeeded();
      await tab.shoot('waveform-4-narrow');
      await editor.finish('node-dialog-cancel');
      if (before !== null) await page.setViewportSize(before);
    });

    it('meets no error in the browser', () => {
      assert.deepEqual(tab.problems, []);
    });
  });
