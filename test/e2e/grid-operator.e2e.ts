import assert from 'node:assert/strict';
import { loadedExample } from '../../src/fields';
import { readStored } from '../examples/example-files';
import { siteIds } from '../examples/site-ids';
import { startMuteMs } from './editor';
import { views } from './lanes';
import { openedEditor } from './opened-editor';
import { type Sidebar, sidebarOf } from './sidebar-page';

declare const RED: { readonly actions: { invoke(action: string): void } };

const flow = 'Sharing and override events';
const configs = { account: 'a000000000000001', endpoint: 'a000000000000003' };

for (const view of views)
  describe(`the grid operator on ${view.name}`, () => {
    const stored = loadedExample(readStored('06-streams-and-webhooks/08-sharing-story.json'), configs, siteIds);
    // The examples that run beside it have the port that an endpoint has by default.
    const flows = stored.map((node) => (node.type === 'breaker-endpoint' ? { ...node, mount: 'shared' } : node));
    const { tab, editor } = openedEditor(view, { flows });
    let sidebar: Sidebar;

    const page = () => sidebar.host.locator('#breakerflow-page-simulator');
    const press = (name: string) => page().getByRole('button', { name, exact: true }).click();
    const problem = (text: string) => page().locator('.breakerflow-error', { hasText: text }).waitFor();
    const said = (text: string) => page().getByRole('status').filter({ hasText: text }).waitFor();
    /** Presses the button of the flow, and waits for what its debug node shows. */
    async function click(inject: string, says: RegExp): Promise<string> {
      const messages = await editor.messages(flow);
      const node = await editor.named(inject, flow);
      await editor.reveal(node);
      await editor.press(node);
      const message = messages.filter({ hasText: says }).first();
      await message.waitFor();
      return (await message.textContent()) ?? '';
    }
    async function openPage(): Promise<void> {
      await tab.page.evaluate(() => RED.actions.invoke('breakerflow:show-site'));
      await sidebar.open('simulator');
      await page().getByRole('heading', { name: 'Grid operator' }).scrollIntoViewIfNeeded();
    }
    let code: string;

    before(async () => {
      sidebar = sidebarOf(tab);
      const startedAt = Date.now();
      await sidebar.show();
      await tab.page.waitForFunction((at) => Date.now() > at, startedAt + startMuteMs);
    });

    it('says at its field what is missing before anything is shared', async () => {
      await openPage();
      await press('Claim');
      await problem('Enter the share code');
      await page().getByLabel('Share code').fill('NOBODY');
      await press('Claim');
      await problem('The house has made no such share code');
      assert.equal(await page().getByLabel('Share code').getAttribute('aria-invalid'), 'true');
      await press('Begin the event');
      await problem('No device is shared with the grid operator');
      // A problem stays no longer than until the next try.
      assert.equal(await page().locator('.breakerflow-error:visible').count(), 1);
    });

    it('claims the code that the flow has made', async () => {
      const shown = await click('1 share', /node: code.*"[0-9A-F]{12}"/s);
      code = /"([0-9A-F]{12})"/.exec(shown)?.[1] ?? assert.fail(shown);
      await openPage();
      await page().getByLabel('Share code').fill(code);
      await page().getByLabel('Share code').press('Enter');
      await said('The device is shared with the grid operator: Water heater.');
      await page().getByRole('checkbox', { name: 'Water heater' }).waitFor();
      assert.equal(await page().getByLabel('Share code').inputValue(), '');
      await page().getByLabel('Share code').fill(code);
      await press('Claim');
      await problem('This share code is claimed already');
    });

    it('begins an event, which holds the device, and begins no second one', async () => {
      await page().getByLabel('Lasts (min)').fill('0');
      await press('Begin the event');
      await problem('Enter whole minutes from 1 to 10080, or nothing');
      await page().getByLabel('Lasts (min)').fill('');
      await press('Begin the event');
      await said('The event has begun and holds until it is ended: Water heater.');
      await page().getByText('evening peak, from').waitFor();
      await tab.shoot('grid-operator-begun');
      await page().getByRole('checkbox', { name: 'Water heater (in an event)' }).check();
      await press('Begin the event');
      await problem('In an override event already: Water heater');
      await page().getByRole('button', { name: 'End the event' }).scrollIntoViewIfNeeded();
      await tab.shoot('grid-operator-event');
      await sidebar.assertFits();
    });

    it('the flow shows it: the command of the house is stored', async () => {
      const messages = await editor.messages(flow);
      await messages
        .filter({ hasText: /node: told.*deviceOverrideEvent/s })
        .first()
        .waitFor();
      await click('3 open', /outcome.*outcome: "deferred"/s);
      await openPage();
      await press('End the event');
      await said('The event has ended. Free again: Water heater.');
      await editor.messages(flow);
      await messages
        // It is looked after within a minute.
        .filter({ hasText: /later.*outcome: "confirmed"/s })
        .first()
        .waitFor({ timeout: 70_000 });
      await messages
        .filter({ hasText: /node: told.*deviceOverrideEvent/s })
        .nth(1)
        .waitFor();
    }).timeout(90_000);

    it('is usable at 180 px', async () => {
      await openPage();
      await sidebar.resize(180);
      await page().getByRole('heading', { name: 'Grid operator' }).scrollIntoViewIfNeeded();
      await tab.shoot('grid-operator-180');
      await sidebar.assertFits();
    });

    it('meets no error in the browser', () => {
      assert.deepEqual(tab.problems, []);
    });
  });
