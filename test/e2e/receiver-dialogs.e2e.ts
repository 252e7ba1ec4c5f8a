import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { freePort } from '../support/free-port';
import { localhostCertificate } from '../support/localhost-certificate';
import { openTab, type Tab } from './browser';
import { missingTexts, openSections, shownFields } from './dialog';
import { type Editor, openEditor } from './editor';
import { accountId, flowWithAccount, outletsId } from './flow-with-account';
import { views } from './lanes';
import { temporaryDirectory } from './packed-package';
import { type RunningNodeRed, runNodeRed } from './running-node-red';

const streamId = 'd000000000000001';
const webhookId = 'd000000000000002';
const sharedStreamId = 'd000000000000003';
const endpointId = 'd000000000000004';
const sharedEndpointId = 'd000000000000005';
const tlsId = 'd000000000000006';
const panel = 'c000000000000001';

function receivers(port: number, directory: string): readonly object[] {
  const place = { z: panel, x: 500, wires: [[], [], []], account: accountId };
  return [
    ...flowWithAccount(),
    {
      id: tlsId,
      type: 'tls-config',
      name: 'localhost',
      cert: join(directory, 'certificate.pem'),
      key: join(directory, 'key.pem'),
      ca: '',
      verifyservercert: true,
    },
    { id: endpointId, type: 'breaker-endpoint', port, tls: tlsId, publicUrl: `https://localhost:${port}` },
    { id: sharedEndpointId, type: 'breaker-endpoint', mount: 'shared' },
    { ...place, id: streamId, type: 'stream-receiver', y: 120, endpoint: endpointId, devices: [outletsId] },
    { ...place, id: webhookId, type: 'webhook-in', y: 200, endpoint: endpointId },
    { ...place, id: sharedStreamId, type: 'stream-receiver', y: 280, endpoint: sharedEndpointId, devices: [outletsId] },
  ];
}

