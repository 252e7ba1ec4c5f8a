import assert from 'node:assert/strict';
import type { CommandList } from '../../src/admin-api';
import { missingTexts } from './dialog';
import { accountId, controlId, flowWithAccount, outletsId } from './flow-with-account';
import { views } from './lanes';
import { openedEditor } from './opened-editor';
import { type Sidebar, sidebarOf } from './sidebar-page';

/** What the functions below use inside the page. */
declare const RED: {
  readonly actions: { invoke(action: string): void };
  readonly nodes: { dirty(): boolean; node(id: string): Readonly<Record<string, unknown>> };
};

const flow = 'c000000000000001';
const ids = { directory: 'f000000000000001', call: 'f000000000000002', code: 'f000000000000003' } as const;
const byName = 'f000000000000004';
const opening = 'f000000000000005';
const pumpId = 'dcf02bc9-50c3-4fe7-abb4-67d63fa74894';
const goneId = '11111111-2222-4333-8444-555555555555';
const rows = [
  { deviceId: outletsId, serialNumber: '', name: 'Kitchen', space: '4', ratedA: 20, critical: false },
  { deviceId: pumpId, serialNumber: '', name: 'Well pump' },
  { deviceId: goneId, serialNumber: '30000000077', name: 'Sauna', space: '12' },
];
const nodes = [
  { id: ids.directory, type: 'breaker-directory', name: '', account: accountId, circuits: rows },
  {
    id: ids.call,
    type: 'cloud-call',
    z: flow,
    x: 200,
    y: 300,
    account: accountId,
    operation: 'remoteHandle.getPosition',
    values: JSON.stringify({ 'path/deviceId': { type: 'str', value: outletsId } }),
    wires: [[]],
  },
  {
    id: ids.code,
    type: 'function',
    z: flow,
    x: 200,
    y: 360,
    name: 'Own code',
    func: `return "${outletsId}"`,
    wires: [[]],
  },
  {
    id: byName,
    type: 'breaker-control',
    z: flow,
    x: 450,
    y: 420,
    name: 'By name',
    account: accountId,
    target: 'value',
    device: 'Kitchen',
    deviceType: 'str',
    action: 'readPosition',
    wires: [[]],
  },
  {
    id: opening,
    type: 'inject',
    z: flow,
    x: 200,
    y: 480,
    props: [{ p: 'payload', v: 'open', vt: 'str' }],
    repeat: '',
    once: false,
    wires: [[controlId]],
  },
];

