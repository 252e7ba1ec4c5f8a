import assert from 'node:assert/strict';
import { fields } from '../../nodes/cloud-call/cloud-call.fields';
import { openTab, type Tab } from './browser';
import { missingTexts, openSections, shownFields } from './dialog';
import { openEditor } from './editor';
import { lanes, views } from './lanes';
import { openedEditor } from './opened-editor';
import { type RunningNodeRed, runNodeRed } from './running-node-red';
import { storedNode } from './stored-node';
import { logIn, logins } from './users';

const left = 'd9301910-b58f-4501-9c2e-d9007c9efe28';
const accountId = 'a000000000000031';
const freshId = 'b000000000000031';
const sessionsId = 'b000000000000032';
const chargerId = 'b000000000000033';
const markupId = 'b000000000000034';

type Typed = Readonly<Record<string, { readonly type: string; readonly value: string }>>;

const node = (id: string, y: number, settings: Readonly<Record<string, unknown>>) =>
  storedNode(fields, { id, type: 'cloud-call', z: 'c000000000000031', x: 260, y }, { account: accountId, ...settings });

const markup = '<img src=x onerror=alert(1)>';
const flows = [
  { id: 'c000000000000031', type: 'tab', label: 'Calls' },
  { id: accountId, type: 'breaker-account', name: '', mode: 'simulator', seed: 1 },
  node(freshId, 80, {}),
  node(sessionsId, 160, {
    operation: 'plugSessions.list',
    values: JSON.stringify({ 'filter/deviceId': { type: 'msg', value: 'deviceId' } }),
  }),
  node(chargerId, 240, { operation: 'evse.updateConfiguration' }),
  node(markupId, 320, {
    operation: 'shareDeviceCodes.create',
    values: JSON.stringify({ [`body/${markup.replace('/', '~1')}`]: { type: 'str', value: markup } }),
  }),
];

const place = (tab: Tab, pointer: string) => tab.page.locator(`.breakerflow-call [data-pointer="${pointer}"]`);
const problem = (tab: Tab, pointer: string) => place(tab, pointer).locator('.breakerflow-error').first();
const request = (tab: Tab) => tab.page.locator('.breakerflow-request');

/** Types into a typed input, whatever its source. */
async function type(tab: Tab, pointer: string, text: string): Promise<void> {
  const input = place(tab, pointer).locator('.red-ui-typedInput-input');
  await input.fill(text);
  await input.blur();
}

/** Opens the group of a pointer, and those around it. */
async function openGroups(tab: Tab, pointer: string): Promise<void> {
  for (let at = 'body'; at !== pointer; ) {
    at = pointer.slice(0, pointer.indexOf('/', at.length + 1) < 0 ? undefined : pointer.indexOf('/', at.length + 1));
    const group = place(tab, at);
    await group.waitFor();
    if ((await group.getAttribute('open')) === null) await group.locator('summary').first().click();
  }
}

/** Chooses one of the options of a typed input. */
async function choose(tab: Tab, pointer: string, option: string): Promise<void> {
  await place(tab, pointer).locator('.red-ui-typedInput-option-trigger').first().click();
  await tab.page.locator('.red-ui-typedInput-options:visible a', { hasText: option }).first().click();
}

/** Chooses where a value comes from. */
async function takeFrom(tab: Tab, pointer: string, source: string): Promise<void> {
  await place(tab, pointer).locator('.red-ui-typedInput-type-select').first().click();
  await tab.page.locator('.red-ui-typedInput-options:visible a', { hasText: source }).first().click();
}

const shows = (tab: Tab, text: RegExp) =>
  tab.page.waitForFunction(
    (source) => new RegExp(source, 's').test(document.querySelector('.breakerflow-request')?.textContent ?? ''),
    text.source,
  );

