import assert from 'node:assert/strict';
import { openTab, type Tab } from './browser';
import { openEditor } from './editor';
import { flowWithAccount } from './flow-with-account';
import { views } from './lanes';
import { type RunningNodeRed, runNodeRed } from './running-node-red';
import { sidebarOf } from './sidebar-page';
import { logins } from './users';

const secondId = 'a000000000000002';
const markup = `<img src=x onerror="document.title='ran'"><b>bold</b>`;

for (const view of views.filter(({ theme }) => theme === 'light'))
  describe(`the site sidebar at its limits on ${view.name}, below /red`, () => {
    let red: RunningNodeRed;
    let tab: Tab | undefined;

    before(async () => {
      const second = { id: secondId, type: 'breaker-account', name: 'Second', mode: 'simulator', seed: 7 };
      red = await runNodeRed(view.lane, {
        flows: [...flowWithAccount(), second],
        adminRoot: '/red',
        extra: logins,
      });
    });
    afterEach(async () => {
      await tab?.close();
    });
    after(async () => {
      await red?.stop();
    });

    it('who may read only sees everything and can change nothing', async () => {
      tab = await openTab(view);
      await openEditor(tab, red.url, 'reader');
      const sidebar = sidebarOf(tab);
      await sidebar.show();
      await sidebar.device('outlets').locator('.breakerflow-power').waitFor();
      await sidebar.open('calls');
      await sidebar.open('health');
      await sidebar.host.locator('[role=meter]').first().waitFor();
      await sidebar.open('simulator');
      await sidebar.host.getByText('the permission breakerflow.write is missing').waitFor();
      await sidebar.host.locator('output').getByText(/\d/).waitFor();
      const controls = sidebar.host.locator('#breakerflow-page-simulator').locator('button, input, select');
      assert((await controls.count()) > 8);
      for (const control of await controls.all()) assert.equal(await control.isDisabled(), true);
      await tab.shoot('sidebar-reader');
      assert.deepEqual(withoutLogin(tab), []);
    });

    it('who may not read is told which permission is missing', async () => {
      tab = await openTab(view);
      await openEditor(tab, red.url, 'guest');
      const { page } = tab;
      await page.locator('.breakerflow-site').waitFor({ state: 'attached' });
      await page.evaluate(() => RED.actions.invoke('breakerflow:show-site'));
      const refusal = page.locator('.breakerflow-site .breakerflow-error').first();
      await refusal.getByText('the permission breakerflow.read is missing').waitFor();
      await tab.shoot('sidebar-guest');
    });

    it('of several accounts one is chosen at the top, and its devices become nodes of it', async () => {
      tab = await openTab(view);
      const { page } = tab;
      const editor = await openEditor(tab, red.url, 'admin');
      const sidebar = sidebarOf(tab);
      await sidebar.show();
      const first = await sidebar.devices.first().getAttribute('data-key');
      const choose = sidebar.host.getByRole('combobox', { name: 'Account' });
      assert.deepEqual(await choose.locator('option').allTextContents(), [
        'Simulator: Maple Street 12',
        'Second',
        'Use this account for the flow …',
      ]);
      await choose.selectOption({ label: 'Second' });
      await page.waitForFunction((key) => {
        const row = document.querySelector('.breakerflow-row-device');
        return row !== null && row.getAttribute('data-key') !== key;
      }, first);
      const before = new Set((await editor.nodes()).map(({ id }) => id));
      await sidebar.devices.nth(2).dblclick();
      const [added] = (await editor.nodes()).filter(({ id }) => !before.has(id));
      const account = await page.evaluate((id) => RED.nodes.node(id)?.account, added?.id ?? '');
      assert.equal(account, secondId);
      await tab.shoot('sidebar-accounts');
    });

    it('names that hold markup stay text', async () => {
      tab = await openTab(view);
      await openEditor(tab, red.url, 'admin');
      const sidebar = sidebarOf(tab);
      await sidebar.show();
      await sidebar.open('simulator');
      await sidebar.host.getByLabel('Label').fill(markup);
      await sidebar.host.getByRole('button', { name: 'Commission a device' }).click();
      await sidebar.host.locator('option', { hasText: markup }).waitFor({ state: 'attached' });
      // The names of the tree come from the service, the label above from the simulator.
      const tree = {
        locations: [{ id: 'l1', name: markup }],
        devices: [{ id: 'd1', locationId: 'l1', load: markup, serialNumber: markup }],
        total: 1,
        version: 'markup',
      };
      const circuit = { remoteHandle: 'closed', mainHandle: 'closed', connected: true, readAgeMs: 0 };
      const live = { values: 1, calls: 1, devices: { d1: { circuit, evse: markup, error: markup } } };
      await tab.page.route('**/breakerflow/accounts/*/tree', (route) => route.fulfill({ json: tree }));
      await tab.page.route('**/breakerflow/accounts/*/live?*', (route) => route.fulfill({ json: live }));
      const curve = { unit: 'W', fromMs: 0, stepMs: 900_000, values: [], complete: true };
      await tab.page.route('**/breakerflow/accounts/*/curve?*', (route) => route.fulfill({ json: curve }));
      await sidebar.open('site');
      await sidebar.device(markup).locator('.breakerflow-evse').waitFor();
      await sidebar.device(markup).click();
      await sidebar.host.locator('.breakerflow-facts .breakerflow-error').waitFor();
      await sidebar.drag(markup, { x: 300, y: 400 });
      await tab.page.waitForFunction((name) => {
        const names: unknown[] = [];
        RED.nodes.eachNode((node) => names.push(node.name));
        return names.includes(name);
      }, markup);
      assert.equal(await sidebar.host.locator('img, b').count(), 0);
      assert.equal(await tab.page.locator('.breakerflow-ghost, #red-ui-workspace-chart img').count(), 0);
      assert.notEqual(await tab.page.title(), 'ran');
      assert.deepEqual(withoutLogin(tab), []);
    });

    it('5,000 devices: only the rows in view are in the page, and scrolling and searching stay smooth', async () => {
      tab = await openTab(view);
      const { page } = tab;
      const locations = Array.from({ length: 250 }, (_, index) => ({ id: `l${index}`, name: `Panel ${index}` }));
      const devices = Array.from({ length: 5_000 }, (_, index) => ({
        id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
        locationId: `l${index % 250}`,
        hardwareType: 'emcb',
        serialNumber: `SN${index}`,
      }));
      const tree = { locations, devices, total: devices.length, version: 'many' };
      const inView: string[][] = [];
      await page.route('**/breakerflow/accounts/*/tree', (route) => route.fulfill({ json: tree }));
      await page.route('**/breakerflow/accounts/*/live?*', (route) => {
        const ids = (new URL(route.request().url()).searchParams.get('devices') ?? '').split(',').filter(Boolean);
        inView.push(ids);
        const entries = ids.map((id) => [id, { position: 'closed', connected: true, watts: 100, ageMs: 1_000 }]);
        return route.fulfill({ json: { values: 1, calls: 1, tree: 'many', devices: Object.fromEntries(entries) } });
      });
      await openEditor(tab, red.url, 'admin');
      const sidebar = sidebarOf(tab);
      await sidebar.show();
      const frames = await sidebar.host.locator('.breakerflow-tree').evaluate(async (scroller) => {
        const times: number[] = [];
        const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
        let most = 0;
        let last = await frame();
        for (let step = 1; step <= 60; step += 1) {
          scroller.scrollTop = (scroller.scrollHeight * step) / 60;
          const now = await frame();
          times.push(now - last);
          last = now;
          most = Math.max(most, scroller.querySelectorAll('[role=treeitem]').length);
        }
        times.sort((one, other) => one - other);
        return { most, medianMs: times[30] ?? 0, height: scroller.scrollHeight };
      });
      // The sidebar of Node-RED 5 is low, and its rows too.
      assert.equal(frames.height, 5_250 * (view.lane.name === '5' ? 18 : 26));
      assert(frames.most < 80, `${frames.most} rows`);
      assert(frames.medianMs < 50, `${frames.medianMs} ms a frame`);
      const search = sidebar.host.locator('#breakerflow-page-site input[type=search]');
      await search.fill('sn4267');
      await sidebar.host.getByText('1 of 5000 devices').waitFor();
      await sidebar.device('SN4267').waitFor();
      assert(inView.every((ids) => ids.length <= 80));
      await tab.shoot('sidebar-5000');
    });
  });

declare const RED: {
  readonly actions: { invoke(action: string): void };
  readonly nodes: {
    node(id: string): { readonly account?: string } | null;
    eachNode(visit: (node: { readonly name?: string }) => void): void;
  };
};

/** The editor finds out that a login is needed by being refused. */
const withoutLogin = ({ problems }: Tab) => problems.filter((problem) => !/\/settings\?|status of 401/.test(problem));
