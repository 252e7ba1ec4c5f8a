import assert from 'node:assert/strict';
import { missingTexts } from './dialog';
import { accountId, controlId, flowWithAccount, outletsId } from './flow-with-account';
import { views } from './lanes';
import { openedEditor } from './opened-editor';
import { type Sidebar, sidebarOf } from './sidebar-page';

/** What the functions below use inside the page. */
declare const RED: {
  readonly actions: { invoke(action: string): void };
  readonly nodes: { eachConfig(visit: (node: DirectoryNode) => boolean): void };
};
interface DirectoryNode {
  readonly type: string;
  readonly account: string;
  readonly circuits: readonly { readonly deviceId: string; readonly name: string; readonly critical?: boolean }[];
}

const flow = 'c000000000000001';
const readerId = 'b000000000000003';
const byName = 'd000000000000001';
const opening = 'd000000000000002';
const inject = { type: 'inject', z: flow, x: 200, repeat: '', once: false, topic: '' };
const debug = { type: 'debug', z: flow, x: 700, active: true, tosidebar: true };
const control = { type: 'breaker-control', z: flow, x: 450, account: accountId };
const messages = [
  { ...inject, id: byName, y: 300, props: [{ p: 'deviceId', v: 'Kitchen', vt: 'str' }], wires: [[readerId]] },
  {
    ...control,
    id: readerId,
    y: 300,
    target: 'value',
    device: 'deviceId',
    deviceType: 'msg',
    action: 'readPosition',
    wires: [['e000000000000001']],
  },
  { ...inject, id: opening, y: 400, props: [{ p: 'payload', v: 'open', vt: 'str' }], wires: [[controlId]] },
  { ...debug, id: 'e000000000000001', y: 300, complete: 'payload', targetType: 'msg', wires: [] },
  { id: 'e000000000000002', type: 'catch', z: flow, x: 450, y: 500, scope: null, wires: [['e000000000000003']] },
  { ...debug, id: 'e000000000000003', y: 500, complete: 'error.message', targetType: 'msg', wires: [] },
];