/** Somebody else calls. */
function unsignedPublish(port: number): Promise<number> {
  const options = { host: '127.0.0.1', port, path: '/breakerflow/streams/publish', method: 'POST' } as const;
  return new Promise((resolve, reject) => {
    const outgoing = request({ ...options, rejectUnauthorized: false, agent: false });
    outgoing.on('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
}

/** The steps of the test from outside, when all are there. */
async function testFromOutside(page: Page, host: string): Promise<string[]> {
  await page.locator(`${host} button`, { hasText: 'Test from outside' }).click();
  await page.locator(`${host} .breakerflow-checklist li`).first().waitFor({ timeout: 30_000 });
  return page
    .locator(`${host} .breakerflow-checklist li`)
    .evaluateAll((lines) =>
      lines.map((line) => `${line.getAttribute('data-step')} ${line.getAttribute('data-result')}`),
    );
}

for (const view of views)
  describe(`the dialogs of receivers on ${view.name}`, () => {
    let red: RunningNodeRed;
    let tab: Tab;
    let editor: Editor;
    let port: number;

    before(async () => {
      const directory = join(temporaryDirectory('tls'), view.name);
      mkdirSync(directory, { recursive: true });
      writeFileSync(join(directory, 'certificate.pem'), localhostCertificate.certificate);
      writeFileSync(join(directory, 'key.pem'), localhostCertificate.key, { mode: 0o600 });
      port = await freePort();
      // Trusted as a public authority would be.
      process.env.NODE_EXTRA_CA_CERTS = join(directory, 'certificate.pem');
      try {
        const flows = receivers(port, directory);
        red = await runNodeRed(view.lane, {
          flows,
          nodeRoot: '/flows',
          extra: `httpNodeAuth: { user: 'a', pass: 'b' },`,
        });
      } finally {
        delete process.env.NODE_EXTRA_CA_CERTS;
      }
      tab = await openTab(view);
      editor = await openEditor(tab, red.url);
    });
    after(async () => {
      await tab?.close();
      await red?.stop();
    });

    const address = (page: Page) => page.locator('#breakerflow-receiver-address .breakerflow-address');
    async function openEndpoint(page: Page): Promise<void> {
      await page.click('#node-input-btn-endpoint-edit');
      await page.waitForSelector('#node-config-dialog-ok');
      await page.waitForSelector('#breakerflow-endpoint .breakerflow-address');
    }

    it('the stream receiver: registered, its address, the health of its device', async () => {
      const { page } = tab;
      await editor
        .status(streamId)
        .getByText(/devices attached: 1|\d\d:\d\d:\d\d/)
        .waitFor();
      await editor.open(streamId);
      await openSections(page);
      assert.equal(await address(page).textContent(), `https://localhost:${port}/breakerflow/streams/publish`);
      const body = page.locator('#breakerflow-receiver');
      await body.getByText(outletsId).waitFor();
      await body.getByText('200').first().waitFor();
      assert.match((await body.textContent()) ?? '', /devices attached: 1/);
      assert.deepEqual(await missingTexts(page), []);
      await body.scrollIntoViewIfNeeded();
      await tab.shoot('receiver-1-stream');
      await page.locator('[data-field="format"]').scrollIntoViewIfNeeded();
      await tab.shoot('receiver-2-stream-top');
    });

    it('tests the way from outside, step by step up to the verdict', async () => {
      const steps = await testFromOutside(tab.page, '#breakerflow-receiver');
      assert.deepEqual(steps, [
        'local ok',
        // localhost is this machine.
        'name warning',
        ...['connection', 'certificate', 'answer', 'arrival', 'verdict'].map((step) => `${step} ok`),
      ]);
      await tab.shoot('receiver-3-outside');
    });

    it('shows what was refused, why, and how to mend it', async () => {
      const { page } = tab;
      assert.equal(await unsignedPublish(port), 401);
      await page.locator('#breakerflow-receiver button', { hasText: 'Refresh' }).click();
      const refused = page.locator('#breakerflow-receiver tr', { hasText: 'credentials: missing' });
      await refused.waitFor();
      assert.match((await refused.textContent()) ?? '', /401/);
      assert.notEqual(await refused.locator('.breakerflow-remedy').textContent(), '');
      await refused.scrollIntoViewIfNeeded();
      await tab.shoot('receiver-4-refused');
    });

    it('shows the rows of what is chosen only', async () => {
      const { page } = tab;
      await page.selectOption('#node-input-format', 'azure-iot-hub');
      const shown = await shownFields(page);
      for (const field of ['duplicates', 'connectionString']) assert(shown.includes(field), field);
      for (const field of ['endpoint', 'route', 'secretAccessKey']) assert(!shown.includes(field), field);
      await page.locator('#breakerflow-signature').waitFor({ state: 'hidden' });
      await tab.shoot('receiver-5-hub');
      await page.selectOption('#node-input-format', 'webhook');
      await page.uncheck('#node-input-register');
      assert(!(await shownFields(page)).includes('devices'));
      await page.check('#node-input-register');
      await editor.finish('node-dialog-cancel');
    });

    it('the endpoint: its address, and warnings as it is typed', async () => {
      const { page } = tab;
      await editor.open(streamId);
      await openEndpoint(page);
      await openSections(page);
      const host = page.locator('#breakerflow-endpoint');
      const warnings = host.locator('.breakerflow-warning');
      assert.match((await host.textContent()) ?? '', new RegExp(`https://localhost:${port}/breakerflow/`));
      assert.equal(await warnings.count(), 0);
      assert.deepEqual(await missingTexts(page), []);
      await tab.shoot('endpoint-1');
      for (const [url, said] of [
        ['http://flows.local', /https/],
        ['https://node-red.example', /placeholder/],
        [`https://${'long-name.'.repeat(20)}local`, /256/],
      ] as const) {
        await page.fill('#node-config-input-publicUrl', url);
        await page.locator('#node-config-input-publicUrl').press('End');
        await warnings.filter({ hasText: said }).waitFor();
      }
      await tab.shoot('endpoint-2-too-long');
      await page.selectOption('#node-config-input-mount', 'none');
      const shown = await shownFields(page);
      assert(!['port', 'host', 'tls', 'publicUrl', 'basePath'].some((field) => shown.includes(field)));
      await host.waitFor({ state: 'hidden' });
      await tab.shoot('endpoint-3-remembers');
      await editor.finish('node-config-dialog-cancel');
      await editor.finish('node-dialog-cancel');
    });

    it("on Node-RED's own server: its root in the address, httpNodeAuth as a warning and in the test", async () => {
      const { page } = tab;
      await editor.open(sharedStreamId);
      await page.waitForFunction(() =>
        document.querySelector('#breakerflow-receiver-address code')?.textContent?.includes('/flows/'),
      );
      assert.equal(await address(page).textContent(), 'https://node-red.example/flows/breakerflow/streams/publish');
      await openEndpoint(page);
      const host = page.locator('#breakerflow-endpoint');
      await host.locator('.breakerflow-warning', { hasText: 'httpNodeAuth' }).waitFor();
      const steps = await testFromOutside(page, '#breakerflow-endpoint');
      assert.deepEqual(steps, ['local failed']);
      assert.match((await host.locator('[data-finding=wantsUser]').textContent()) ?? '', /httpNodeAuth/);
      await host.scrollIntoViewIfNeeded();
      await tab.shoot('endpoint-4-node-auth');
      await editor.finish('node-config-dialog-cancel');
      await editor.finish('node-dialog-cancel');
    });

    it('the webhook: registered as wanted, its kinds and the secret', async () => {
      const { page } = tab;
      await editor.status(webhookId).getByText('webhooks registered: 1').waitFor();
      await editor.open(webhookId);
      await openSections(page);
      assert.equal(
        await address(page).textContent(),
        `https://localhost:${port}/breakerflow/webhooks/deviceOnboarding`,
      );
      const body = page.locator('#breakerflow-receiver');
      await body.locator('tr', { hasText: 'Device onboarding' }).getByText('registered', { exact: true }).waitFor();
      const steps = await testFromOutside(page, '#breakerflow-receiver');
      assert.equal(steps.at(-1), 'verdict ok');
      assert.deepEqual(await missingTexts(page), []);
      await body.scrollIntoViewIfNeeded();
      await tab.shoot('webhook-1');
      await page.check('#node-input-open');
      const shown = await shownFields(page);
      assert(!shown.includes('secret') && !shown.includes('header'));
      await page.uncheck('#node-input-open');
      await page.locator('[data-field="endpoint"]').scrollIntoViewIfNeeded();
      await tab.shoot('webhook-2-top');
      await editor.finish('node-dialog-cancel');
    });

    it('the dialog is whole in a narrow window', async () => {
      const { page } = tab;
      const size = page.viewportSize() ?? { width: 1400, height: 1000 };
      await page.setViewportSize({ width: 720, height: 900 });
      await editor.open(streamId);
      await page.locator('#breakerflow-receiver').getByText(outletsId).waitFor();
      await page.locator('#breakerflow-receiver').scrollIntoViewIfNeeded();
      await tab.shoot('receiver-6-narrow');
      const overflow = await page
        .locator('#breakerflow-receiver')
        .evaluate((host) => host.scrollWidth - host.clientWidth);
      assert(overflow <= 1, `${overflow} px stick out`);
      await editor.finish('node-dialog-cancel');
      await page.setViewportSize(size);
    });

    it('meets no error in the browser', () => {
      assert.deepEqual(tab.problems, []);
    });
  });
