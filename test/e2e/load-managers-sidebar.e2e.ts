import assert from 'node:assert/strict';
import { fields } from '../../nodes/load-manager/load-manager.fields';
import { missingTexts } from './dialog';
import { views } from './lanes';
import { openedEditor } from './opened-editor';
import { type Sidebar, sidebarOf } from './sidebar-page';
import { storedNode } from './stored-node';

const flow = 'c000000000000042';
const accountId = 'a000000000000042';
const managerId = 'b000000000000042';
const lowId = 'd000000000000042';
const heater = 'ce356d2f-943e-45af-911a-1ffc9eb9b411';
const fridge = '62325dfc-1fc6-4525-9519-674da6e2c4aa';
const placed = { z: flow, x: 200, topic: '' };

/** A meter that tells 68 A until a button sets it to 20 A. */
const meter = '{"total": [$exists($flowContext("amperes")) ? $flowContext("amperes") : 68]}';
const flows = [
  { id: flow, type: 'tab', label: 'Panel' },
  { id: accountId, type: 'breaker-account', name: '', mode: 'simulator', seed: 1 },
  storedNode(
    fields,
    { id: managerId, type: 'load-manager', z: flow, x: 500, y: 120 },
    {
      name: 'Garage',
      account: accountId,
      limit: '60',
      limitType: 'num',
      of: 'messages',
      phases: 'A',
      zone: 'America/New_York',
      after: 5,
      readEvery: 5,
      loads: [
        { deviceId: fridge, kind: 'breaker', leg: 'A', critical: true },
        { deviceId: heater, kind: 'breaker', leg: 'A', comesBack: 'after-ok' },
      ],
    },
  ),
  {
    ...placed,
    id: 'd000000000000041',
    type: 'inject',
    y: 120,
    repeat: '2',
    once: true,
    onceDelay: 0.5,
    props: [{ p: 'payload', v: meter, vt: 'jsonata' }],
    wires: [[managerId]],
  },
  { ...placed, id: lowId, type: 'inject', y: 200, repeat: '', once: false, props: [], wires: [['e000000000000042']] },
  {
    ...placed,
    id: 'e000000000000042',
    type: 'change',
    x: 400,
    y: 200,
    rules: [{ t: 'set', p: 'amperes', pt: 'flow', to: '20', tot: 'num' }],
    wires: [[]],
  },
];

