import assert from 'node:assert/strict';
import { fields } from '../../nodes/load-manager/load-manager.fields';
import type { GroupRow, LevelRow, LoadRow, TimeRow } from '../../nodes/load-manager/rows.fields';
import { missingTexts, openSections } from './dialog';
import { views } from './lanes';
import { openedEditor } from './opened-editor';
import { storedNode } from './stored-node';

/** What the functions below use inside the page. */
declare const RED: { readonly nodes: { node(id: string): Stored } };
interface Stored {
  readonly loads: readonly LoadRow[];
  readonly partOf: string;
  readonly groups: readonly GroupRow[];
  readonly levels: readonly LevelRow[];
  readonly otherTimes: readonly TimeRow[];
}

const managerId = 'b000000000000041';
const garageId = 'b000000000000042';
const panel = '492ab00b-be71-4b09-8c80-c473346ab211';
const heater = 'ce356d2f-943e-45af-911a-1ffc9eb9b411';
const pump = 'dcf02bc9-50c3-4fe7-abb4-67d63fa74894';
const refrigerator = '62325dfc-1fc6-4525-9519-674da6e2c4aa';
const charger = 'd9301910-b58f-4501-9c2e-d9007c9efe28';

const flows = [
  { id: 'c000000000000041', type: 'tab', label: 'Panel' },
  { id: 'a000000000000041', type: 'breaker-account', name: '', mode: 'simulator', seed: 1 },
  storedNode(
    fields,
    { id: managerId, type: 'load-manager', z: 'c000000000000041', x: 200, y: 120 },
    {
      account: 'a000000000000041',
      quantity: 'power',
      limit: '12',
      limitType: 'num',
      location: panel,
      zone: 'America/New_York',
      loads: [{ deviceId: heater, kind: 'breaker' }],
    },
  ),
  storedNode(
    fields,
    { id: garageId, type: 'load-manager', z: 'c000000000000041', x: 200, y: 220 },
    { name: 'Garage', account: 'a000000000000041', of: 'messages', loads: [{ deviceId: pump, kind: 'breaker' }] },
  ),
];

