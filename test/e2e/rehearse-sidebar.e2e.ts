import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { missingTexts } from './dialog';
import { views } from './lanes';
import { openedEditor } from './opened-editor';
import { closes, flows, inSubflow } from './rehearsed-flow';
import { type Sidebar, sidebarOf } from './sidebar-page';

for (const view of views)
  describe(`rehearse in the sidebar on ${view.name}`, () => {
    const { tab, red } = openedEditor(view, { flows });
    let sidebar: Sidebar;

    const page = () => sidebar.host.locator('#breakerflow-page-rehearsal');
    const button = (name: string) => page().getByRole('button', { name, exact: true });
    const field = (name: string) => page().getByLabel(name, { exact: true });
    const length = () => page().locator('label', { hasText: 'Length' }).locator('select');
    const finding = () => page().locator('li[data-rule="closed-unread"]');
    const expected = () => page().locator('section', { hasText: 'Expectations' });
    /** Adds an expectation, and fills what belongs to it. */
    async function expect(what: string, fields: Readonly<Record<string, string>>): Promise<void> {
      await button('Add expectation').click();
      const row = page()
        .locator('li', { has: tab.page.getByLabel('What is expected', { exact: true }) })
        .last();
      await row.getByLabel('What is expected', { exact: true }).selectOption({ label: what });
      for (const [name, value] of Object.entries(fields)) {
        const input = row.getByLabel(name, { exact: true });
        if (name === 'Device' || name === 'Stand-in') await input.selectOption({ label: value });
        else await input.fill(value);
      }
    }
    const found = { timeout: 60_000 };

    before(async () => {
      sidebar = sidebarOf(tab);
      await sidebar.show();
      await sidebar.open('rehearsal');
    });

    it('says in words what it is for, before anything was rehearsed', async () => {
      await page().getByText('Nothing has been rehearsed yet.').waitFor();
      await field('Garden').waitFor();
      assert.deepEqual(await missingTexts(tab.page), []);
      await sidebar.assertFits();
      await tab.shoot('rehearse-empty');
    });

    it('finds a breaker that is closed while a meter cannot be read, and shows the day', async () => {
      await field('Garden').uncheck();
      await length().selectOption('1');
      await page().getByText('What goes wrong', { exact: true }).click();
      await page().locator('summary', { hasText: 'What is expected' }).click();
      const unread = 'A meter cannot be read, 30 requests';
      await field(unread).check();
      await field(`${unread}: Device`).selectOption({ label: 'Refrigerator' });
      await field(`${unread}: Time`).fill('00:15');
      await expect('Opened at most', { Device: 'Living room lights', Times: '0' });
      await expect('Message to a stand-in', { 'Stand-in': 'tell the app', from: '00:00', to: '00:30' });
      await tab.shoot('rehearse-plan');
      await button('Rehearse').click();
      await finding().waitFor(found);
      assert.match(
        (await finding().textContent()) ?? '',
        /^Pool pump was closed while these meters could not be read: Refrigerator\. Times: 1/,
      );
      await page().getByText('Silent, unless a scenario speaks for them: from the garden').waitFor();
      // A vertical line has no width, which would count as hidden.
      await page()
        .locator('figure', { hasText: 'Pool pump' })
        .locator('.breakerflow-mark-closed')
        .first()
        .waitFor({ state: 'attached' });
      await sidebar.assertFits();
      await tab.shoot('rehearse-found');
    });

    it('draws the limit of a load manager on what it bounds, and tells when it changed', async () => {
      const row = page().locator('figure[data-limit]');
      await row.getByText('pump limit').waitFor();
      await row.locator('.breakerflow-limit').waitFor({ state: 'attached' });
      assert.match((await row.textContent()) ?? '', /Limit: 5 kW; 00:30(:\d\d)? 1.5 kW/);
      const titles = await row.locator('.breakerflow-limit-title title').allTextContents();
      assert.match(titles[1] ?? '', /^00:30(:\d\d)? – 01:00: 1.5 kW$/);
      const told = page().locator('.breakerflow-rehearsal-log li[data-kind=limit]');
      assert.deepEqual(await told.locator('span > .breakerflow-link').allTextContents(), ['pump limit', 'pump limit']);
    });

    it('tells what of the expectations was met, and leads to the node within a subflow that broke one', async () => {
      const [broken, met] = await expected().locator('li').allTextContents();
      assert.match(broken ?? '', /^Living room lights is opened at most this often: 0not metfound: 1/);
      assert.match(met ?? '', /^tell the app gets a message between 00:00 and 00:30met/);
      await tab.shoot('rehearse-expected');
      await expected().getByRole('button', { name: 'open the lights' }).click();
      await tab.page.locator(`[id="${inSubflow}"] .red-ui-flow-node`).first().waitFor();
      await tab.page.locator('#red-ui-workspace-tabs').getByText('Pool', { exact: true }).click();
    });

    it('says of an expectation which field is wrong, and rehearses nothing', async () => {
      const times = field('Times');
      await times.fill('0.5');
      await button('Rehearse').click();
      await page().getByText('Times: must be a whole number').waitFor();
      assert.equal(await times.getAttribute('aria-invalid'), 'true');
      await page().getByText('A field of an expectation is wrong.').waitFor();
      await tab.shoot('rehearse-wrong');
      await times.fill('0');
    });

    it('leads from a finding to its minute, and to its node', async () => {
      await finding().getByRole('button', { name: '00:17', exact: false }).click();
      await page()
        .locator('.breakerflow-rehearsal-log li[data-kind=command]', { hasText: 'close the pump' })
        .first()
        .waitFor();
      assert.equal(await page().locator('.breakerflow-rehearsal-log', { hasText: 'open the pump' }).count(), 0);
      await tab.shoot('rehearse-minute');
      await button('Show more time').click();
      await page().locator('.breakerflow-rehearsal-log', { hasText: 'open the pump' }).waitFor();
      const chart = (await tab.page.locator('#red-ui-workspace-chart').boundingBox()) ?? assert.fail();
      const node = tab.page.locator(`[id="${closes}"] .red-ui-flow-node`).first();
      const isSeen = async () => {
        const box = await node.boundingBox();
        return box !== null && box.x > chart.x && box.x < chart.x + chart.width && box.y < chart.y + chart.height;
      };
      assert.equal(await isSeen(), false);
      await finding().getByRole('button', { name: 'close the pump' }).click();
      // The editor scrolls there within a moment.
      await tab.page.waitForFunction(
        ([id, { x, y, width, height }]) => {
          const at = document.querySelector(`[id="${id}"] .red-ui-flow-node`)?.getBoundingClientRect();
          return at !== undefined && at.x > x && at.x < x + width && at.y > y && at.y < y + height;
        },
        [closes, chart] as const,
      );
    });

    it('saves the report as one page without a script', async () => {
      const downloading = tab.page.waitForEvent('download');
      await button('Save report').click();
      const report = readFileSync(await (await downloading).path(), 'utf8');
      assert.match(report, /^<!DOCTYPE html>\n<html lang="en-US">/);
      assert.match(report, /Pool pump was closed while these meters could not be read: Refrigerator/);
      assert.match(report, /What it cannot tell/);
      assert.doesNotMatch(report, /<script|<button|https?:\/\/(?!www\.w3\.org)/);
      const shown = await tab.page.context().newPage();
      await shown.setContent(report);
      assert.equal(await shown.locator('figure svg').count(), 15);
      await shown.screenshot({ path: join('artifacts', `rehearse-report-${view.name}.png`), fullPage: true });
      await shown.close();
    });

    it('keeps what was chosen as a scenario beside the flow, and runs it again', async () => {
      await page().locator('summary', { hasText: 'Keep as scenario' }).click();
      await field('Name').fill('pump at night');
      await button('Keep as scenario').click();
      await page().getByText('The scenario is kept.').waitFor();
      const file = join(red.directory, 'breakerflow-scenarios/pump at night.json');
      const { steps, expect: kept } = JSON.parse(readFileSync(file, 'utf8'));
      assert.deepEqual([steps.length, kept.length], [1, 2]);
      await page().locator('progress').waitFor({ state: 'hidden' });
      await button('Run again: pump at night').click();
      await button('Cancel').waitFor();
      await button('Cancel').waitFor({ state: 'hidden', ...found });
      await finding().waitFor();
      await button('Delete: pump at night').click();
      await button('Delete: pump at night').waitFor({ state: 'detached' });
      assert(!existsSync(file));
    });

    it('says in the list what is wrong with a scenario that somebody has written, and offers to delete it only', async () => {
      const file = join(red.directory, 'breakerflow-scenarios/by hand.json');
      const steps = [
        { at: 'noon', do: 'trip', device: 'Pool pump' },
        { at: '10:00', do: 'supply', percent: 500 },
      ];
      writeFileSync(file, JSON.stringify({ start: '2026-06-15T05:00:00Z', hours: 1, steps }));
      await sidebar.open('commands');
      await sidebar.open('rehearsal');
      await page().getByText('This cannot be rehearsed:').waitFor();
      const problems = page().locator('.breakerflow-rehearsal-problems li');
      assert.deepEqual(await problems.allTextContents(), [
        'steps[0].at: must be a time such as 10:00, or an instant with its zone, such as 2026-06-15T10:00:00Z',
        'steps[1].percent: must be at most 150',
      ]);
      assert.equal(await button('Run again: by hand').count(), 0);
      await sidebar.assertFits();
      await problems.first().scrollIntoViewIfNeeded();
      await tab.shoot('rehearse-wrong');
      await button('Delete: by hand').click();
      await problems.first().waitFor({ state: 'detached' });
    });

    it('Cancel ends a long one, and what was found before stays', async () => {
      await length().selectOption('72');
      await button('Rehearse').click();
      await page().locator('progress').waitFor();
      await tab.shoot('rehearse-running');
      await button('Cancel').click();
      await page().getByText('The rehearsal was cancelled.').waitFor();
      await button('Rehearse').waitFor();
      await finding().waitFor();
    });

    it('fits in a sidebar of 250 px', async () => {
      await sidebar.resize(250);
      await sidebar.assertFits();
      await tab.shoot('rehearse-narrow');
    });

    it('meets no error in the browser', () => {
      assert.deepEqual(tab.problems, []);
    });
  });
