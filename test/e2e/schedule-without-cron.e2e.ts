import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { missingTexts } from './dialog';
import { accountId, flowWithAccount, outletsId } from './flow-with-account';
import { views } from './lanes';
import { openedEditor } from './opened-editor';

declare const RED: { readonly nodes: { node(id: string): Record<string, unknown> | null } };

const addressId = '85f2ef98-7b76-44c3-bc08-1acef84e0a73';
const batchId = 'b0000000000000c1';
const writtenId = 'b0000000000000c2';
const base = {
  type: 'batch-schedule',
  action: 'create',
  source: 'form',
  path: '/breaker/remoteHandle/position',
  command: 'open',
  reason: 'test',
  account: accountId,
  target: 'devices',
  devices: [outletsId],
  schedule: 'cron',
  sunEvent: 'sunset',
  colors: '{}',
  thresholds: '{}',
  wires: [[]],
};

for (const view of views)
  describe(`a schedule without cron and ISO 8601 on ${view.name}`, () => {
    const flows = flowWithAccount({ devices: [outletsId] });
    const z = flows.map((node) => node as { type?: string; id?: string }).find(({ type }) => type === 'tab')?.id;
    const { tab, editor } = openedEditor(view, {
      flows: [
        ...flows,
        { ...base, id: batchId, x: 200, y: 300, z, cron: '0 8 * * 1-5', timeZone: 'Europe/Berlin' },
        { ...base, id: writtenId, x: 200, y: 400, z, cron: '0 8 1-7 * 1', timeZone: 'Europe/Berlin' },
      ],
    });

    const row = (field: string): Locator => tab.page.locator(`.breakerflow-row[data-field="${field}"]`);
    const days = () => row('cron').locator('.breakerflow-runs > select');
    const part = (label: string) => row('cron').getByLabel(label, { exact: true });
    const panel = () => tab.page.locator('#breakerflow-schedule');
    const stored = (id: string, name: string) =>
      tab.page.evaluate(([of, property]) => RED.nodes.node(of ?? '')?.[property ?? ''], [id, name]);
    const cron = () => tab.page.inputValue('#node-input-cron');

    it('opens a stored cron as days and times, and leaves it as it is', async () => {
      await editor.open(batchId);
      assert.equal(await days().inputValue(), 'workdays');
      assert.equal(await part('Time 1').inputValue(), '8:00 AM');
      assert.equal(await tab.page.locator('#node-input-cron').isVisible(), false);
      await panel().getByText('at 8:00 AM from Monday to Friday').waitFor();
      assert.equal(await cron(), '0 8 * * 1-5');
    });

    it('opens a cron that no day and time mean as a cron', async () => {
      await editor.finish('node-dialog-cancel');
      await editor.open(writtenId);
      assert.equal(await days().inputValue(), 'cron');
      assert.equal(await cron(), '0 8 1-7 * 1');
      await tab.page.locator('#node-input-cron').waitFor();
      await editor.finish('node-dialog-cancel');
    });

    it('every day at a time, as people write it', async () => {
      await editor.open(batchId);
      await days().selectOption('daily');
      await part('Time 1').fill('22.30');
      assert.equal(await cron(), '30 22 * * *');
      await part('Time 1').fill('10 pm');
      await part('Time 1').blur();
      assert.equal(await part('Time 1').inputValue(), '10:00 PM');
      await panel().getByText('at 10:00 PM every day').waitFor();
      assert.equal(await panel().locator('li').count(), 10);
    });

    it('chosen days, several times, dates, and every so many minutes', async () => {
      await days().selectOption('weekdays');
      await row('cron').getByText('Choose at least one day.').waitFor();
      await row('cron').getByLabel('Sat').check();
      await row('cron').getByLabel('Sun').check();
      assert.equal(await cron(), '0 22 * * 0,6');
      await row('cron').getByRole('button', { name: 'Another time' }).click();
      await part('Time 2').fill('07:30');
      await row('cron').getByText('Use one node for each of these times.').waitFor();
      assert.equal(await cron(), '');
      await part('Time 2').fill('7');
      assert.equal(await cron(), '0 7,22 * * 0,6');
      await days().selectOption('dates');
      await row('cron').getByLabel('15', { exact: true }).check();
      assert.equal(await cron(), '0 7,22 1,15 * *');
      await days().selectOption('workdays');
      await part('At which times').selectOption('everyMinutes');
      await part('At which times').selectOption('everyHours');
      await part('Minute of the hour').selectOption('30');
      await part('Every so many hours').selectOption('6');
      assert.equal(await cron(), '30 */6 * * 1-5');
      await part('At which times').selectOption('everyMinutes');
      await panel().getByText('every 15 minutes from Monday to Friday').waitFor();
      await tab.shoot('schedule-1-days');
    });

    it('the first Monday of a month is refused with a reason, and nothing else is stored in its place', async () => {
      await days().selectOption('nthWeekday');
      await row('cron').getByText('The service cannot run on such a day').waitFor();
      assert.equal(await cron(), '');
      assert.equal(await panel().locator('li').count(), 0);
      await tab.shoot('schedule-2-first-monday');
      await days().selectOption('workdays');
      await part('At which times').selectOption('at');
      await panel().getByText('at 8:00 AM from Monday to Friday').waitFor();
    });

    it('from and until are written or picked in the zone of the browser, and stored with its offset', async () => {
      const box = row('from').locator('.breakerflow-date-text');
      const iso = () => tab.page.inputValue('#node-input-from');
      await box.fill('2030-07-01 12:00');
      assert.match(await iso(), /^2030-07-01T12:00:00(Z|[+-]\d\d:\d\d)$/);
      await row('from').locator('select').selectOption('Europe/Berlin');
      assert.equal(await iso(), '2030-07-01T12:00:00+02:00');
      await box.fill('2030-03-31 2:30');
      await row('from').getByText('The clock in Europe/Berlin skips this time').waitFor();
      await box.fill('27.10.2030 0230');
      await row('from').getByText('shows this time twice').waitFor();
      assert.equal(await iso(), '2030-10-27T02:30:00+02:00');
      await box.blur();
      assert.equal(await box.inputValue(), '2030-10-27 2:30 AM');
      await box.fill('10 pm');
      assert.equal(await iso(), '2030-10-27T22:00:00+01:00');
      await box.fill('2030-10-27T12:00:00Z');
      await box.blur();
      assert.equal(await box.inputValue(), '2030-10-27 1:00 PM');
      await box.fill('03/04/2030 9:00');
      await row('from').getByText('Write a date and a time, such as').waitFor();
      assert.equal(await iso(), '?');
      const calendar = row('from').locator('.breakerflow-date-time button');
      assert.equal(await calendar.getAttribute('aria-label'), 'Calendar of: Not before');
      await calendar.click();
      await row('from').locator('.breakerflow-calendar').fill('2030-05-05T05:05', { force: true });
      assert.equal(await box.inputValue(), '2030-05-05 5:05 AM');
      assert.equal(await iso(), '2030-05-05T05:05:00+02:00');
      // The window of the calendar takes every key until it is closed.
      await box.click();
      await box.fill('');
      assert.equal(await iso(), '');
    });

    it('stores the cron, and opens it as what was picked', async () => {
      await editor.finish('node-dialog-ok');
      assert.equal(await stored(batchId, 'cron'), '0 8 * * 1-5');
      await editor.open(batchId);
      assert.equal(await days().inputValue(), 'workdays');
    });

    it('a single time is picked, and stored as ISO 8601 with a zone', async () => {
      const { page } = tab;
      await page.selectOption('#node-input-schedule', 'at');
      const picker = row('at').locator('.breakerflow-date-time');
      await picker.locator('select').selectOption('America/Chicago');
      await picker.locator('.breakerflow-date-text').fill('2030-01-31 18:30');
      await panel().getByText('Once, on').waitFor();
      await tab.shoot('schedule-3-at');
      await editor.finish('node-dialog-ok');
      assert.equal(await stored(batchId, 'at'), '2030-01-31T18:30:00-06:00');
      assert.equal(await stored(batchId, 'atType'), 'str');
      await editor.open(batchId);
      assert.notEqual(await row('at').locator('.breakerflow-date-text').inputValue(), '');
    });

    it('the place of the sun is proposed, lists only what works, and says which address counts', async () => {
      const { page } = tab;
      await page.selectOption('#node-input-schedule', 'sun');
      await page.waitForFunction(
        (id) => (document.querySelector('#node-input-place') as HTMLInputElement).value === id,
        addressId,
      );
      const place = row('place').locator('select');
      const options = (await place.locator('option').allTextContents()).map((text) => text.trim());
      assert(options.includes('Main panel'));
      assert(!options.includes('Demo site'));
      await place.selectOption({
        label: (await place.locator('option').allTextContents()).find((text) => text.includes('Main panel')) ?? '',
      });
      await row('place').getByText('Main panel lies at Maple Street 12').waitFor();
      assert.equal(await page.inputValue('#node-input-place'), addressId);
      await row('sunDays').locator('.breakerflow-runs > select').selectOption('workdays');
      assert.equal(await page.inputValue('#node-input-sunDays'), '0 0 * * 1-5');
      await panel().getByText('at sunset from Monday to Friday').waitFor();
      await tab.shoot('schedule-4-sun');
      assert.deepEqual(await missingTexts(page), []);
      await editor.finish('node-dialog-cancel');
    });

    it('a new node has the zone of the browser', async () => {
      const id = await editor.drag('batch-schedule', { x: 500, y: 500 });
      const zone = await tab.page.evaluate(() => new Intl.DateTimeFormat().resolvedOptions().timeZone);
      assert.equal(await stored(id, 'timeZone'), zone);
      assert.equal(await stored(writtenId, 'timeZone'), 'Europe/Berlin');
    });

    it('the next runs do not collide in a window of 1024 px', async () => {
      const { page } = tab;
      await page.setViewportSize({ width: 1024, height: 900 });
      await editor.open(writtenId);
      await panel().locator('li').nth(9).waitFor();
      // All at once: the tray slides in meanwhile.
      const boxes = await panel()
        .locator('li')
        .evaluateAll((items) =>
          items.map((li) => {
            const range = document.createRange();
            range.selectNodeContents(li);
            const { left, right, top, bottom } = range.getBoundingClientRect();
            return { left: left - 24, right, top, bottom };
          }),
        );
      for (const [index, one] of boxes.entries())
        for (const other of boxes.slice(index + 1))
          assert(
            one.right <= other.left ||
              other.right <= one.left ||
              one.bottom <= other.top + 1 ||
              other.bottom <= one.top + 1,
            JSON.stringify([one, other]),
          );
      await panel().scrollIntoViewIfNeeded();
      await tab.shoot('schedule-5-runs-1024');
      await editor.finish('node-dialog-cancel');
    });

    it('meets no error in the browser', () => {
      assert.deepEqual(tab.problems, []);
    });
  });