for (const view of views)
  describe(`the load managers in the sidebar on ${view.name}`, () => {
    const { tab, editor } = openedEditor(view, { flows });
    let sidebar: Sidebar;

    before(async () => {
      sidebar = sidebarOf(tab);
      await sidebar.show();
      // The heater draws while it is on, whatever the hour is; the manager reads it at its start.
      const load = {
        control: `POST /devices/${heater}/load`,
        fields: { kind: 'server-rack', ratedA: 30 },
      };
      assert.equal(await post(`breakerflow/accounts/${accountId}/simulator`, load), 200);
      assert.equal(await post('flows', {}, { 'Node-RED-Deployment-Type': 'reload' }), 200);
    });

    const post = (url: string, body: object, headers: object = {}) =>
      tab.page.evaluate(
        ([to, data, more]) =>
          $.ajax({ url: to, method: 'POST', contentType: 'application/json', data, headers: more }).then(
            () => 200,
            (failure) => failure.status,
          ),
        [url, JSON.stringify(body), headers] as const,
      );
    const page = () => sidebar.host.locator('#breakerflow-page-automation');
    const row = (id: string) => page().locator(`.breakerflow-manager [data-device="${id}"].breakerflow-item`);
    const held = () => page().locator('.breakerflow-held .breakerflow-item');
    const button = (name: string) => page().getByRole('button', { name, exact: true });
    /** As the tree names it: by load, manufacturer and model. */
    const heaterName = 'water-heater Caldera Home WH-50';
    const focused = () => tab.page.evaluate(() => document.activeElement?.getAttribute('aria-label'));

    it('shows the limit, and the load that gave way with its reason', async () => {
      await sidebar.open('automation');
      await row(heater).getByText('held open').waitFor({ timeout: 50_000 });
      await row(heater).getByText('Why: leg A carried 68 A, limit 60 A').waitFor();
      await row(fridge).getByText('not held').waitFor();
      assert.match(
        (await page().getByRole('meter', { name: 'Leg A' }).getAttribute('aria-valuetext')) ?? '',
        /^68\/60 A/,
      );
      assert.deepEqual(await missingTexts(tab.page), []);
      await sidebar.assertFits();
      await tab.shoot('managers-shed');
    });

    it('Allow lets a load come back that waits for an OK, and closes nothing at once', async () => {
      await editor.press(lowId);
      await row(heater).getByText('Comes back only after an OK').waitFor();
      await page().getByText('20/60 A, free: 40 A').waitFor();
      await button(`Allow: ${heaterName}`).click();
      await page().getByText(`Allowed: ${heaterName} comes back when it fits.`).waitFor();
      await row(heater)
        .getByText(/^Comes back in .+ at the earliest/)
        .waitFor();
      await button(`Allow: ${heaterName}`).waitFor({ state: 'detached' });
      await row(heater).getByText('held open').waitFor();
    });

    it('Pause 1 h says until when, with the keyboard too, and Resume ends it', async () => {
      await button('Pause 1 h: Garage').focus();
      await tab.page.keyboard.press('Enter');
      await page()
        .getByText(/^Paused until \d+:\d\d/)
        .waitFor();
      await page().getByText('Paused for one hour: Garage.').waitFor();
      assert.equal(await focused(), 'Resume: Garage');
      await tab.shoot('managers-paused');
      await tab.page.keyboard.press('Enter');
      await page()
        .getByText(/^Paused until/)
        .waitFor({ state: 'detached' });
      await button('Pause 1 h: Garage').waitFor();
    });

    it('the details of a circuit name who claims it, and why', async () => {
      await sidebar.open('site');
      await sidebar.host.locator('#breakerflow-page-site input[type=search]').fill('water-heater');
      await sidebar.device('water-heater').click();
      await sidebar.host
        .locator('.breakerflow-fact-claims')
        .getByText('Garage holds it open: leg A carried 68 A, limit 60 A')
        .waitFor();
      await tab.shoot('managers-claim');
    });

    it('fits in a sidebar of 250 px', async () => {
      await sidebar.open('automation');
      await row(heater).waitFor();
      const { width } = (await sidebar.host.boundingBox()) ?? assert.fail();
      await sidebar.resize(250);
      await sidebar.assertFits();
      await tab.shoot('managers-narrow');
      await sidebar.resize(width);
    });

    it('lists what a deleted node holds, offers to close it, and Free removes it', async () => {
      await tab.page.locator(`[id="${managerId}"] .red-ui-flow-node`).first().click();
      await tab.page.keyboard.press('Delete');
      await editor.deploy();
      await held().getByText('by Garage, since').waitFor();
      assert.equal(await page().locator('.breakerflow-manager').count(), 0);
      await page().getByText('There is no load manager of this service.').waitFor();
      await held().getByText('off', { exact: true }).waitFor();
      await sidebar.assertFits();
      await button(`Close: ${heaterName}`).click();
      const question = page().getByRole('alertdialog');
      await question.getByText(`Close "${heaterName}"?`).waitFor();
      await tab.shoot('managers-held');
      // The list is asked for every two seconds: the question outlives it.
      await tab.page.waitForResponse((response) => response.url().endsWith('/managers'));
      await tab.page.waitForResponse((response) => response.url().endsWith('/managers'));
      await question.getByRole('button', { name: 'Cancel' }).click();
      await button(`Free: ${heaterName}`).click();
      await page().getByText(`Freed: ${heaterName}. Nothing was sent to it.`).waitFor();
      await held().waitFor({ state: 'detached' });
      await sidebar.open('site');
      await sidebar.device('water-heater').locator('.breakerflow-is-off').waitFor();
      await sidebar.host.locator('.breakerflow-fact-claims').waitFor({ state: 'detached' });
    });

    it('meets no error in the browser', () => {
      assert.deepEqual(tab.problems, []);
    });
  });

declare const $: {
  ajax(options: object): { then(done: () => number, failed: (failure: { status: number }) => number): Promise<number> };
};