for (const view of views)
  describe(`the cloud-call dialog on ${view.name}`, () => {
    const { red, tab, editor } = openedEditor(view, { flows, adminRoot: '/red' });
    const values = async () => JSON.parse(await tab.page.inputValue('#node-input-values')) as Typed;

    it('lists all operations, by chapter and by typing, and chooses with the keyboard', async () => {
      const { page } = tab;
      await editor.open(freshId);
      const options = page.locator('.breakerflow-operations [role=option]');
      await options.first().waitFor();
      assert.equal(await options.count(), 120);
      await page.selectOption('.breakerflow-searchbar select', '4.4');
      assert.equal(await options.count(), 6);
      await page.selectOption('.breakerflow-searchbar select', '');
      const search = page.locator('.breakerflow-call input[type=search]');
      await search.fill('post location');
      await tab.shoot('cloud-call-1-picker');
      assert.match(
        String(await options.first().textContent()),
        /POST.*locations\.create · \/locations.*organization's credential/,
      );
      await search.press('ArrowDown');
      await search.press('ArrowUp');
      await search.press('Enter');
      await place(tab, 'body/name').waitFor();
      assert.equal(await page.inputValue('#node-input-operation'), 'locations.create');
    });

    it('shows the clause, the token, and every problem at its field, all at once', async () => {
      const { page } = tab;
      assert.match(
        String(await page.locator('.breakerflow-card').textContent()),
        /Specification 4\.8 · needs the organization's credential/,
      );
      await page.locator('.breakerflow-problems .breakerflow-error').first().waitFor();
      for (const pointer of ['body/name', 'body/organizationId', 'body/locationType'])
        assert.match(String(await problem(tab, pointer).textContent()), /required/);
      await type(tab, 'body/organizationId', '../x');
      await page.waitForFunction(() =>
        /form/.test(
          document.querySelector('[data-pointer="body/organizationId"] .breakerflow-error')?.textContent ?? '',
        ),
      );
    });

    it('the request follows the fields, values of a message in their place', async () => {
      await type(tab, 'body/name', 'Barn');
      await choose(tab, 'body/locationType', 'custom');
      await takeFrom(tab, 'body/organizationId', 'msg.');
      await type(tab, 'body/organizationId', 'organizationId');
      await shows(tab, /^POST \/locations.*"organizationId": \{msg\.organizationId\}.*"name": "Barn"/);
      // An address, or what kind of place it is: which one is needed follows from the type.
      assert.match(String(await problem(tab, 'body/customTypeInfo').textContent()), /required/);
      await place(tab, 'body/customTypeInfo').locator('summary').first().click();
      await type(tab, 'body/customTypeInfo/customLocationName', 'Farm');
      await tab.page.locator('.breakerflow-problems .breakerflow-note').waitFor();
      assert.deepEqual(await missingTexts(tab.page), []);
      await tab.shoot('cloud-call-2-form');
    });

    it('stores the values by pointer', async () => {
      const drawn = await values();
      assert.deepEqual(drawn['body/organizationId'], { type: 'msg', value: 'organizationId' });
      await editor.finish('node-dialog-ok');
      await editor.deploy();
      const stored = (await (await fetch(`${red.url}flows`)).json()) as readonly { id: string; values?: string }[];
      assert.deepEqual(JSON.parse(stored.find(({ id }) => id === freshId)?.values ?? ''), drawn);
    });

    it('a filter is built of what the catalog allows', async () => {
      const { page } = tab;
      await editor.open(sessionsId);
      await place(tab, 'filter/deviceId').waitFor();
      await page.locator('.breakerflow-filter > button').click();
      const row = page.locator('.breakerflow-criterion').nth(1);
      await row.locator('select').first().selectOption('startedAt');
      const operators = page.locator('.breakerflow-criterion').nth(1).locator('select').nth(1);
      assert.deepEqual(await operators.locator('option').allTextContents(), ['gt', 'ge', 'lt', 'le']);
      await operators.selectOption('ge');
      const since = place(tab, 'filter/startedAt/ge').locator('.breakerflow-date-text');
      await since.fill('yesterday');
      await page.locator('.breakerflow-filter').getByText('must be a date and a time').waitFor();
      await since.fill('2026-01-01');
      await shows(tab, /filter=deviceId%20eq%20'\{msg\.deviceId\}'%20and%20startedAt%20ge%202026-01-01$/m);
      await place(tab, 'filter/startedAt/ge').locator('select.breakerflow-zone').selectOption('America/Chicago');
      await since.fill('2026-01-01 10 pm');
      await shows(tab, /startedAt%20ge%202026-01-01T22(:|%3A)00(:|%3A)00-06(:|%3A)00/);
      await since.fill('2026-01-01');
      assert((await shownFields(page)).includes('pages'));
      await page.selectOption('#node-input-pages', 'all');
      assert((await shownFields(page)).includes('maxItems'));
      await tab.shoot('cloud-call-3-filter');
      await editor.finish('node-dialog-cancel');
    });

    it('a device is chosen by its name, which stands below its id', async () => {
      const { page } = tab;
      await editor.open(chargerId);
      const device = place(tab, 'path/deviceId');
      const input = device.locator('.red-ui-typedInput-input');
      await input.waitFor();
      await input.pressSequentially('gara');
      const offered = page.locator('.red-ui-autoComplete-container li, .red-ui-autoComplete-container a').first();
      await offered.filter({ hasText: /^\d{11} Garage$/ }).click();
      await page.waitForFunction(
        (pointer) => /^\d{11} · Garage$/.test(document.querySelector(pointer)?.textContent ?? ''),
        '[data-pointer="path/deviceId"] .breakerflow-valuehint[role=status]',
      );
      const chosen = (await values())['path/deviceId'];
      assert.equal(chosen?.type, 'str');
      assert.match(chosen.value, /^[0-9a-f-]{36}$/);
      await tab.shoot('cloud-call-6-device');
      await type(tab, 'path/deviceId', 'nobody');
      await page.waitForFunction(
        (pointer) => document.querySelector(pointer)?.textContent === '',
        '[data-pointer="path/deviceId"] .breakerflow-valuehint[role=status]',
      );
      await editor.finish('node-dialog-cancel');
    });

    it('what differs from what is only assumed is a warning, and keeps nothing from being deployed', async () => {
      const { page } = tab;
      await editor.open(chargerId);
      await place(tab, 'path/deviceId').waitFor();
      await type(tab, 'path/deviceId', left);
      for (const pointer of ['apiConfiguration', 'apiConfiguration/restrictions'].map(
        (end) => `body/configuration/${end}`,
      ))
        await openGroups(tab, pointer);
      await type(tab, 'body/configuration/apiConfiguration/restrictions/maxCurrent', '48');
      const maxCurrent = place(tab, 'body/configuration/apiConfiguration/restrictions/maxCurrent');
      await maxCurrent.locator('.breakerflow-warning').waitFor();
      assert.match(String(await maxCurrent.textContent()), /More than 32, the most that is assumed/);
      const problems = page.locator('.breakerflow-problems');
      await problems.locator('.breakerflow-note').waitFor();
      assert.match(String(await problems.textContent()), /Nothing is missing\..*sent all the same: 1/);
      await maxCurrent.scrollIntoViewIfNeeded();
      await tab.shoot('cloud-call-7-warning');
      await type(tab, 'body/configuration/apiConfiguration/restrictions/maxCurrent', '5');
      await page.locator('.breakerflow-problems .breakerflow-error').first().waitFor();
      await editor.finish('node-dialog-cancel');
    });

    it('a call that is sent as it is written has no more problems, and takes a body where none is known', async () => {
      const { page } = tab;
      await editor.open(freshId);
      await place(tab, 'body/name').waitFor();
      await type(tab, 'body/name', '');
      await page.locator('.breakerflow-problems .breakerflow-error').first().waitFor();
      await page.check('#node-input-asWritten');
      await page.locator('.breakerflow-problems .breakerflow-note').waitFor();
      assert.deepEqual(await missingTexts(page), []);
      await page.locator('#node-input-asWritten').scrollIntoViewIfNeeded();
      await tab.shoot('cloud-call-8-as-written');
      await editor.finish('node-dialog-cancel');
    });

    it('lists in objects: adds and removes items, also as one value', async () => {
      const { page } = tab;
      await editor.open(chargerId);
      await place(tab, 'path/deviceId').waitFor();
      await type(tab, 'path/deviceId', left);
      const windows = 'body/configuration/windowConfiguration/windows';
      for (const pointer of ['body/configuration', 'body/configuration/windowConfiguration'])
        await place(tab, pointer).locator('summary').first().click();
      const add = place(tab, windows).locator('.breakerflow-groupcontent > button').last();
      await add.click();
      await add.click();
      await choose(tab, `${windows}/1/start/day`, 'tuesday');
      await place(tab, windows).locator('.breakerflow-item > button').first().click();
      await page.waitForFunction(
        (pointer) => JSON.parse((document.querySelector('#node-input-values') as HTMLInputElement).value)[pointer],
        `${windows}/0/start/day`,
      );
      assert.deepEqual((await values())[`${windows}/0/start/day`], { type: 'str', value: 'tuesday' });
      assert.equal((await values())[`${windows}/1/start/day`], undefined);
      await shows(tab, /"windows": \[.*"day": "tuesday"/);
      assert.match(String(await page.locator('.breakerflow-card').textContent()), /safety rules.*assumed: \d/s);
      await openSections(page);
      await tab.shoot('cloud-call-4-nested');
      await place(tab, windows).locator('> button').click();
      await takeFrom(tab, `${windows}"] [data-pointer="${windows}`, 'msg.');
      await type(tab, `${windows}"] [data-pointer="${windows}`, 'windows');
      await shows(tab, /"windows": \{msg\.windows\}/);
      await page.selectOption('#node-input-bodyFrom', 'value');
      await shows(tab, /\{msg\.payload\}/);
      await editor.finish('node-dialog-cancel');
    });

    it('names with markup stay text', async () => {
      const { page } = tab;
      await editor.open(markupId);
      await request(tab).waitFor();
      await shows(tab, /onerror/);
      assert.equal(await page.locator('.red-ui-editor img[src="x"]').count(), 0);
      assert(String(await page.locator('#breakerflow-call-body').textContent()).includes(markup));
      await editor.finish('node-dialog-cancel');
    });

    it('fits a narrow tray', async () => {
      const { page } = tab;
      await page.setViewportSize({ width: 700, height: 900 });
      await editor.open(sessionsId);
      await place(tab, 'filter/deviceId').waitFor();
      await request(tab).scrollIntoViewIfNeeded();
      const wide = await page.evaluate(() =>
        [...document.querySelectorAll('.breakerflow-call')]
          .filter((part) => part.scrollWidth > part.clientWidth + 1)
          .map(({ id }) => id),
      );
      assert.deepEqual(wide, []);
      await tab.shoot('cloud-call-5-narrow');
      await editor.finish('node-dialog-cancel');
      await page.setViewportSize({ width: 1400, height: 1000 });
    });

    it('meets no error in the browser', () => {
      assert.deepEqual(tab.problems, []);
    });
  });

for (const lane of lanes)
  describe(`the cloud-call dialog of a user who may only read, on Node-RED ${lane.name}`, () => {
    let red: RunningNodeRed;
    let tab: Tab;
    before(async () => {
      red = await runNodeRed(lane, { flows, extra: logins });
      const view = views.find((candidate) => candidate.lane === lane) ?? assert.fail();
      tab = await openTab(view);
    });
    after(async () => {
      await tab?.close();
      await red?.stop();
    });

    it('shows the form, its request and its problems', async () => {
      const editor = await openEditor(tab, red.url, 'reader');
      // The editor finds out by itself that it has to log in.
      const before = tab.problems.length;
      await editor.open(sessionsId);
      await place(tab, 'filter/deviceId').waitFor();
      await shows(tab, /GET \/plugSessions/);
      assert.deepEqual(tab.problems.slice(before), []);
    });

    it('may ask for the catalog and a preview, and change nothing; nobody without a login may ask', async () => {
      const login = await logIn(red.url, 'reader');
      const ask = (path: string, body: object) =>
        fetch(`${red.url}${path}`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', ...login },
          body: JSON.stringify(body),
        });
      const asked = await ask('breakerflow/call-preview', { call: { operation: 'devices.list' } });
      assert.deepEqual(((await asked.json()) as { request: object }).request, { method: 'GET', target: '/devices' });
      assert((await ask('flows', [])).status >= 401);
      for (const path of ['breakerflow/operations', 'breakerflow/operations/devices.list'])
        assert.equal((await fetch(`${red.url}${path}`)).status, 401);
      const preview = await fetch(`${red.url}breakerflow/call-preview`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: '{}',
      });
      assert.equal(preview.status, 401);
    });
  });
