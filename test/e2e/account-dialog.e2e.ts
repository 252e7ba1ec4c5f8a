import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { missingTexts, openSections, shownFields, testConnection } from './dialog';
import { accountId, controlId, flowWithAccount, meterId } from './flow-with-account';
import { views } from './lanes';
import { openedEditor } from './opened-editor';
import { pageText } from './page-text';
import { type StandAloneSimulator, startSimulator } from './stand-alone-simulator';

const input = (field: string) => `#node-config-input-${field}`;

const servicesFields = [
  'baseUrl',
  'apiKey',
  'appClientId',
  'appSecret1',
  'appSecret2',
  'orgClientId',
  'orgSecret1',
  'orgSecret2',
  'apiKeyHeader',
  'replaced',
  'ca',
  'connectTimeout',
  'responseTimeout',
];
const simulatorFields = ['site', 'seed', 'speed', 'keepState', 'party'];
const elmRoad = { id: 'a0000000000000e1', type: 'breaker-account', name: 'Fast', site: 'Elm Road 3', speed: 60 };

for (const view of views)
  describe(`the account dialog on ${view.name}`, () => {
    const { red, tab, editor } = openedEditor(view, { flows: [...flowWithAccount(), elmRoad] });
    let simulator: StandAloneSimulator;

    before(async () => {
      simulator = await startSimulator(view.lane);
    });
    after(() => simulator?.stop());
    beforeEach(async () => {
      for (const button of ['node-config-dialog-cancel', 'node-dialog-cancel'] as const)
        if (await tab.page.locator(`#${button}`).isVisible()) await editor.finish(button);
      await editor.open(controlId);
      await editor.openAccount();
    });

    async function fillService(): Promise<void> {
      const { page } = tab;
      const { baseUrl, apiKey, application, organization } = simulator;
      await page.selectOption(input('mode'), 'service');
      await page.fill(input('baseUrl'), baseUrl);
      await page.fill(input('apiKey'), apiKey);
      await page.fill(input('appClientId'), application.clientId);
      await page.fill(input('appSecret1'), application.clientSecret);
      await page.fill(input('orgClientId'), organization.clientId);
      await page.fill(input('orgSecret1'), organization.clientSecret);
    }

    it('shows the rows of the chosen service only', async () => {
      const { page } = tab;
      await openSections(page);
      const withSimulator = await shownFields(page);
      assert.deepEqual(
        servicesFields.filter((field) => withSimulator.includes(field)),
        [],
      );
      assert.deepEqual(
        simulatorFields.filter((field) => !withSimulator.includes(field)),
        [],
      );
      await tab.shoot('account-1-simulator');
      assert.equal(await page.isVisible('#breakerflow-simulator-hint'), true);
      await page.selectOption(input('mode'), 'service');
      assert.equal(await page.isVisible('#breakerflow-simulator-hint'), false);
      const withService = await shownFields(page);
      assert.deepEqual(
        servicesFields.filter((field) => !withService.includes(field)),
        [],
      );
      assert.deepEqual(
        simulatorFields.filter((field) => withService.includes(field)),
        [],
      );
      assert.deepEqual(await missingTexts(page), []);
      await tab.shoot('account-2-service');
    });

    it('marks what cannot be deployed, with the reason', async () => {
      const { page } = tab;
      await openSections(page);
      await page.selectOption(input('mode'), 'service');
      for (const [field, value, reason] of [
        ['baseUrl', '', 'is required'],
        ['baseUrl', 'http://api.example.com', 'https://'],
        ['baseUrl', 'https://api.example.com/?key=1', 'query'],
        ['connectTimeout', '0', 'at least 1'],
        ['maxDevices', '2.5', 'whole number'],
      ] as const) {
        await page.fill(input(field), value);
        await page.locator(input(field)).blur();
        await page.locator(`${input(field)}.input-error`).waitFor({ timeout: 5_000 });
        // The reason shows while the pointer rests on the input.
        await page.mouse.move(0, 0);
        await page.locator('.red-ui-popover').waitFor({ state: 'hidden' });
        await page.locator(input(field)).hover();
        await page.locator('.red-ui-popover', { hasText: reason }).waitFor({ timeout: 5_000 });
        if (reason === 'https://') await tab.shoot('account-3-invalid');
      }
      await page.fill(input('appSecret1Expiry'), '2027-01-31');
      assert.equal(await page.getAttribute(input('appSecret1Expiry'), 'type'), 'date');
      await page.fill(input('baseUrl'), 'https://api.example.com');
      await page.locator(input('baseUrl')).blur();
      await page.waitForSelector(`${input('baseUrl')}:not(.input-error)`);
    });

    it('says where another account of the site has other settings, and what runs, before it is deployed', async () => {
      const { page } = tab;
      const hint = page.locator('#breakerflow-site-hint');
      assert.equal(await hint.isVisible(), false);
      await page.fill(input('site'), 'elm road 3');
      await page.locator(input('site')).blur();
      await hint.waitFor();
      assert.equal(
        await hint.textContent(),
        'The account Fast of this site has clock speed 60, this one has clock speed 1. Both use one simulated site; ' +
          'it runs with the settings of whichever is used first.',
      );
      await tab.shoot('account-8-other-settings');
      await openSections(page);
      await page.fill(input('speed'), '60');
      await page.locator(input('speed')).blur();
      await hint.waitFor({ state: 'hidden' });
      const lines = await testConnection(page);
      const { result, detail } = lines.find(({ check }) => check === 'site') ?? {};
      assert.deepEqual([result, detail], ['ok', 'elm road 3']);
    });

    it('refuses a site without a name, or with what cannot stand in one', async () => {
      const { page } = tab;
      for (const name of ['', '  ', 'a/b', '<b>']) {
        await page.fill(input('site'), name);
        await page.locator(input('site')).blur();
        await page.locator(`${input('site')}.input-error`).waitFor({ timeout: 5_000 });
      }
    });

    it('calls an account without a name by its site', async () => {
      await editor.finish('node-config-dialog-cancel');
      const { page } = tab;
      assert.match((await page.locator('#node-input-account').textContent()) ?? '', /Simulator: Maple Street 12/);
      await editor.openAccount();
    });

    it('tests the simulator: nothing is red', async () => {
      const lines = await testConnection(tab.page);
      await tab.shoot('account-4-test-simulator');
      const red = lines.filter(({ result }) => result !== 'ok' && result !== 'skipped');
      assert.deepEqual(red, []);
      assert.equal(lines.find(({ check }) => check === 'devices')?.detail, '14 found');
    });

    it('tests a service before it is deployed: nothing is red', async () => {
      await fillService();
      const lines = await testConnection(tab.page);
      await tab.shoot('account-5-test-service');
      assert.deepEqual(
        lines.filter(({ result }) => result !== 'ok').map(({ check, result }) => `${check} ${result}`),
        ['tls skipped'],
      );
    });

    it('has a row for each assumption, which stores what the service wants in its place', async () => {
      const { page } = tab;
      await fillService();
      await openSections(page);
      const row = (operation: string, part: string) =>
        page.locator(`.breakerflow-assumptions tr[data-operation="${operation}"][data-part="${part}"]`);
      await row('meter.latest', 'path').locator('input').fill('/v9/{deviceId}/latest');
      await row('shareDeviceCodes.create', 'token').locator('select').selectOption('APP');
      await row('dataReportRate.set', 'factors').locator('input').fill('1000');
      await row('dataReportRate.set', 'factors').locator('input').blur();
      const stored = JSON.parse(await page.inputValue(input('replaced'))) as Record<string, object>;
      assert.deepEqual(stored['meter.latest'], { path: '/v9/{deviceId}/latest' });
      assert.deepEqual(stored['dataReportRate.set'], { factors: { dataReportRate: 1000 } });
      assert.deepEqual(stored['sharedDevices.get'], { token: 'APP' });
      assert.equal(Object.keys(stored).length, 19);
      assert.deepEqual(await missingTexts(page), []);
      await page.locator('.breakerflow-assumptions').scrollIntoViewIfNeeded();
      await tab.shoot('account-9-assumptions');
      const lines = (await testConnection(page)).filter(({ check }) => check === 'replaced');
      assert.deepEqual(
        lines.map(({ result }) => result),
        ['skipped', 'failed', 'failed'],
      );
      assert.match(
        lines.find(({ result }) => result === 'failed')?.detail ?? '',
        /the latest meter telemetry: with your value it fails/,
      );
      await page.locator('.breakerflow-checklist').scrollIntoViewIfNeeded();
      await tab.shoot('account-9-test-assumptions');
      await row('meter.latest', 'path').locator('input').fill('');
      await row('meter.latest', 'path').locator('input').blur();
      assert.equal(JSON.parse(await page.inputValue(input('replaced')))['meter.latest'], undefined);
    });

    it('has the types of load of the devices to tick, and takes another one', async () => {
      const { page } = tab;
      await openSections(page);
      const row = page.locator('.breakerflow-row[data-field="protectedLoads"]');
      const box = (type: string) => row.locator(`input[type=checkbox][value="${type}"]`);
      await box('outlets').waitFor();
      await row.locator('.breakerflow-device', { hasText: 'refrigerator' }).click();
      // The keyboard alone: to tick, and to add.
      await box('outlets').focus();
      await page.keyboard.press('Space');
      await page.getByLabel('Another type of load').fill('Sauna, OUTLETS');
      await page.keyboard.press('Enter');
      assert.equal(await page.inputValue(input('protectedLoads')), 'refrigerator, outlets, Sauna');
      assert.match((await row.getByRole('status').textContent()) ?? '', /^Ticked: Sauna/);
      assert.equal(await row.getByRole('group').getAttribute('aria-label'), 'Never operate loads');
      await row.scrollIntoViewIfNeeded();
      await tab.shoot('account-9-loads');
      await box('outlets').uncheck();
      await box('Sauna').uncheck();
      assert.equal(await page.inputValue(input('protectedLoads')), 'refrigerator');
      assert.equal(await box('Sauna').count(), 1);
      assert.match((await row.locator('.breakerflow-device', { hasText: 'outlets' }).textContent()) ?? '', /1 device$/);
    });

    it('lists no types of load of another service, and keeps what is stored', async () => {
      const { page } = tab;
      await openSections(page);
      const row = page.locator('.breakerflow-row[data-field="protectedLoads"]');
      await row.locator('input[value=outlets]').check();
      await page.selectOption(input('mode'), 'service');
      await row.locator('input[value=oven]').waitFor({ state: 'detached' });
      assert.equal(await row.locator('input[value=outlets]').isChecked(), true);
      assert.equal(await page.inputValue(input('protectedLoads')), 'outlets');
      await page.selectOption(input('mode'), 'simulator');
      await row.locator('input[value=oven]').waitFor();
    });

    it('says what to do about an address where nothing answers', async () => {
      await fillService();
      await tab.page.fill(input('baseUrl'), 'http://127.0.0.1:9/api/v1');
      const lines = await testConnection(tab.page);
      await tab.shoot('account-6-test-address');
      const address = lines.find(({ check }) => check === 'address');
      assert.equal(address?.result, 'failed');
      assert.match(address?.remedy ?? '', /base URL/);
    });

    it('says what to do about a wrong API key, and about a wrong secret', async () => {
      await fillService();
      await tab.page.fill(input('apiKey'), 'not-the-key');
      const withKey = await testConnection(tab.page);
      const key = withKey.find(({ check }) => check === 'apiKey');
      assert.deepEqual(
        withKey.filter(({ result }) => result === 'failed'),
        [key],
      );
      assert.match(key?.remedy ?? '', /API key/);
      const trouble = tab.page.locator('.breakerflow-row[data-field="apiKey"] .breakerflow-trouble');
      assert.match((await trouble.textContent()) ?? '', /^API key: /);
      await tab.shoot('account-7-test-key');
      await tab.page.fill(input('apiKey'), simulator.apiKey);
      await tab.page.fill(input('orgSecret1'), 'not-the-secret');
      const withSecret = await testConnection(tab.page);
      await tab.shoot('account-7-test-secret');
      const results = new Map(withSecret.map(({ check, result }) => [check, result]));
      assert.equal(results.get('apiKey'), 'ok');
      assert.equal(results.get('tokenAPP'), 'ok');
      assert.equal(results.get('tokenORG'), 'failed');
      assert.match(withSecret.find(({ check }) => check === 'tokenORG')?.remedy ?? '', /secret/);
    });

    it('says at its field what cannot be tried, by its label and in one sentence', async () => {
      await fillService();
      await tab.page.fill(input('baseUrl'), '');
      await tab.page.fill(input('apiKey'), 'two words');
      const trouble = (field: string) =>
        tab.page.locator(`.breakerflow-row[data-field="${field}"] .breakerflow-trouble`).textContent();
      await testConnection(tab.page);
      assert.equal(await trouble('baseUrl'), 'Base URL: is required.');
      await tab.page.fill(input('baseUrl'), simulator.baseUrl);
      await testConnection(tab.page);
      assert.match((await trouble('apiKey')) ?? '', /^API key: must consist of printable characters without spaces/);
      await tab.shoot('account-8-test-setting');
    });

    it('keeps secrets out of the flow, the page and the plain files once they are deployed', async () => {
      const { page } = tab;
      await fillService();
      await editor.finish('node-config-dialog-ok');
      // Nobody has chosen these devices at the service: those of the simulator are gone, in the open dialog too.
      assert.equal(await page.locator('.breakerflow-row[data-field="devices"] .breakerflow-chip').count(), 0);
      const outlets = page.locator('.breakerflow-row[data-field="devices"] .breakerflow-device', {
        hasText: 'outlets',
      });
      await outlets.click();
      await editor.finish('node-dialog-ok');
      await editor.open(meterId);
      await outlets.click();
      await editor.finish('node-dialog-ok');
      await editor.deploy();
      const secrets = [simulator.apiKey, simulator.application.clientSecret, simulator.organization.clientSecret];
      const places = {
        flows: await (await fetch(`${red.url}flows`)).text(),
        credentials: await (await fetch(`${red.url}credentials/breaker-account/${accountId}`)).text(),
        flowFile: readFileSync(join(red.directory, 'flows.json'), 'utf8'),
        credentialFile: readFileSync(join(red.directory, 'flows_cred.json'), 'utf8'),
        page: await pageText(page),
      };
      await tab.goTo(page.url());
      await page.waitForSelector(`[id="${controlId}"]`);
      await editor.open(controlId);
      await editor.openAccount();
      const afterReload = { ...places, dialog: await pageText(page) };
      assert.match(afterReload.dialog, /__PWRD__/);
      assert.match(afterReload.flows, /"mode":"service"/);
      for (const [place, text] of Object.entries(afterReload))
        for (const secret of secrets) assert.ok(!text.includes(secret), `a secret is in the ${place}`);
    });

    it('tests the deployed secrets without showing them', async () => {
      assert.equal(await tab.page.inputValue(input('orgSecret1')), '__PWRD__');
      const lines = await testConnection(tab.page);
      assert.equal(lines.find(({ check }) => check === 'tokenORG')?.result, 'ok');
    });

    it('meets no error in the browser', () => {
      assert.deepEqual(tab.problems, []);
    });
  });