for (const view of views)
  describe(`the load-manager dialog on ${view.name}`, () => {
    const { tab, editor } = openedEditor(view, { flows });
    const row = (id: string) => tab.page.locator(`.breakerflow-lm-load[data-device="${id}"]`);
    const order = () =>
      tab.page
        .locator('.breakerflow-lm-load')
        .evaluateAll((rows) => rows.map((shown) => shown.getAttribute('data-device')));
    const add = async (id: string) => {
      await tab.page.locator('[data-field=loads] .breakerflow-rows > select').selectOption(id);
      await row(id).waitFor();
    };

    it('says what the node is not, and that the account protects nothing', async () => {
      await editor.open(managerId);
      await row(heater).waitFor();
      await openSections(tab.page);
      assert.deepEqual(await missingTexts(tab.page), []);
      const words = (await tab.page.locator('.breakerflow-dialog-load-manager').textContent()) ?? '';
      assert.match(words, /no listed energy management system/);
      assert.match(words, /The account protects no device/);
      assert.match(words, /kept longest/);
      await tab.page
        .locator(`.breakerflow-lm-load[data-device="${heater}"] .breakerflow-lm-draws:has-text("W")`)
        .waitFor();
    });

    it('asks for what is not measured, which has no default', async () => {
      const problems = tab.page.locator('[data-field=notMeasuredA] .breakerflow-trouble');
      await problems.waitFor();
      for (const leg of ['A', 'B']) await tab.page.fill(`#node-input-notMeasured${leg}`, '0');
      await problems.waitFor({ state: 'detached' });
    });

    it('adds chargers at the end, and others above them', async () => {
      await add(charger);
      await add(pump);
      assert.deepEqual(await order(), [heater, pump, charger]);
    });

    it('tells at its row that a load is not behind the limit', async () => {
      await row(charger).locator('.breakerflow-row-problems', { hasText: 'not at or below the location' }).waitFor();
      await row(charger).locator('.fa-trash').click();
    });

    it('takes a refrigerator only when that is ticked', async () => {
      await add(refrigerator);
      const problem = row(refrigerator).locator('.breakerflow-row-problems', { hasText: 'its type is critical' });
      await problem.waitFor();
      await row(refrigerator).locator(':scope > .breakerflow-row-tick input').check();
      await problem.waitFor({ state: 'detached' });
    });

    it('changes the order with the mouse and with the buttons', async () => {
      await row(refrigerator).locator('.breakerflow-lm-title').dragTo(row(heater));
      assert.deepEqual(await order(), [refrigerator, heater, pump]);
      await row(pump).locator('.fa-arrow-up').click();
      assert.deepEqual(await order(), [refrigerator, pump, heater]);
    });

    it('refuses a load of another manager until one is part of the other', async () => {
      const problem = row(pump).locator('.breakerflow-row-problems', { hasText: 'is a load of "Garage" too' });
      await problem.waitFor();
      const partOf = tab.page.locator('[data-field=partOf] select');
      assert.deepEqual(await partOf.locator('option').allTextContents(), ['none', 'Garage']);
      await partOf.selectOption(garageId);
      await problem.waitFor({ state: 'detached' });
    });

    it('keeps a further limit, and tells at its row what is missing', async () => {
      const { page } = tab;
      const groups = page.locator('[data-field=groups]');
      await groups.locator('button', { hasText: 'Add a limit' }).click();
      const field = (label: string) =>
        groups.locator('.breakerflow-row-field').filter({ has: page.locator(`span:text-matches("^${label}")`) });
      await groups.locator('.breakerflow-row-problems', { hasText: 'Name: is required' }).waitFor();
      await field('Name').locator('input').fill('Panel A');
      await field('Limit').locator('input').fill('6');
      await field('Location').locator('select').selectOption(panel);
      await groups.locator('.breakerflow-row-problems', { hasText: 'must be typed for each leg' }).waitFor();
      for (const leg of ['A', 'B']) await field(`Not measured on ${leg}`).locator('input').fill('0');
      await groups.locator('.breakerflow-row-problems:empty').waitFor({ state: 'attached' });
      await groups.locator('select').first().selectOption('meter');
      await groups.locator('.breakerflow-row-problems', { hasText: 'Breaker: is required' }).waitFor();
      assert.deepEqual(
        await groups.locator('.breakerflow-row-days .breakerflow-row-tick').allTextContents(),
        await page.locator('.breakerflow-lm-name').allTextContents(),
      );
      await groups.locator('select').first().selectOption('location');
      await groups.scrollIntoViewIfNeeded();
      await page.screenshot({ path: `artifacts/load-manager-limits-${view.name}.png` });
    });

    it('tells the calls a minute and the longest time above the limit, by the interval', async () => {
      const cost = tab.page.locator('.breakerflow-lm-cost');
      const seconds = async () => {
        const [, calls = '', longest = ''] =
          /About (\d+) calls a minute\..*at most (\d+) s\./.exec((await cost.textContent()) ?? '') ?? [];
        return { calls: Number(calls), longest: Number(longest) };
      };
      await cost.locator('.breakerflow-note', { hasText: 'calls a minute' }).waitFor();
      const before = await seconds();
      assert.equal(before.longest, 20 + 2 * 10 + 10 + 30);
      await tab.page.fill('#node-input-readEvery', '60');
      await cost.locator('.breakerflow-note', { hasText: 'at most 270 s' }).waitFor();
      assert((await seconds()).calls < before.calls / 2);
      await cost.scrollIntoViewIfNeeded();
      await tab.page.screenshot({ path: `artifacts/load-manager-calls-${view.name}.png` });
    });

    it('stores loads, levels and times', async () => {
      const { page } = tab;
      await row(heater).locator('summary').click();
      await row(heater).locator('label', { hasText: 'Rest (s)' }).locator('input').fill('90');
      await page.locator('[data-field=levels] button', { hasText: 'Add a level' }).click();
      await page.locator('[data-field=levels] label', { hasText: 'Limit' }).locator('input').fill('5');
      await page.locator('[data-field=otherTimes] button', { hasText: 'Add times' }).click();
      await page.locator('[data-field=otherTimes] label', { hasText: 'Limit' }).locator('input').fill('8');
      await page.screenshot({ path: `artifacts/load-manager-${view.name}.png` });
      await editor.finish('node-dialog-ok');
      const { partOf, loads, groups, levels, otherTimes } = await page.evaluate((id) => {
        const node = RED.nodes.node(id);
        return {
          partOf: node.partOf,
          loads: node.loads,
          groups: node.groups,
          levels: node.levels,
          otherTimes: node.otherTimes,
        };
      }, managerId);
      assert.deepEqual(loads, [
        { deviceId: refrigerator, kind: 'breaker', critical: true },
        { deviceId: pump, kind: 'breaker' },
        { deviceId: heater, kind: 'breaker', rest: 90 },
      ]);
      assert.equal(partOf, garageId);
      assert.deepEqual(groups, [
        { name: 'Panel A', limit: 6, of: 'location', location: panel, notMeasuredA: 0, notMeasuredB: 0 },
      ]);
      assert.deepEqual(levels, [{ level: 'high', open: [], limit: 5 }]);
      assert.deepEqual([otherTimes[0]?.limit, otherTimes[0]?.from, otherTimes[0]?.days.length], [8, '1600', 7]);
    });

    it('opens again with what was stored', async () => {
      await editor.open(managerId);
      await row(heater).waitFor();
      assert.deepEqual(await order(), [refrigerator, pump, heater]);
      await editor.finish('node-dialog-cancel');
    });
  });
