import assert from 'node:assert/strict';
import { openTab, type Tab } from './browser';
import { testConnection } from './dialog';
import { type Editor, openEditor } from './editor';
import { accountId, controlId, flowWithAccount } from './flow-with-account';
import { views } from './lanes';
import { type RunningNodeRed, runNodeRed } from './running-node-red';
import { logIn, logins } from './users';

for (const view of views.filter(({ theme }) => theme === 'light'))
  describe(`rights in the editor on ${view.name}, below /red`, () => {
    let red: RunningNodeRed;
    let tab: Tab;
    let editor: Editor;

    before(async () => {
      red = await runNodeRed(view.lane, { flows: flowWithAccount(), adminRoot: '/red', extra: logins });
    });
    after(async () => {
      await tab?.close();
      await red?.stop();
    });

    const draft = { id: accountId, stored: { mode: 'simulator' }, credentials: {} };

    /** The statuses of: reading a site, asking a draft's site, testing a draft. */
    async function statuses(headers: Record<string, string>): Promise<number[]> {
      const post = (path: string) =>
        fetch(`${red.url}breakerflow/${path}`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', ...headers },
          body: JSON.stringify(draft),
        });
      const answers = [
        await fetch(`${red.url}breakerflow/accounts/${accountId}/site`, { headers }),
        await post('site'),
        await post('test-connection'),
      ];
      return answers.map(({ status }) => status);
    }

    it('without a login nothing is answered', async () => {
      assert.deepEqual(await statuses({}), [401, 401, 401]);
    });

    it('who may read only may look at a deployed account, and test none', async () => {
      const [site, draftSite, test] = await statuses(await logIn(red.url, 'reader'));
      assert.equal(site, 200);
      for (const status of [draftSite, test]) assert.ok(status === 401 || status === 403, String(status));
    });

    it('who may write may do both', async () => {
      assert.deepEqual(await statuses(await logIn(red.url, 'admin')), [200, 200, 200]);
    });

    it('a page of another origin may not test, whoever is logged in', async () => {
      const headers = {
        ...(await logIn(red.url, 'admin')),
        Origin: 'https://elsewhere.example',
        'Sec-Fetch-Site': 'cross-site',
      };
      assert.deepEqual((await statuses(headers)).slice(1), [403, 403]);
    });

    it('the dialogs work for who has logged in', async () => {
      tab = await openTab(view);
      editor = await openEditor(tab, red.url, 'admin');
      const { page } = tab;
      await editor.open(controlId);
      await page.waitForFunction(() => document.querySelectorAll('.breakerflow-device').length === 12);
      await editor.openAccount();
      const lines = await testConnection(page);
      assert.equal(lines.find(({ check }) => check === 'devices')?.detail, '14 found');
      await editor.finish('node-config-dialog-cancel');
      await editor.finish('node-dialog-cancel');
    });

    it('who may read only is told that the test is not permitted', async () => {
      await tab.close();
      tab = await openTab(view);
      editor = await openEditor(tab, red.url, 'reader');
      await editor.open(controlId);
      await tab.page.waitForFunction(() => document.querySelectorAll('.breakerflow-device').length === 12);
      await editor.openAccount();
      assert.deepEqual(await testConnection(tab.page), []);
      const refusal = tab.page.locator('#breakerflow-test .breakerflow-error');
      await refusal.waitFor();
      assert.match((await refusal.textContent()) ?? '', /permission breakerflow\.write is missing/);
      await tab.shoot('rights-1-reader');
    });
  });
