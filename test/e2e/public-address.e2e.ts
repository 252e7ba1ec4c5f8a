import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { freePort } from '../support/free-port';
import { localhostCertificate } from '../support/localhost-certificate';
import { openTab, type Tab } from './browser';
import { missingTexts, openSections } from './dialog';
import { type Editor, openEditor } from './editor';
import { accountId, flowWithAccount, outletsId } from './flow-with-account';
import { views } from './lanes';
import { temporaryDirectory } from './packed-package';
import { type RunningNodeRed, runNodeRed } from './running-node-red';

const streamId = 'd000000000000001';
const endpointId = 'd000000000000004';
const tlsId = 'd000000000000006';

function flows(port: number, directory: string): readonly object[] {
  const file = (name: string) => join(directory, name);
  const tls = { cert: file('certificate.pem'), key: file('key.pem'), ca: '', verifyservercert: true };
  return [
    ...flowWithAccount(),
    { id: tlsId, type: 'tls-config', name: 'localhost', ...tls },
    { id: endpointId, type: 'breaker-endpoint', port, tls: tlsId, publicUrl: `https://localhost:${port}` },
    {
      id: streamId,
      type: 'stream-receiver',
      z: 'c000000000000001',
      x: 500,
      y: 120,
      wires: [[], [], []],
      account: accountId,
      endpoint: endpointId,
      devices: [outletsId],
    },
  ];
}

const host = '#breakerflow-endpoint';

/** Asks the typed public URL, and waits for the lines: `step result finding`. */
async function check(page: Page, publicUrl: string): Promise<string[]> {
  await page.fill('#node-config-input-publicUrl', publicUrl);
  await page.locator(`${host} > button`).click();
  await page.locator(`${host} .breakerflow-address`, { hasText: `${publicUrl}/breakerflow/test-` }).waitFor();
  return page.locator(`${host} .breakerflow-checklist li`).evaluateAll((lines) =>
    lines.map((line) =>
      ['data-step', 'data-result', 'data-finding']
        .map((name) => line.getAttribute(name))
        .join(' ')
        .trim(),
    ),
  );
}

