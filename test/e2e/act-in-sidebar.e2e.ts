import assert from 'node:assert/strict';
import { openTab, type Tab } from './browser';
import { openEditor } from './editor';
import { accountId, flowWithAccount } from './flow-with-account';
import { views } from './lanes';
import { type RunningNodeRed, runNodeRed } from './running-node-red';
import { type Sidebar, sidebarOf } from './sidebar-page';
import { logins } from './users';

/** The breakers of the simulated site that the tests use, one each, so that no test waits for the pace of another. */
const fridge = '62325dfc-1fc6-4525-9519-674da6e2c4aa';
const pump = 'dcf02bc9-50c3-4fe7-abb4-67d63fa74894';

for (const view of views)
  describe(`to act in the sidebar on ${view.name}`, () => {
    let red: RunningNodeRed;
    let tab: Tab;
    let sidebar: Sidebar;

    before(async () => {
      const account = { commandSpacing: 1 };
      red = await runNodeRed(view.lane, { flows: flowWithAccount({ account }), extra: logins });
    });
    beforeEach(async () => {
      tab = await openTab(view);
    });
    afterEach(async () => {
      await tab?.close();
    });
    after(async () => {
      await red?.stop();
    });

    async function openAs(user: string): Promise<void> {
      await openEditor(tab, red.url, user);
      sidebar = sidebarOf(tab);
      await sidebar.show();
    }
    /** Brings a device into view, however low the sidebar is. */
    async function look(name: string): Promise<void> {
      await sidebar.host.locator('#breakerflow-page-site input[type=search]').fill(name);
      await sidebar.device(name).waitFor();
    }
    async function choose(name: string): Promise<void> {
      await look(name);
      await sidebar.device(name).click();
      await sidebar.host.locator('.breakerflow-details-title', { hasText: name }).waitFor();
    }
    const press = (name: string) => sidebar.host.getByRole('button', { name }).click();
    const answer = () => sidebar.host.locator('.breakerflow-answer');
    const question = () => sidebar.host.getByRole('alertdialog');
    /** What the style makes of a class of a handle. */
    const colorOf = (selector: string) =>
      sidebar.host.evaluate((host, name) => {
        const cell = document.createElement('span');
        cell.className = name.slice(1);
        host.append(cell);
        const { color } = getComputedStyle(cell);
        cell.remove();
        return color;
      }, selector);
    const state = (name: string) => sidebar.device(name).locator('.breakerflow-handle');
    /** Lets something happen in the simulated site. */
    async function happen(control: string): Promise<void> {
      const status = await tab.page.evaluate(
        async ([id, name]) => {
          const done = await $.ajax({
            url: `breakerflow/accounts/${id}/simulator`,
            method: 'POST',
            contentType: 'application/json',
            data: JSON.stringify({ control: name }),
          }).then(
            () => 200,
            (failure: { status: number }) => failure.status,
          );
          return done;
        },
        [accountId, control] as const,
      );
      assert.equal(status, 200);
    }

    it('a circuit is opened after a question that names it, and closed again', async () => {
      await openAs('admin');
      await choose('oven');
      await press('Open: oven');
      await question().getByText('What it feeds loses power').waitFor();
      assert.match((await question().textContent()) ?? '', /oven/);
      await tab.shoot('act-question');
      await question().getByRole('button', { name: 'Cancel' }).click();
      assert.equal(await question().count(), 0);
      assert.equal(await answer().textContent(), '');
      await press('Open: oven');
      await question().getByLabel('Why (optional)').fill('Filter is dirty');
      await question().getByRole('button', { name: 'Open', exact: true }).click();
      await answer().getByText('Opened: the breaker reports open.').waitFor();
      await sidebar.device('oven').locator('.breakerflow-is-off').waitFor();
      await tab.shoot('act-opened');
      await press('Close: oven');
      await question().getByRole('button', { name: 'Close', exact: true }).click();
      await answer().getByText('Closed: the breaker reports closed.').waitFor();
      await sidebar.device('oven').locator('.breakerflow-is-live').waitFor();
    });

    it('a tripped circuit is closed only after the reason was read; it is never green and its handle never on', async () => {
      await openAs('admin');
      await look('refrigerator');
      await happen(`POST /devices/${fridge}/trip`);
      await sidebar.device('refrigerator').locator('.breakerflow-is-tripped-or-opened-by-hand').waitFor();
      assert.equal(await state('refrigerator').locator('.fa-toggle-on').count(), 0);
      const green = await colorOf('.breakerflow-is-live');
      assert.notEqual(await colorOf('.breakerflow-is-tripped-or-opened-by-hand'), green);
      await choose('refrigerator');
      await press('Close: refrigerator');
      await question().getByRole('button', { name: 'Close', exact: true }).click();
      await question().getByText('The hand lever is open').waitFor();
      await question().getByText('was not closed').waitFor();
      await tab.shoot('act-second-question');
      await question().getByRole('button', { name: 'Cancel' }).click();
      assert.equal(await question().count(), 0);
      await look('pool-pump');
      await happen(`POST /devices/${pump}/offline`);
      await sidebar.device('pool-pump').locator('.breakerflow-is-no-connection').waitFor();
      assert.equal(await state('pool-pump').locator('.fa-toggle-on').count(), 0);
      assert.notEqual(await colorOf('.breakerflow-is-no-connection'), green);
      await tab.shoot('act-tripped-offline');
    });

    it('a lock opens and names the person in row and details; no close is offered until it is unlocked', async () => {
      await openAs('admin');
      await choose('dryer');
      await press('Open and lock: dryer');
      await question().getByText('This is no physical lock-out').waitFor();
      await question().getByRole('button', { name: 'Open and lock' }).click();
      await answer().getByText('Opened and locked').waitFor();
      await sidebar.device('dryer').getByText('locked: admin').waitFor();
      await sidebar.host.locator('.breakerflow-facts').getByText('locked by admin since').waitFor();
      assert.equal(await sidebar.host.getByRole('button', { name: 'Close: dryer' }).count(), 0);
      await tab.shoot('act-locked');
      await press('Unlock: dryer');
      await question().getByRole('button', { name: 'Unlock' }).click();
      await answer().getByText('It was not closed').waitFor();
      await sidebar.host.getByRole('button', { name: 'Close: dryer' }).waitFor();
      assert.equal(await sidebar.device('dryer').locator('.breakerflow-locked').count(), 0);
    });

    it('in a window of 1280 x 800 there are ten devices to be seen, each with the age of its value', async () => {
      await tab.page.setViewportSize({ width: 1280, height: 800 });
      await openAs('admin');
      await sidebar.host.locator('.breakerflow-age-short').nth(5).waitFor();
      await tab.shoot('act-ten-rows');
      const seen = await sidebar.host.locator('.breakerflow-tree').evaluate((tree) => {
        const { top, bottom, right } = tree.getBoundingClientRect();
        const rows = [...tree.querySelectorAll('.breakerflow-row-device')].filter((row) => {
          const box = row.getBoundingClientRect();
          return box.top >= top - 1 && box.bottom <= bottom + 1;
        });
        const hasAge = (row: Element) =>
          [...row.querySelectorAll('.breakerflow-age, .breakerflow-age-short, .breakerflow-read')].some((cell) => {
            const box = cell.getBoundingClientRect();
            return box.width > 0 && box.right <= right + 1;
          });
        const valued = rows.filter((row) => row.querySelector('.breakerflow-power') !== null);
        return {
          rows: rows.length,
          valued: valued.length,
          withAge: valued.filter(hasAge).length,
          height: bottom - top,
        };
      });
      assert(seen.rows >= 10, JSON.stringify(seen));
      assert(seen.valued > 5, JSON.stringify(seen));
      assert.equal(seen.withAge, seen.valued);
    });

    it('the details draw the last 24 hours with the newest value and its age', async () => {
      await openAs('admin');
      await choose('heat-pump');
      await sidebar.host.locator('.breakerflow-curve polyline').first().waitFor({ state: 'attached' });
      await sidebar.host
        .locator('figcaption')
        .getByText(/^24 h: newest .+ ago\), highest .+W$/)
        .waitFor();
      await sidebar.host.locator('.breakerflow-curve').scrollIntoViewIfNeeded();
      await tab.shoot('act-curve');
    });

    it('the LEDs of a device are lit to find it', async () => {
      await openAs('admin');
      await choose('lighting');
      await press('Find it: lighting');
      await answer().getByText('white for 20 s').waitFor();
    });

    it('the record of commands names device, person, reason and outcome, and can be searched', async () => {
      await openAs('admin');
      await choose('water-heater');
      await press('Open: water-heater');
      await question().getByLabel('Why (optional)').fill('Descaling');
      await question().getByRole('button', { name: 'Open', exact: true }).click();
      await answer().getByText('Opened: the breaker reports open.').waitFor();
      await sidebar.open('commands');
      const page = sidebar.host.locator('#breakerflow-page-commands');
      await page.locator('input[type=search]').fill('admin descaling');
      const row = page.locator('li', { hasText: 'Descaling' });
      await row.waitFor();
      assert.match((await row.textContent()) ?? '', /^open: water-heater.* done.*admin/);
      await tab.shoot('act-commands');
      await page.locator('input[type=search]').fill('admin nobody');
      await page.getByText('No command fits.').waitFor();
      assert.equal(await page.locator('li').count(), 0);
      await sidebar.open('health');
      await sidebar.host.getByRole('meter', { name: 'In the last minute' }).waitFor();
      await tab.shoot('act-budget');
    });

    it('who may read only sees no buttons, and the route refuses', async () => {
      await openAs('reader');
      await choose('oven');
      assert.equal(await sidebar.host.locator('.breakerflow-operate button:visible').count(), 0);
      const status = await tab.page.evaluate(
        ([id, deviceId]) =>
          $.ajax({
            url: `breakerflow/accounts/${id}/operate`,
            method: 'POST',
            contentType: 'application/json',
            data: JSON.stringify({ deviceId, action: 'open' }),
          }).then(
            () => 200,
            (failure: { status: number }) => failure.status,
          ),
        [accountId, fridge] as const,
      );
      assert.equal(status, 401);
      await tab.shoot('act-reader');
    });
  });

declare const $: {
  ajax(options: object): { then(done: () => number, failed: (failure: { status: number }) => number): Promise<number> };
};
