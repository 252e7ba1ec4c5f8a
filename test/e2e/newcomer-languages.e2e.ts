import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { boundToSimulator, readStored } from '../examples/example-files';
import { owners, textsOf } from '../locales/catalog-files';
import { demoLanguageScript } from '../support/demo-language';
import { openTab, type Tab } from './browser';
import { testConnection } from './dialog';
import { type Editor, openEditor, startMuteMs } from './editor';
import { root, views } from './lanes';
import { type RunningNodeRed, runNodeRed } from './running-node-red';
import { sidebarOf } from './sidebar-page';
import { leftInEnglish, ofTheFlow, visibleTexts } from './visible-texts';

declare const RED: {
  readonly actions: { invoke(action: string): void };
  readonly sidebar: { readonly help: { show(type: string): void } };
};

/** The five minutes of docs/getting-started.md, for somebody who reads one language only, in README.de.md and README.ja.md. */
for (const view of views.filter(({ theme }) => theme === 'light'))
  for (const language of ['de', 'ja'] as const)
    describe(`a newcomer who reads only ${language} on ${view.name}`, () => {
      let red: RunningNodeRed;
      let tab: Tab;
      let editor: Editor;
      let control: string;
      let inject: string;
      let deployedAt: number;
      const text = (owner: string, key: string) =>
        String(textsOf(owners.find(({ name }) => name === owner) ?? assert.fail(owner), language).get(key));
      const readsAll = async (atLeast: number, areas?: readonly string[]) => {
        const texts = await visibleTexts(tab.page, areas);
        assert(texts.length >= atLeast, `only ${texts.length} texts are seen`);
        assert.deepEqual(leftInEnglish(texts, language), []);
      };

      before(async function () {
        this.timeout(180_000);
        // What `npm start -- --lang=…` opens.
        const { demoIn } = await demoLanguageScript();
        const flows = boundToSimulator(demoIn(language, readStored('dashboard/01-demo-site.json')));
        red = await runNodeRed(view.lane, { flows, dashboard: true, extra: `lang: '${language}',` });
        tab = await openTab(view, language);
        editor = await openEditor(tab, red.url);
      });
      after(async () => {
        await tab?.close();
        await red?.stop();
      });

      it('1: reads the flow of the demo site, and what is told of it', async () => {
        await tab.page.evaluate(() => RED.actions.invoke('core:show-info-tab'));
        await tab.page.locator('.red-ui-flow-node-label').first().waitFor();
        await readsAll(15, ofTheFlow);
        await tab.shoot(`newcomer-${language}-0-demo`);
      });

      it('2: opens breaker control: labels, tips and choices', async () => {
        await tab.page.evaluate(() => RED.actions.invoke('core:add-flow'));
        control = await editor.drag('breaker-control', { x: 380, y: 150 });
        await editor.open(control);
        await tab.page.waitForFunction(() => document.querySelectorAll('.breakerflow-device').length === 12);
        await readsAll(40);
        await tab.shoot(`newcomer-${language}-1-dialog`);
      });

      it('3: looks at the account, and tests its connection', async () => {
        await editor.openAccount();
        const lines = await testConnection(tab.page);
        assert(lines.every(({ result }) => result === 'ok' || result === 'skipped'));
        await readsAll(20);
        await tab.shoot(`newcomer-${language}-2-account`);
        await editor.finish('node-config-dialog-cancel');
      });

      it('4: picks a breaker and the action', async () => {
        await tab.page.locator('.breakerflow-search:visible').pressSequentially('outlets');
        await tab.page.waitForFunction(() => document.querySelectorAll('.breakerflow-device').length === 1);
        await tab.page.locator('.breakerflow-device').first().click();
        await tab.page.selectOption('#node-input-action', {
          label: text('breaker-control', 'breaker-control.choice.action.open'),
        });
        await readsAll(20);
        await editor.finish('node-dialog-ok');
      });

      it('reads the help of the node', async () => {
        await tab.page.evaluate(() => RED.sidebar.help.show('breaker-control'));
        const file = `${root}/nodes/breaker-control/locales/${language}/breaker-control.md`;
        const [first = ''] = readFileSync(file, 'utf8').split('\n');
        await tab.page.locator('.red-ui-help').getByText(first).waitFor();
        await readsAll(20);
        await tab.shoot(`newcomer-${language}-3-help`);
      });

      it('5: deploys, sees the badge count, and the breaker open', async () => {
        inject = await editor.drag('inject', { x: 150, y: 150 });
        const debug = await editor.drag('debug', { x: 640, y: 150 });
        await editor.wire(inject, control);
        await editor.wire(control, debug);
        await editor.deploy();
        deployedAt = Date.now();
        const messages = await editor.messages();
        await tab.page.waitForFunction((at) => Date.now() > at, deployedAt + startMuteMs);
        await editor.press(inject);
        await messages.first().waitFor();
        assert.match((await messages.first().textContent()) ?? '', /outcome: "confirmed".*position: "open"/s);
        await editor.status(control).getByText(text('breaker-account', 'breakerflow.position.open')).waitFor();
        await readsAll(1);
        await tab.shoot(`newcomer-${language}-4-open`);
      });

      it('sees the site in the sidebar', async () => {
        const sidebar = sidebarOf(tab);
        await sidebar.show();
        await sidebar.device('outlets').locator('.breakerflow-is-off').waitFor();
        await readsAll(20);
        await tab.shoot(`newcomer-${language}-5-site`);
      });

      it('sees the dashboard', async () => {
        const { page } = tab;
        await tab.goTo(`${red.nodeUrl}dashboard/panel`);
        await page.waitForFunction(
          () =>
            [...document.querySelectorAll('.circuit .amperes')].filter(({ textContent }) =>
              /\d/.test(textContent ?? ''),
            ).length === 12,
        );
        // Not what the chart's library says of its canvas.
        await readsAll(20, ['header', '.v-card-title', '.panel']);
        await tab.shoot(`newcomer-${language}-6-dashboard`);
      });

      it('meets no error in the browser', () => {
        assert.deepEqual(tab.problems, []);
      });
    });