for (const view of views)
  describe(`a public address, step by step, on ${view.name}`, () => {
    let red: RunningNodeRed;
    let tab: Tab;
    let editor: Editor;
    let port: number;
    let other: Server;
    let otherUrl: string;
    const asked: string[] = [];

    before(async () => {
      const directory = join(temporaryDirectory('public-address'), view.name);
      mkdirSync(directory, { recursive: true });
      writeFileSync(join(directory, 'certificate.pem'), localhostCertificate.certificate);
      writeFileSync(join(directory, 'key.pem'), localhostCertificate.key, { mode: 0o600 });
      port = await freePort();
      const { certificate: cert, key } = localhostCertificate;
      // A proxy that does not reach Node-RED.
      other = createServer({ cert, key }, (request, response) => {
        asked.push(request.url ?? '');
        response.writeHead(502, { server: 'proxy' }).end('Bad Gateway');
      });
      await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
      otherUrl = `https://localhost:${(other.address() as AddressInfo).port}`;
      // Trusted as a public authority would be.
      process.env.NODE_EXTRA_CA_CERTS = join(directory, 'certificate.pem');
      try {
        red = await runNodeRed(view.lane, { flows: flows(port, directory) });
      } finally {
        delete process.env.NODE_EXTRA_CA_CERTS;
      }
      tab = await openTab(view);
      editor = await openEditor(tab, red.url);
      await editor
        .status(streamId)
        .getByText(/devices attached: 1|\d\d:\d\d:\d\d/)
        .waitFor();
      await editor.open(streamId);
      await tab.page.click('#node-input-btn-endpoint-edit');
      await tab.page.waitForSelector(`${host} .breakerflow-address`);
    });
    after(async () => {
      await tab?.close();
      await red?.stop();
      other?.close();
    });

    it('shows the steps of the chosen way with the port and the path of the dialog, to be copied', async () => {
      const { page } = tab;
      await openSections(page);
      const codes = page.locator('#breakerflow-public-address pre');
      await codes.filter({ hasText: 'cloudflared tunnel create' }).waitFor();
      for (const [way, shown] of [
        ['cloudflare', `service: https://127.0.0.1:${port}`],
        ['tailscale', `--set-path=/breakerflow https+insecure://127.0.0.1:${port}/breakerflow`],
        ['caddy', 'handle /breakerflow/* {'],
        ['nginx', `proxy_pass https://127.0.0.1:${port};`],
        ['router', `443/tcp -> ${port}/tcp`],
        ['nodeRed', 'https: {'],
      ] as const) {
        await page.selectOption('#breakerflow-way', way);
        await codes.filter({ hasText: shown }).waitFor();
        assert((await page.locator('#breakerflow-public-address li').count()) >= 3, way);
      }
      await page.selectOption('#breakerflow-way', 'nginx');
      await page.fill('#node-config-input-port', '4711');
      await page.locator('#node-config-input-port').press('End');
      await codes.filter({ hasText: 'proxy_pass https://127.0.0.1:4711;' }).waitFor();
      await tab.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.locator('#breakerflow-public-address li', { hasText: 'proxy_pass' }).getByRole('button').click();
      await page.waitForFunction(async () => (await navigator.clipboard.readText()).includes('127.0.0.1:4711;'));
      await page.fill('#node-config-input-port', String(port));
      await page.locator('#node-config-input-port').press('End');
      assert.deepEqual(await missingTexts(page), []);
      await page.locator('#breakerflow-public-address').scrollIntoViewIfNeeded();
      await tab.shoot('public-address-1-steps');
    });

    it('the check: green lines, and that the simulator is no proof of the public address', async () => {
      const { page } = tab;
      const lines = await check(page, `https://localhost:${port}`);
      assert.deepEqual(lines, [
        'local ok',
        'name warning thisMachineAddress',
        ...['connection', 'certificate', 'answer', 'arrival', 'verdict', 'push'].map((step) => `${step} ok`),
      ]);
      await page.locator(`${host} [data-proof]`, { hasText: 'built-in simulator' }).waitFor();
      assert.deepEqual(await missingTexts(page), []);
      await page.locator(`${host} [data-proof]`).scrollIntoViewIfNeeded();
      await tab.shoot('public-address-2-reached');
    });

    it('the check asks the address that is typed: a proxy that reaches nobody, and a closed port, with what to do', async () => {
      const { page } = tab;
      const lines = await check(page, otherUrl);
      assert.equal(lines.at(-1), 'arrival failed gateway');
      assert.equal(asked.length, 1);
      const failed = page.locator(`${host} [data-finding=gateway]`);
      assert.match((await failed.textContent()) ?? '', /does not reach Node-RED \(502\).*Check the address and port/);
      await failed.scrollIntoViewIfNeeded();
      await tab.shoot('public-address-3-gateway');
      const closed = await check(page, `https://localhost:${await freePort()}`);
      assert.equal(closed.at(-1), 'connection failed refused');
      await tab.shoot('public-address-4-refused');
    });

    it('calls nothing but https, and says which field is wrong', async () => {
      const { page } = tab;
      await page.fill('#node-config-input-publicUrl', 'http://localhost');
      // The warning is there before the field is left, so that the click does not miss the button.
      await page.locator(`${host} .breakerflow-warning`, { hasText: 'https:// addresses only' }).waitFor();
      await page.locator(`${host} > button`).click();
      await page.locator(`${host} .breakerflow-error`, { hasText: 'Public URL: must begin with https://' }).waitFor();
      assert.equal(asked.length, 1);
    });

    it('meets no error in the browser', () => {
      assert.deepEqual(tab.problems, []);
    });
  });
