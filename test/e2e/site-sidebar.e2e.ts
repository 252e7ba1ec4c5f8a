import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { openTab, type Tab } from './browser';
import { type Editor, openEditor } from './editor';
import { accountId, controlId, flowWithAccount, meterId, outletsId, tabId } from './flow-with-account';
import { views } from './lanes';
import { type RunningNodeRed, runNodeRed } from './running-node-red';
import { type Sidebar, sidebarOf } from './sidebar-page';

declare const RED: {
  readonly actions: { invoke(action: string): void };
  readonly nodes: { node(id: string): Record<string, unknown> | null; dirty(): boolean };
  readonly view: { selection(): { readonly nodes?: readonly { readonly id: string }[] } };
};

const injectId = 'b000000000000003';

for (const view of views)
  describe(`the site sidebar on ${view.name}`, () => {
    let red: RunningNodeRed;
    let tab: Tab;
    let editor: Editor;
    let sidebar: Sidebar;
    const asked: string[] = [];

    before(async () => {
      const inject = {
        id: injectId,
        type: 'inject',
        z: tabId,
        x: 120,
        y: 420,
        wires: [[meterId]],
        props: [],
        repeat: '',
        crontab: '',
        once: false,
      };
      red = await runNodeRed(view.lane, { flows: [...flowWithAccount(), inject] });
      tab = await openTab(view);
      await tab.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      tab.page.on('request', (request) => asked.push(request.url()));
      editor = await openEditor(tab, red.url);
      sidebar = sidebarOf(tab);
    });
    after(async () => {
      await tab?.close();
      await red?.stop();
    });

    const askedFor = (part: string) => asked.filter((url) => url.includes(part));
    /** The newest node of the editor: what is added twice can be told apart. */
    async function added(before: ReadonlySet<string>, type: string) {
      const [node, ...others] = (await editor.nodes()).filter(({ id }) => !before.has(id));
      assert.equal(others.length, 0);
      assert.equal(node?.type, type);
      assert.equal(node.valid, true);
      return tab.page.evaluate((id) => {
        const { account, devices, name, x, y } = RED.nodes.node(id) ?? {};
        return { id, account, devices, name, x, y };
      }, node.id);
    }
    const idsNow = async () => new Set((await editor.nodes()).map(({ id }) => id));

    it('loads and asks nothing before it is shown', () => {
      assert.deepEqual(askedFor('site-sidebar.js'), []);
      assert.deepEqual(askedFor('/breakerflow/'), []);
    });

    it('shows locations and devices with what they are doing', async () => {
      await sidebar.show();
      assert.equal(askedFor('site-sidebar.js').length, 1);
      const outlets = sidebar.device('outlets');
      await outlets.locator('.breakerflow-is-live').waitFor();
      await outlets.locator('.breakerflow-power').waitFor();
      assert.match((await outlets.getAttribute('aria-label')) ?? '', /^outlets.*live, connected, .*W, .*ago$/);
      await tab.shoot('sidebar-1-site');
    });

    it('names its parts for screen readers, and one row can be reached with the tab key', async () => {
      const { host } = sidebar;
      assert.equal(await host.locator('[role=tree]').getAttribute('aria-label'), 'Locations and devices');
      assert.equal(await host.locator('[role=treeitem][tabindex="0"]').count(), 1);
      const location = host.locator('.breakerflow-row-location').first();
      assert.deepEqual(
        [await location.getAttribute('aria-level'), await location.getAttribute('aria-expanded')],
        ['1', 'true'],
      );
      const unnamed = await host.evaluate((root) =>
        [...root.querySelectorAll('button, input, select')]
          .filter((one) => {
            const labelled = one.closest('label')?.textContent ?? one.getAttribute('aria-label') ?? one.textContent;
            return labelled?.trim() === '';
          })
          .map((one) => one.outerHTML),
      );
      assert.deepEqual(unnamed, []);
    });

    it('search narrows the tree', async () => {
      const search = sidebar.host.locator('#breakerflow-page-site input[type=search]');
      await search.fill('main oven');
      await tab.page.waitForFunction(() => document.querySelectorAll('.breakerflow-row-device').length === 1);
      await search.fill('nothing like this');
      await sidebar.host.getByText('No device fits.').waitFor();
      await search.fill('');
      await sidebar.device('outlets').waitFor();
    });

    it('a breaker dragged to the canvas is a configured breaker-control', async () => {
      const before = await idsNow();
      await sidebar.drag('outlets', { x: 300, y: 320 });
      const node = await added(before, 'breaker-control');
      assert.deepEqual([node.account, node.devices, node.name], [accountId, [outletsId], 'outlets']);
      assert(Math.abs(Number(node.y) - 320) <= 20 && Math.abs(Number(node.x) - 300) <= 80, JSON.stringify(node));
      assert.equal(await tab.page.evaluate(() => RED.nodes.dirty()), true);
      await tab.shoot('sidebar-2-dragged');
    });

    it('a drag that ends beside the canvas adds nothing', async () => {
      const before = await idsNow();
      const row = await sidebar.device('outlets').boundingBox();
      assert(row !== null);
      await tab.page.mouse.move(row.x + 30, row.y + 8);
      await tab.page.mouse.down();
      await tab.page.mouse.move(row.x + 60, row.y + 20, { steps: 5 });
      await tab.page.mouse.up();
      assert.equal((await idsNow()).size, before.size);
      assert.equal(await tab.page.locator('.breakerflow-ghost').count(), 0);
    });

    it('keys: arrows go through the tree, Enter adds a node for a charger', async () => {
      const before = await idsNow();
      const { page } = tab;
      await sidebar.host.locator('.breakerflow-row-location').first().click();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Home');
      for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
      const focused = page.locator('.breakerflow-row-device:focus');
      await focused.waitFor();
      assert.match((await focused.getAttribute('data-key')) ?? '', /^device /);
      await page.keyboard.press('Enter');
      const node = await added(before, 'evse-config');
      assert.equal((node.devices as string[]).length, 1);
      await page.keyboard.press('ArrowLeft');
      assert.equal(await page.locator('.breakerflow-row-location:focus').count(), 1);
      await page.keyboard.press('ArrowLeft');
      assert.equal(await page.locator('.breakerflow-row-location:focus').getAttribute('aria-expanded'), 'false');
      await page.keyboard.press('ArrowRight');
    });

    it('leads to the nodes that use a device', async () => {
      await sidebar.device('outlets').click();
      const uses = sidebar.host.locator('.breakerflow-uses button');
      await uses.first().waitFor();
      assert.equal(await uses.count(), 3);
      await uses.first().click();
      await tab.page.locator(`[id="${controlId}"]`).waitFor();
      await tab.shoot('sidebar-3-details');
    });

    it('the last calls can be copied as curl, without a secret', async () => {
      await editor.deploy();
      await sidebar.open('calls');
      const call = sidebar.host.locator('.breakerflow-calls li').filter({ hasText: 'devices.list' }).first();
      await call.waitFor();
      await call.getByRole('button', { name: /curl/ }).click();
      const copied = await tab.page.evaluate(() => navigator.clipboard.readText());
      assert.match(copied, /^curl -X GET 'http:\/\/127\.0\.0\.1:\d+\/api\/v1\/devices'/);
      assert.match(copied, /Em-Api-Subscription-Key: \$API_KEY/);
      assert.match(copied, /Bearer \$TOKEN/);
      await tab.shoot('sidebar-4-calls');
    });

    it('a call names the node that made it, and leads to it', async () => {
      await sidebar.open('calls');
      await editor.press(injectId);
      const call = sidebar.host.locator('.breakerflow-calls li').filter({ hasText: 'meter.reading' }).first();
      await call.getByRole('button', { name: 'meter read', exact: true }).click();
      // Node-RED 4 highlights a part of the node, 5 the node itself.
      const part = `[id="${meterId}"]`;
      await tab.page
        .locator(`${part} .red-ui-flow-node-highlighted, ${part}.red-ui-flow-node-highlighted`)
        .first()
        .waitFor();
    });

    it('shows quotas and expiries, and lets diagnostics be saved', async () => {
      await sidebar.open('health');
      await sidebar.host.locator('[role=meter]').first().waitFor();
      await tab.shoot('sidebar-5-service');
      const [download] = await Promise.all([
        tab.page.waitForEvent('download'),
        sidebar.host.getByRole('button', { name: 'Diagnostics' }).click(),
      ]);
      assert.equal(download.suggestedFilename(), 'breakerflow-diagnostics.json');
      const diagnostics = JSON.parse(readFileSync(await download.path(), 'utf8'));
      assert.match(diagnostics.versions.nodeRed, view.lane.name === '4' ? /^4\./ : /^5\./);
      assert.equal(diagnostics.nodes['breaker-account'], 1);
    });

    it('the simulator lets a breaker trip, which the tree shows', async () => {
      await sidebar.open('simulator');
      await sidebar.host.getByText('This is the built-in simulator.').waitFor();
      await sidebar.host.getByRole('combobox', { name: 'Device', exact: true }).selectOption(outletsId);
      await tab.shoot('sidebar-6-simulator');
      await sidebar.host.getByRole('button', { name: 'Trip' }).click();
      await sidebar.host.getByText('hand lever open').waitFor();
      await sidebar.open('site');
      await sidebar.device('outlets').locator('.fa-hand-paper-o').waitFor();
      await sidebar.open('simulator');
      await sidebar.host.getByRole('button', { name: 'Close by hand' }).click();
      await sidebar.host.getByText('hand lever closed').waitFor();
    });

    it('the simulator lowers the voltage of the grid, and goes on showing it', async () => {
      const supply = sidebar.host.getByRole('combobox', { name: 'Voltage of the grid' });
      for (const percent of ['85', '100']) {
        assert.notEqual(await supply.inputValue(), percent);
        const set = tab.page.waitForResponse((response) => response.request().method() === 'POST');
        await supply.selectOption(percent);
        assert.equal((await set).status(), 200);
        await sidebar.open('site');
        await sidebar.open('simulator');
        const read = await tab.page.waitForResponse((response) => response.url().endsWith('/simulator'));
        assert.equal((await read.json()).supplyPercent, Number(percent));
        assert.equal(await supply.inputValue(), percent);
      }
    });

    it('the simulator takes a fault and loses it again', async () => {
      const slow = sidebar.host.getByLabel('Answers take 5 s');
      await slow.check();
      await sidebar.host.getByLabel('Too many requests (429)').check();
      await slow.uncheck();
      await tab.page.waitForFunction(
        () => document.querySelectorAll('#breakerflow-page-simulator input:checked').length === 1,
      );
      await sidebar.host.getByLabel('Too many requests (429)').uncheck();
      await tab.page.waitForFunction(
        () => document.querySelectorAll('#breakerflow-page-simulator input:checked').length === 0,
      );
    });

    it('a device that is commissioned appears', async () => {
      await sidebar.host.getByLabel('Label').fill('New one');
      await sidebar.host.getByRole('button', { name: 'Commission a device' }).click();
      await sidebar.host.locator('option', { hasText: 'New one' }).waitFor({ state: 'attached' });
    });

    it('looks as before when the dialogs have been open, whose style sheets stay in the page', async () => {
      const looks = () =>
        sidebar.host.evaluate((root) => {
          const found: Record<string, string> = {};
          for (const one of root.querySelectorAll('[class]')) {
            const { position, cursor, padding, backgroundColor } = getComputedStyle(one);
            found[`${one.tagName} ${one.className}`] ??= [position, cursor, padding, backgroundColor].join(' ');
          }
          return found;
        });
      await sidebar.open('health');
      await sidebar.host.locator('#breakerflow-page-health .breakerflow-item').first().waitFor();
      await sidebar.open('site');
      await tab.page.mouse.move(1, 1);
      const before = await looks();
      for (const type of ['cloud-call', 'evse-config', 'breaker-device', 'waveform-capture', 'batch-schedule']) {
        await editor.open(await editor.drag(type, { x: 300, y: 500 }));
        await editor.finish('node-dialog-cancel');
      }
      await tab.page.mouse.move(1, 1);
      const after = await looks();
      const same = Object.keys(before).filter((key) => key in after);
      assert(same.some((key) => key.includes('breakerflow-item')) && same.some((key) => key.includes('-handle')));
      for (const key of same) assert.equal(after[key], before[key], key);
    });

    for (const width of [180, 800])
      it(`is usable at ${width} px`, async () => {
        await sidebar.resize(width);
        for (const page of ['site', 'panel', 'commands', 'health', 'calls', 'simulator'] as const) {
          await sidebar.open(page);
          await tab.shoot(`sidebar-${width}-${page}`);
          await sidebar.assertFits();
        }
        await sidebar.open('site');
      });

    it('asks nothing any more when it is hidden', async () => {
      await tab.page.evaluate(() => RED.actions.invoke('core:show-info-tab'));
      await sidebar.host.waitFor({ state: 'hidden' });
      const hiddenAt = Date.now();
      const before = askedFor('/breakerflow/').length;
      // Longer than it takes to say again that somebody looks.
      await tab.page.waitForFunction((at) => Date.now() > at, hiddenAt + 13_000);
      assert(askedFor('/breakerflow/').length - before <= 1);
    });

    it('meets no error in the browser', () => {
      assert.deepEqual(tab.problems, []);
    });
  });
