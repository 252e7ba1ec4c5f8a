import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { missingTexts, testConnection } from './dialog';
import { accountId, controlId, flowWithAccount, meterId } from './flow-with-account';
import { views } from './lanes';
import { openedEditor } from './opened-editor';
import { pageText } from './page-text';
import { type StandAloneSimulator, startSimulator } from './stand-alone-simulator';

const input = (field: string) => `#node-config-input-${field}`;
const nameOf = (slot: number) => `.breakerflow-organization input[data-slot="${slot}"]`;

for (const view of views)
  describe(`an account with several organizations on ${view.name}`, () => {
    const { red, tab, editor } = openedEditor(view, { flows: flowWithAccount() });
    let simulator: StandAloneSimulator;
    before(async () => {
      simulator = await startSimulator(view.lane, ['--second-house']);
    });
    after(() => simulator?.stop());

    const organizationLines = async () => (await testConnection(tab.page)).filter(({ check }) => check === 'tokenORG');

    it('adds one by a button, and tells of each what it can do', async () => {
      const { page } = tab;
      const { baseUrl, apiKey, application, organization, secondHouse } = simulator;
      await editor.open(controlId);
      await editor.openAccount();
      await page.selectOption(input('mode'), 'service');
      await page.fill(input('baseUrl'), baseUrl);
      await page.fill(input('apiKey'), apiKey);
      await page.fill(input('appClientId'), application.clientId);
      await page.fill(input('appSecret1'), application.clientSecret);
      await page.fill(input('orgClientId'), organization.clientId);
      await page.fill(input('orgSecret1'), organization.clientSecret);
      assert.equal(await page.isVisible(input('org2ClientId')), false);
      await page.click('.breakerflow-rows > button');
      await page.fill(nameOf(2), 'Oak Avenue');
      await page.fill(input('org2ClientId'), secondHouse?.clientId ?? '');
      await page.fill(input('org2Secret1'), 'not-the-secret');
      const refused = await organizationLines();
      await tab.shoot('organizations-1-refused');
      assert.deepEqual(
        refused.map(({ result }) => result),
        ['ok', 'failed'],
      );
      assert.match(refused[1]?.detail ?? '', /^Oak Avenue: .*do not work.*breaker-control/);
      await page.fill(input('org2Secret1'), secondHouse?.clientSecret ?? '');
      const accepted = await organizationLines();
      assert.deepEqual(
        accepted.map(({ detail }) => detail),
        ['the first organization: accepted; 14 devices, 4 locations', 'Oak Avenue: accepted; 3 devices, 2 locations'],
      );
      assert.deepEqual(await missingTexts(page), []);
      await page.locator(nameOf(2)).scrollIntoViewIfNeeded();
      await tab.shoot('organizations-2-accepted');
    });

    it('needs a name for each', async () => {
      const { page } = tab;
      await page.click('.breakerflow-rows > button');
      await page.fill(nameOf(3), 'oak avenue');
      await page.locator(nameOf(3)).blur();
      const [line, ...others] = (await testConnection(page)).filter(({ check }) => check === 'settings');
      assert.deepEqual([line?.detail, others.length], ['is the name of another organization', 0]);
      await page.locator('.breakerflow-organization:has(input[data-slot="3"]) button').click();
      assert.equal(await page.isVisible(nameOf(3)), false);
    });

    it('keeps the secrets out of the flow, the page and the plain files, and uses them once they are deployed', async () => {
      const { page } = tab;
      await editor.finish('node-config-dialog-ok');
      // The devices of the simulator are gone: those of the service are chosen anew.
      const device = (name: string) =>
        page.locator('.breakerflow-row[data-field="devices"] .breakerflow-device', { hasText: name });
      await device('outlets').first().click();
      await editor.finish('node-dialog-ok');
      await editor.open(meterId);
      await device('outlets').first().click();
      await editor.finish('node-dialog-ok');
      await editor.deploy();
      const flows = await (await fetch(`${red.url}flows`)).text();
      await tab.goTo(page.url());
      await page.waitForSelector(`[id="${controlId}"]`);
      await editor.open(controlId);
      await editor.openAccount();
      assert.equal(await page.inputValue(nameOf(2)), 'Oak Avenue');
      assert.equal(await page.inputValue(input('org2Secret1')), '__PWRD__');
      assert.deepEqual(
        (await organizationLines()).map(({ result }) => result),
        ['ok', 'ok'],
      );
      assert.match(flows, /"organizations":\[\{"slot":2,"name":"Oak Avenue"\}\]/);
      const places = {
        flows,
        credentials: await (await fetch(`${red.url}credentials/breaker-account/${accountId}`)).text(),
        flowFile: readFileSync(join(red.directory, 'flows.json'), 'utf8'),
        credentialFile: readFileSync(join(red.directory, 'flows_cred.json'), 'utf8'),
        page: await pageText(page),
      };
      const secret = simulator.secondHouse?.clientSecret ?? assert.fail('no second house');
      for (const [place, text] of Object.entries(places))
        assert.ok(!text.includes(secret), `a secret is in the ${place}`);
    });

    it('removes one with its secrets', async () => {
      const { page } = tab;
      await page.locator('.breakerflow-organization:has(input[data-slot="2"]) button').click();
      await editor.finish('node-config-dialog-ok');
      await editor.finish('node-dialog-ok');
      await editor.deploy();
      const credentials = await (await fetch(`${red.url}credentials/breaker-account/${accountId}`)).text();
      assert.doesNotMatch(credentials, /"org2ClientId":"[^"]|"has_org2Secret1":true/);
      assert.match(await (await fetch(`${red.url}flows`)).text(), /"organizations":\[\]/);
    });

    it('meets no error in the browser', () => {
      assert.deepEqual(tab.problems, []);
    });
  });