for (const view of views)
  describe(`the panel schedule in the sidebar on ${view.name}`, () => {
    const { tab, editor } = openedEditor(view, { flows: [...flowWithAccount(), ...messages] });
    let sidebar: Sidebar;

    before(async () => {
      sidebar = sidebarOf(tab);
      await sidebar.show();
    });

    const page = () => sidebar.host.locator('#breakerflow-page-panel');
    const rows = () => page().locator('tr[data-device]');
    const row = (id: string) => page().locator(`tr[data-device="${id}"]`);
    const nameOf = (id: string) => row(id).locator('td[data-field=name] input');
    async function rename(id: string, name: string): Promise<void> {
      await nameOf(id).fill(name);
      await nameOf(id).press('Enter');
    }
    const undo = () => tab.page.evaluate(() => RED.actions.invoke('core:undo'));
    /** The named circuits in the editor; undefined without a directory. */
    const stored = () =>
      tab.page.evaluate((account) => {
        let found: Record<string, string> | undefined;
        RED.nodes.eachConfig((node) => {
          if (node.type === 'breaker-directory' && node.account === account)
            found = Object.fromEntries(
              node.circuits
                .filter(({ name, critical }) => name !== '' || critical === true)
                .map(({ deviceId, name, critical }) => [deviceId, `${name}${critical === true ? ' critical' : ''}`]),
            );
          return true;
        });
        return found;
      }, accountId);
    async function answered(injectId: string, text: RegExp): Promise<void> {
      await editor.press(injectId);
      await (await editor.messages()).filter({ hasText: text }).first().waitFor();
      await tab.page.evaluate(() => RED.actions.invoke('breakerflow:show-site'));
    }

    it('starts without rows, and stores none for devices that nobody has named', async () => {
      await sidebar.open('panel');
      await page().getByRole('button', { name: 'Add all devices' }).click();
      assert((await rows().count()) > 8);
      assert.equal(await stored(), undefined);
      assert.deepEqual(await missingTexts(tab.page), []);
      await sidebar.assertFits();
      await tab.shoot('panel-all');
    });

    it('a name makes the directory; undo takes it back, in the page too', async () => {
      await rename(outletsId, 'Kitchen');
      assert.deepEqual(await stored(), { [outletsId]: 'Kitchen' });
      await undo();
      assert.equal(await stored(), undefined);
      await page().getByText('No circuit has a name yet.').waitFor();
    });

    it('a name works in messages after the next deploy', async () => {
      await page().getByRole('button', { name: 'Add all devices' }).click();
      await rename(outletsId, 'Kitchen');
      await tab.shoot('panel-named');
      await editor.deploy();
      await answered(byName, /name: "Kitchen"/);
      await sidebar.open('site');
      await sidebar.device('Kitchen').waitFor();
    });

    it('names that two circuits swap are stored when each is confirmed', async () => {
      await sidebar.open('panel');
      const other = (await rows().evaluateAll((all) => all.map((one) => one.getAttribute('data-device') ?? ''))).find(
        (id) => id !== outletsId,
      );
      assert(other !== undefined);
      await rename(other, 'Pump');
      await editor.deploy();
      await rename(outletsId, 'x');
      await rename(other, 'Kitchen');
      await rename(outletsId, 'Pump');
      const before = { [outletsId]: 'Kitchen', [other]: 'Pump' };
      assert.deepEqual(await stored(), before);
      const questions = page().locator('.breakerflow-move');
      assert.equal(await questions.count(), 2);
      await tab.shoot('panel-swap');
      await questions.first().locator('input').click();
      await tab.page.waitForFunction(() => document.querySelectorAll('.breakerflow-move').length === 1);
      assert.deepEqual(await stored(), before);
      await questions.locator('input').click();
      await tab.page.waitForFunction(() => document.querySelectorAll('.breakerflow-move').length === 0);
      assert.deepEqual(await stored(), { [outletsId]: 'Pump', [other]: 'Kitchen' });
      await undo();
      assert.deepEqual(await stored(), before);
      assert.equal(await nameOf(outletsId).inputValue(), 'Kitchen');
    });

    const details = () => sidebar.host.locator('.breakerflow-details');
    const name = () => details().getByLabel('Name of the circuit');
    async function choose(device: string): Promise<void> {
      await sidebar.open('site');
      await sidebar.host.locator('#breakerflow-page-site input[type=search]').fill(device);
      await sidebar.device(device).click();
      await details().locator('.breakerflow-details-title', { hasText: device }).waitFor();
    }

    it('the details rename a circuit: the tree shows it at once, with a mark until the next deploy', async () => {
      await choose('dryer');
      await details().getByRole('button', { name: 'Rename: dryer' }).click();
      await name().fill('KITCHEN');
      await name().press('Enter');
      assert.match((await details().locator('.breakerflow-naming .breakerflow-error').textContent()) ?? '', /Kitchen/);
      await tab.shoot('panel-rename');
      await name().press('Escape');
      assert.equal(await name().isVisible(), false);
      await details().getByRole('button', { name: 'Rename: dryer' }).click();
      await name().fill('Tumbler');
      await name().press('Enter');
      await details().locator('.breakerflow-details-title', { hasText: 'Tumbler' }).waitFor();
      assert.equal(await sidebar.device('Tumbler').locator('.breakerflow-edited').count(), 1);
      assert.match((await sidebar.device('Tumbler').getAttribute('aria-label')) ?? '', /Not deployed yet/);
      await tab.shoot('panel-renamed');
      await undo();
      await details().locator('.breakerflow-details-title', { hasText: 'dryer' }).waitFor();
      assert.equal(await sidebar.devices.locator('.breakerflow-edited').count(), 0);
    });

    it('a name that another circuit was deployed with is taken after a question', async () => {
      await sidebar.open('panel');
      await rename(outletsId, 'Scullery');
      await choose('dryer');
      await details().getByRole('button', { name: 'Rename: dryer' }).click();
      await name().fill('Kitchen');
      await name().press('Enter');
      const question = details().locator('.breakerflow-move input');
      await question.waitFor();
      assert.equal(Object.values((await stored()) ?? {}).includes('Kitchen'), false);
      await question.click();
      await details().locator('.breakerflow-details-title', { hasText: 'Kitchen' }).waitFor();
      await undo();
      await undo();
      assert.equal((await stored())?.[outletsId], 'Kitchen');
    });

    it('a protected circuit is operated by no node after the next deploy', async () => {
      await choose('Kitchen');
      const box = details().getByRole('checkbox', { name: 'Protect: never open or close it' });
      await box.click();
      assert.equal((await stored())?.[outletsId], 'Kitchen critical');
      await box.scrollIntoViewIfNeeded();
      await details().locator('.breakerflow-protect').getByText('Not deployed yet').waitFor();
      await tab.shoot('panel-protect');
      await editor.deploy();
      await answered(opening, /protected by the circuit directory/);
    });

    it('meets no error in the browser', () => {
      assert.deepEqual(tab.problems, []);
    });
  });
