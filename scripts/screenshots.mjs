import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { chromium } from 'playwright-core';
import { installMissing, root } from './install.mjs';

/** The pictures of docs/images: what is opened, in which theme, and what is waited for. */
const pictures = [
  { file: 'editor', theme: 'light', flow: 'Demo site', status: '12/12', width: 1680 },
  { file: 'editor-dark', theme: 'dark', flow: 'Demo site', status: '12/12', width: 1680 },
  { file: 'breaker-control', theme: 'light', flow: 'Switch a breaker', node: 'outlets', shows: '.breakerflow-device' },
  {
    file: 'charge-windows',
    theme: 'light',
    flow: 'Charge at night only',
    node: 'nights only',
    shows: '.breakerflow-week',
    scroll: true,
  },
  {
    file: 'batch-schedule',
    theme: 'dark',
    flow: 'Light from sunset to 23:00',
    node: 'on before sunset',
    shows: '.breakerflow-schedule',
    scroll: true,
    height: 900,
  },
  {
    file: 'waveform-capture',
    theme: 'light',
    flow: 'Waveform on overcurrent',
    node: 'latest overcurrent',
    section: '#breakerflow-waveform',
    shows: '.breakerflow-waveframe svg',
    scroll: true,
    height: 900,
  },
  {
    file: 'sidebar',
    theme: 'dark',
    flow: 'Demo site',
    action: 'breakerflow:show-site',
    shows: '.breakerflow-row-device',
  },
  { file: 'stream-receiver', theme: 'dark', flow: 'Live panel', node: 'panel', shows: '.breakerflow-chip' },
  { file: 'first-data', theme: 'light', walk: true },
  { file: 'dashboard', theme: 'light', dashboard: true, height: 600 },
  { file: 'dashboard-dark', theme: 'dark', dashboard: true, height: 600 },
];
const examples = [
  'dashboard/01-demo-site',
  '01-first-steps/01-switch-a-breaker',
  '02-metering/03-waveform-on-overcurrent',
  '04-charging/02-night-tariff',
  '05-schedules/01-light-from-sunset',
  '06-streams-and-webhooks/01-live-panel',
];

const executablePath = spawnSync('which', ['chromium'], { encoding: 'utf8' }).stdout.trim();
if (executablePath === '') {
  console.error('The pictures are taken with the browser Chromium: apt-get install chromium');
  process.exit(1);
}
installMissing();
const { build } = await import('./build.mjs');
const { prepareLanes } = await import('./lanes.mjs');
const { freePort, makeUserDirectory, quietSettings, startNodeRed } = await import('./red.mjs');
await build();
const require = createRequire(import.meta.url);
const { openEditor } = require('../dist/test/e2e/editor.js');
const { walkToFirstData } = require('../dist/test/e2e/first-data.js');
// Node-RED 5 has both themes.
const lane = prepareLanes().find(({ name }) => name === '5');
const port = await freePort();
const directory = mkdtempSync(`${tmpdir()}/breakerflow-screenshots-`);
const { loadExamples } = await import('./load-example.mjs');
const flows = await loadExamples(examples);
for (const node of flows) if (node.type === 'breaker-endpoint') node.port = await freePort();
makeUserDirectory(directory, {
  settings: quietSettings({ port }),
  flows,
  modules: { '@flowfuse/node-red-dashboard': `${root}node_modules/@flowfuse/node-red-dashboard` },
});
const red = await startNodeRed(directory, lane);
const flags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];
const browser = await chromium.launch({ executablePath, args: flags });
try {
  mkdirSync(`${root}docs/images`, { recursive: true });
  // `npm run screenshots -- editor dashboard` takes these only.
  const wanted = process.argv.slice(2);
  for (const picture of pictures) if (wanted.length === 0 || wanted.includes(picture.file)) await take(picture);
} finally {
  await browser.close();
  await red.stop();
  rmSync(directory, { recursive: true, force: true });
}

async function take(picture) {
  const context = await browser.newContext({
    viewport: { width: picture.width ?? 1280, height: picture.height ?? 800 },
    colorScheme: picture.theme,
    locale: 'en-US',
  });
  // Node-RED 5 keeps the theme that a user chose in the browser.
  await context.addInitScript(`localStorage.setItem('view-dark-theme', '${picture.theme}')`);
  const page = await context.newPage();
  const path = `${root}docs/images/${picture.file}.png`;
  if (picture.dashboard) await takeDashboard(page, path);
  else if (picture.walk) await takeWalk(page, path);
  else await takeEditor(page, path, picture);
  console.log(path);
  await context.close();
}

/** The way from the palette to the first data that the browser test walks too, in an editor without flows. */
async function takeWalk(page, path) {
  const own = mkdtempSync(`${tmpdir()}/breakerflow-walk-`);
  const ownPort = await freePort();
  makeUserDirectory(own, { settings: quietSettings({ port: ownPort }), flows: [] });
  const ownRed = await startNodeRed(own, lane);
  try {
    const tab = { page };
    const editor = await openEditor(tab, `http://127.0.0.1:${ownPort}/`);
    await walkToFirstData(tab, editor, { port: await freePort() });
    await page.screenshot({ path, animations: 'disabled' });
  } finally {
    await ownRed.stop();
    rmSync(own, { recursive: true, force: true });
  }
}

async function takeDashboard(page, path) {
  await page.goto(`http://127.0.0.1:${port}/dashboard/panel`);
  await page.waitForFunction(
    () =>
      [...document.querySelectorAll('.circuit .state')].filter(({ textContent }) =>
        /^(live|off)$/.test(textContent.trim()),
      ).length === 12,
  );
  // A breaker that is open has a button of this name too; here all are closed.
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  // A line needs some readings, ten seconds apart.
  await page.waitForTimeout(60_000);
  await page.screenshot({ path, animations: 'disabled' });
}

async function takeEditor(page, path, { flow, node, status, action, section, shows, scroll }) {
  await page.goto(`http://127.0.0.1:${port}/`);
  await page.waitForSelector('.red-ui-palette-node[data-palette-type="breaker-control"]');
  const tabId = flows.find(({ type, label }) => type === 'tab' && label === flow).id;
  await page.waitForFunction((id) => RED.nodes.workspace(id), tabId);
  await page.evaluate((id) => RED.workspaces.show(id), tabId);
  if (status !== undefined) await page.getByText(status).first().waitFor();
  else if (action !== undefined) {
    await page.evaluate((name) => RED.actions.invoke(name), action);
    await page.waitForSelector(shows);
    await enlarge(page);
    // Positions and readings come in one by one.
    await page.waitForTimeout(5_000);
  } else {
    const { id } = flows.find(({ z, name, type }) => z === tabId && name === node && type.includes('-'));
    await page.evaluate((opened) => RED.editor.edit(RED.nodes.node(opened)), id);
    await page.waitForSelector('#node-dialog-ok');
    if (section !== undefined)
      await page.evaluate((id) => document.querySelector(id).setAttribute('open', ''), section);
    await page.waitForSelector(shows);
    // The tray slides in, and what it shows is read.
    await page.waitForTimeout(3_000);
    if (scroll)
      await page
        .locator(shows)
        .first()
        .evaluate((shown) => shown.scrollIntoView({ block: 'center' }));
  }
  await page.screenshot({ path, animations: 'disabled' });
}

/** Node-RED 5 stacks its sidebars: the border below the upper one of the right side is drawn down. */
async function enlarge(page) {
  const border = page.locator('.red-ui-sidebar-section-separator .red-ui-sidebar-separator-handle').last();
  const { x, y, width, height } = await border.boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2, y + 370, { steps: 10 });
  await page.mouse.up();
}