for (const view of views)
  describe(`to replace a device on ${view.name}`, () => {
    const account = { commandSpacing: 1 };
    const { tab, editor } = openedEditor(view, { flows: [...flowWithAccount({ account }), ...nodes] });
    let sidebar: Sidebar;
    let newId: string;

    before(async () => {
      const answer: unknown = await tab.page.evaluate(
        (id) =>
          $.ajax({
            url: `breakerflow/accounts/${id}/simulator`,
            method: 'POST',
            contentType: 'application/json',
            data: JSON.stringify({
              control: 'POST /devices',
              fields: { hardwareType: 'emcb', serialNumber: '30000000099', poles: 2, ratedA: 30 },
            }),
          }),
        accountId,
      );
      newId = String((answer as { readonly result: { readonly id: string } }).result.id);
      sidebar = sidebarOf(tab);
      await sidebar.show();
    });

    const details = () => sidebar.host.locator('.breakerflow-details');
    const question = () => sidebar.host.getByRole('alertdialog');
    const list = (kind: string) => question().locator(`[data-list=${kind}] li`).allTextContents();
    const press = (name: string) => question().getByRole('button', { name, exact: true }).click();
    const invoke = (action: string) => tab.page.evaluate((name) => RED.actions.invoke(name), action);
    async function choose(device: string): Promise<void> {
      await sidebar.open('site');
      await sidebar.host.locator('#breakerflow-page-site input.breakerflow-search').first().fill(device);
      await sidebar.device(device).click();
      await details().locator('.breakerflow-details-title', { hasText: device }).waitFor();
    }
    async function pick(serialNumber: string): Promise<void> {
      await question().getByRole('searchbox').fill(serialNumber);
      await question().locator('.breakerflow-candidate', { hasText: serialNumber }).click();
    }
    /** The settings that name the device, as they stand in the editor. */
    const named = () =>
      tab.page.evaluate(
        ([directory, control, call, code]) => {
          const setting = (id: string, name: string) => JSON.stringify(RED.nodes.node(id)[name]);
          return [
            setting(directory, 'circuits'),
            setting(control, 'devices'),
            setting(call, 'values'),
            setting(code, 'func'),
          ];
        },
        [ids.directory, controlId, ids.call, ids.code] as const,
      );
    const inPlace = (texts: readonly string[], id: string) => texts.map((text) => text.includes(id));
    async function assertStored(isReplaced: boolean): Promise<void> {
      const texts = await named();
      assert.deepEqual(inPlace(texts, newId), [isReplaced, isReplaced, isReplaced, false]);
      assert.deepEqual(inPlace(texts, outletsId), [!isReplaced, !isReplaced, !isReplaced, true]);
    }

    it('asks for one of the same kind without a name; one with a name is refused with both sides', async () => {
      await choose('Kitchen');
      await details().getByRole('button', { name: 'Replace device' }).click();
      await question().getByRole('searchbox').waitFor();
      assert((await question().locator('.breakerflow-candidate').count()) > 5);
      await tab.shoot('replace-pick');
      await question().getByRole('searchbox').fill('Well pump');
      await question()
        .getByText('is the circuit “Well pump”: a device can take a place only while it has no name')
        .waitFor();
      assert.equal(await question().locator('.breakerflow-candidate').count(), 0);
      await question().getByRole('searchbox').fill('charger');
      await question().getByText('No device without a name fits').waitFor();
      await sidebar.assertFits();
    });

    it('shows everything that moves before anything is changed', async () => {
      await pick('30000000099');
      await question().getByRole('button', { name: 'Replace', exact: true }).waitFor();
      const text = (await question().textContent()) ?? '';
      for (const part of ['Rating: 20 A → 30 A', 'Poles: 1 → 2', 'Name: Kitchen, Space: 4', '30000000099', outletsId])
        assert(text.includes(part), `${part} in ${text}`);
      const changed = await list('changed');
      assert.equal(changed.length, 3, changed.join('\n'));
      assert(
        changed.some((line) => line.endsWith('Kitchen: Picked')),
        changed.join('\n'),
      );
      assert.deepEqual(await list('byName'), ['By name']);
      assert.deepEqual(await list('byHand'), ['Own code: code']);
      assert.deepEqual(await missingTexts(tab.page), []);
      await sidebar.assertFits();
      await tab.shoot('replace-preview');
      await assertStored(false);
      assert.equal(await tab.page.evaluate(() => RED.nodes.dirty()), false);
    });

    it('is one change, which undo takes back and redo makes again', async () => {
      await press('Replace');
      await question().getByText('“Kitchen” is 30000000099').waitFor();
      await assertStored(true);
      await tab.shoot('replace-done');
      await invoke('core:undo');
      await assertStored(false);
      assert.equal(await tab.page.evaluate(() => RED.nodes.dirty()), false);
      await invoke('core:redo');
      await assertStored(true);
    });

    it('after a deploy a command goes to the new device only', async () => {
      await editor.deploy();
      await editor.press(opening);
      await editor.status(controlId).filter({ hasText: 'open' }).waitFor({ timeout: 30_000 });
      const answer: unknown = await tab.page.evaluate(
        (id) =>
          $.ajax({
            url: `breakerflow/accounts/${id}/commands?search=&after=`,
            method: 'GET',
            dataType: 'json',
          }),
        accountId,
      );
      assert.deepEqual(
        (answer as CommandList).commands.map(({ what, devices }) => [what, devices.map(({ id, name }) => [id, name])]),
        [['open', [[newId, 'Kitchen']]]],
      );
    });

    it('a device that is gone is replaced from its row in the panel schedule', async () => {
      await invoke('breakerflow:show-site');
      await sidebar.open('panel');
      const row = (id: string) => sidebar.host.locator(`tr[data-device="${id}"]`);
      await row(goneId).getByText('does not list this device any more').waitFor();
      assert.equal(await row(newId).getByRole('button', { name: 'Replace device' }).count(), 0);
      await row(goneId).getByRole('button', { name: 'Replace device' }).scrollIntoViewIfNeeded();
      await tab.shoot('replace-gone-row');
      await row(goneId).getByRole('button', { name: 'Replace device' }).click();
      await question().getByText('its kind is not known').waitFor();
      await question().locator('.breakerflow-candidate', { hasText: 'dryer' }).click();
      await question().getByText('No node calls it by id or serial number').waitFor();
      await tab.shoot('replace-gone');
      await press('Replace');
      await question().getByText('“Sauna” is').waitFor();
      await row(goneId).waitFor({ state: 'detached' });
      await invoke('core:undo');
      await row(goneId).waitFor();
    });

    it('meets no error in the browser', () => {
      assert.deepEqual(tab.problems, []);
    });
  });
