import assert from 'node:assert/strict';
import { accountId, controlId, flowWithAccount, meterId, outletsId } from './flow-with-account';
import { views } from './lanes';
import { openedEditor } from './opened-editor';
import { type Sidebar, sidebarOf } from './sidebar-page';

interface Shown {
  readonly account: string;
  readonly devices: readonly string[];
  readonly valid: boolean;
  readonly func?: string;
}
declare const RED: {
  readonly nodes: { node(id: string): Shown | null };
  readonly actions: { invoke(action: string): void };
};

const tabId = 'c000000000000001';
const sameSite = { id: 'a000000000000002', type: 'breaker-account', name: 'Twin', mode: 'simulator' };
const cloud = {
  id: 'a000000000000003',
  type: 'breaker-account',
  name: 'Cloud',
  mode: 'service',
  baseUrl: 'https://api.example.com',
};
const decide = {
  id: 'f000000000000001',
  type: 'function',
  z: tabId,
  func: `return {deviceId: '${outletsId}'}`,
  wires: [[]],
};

for (const view of views)
  describe(`another account for a flow on ${view.name}`, () => {
    const flows = [...flowWithAccount({ account: { name: 'Home' } }), { ...decide, x: 200, y: 300 }, sameSite, cloud];
    const { tab, editor } = openedEditor(view, { flows });
    let sidebar: Sidebar;

    before(async () => {
      sidebar = sidebarOf(tab);
      await sidebar.show();
    });

    const shown = (id: string) =>
      tab.page.evaluate((of) => {
        const { account, devices, valid, func } = RED.nodes.node(of) as Shown;
        return { account, devices, valid, func };
      }, id);
    const question = () => sidebar.host.locator('.breakerflow-question[role=alertdialog]').first();
    async function ask(account: string): Promise<string> {
      const choice = sidebar.host.locator('.breakerflow-account select');
      await choice.selectOption(account);
      await choice.selectOption({ label: 'Use this account for the flow …' });
      assert.equal(await choice.inputValue(), account);
      await question().waitFor();
      return (await question().textContent()) ?? '';
    }

    it('of the same simulated site: the devices stay', async () => {
      assert.match(await ask(sameSite.id), /2 nodes of “Home” will use “Twin”.*their devices stay/);
      await tab.shoot('use-account-1-same-site');
      await question().getByRole('button', { name: 'Use “Twin”' }).click();
      await question().waitFor({ state: 'hidden' });
      for (const id of [controlId, meterId]) {
        const { account, devices, valid } = await shown(id);
        assert.deepEqual([account, devices, valid], [sameSite.id, [outletsId], true]);
      }
    });

    it('of a cloud service: nothing that was chosen at the simulated site is left, in functions neither', async () => {
      assert.match(await ask(cloud.id), /2 nodes of “Twin” will use “Cloud”.*emptied/);
      await tab.shoot('use-account-2-cloud');
      await question().getByRole('button', { name: 'Use “Cloud”' }).click();
      await question().waitFor({ state: 'hidden' });
      for (const id of [controlId, meterId]) {
        const { account, devices, valid } = await shown(id);
        assert.deepEqual([account, devices, valid], [cloud.id, [], false]);
      }
      assert.equal((await shown(decide.id)).func, "return {deviceId: 'circuit(Kitchen outlets)'}");
    });

    it('is taken back by one undo', async () => {
      await tab.page.evaluate(() => RED.actions.invoke('core:undo'));
      const { account, devices, valid } = await shown(controlId);
      assert.deepEqual([account, devices, valid], [sameSite.id, [outletsId], true]);
      assert.equal((await shown(decide.id)).func, decide.func);
      await tab.page.evaluate(() => RED.actions.invoke('core:undo'));
      assert.equal((await shown(controlId)).account, accountId);
    });

    it('is not asked where the flow uses no other', async () => {
      assert.match(await ask(accountId), /No node of this flow uses another account/);
      await question().getByRole('button').click();
      assert.deepEqual(
        (await editor.nodes()).filter(({ valid }) => !valid),
        [],
      );
    });

    it('meets no error in the browser', () => {
      // The cloud account has no key: its site cannot be read.
      const others = tab.problems.filter((problem) => !problem.includes('400'));
      assert.deepEqual(others, []);
    });
  });
