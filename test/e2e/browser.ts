import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Dialog, type Page } from 'playwright-core';
import { root, type View } from './lanes';

// What keeps the browser to itself, and lets it run as root in a container.
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The longest that anything in a page may take. */
const patienceMs = 20_000;
const viewport = { width: 1400, height: 1000 };

let launching: Promise<Browser> | undefined;

function sharedBrowser(): Promise<Browser> {
  launching ??= chromium.launch({ executablePath: process.env.E2E_CHROMIUM ?? '', headless: true, args: flags });
  return launching;
}

after('close the browser', async () => {
  await (await launching)?.close();
});

const openTabs = new Set<Tab>();

afterEach('keep a picture of what failed', async function () {
  // One that is tried again has no state.
  if (this.currentTest === undefined || this.currentTest.state === 'passed') return;
  const title = this.currentTest.title.replaceAll(/\W+/g, '-').slice(0, 60);
  for (const tab of openTabs) await tab.shoot(`failed-${title}`);
});

/** A page of its own, with everything that went wrong in it. */
export interface Tab {
  readonly page: Page;
  readonly view: View;
  /** Errors on the console, uncaught errors, failed requests and answers of 400 and above. */
  readonly problems: readonly string[];
  /** Keeps a picture under artifacts/. */
  shoot(name: string): Promise<void>;
  /** Leaves the page for an empty one, whatever was not saved. What it was asking then has no answer, which is no problem. */
  leave(): Promise<void>;
  /** Leaves the page for another one, in the same way. */
  goTo(url: string): Promise<void>;
  close(): Promise<void>;
}

export async function openTab(view: View, locale = 'en-US'): Promise<Tab> {
  const browser = await sharedBrowser();
  const context = await browser.newContext({ viewport, locale, colorScheme: view.theme });
  context.setDefaultTimeout(patienceMs);
  // Node-RED 5 keeps the theme that a user chose in the browser; an empty page can keep nothing.
  await context.addInitScript(
    `if (location.origin !== 'null') localStorage.setItem('view-dark-theme', '${view.theme}')`,
  );
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => {
    problems.push(`uncaught: ${error.message} ${error.stack ?? ''}`);
  });
  let isLeaving = false;
  page.on('requestfailed', (request) => {
    if (!isLeaving) problems.push(`${request.failure()?.errorText}: ${request.url()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${response.status()}: ${response.url()}`);
  });
  const tab: Tab = {
    page,
    view,
    problems,
    async shoot(name) {
      const directory = join(root, 'artifacts');
      mkdirSync(directory, { recursive: true });
      await page.screenshot({ path: join(directory, `${name}-${view.name}.png`), animations: 'disabled' });
    },
    async leave() {
      const accept = (dialog: Dialog) => dialog.accept();
      page.on('dialog', accept);
      isLeaving = true;
      await page.goto('about:blank');
      isLeaving = false;
      page.off('dialog', accept);
    },
    async goTo(url) {
      await tab.leave();
      await page.goto(url);
    },
    async close() {
      openTabs.delete(tab);
      await context.close();
    },
  };
  openTabs.add(tab);
  return tab;
}
