import assert from 'node:assert/strict';
import { openTab, type Tab } from './browser';
import { testConnection } from './dialog';
import { type Editor, openEditor } from './editor';
import { accountId, controlId, flowWithAccount, meterId } from './flow-with-account';
import { views } from './lanes';
import { type RunningNodeRed, runNodeRed } from './running-node-red';
import { type StandAloneSimulator, startSimulator } from './stand-alone-simulator';

const markup = `<img src=x onerror="document.title='ran'"><b>bold</b>`;

for (const view of views.filter(({ theme }) => theme === 'light'))
  describe(`names that hold markup on ${view.name}`, () => {
    let red: RunningNodeRed;
    let simulator: StandAloneSimulator;
    let tab: Tab;
    let editor: Editor;
    let deviceId: string;

    before(async () => {
      simulator = await startSimulator(view.lane);
      const { organization } = simulator;
      const locations = (await simulator.call('GET', '/locations')) as readonly { id: string; locationType: string }[];
      const location = {
        name: markup,
        organizationId: organization.id,
        locationType: 'equipment',
        parentLocationId: locations.find(({ locationType }) => locationType === 'address')?.id,
      };
      const { id: locationId } = (await simulator.call('POST', '/locations', location)) as { id: string };
      const device = { hardwareType: 'emcb', serialNumber: markup, locationId };
      ({ id: deviceId } = (await simulator.control('/devices', device)) as { id: string });
      red = await runNodeRed(view.lane, { flows: flowWithAccount({ devices: [deviceId] }) });
      tab = await openTab(view);
      editor = await openEditor(tab, red.url);
    });
    after(async () => {
      await tab?.close();
      await red?.stop();
      await simulator?.stop();
    });

    async function onlyText(): Promise<void> {
      const { page } = tab;
      assert.equal(await page.locator('.breakerflow-row img, .breakerflow-row b, #breakerflow-test img').count(), 0);
      assert.notEqual(await page.title(), 'ran');
    }

    it('show as text in the device picker', async () => {
      const { page } = tab;
      await editor.open(controlId);
      await editor.openAccount();
      await page.selectOption('#node-config-input-mode', 'service');
      await page.fill('#node-config-input-baseUrl', simulator.baseUrl);
      await page.fill('#node-config-input-apiKey', simulator.apiKey);
      await page.fill('#node-config-input-orgClientId', simulator.organization.clientId);
      await page.fill('#node-config-input-orgSecret1', simulator.organization.clientSecret);
      const lines = await testConnection(page);
      assert.equal(lines.find(({ check }) => check === 'devices')?.result, 'ok');
      await editor.finish('node-config-dialog-ok');
      const device = page.locator('.breakerflow-device', { hasText: markup });
      await device.waitFor();
      await page.locator('.breakerflow-location', { hasText: markup }).waitFor();
      await device.click();
      await page.locator('.breakerflow-chip', { hasText: markup }).waitFor();
      await device.scrollIntoViewIfNeeded();
      await onlyText();
      await tab.shoot('markup-1-devices');
      await editor.finish('node-dialog-ok');
    });

    it('show as text in the location picker', async () => {
      const { page } = tab;
      await editor.open(meterId);
      await page.selectOption('#node-input-target', 'location');
      await page.locator('.breakerflow-locations option', { hasText: markup }).waitFor({ state: 'attached' });
      await onlyText();
      await page.locator('.breakerflow-locations').selectOption({ index: 1 });
      await editor.finish('node-dialog-ok');
    });

    it('show as text from the deployed account too', async () => {
      await editor.deploy();
      const answer = await fetch(`${red.url}breakerflow/accounts/${accountId}/site?search=&hardware=`);
      assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
      await editor.open(controlId);
      await tab.page.locator('.breakerflow-device', { hasText: markup }).waitFor();
      await onlyText();
      await editor.finish('node-dialog-cancel');
    });

    it('start no request and no script', () => {
      assert.deepEqual(tab.problems, []);
    });
  });
