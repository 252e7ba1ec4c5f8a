import assert from 'node:assert/strict';
import { languages } from '../locales/catalog-files';
import { flowWithAccount } from './flow-with-account';
import { views } from './lanes';
import { type Layout, layoutFaults } from './layout-faults';
import { openedEditor } from './opened-editor';
import { type SidebarPage, sidebarOf } from './sidebar-page';

declare const $: { readonly active: number };
declare const breakerflowSidebarLayout: typeof layoutFaults;

const pages: readonly SidebarPage[] = ['site', 'panel', 'automation', 'commands', 'health', 'calls', 'simulator'];
/** Rows of the tree end with an ellipsis where a name is longer than the sidebar; the details tell all of it. */
const endsInTree = /^cut: .*\(breakerflow-(name|cell breakerflow-evse)\)$/;

/** The sidebar of 5 is low: its search and its note share the line of the tabs, and end there. */
const endsInLowSidebar = /^cut(: .*\(breakerflow-note\)| placeholder: .*\(breakerflow-search\))$/;

/** In the width that Node-RED gives it: a sidebar has one width at 1024 and at 1600 px. The themes of 5 differ in colours. */
for (const view of views.filter(({ lane, theme }) => lane.name === '4' || theme === 'dark'))
  describe(`the layout of the site sidebar on ${view.name}`, () => {
    const ends = view.lane.name === '5' ? [endsInTree, endsInLowSidebar] : [endsInTree];
    const { tab, editor } = openedEditor(view, { flows: flowWithAccount() });

    for (const language of languages)
      it(`${language}: no text of a page is cut or covered, and nothing sticks out`, async () => {
        const { page } = tab;
        const chosen = language === 'es' ? 'es-ES' : language;
        await page.evaluate((code) => localStorage.setItem('editor-language', code), chosen);
        await editor.reload();
        await page.evaluate(`globalThis.breakerflowSidebarLayout = ${layoutFaults}`);
        const sidebar = sidebarOf(tab);
        await sidebar.show();
        const faults: string[] = [];
        for (const name of pages) {
          await sidebar.open(name);
          await page.waitForFunction(() => $.active === 0);
          const found: Layout = await page.evaluate((shown) => {
            const root = document.querySelector(`#breakerflow-page-${shown}`) as Element;
            for (const section of root.querySelectorAll('details')) section.setAttribute('open', '');
            return breakerflowSidebarLayout(root, document.querySelector('.breakerflow-site') as Element);
          }, name);
          const unmeant = found.faults.filter((fault) => !ends.some((meant) => meant.test(fault)));
          faults.push(...unmeant.map((fault) => `${name} ${fault}`));
        }
        assert.equal(faults.join('\n'), '');
      });

    it('meets no error in the browser', () => {
      assert.deepEqual(tab.problems, []);
    });
  });
