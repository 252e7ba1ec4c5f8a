import assert from 'node:assert/strict';
import { readStored } from '../examples/example-files';
import { siteIds } from '../examples/site-ids';
import { accountId, flowWithAccount, meterId, outletsId } from './flow-with-account';
import { type View, views } from './lanes';
import { openedEditor } from './opened-editor';

interface Stored {
  readonly id: string;
  readonly type: string;
  readonly name?: string;
  readonly z?: string;
  readonly account?: string;
  readonly devices?: readonly string[];
  readonly func?: string;
  readonly site?: string;
  readonly circuits?: readonly { readonly deviceId: string; readonly name: string; readonly feedsIn?: boolean }[];
}

declare const RED: {
  readonly view: { importNodes(nodes: readonly object[], options: object): void };
  readonly nodes: {
    createCompleteNodeSet(): readonly Stored[];
    node(id: string): { readonly valid: boolean } | null;
  };
  readonly actions: { invoke(action: string): void };
};

const stored = readStored('99-for-programmers/01-shed-a-load-in-a-function.json');
/** With a circuit directory. */
const managed = readStored('03-automation/02-peak-shaving-by-priority.json');
const service = {
  id: accountId,
  type: 'breaker-account',
  name: 'Real',
  mode: 'service',
  baseUrl: 'https://api.example.com',
};

for (const view of views.filter(({ theme }) => theme === 'light')) {
  /** A suite of its own: Node-RED with these flows, and the import of the example. */
  const suite = (title: string, flows: readonly object[], define: (opened: Opened) => void) =>
    describe(`an imported example on ${view.name}, ${title}`, () => define(open(view, flows)));

  suite('where there is no account', [], ({ tab, importExample, nodes, isValid }) => {
    it("gets the built-in simulator's, with the circuits of its names, and a second one gets the same", async () => {
      await importExample();
      await tab.page.waitForFunction(() =>
        JSON.stringify(RED.nodes.createCompleteNodeSet()).includes('Maple Street 12'),
      );
      await tab.page.waitForFunction(() => !JSON.stringify(RED.nodes.createCompleteNodeSet()).includes('circuit('));
      await tab.shoot('import-1-simulator');
      await importExample();
      await tab.page.waitForFunction(() => !JSON.stringify(RED.nodes.createCompleteNodeSet()).includes('circuit('));
      const all = await nodes();
      const accounts = all.filter(({ type }) => type === 'breaker-account');
      assert.deepEqual(
        accounts.map(({ site }) => site),
        ['Maple Street 12'],
      );
      const controls = all.filter(({ type }) => type === 'breaker-control');
      assert.equal(controls.length, 2 * stored.filter(({ type }) => type === 'breaker-control').length);
      for (const { id, account, devices = [] } of controls) {
        assert.equal(account, accounts[0]?.id);
        for (const device of devices) assert.match(device, /^[0-9a-f-]{36}$/);
        assert.equal(await isValid(id), true);
      }
      assert(all.some(({ type, func = '' }) => type === 'function' && func.includes('a8aa5f5b-8b00-4993-bb07')));
    });
  });

  const bound = async ({ tab }: Opened) => {
    await tab.page.waitForFunction(() => !JSON.stringify(RED.nodes.createCompleteNodeSet()).includes('circuit('));
    // The rest of the binding follows at once.
    await tab.page.evaluate(() => new Promise((done) => setTimeout(done)));
  };
  const directories = async ({ nodes }: Opened) => (await nodes()).filter(({ type }) => type === 'breaker-directory');
  const names = async (opened: Opened) =>
    (await directories(opened)).map(({ circuits = [] }) => circuits.map(({ name }) => name));

  suite('that names circuits, where there is no directory', [], (opened) => {
    const { tab, importExample, nodes, isValid } = opened;
    it('brings it along, ready to deploy', async () => {
      await importExample(managed);
      await bound(opened);
      const all = await nodes();
      const [directory] = await directories(opened);
      assert.equal(directory?.account, all.find(({ type }) => type === 'breaker-account')?.id);
      assert.equal(directory?.circuits?.length, 12);
      assert.deepEqual(
        directory?.circuits?.filter(({ feedsIn }) => feedsIn).map(({ name }) => name),
        ['Solar inverter'],
      );
      for (const { id, type } of all)
        if (/^(load-manager|breaker-directory)$/.test(type)) assert.equal(await isValid(id), true);
    });

    it('a second one adds the circuits that are missing, and no second directory', async () => {
      await importExample(readStored('04-charging/04-two-chargers-one-fuse.json'));
      await bound(opened);
      const [rows, ...more] = await names(opened);
      assert.deepEqual([rows?.length, rows?.slice(12), more], [14, ['EV charger left', 'EV charger right'], []]);
      await tab.shoot('import-5-directory');
    });

    it('undo takes back the circuits that were added, and then the import', async () => {
      const before = (await nodes()).length;
      await tab.page.evaluate(() => RED.actions.invoke('core:undo'));
      assert.equal((await names(opened))[0]?.length, 12);
      await tab.page.evaluate(() => RED.actions.invoke('core:undo'));
      assert((await nodes()).length < before);
      assert.equal((await names(opened))[0]?.length, 12);
    });

    it('meets no error in the browser', () => assert.deepEqual(tab.problems, []));
  });

  const named = { deviceId: siteIds['circuit(Water heater)'], serialNumber: '', name: 'Boiler' };
  const ownDirectory = { id: 'a0000000000000d1', type: 'breaker-directory', account: accountId, circuits: [named] };
  suite('that names circuits, where a person has named some', [...flowWithAccount(), ownDirectory], (opened) => {
    it('completes their rows, and changes no name', async () => {
      await opened.importExample(managed);
      await bound(opened);
      const [directory, ...more] = await directories(opened);
      assert.deepEqual([directory?.id, directory?.circuits?.length, more], [ownDirectory.id, 12, []]);
      assert.deepEqual(directory?.circuits?.[0], { ...named, leg: 'both', ratedA: 30 });
      assert.deepEqual(opened.tab.problems, []);
    });
  });

  suite('that names circuits, where the only account is of a cloud service', [service], (opened) => {
    it('brings no directory along', async () => {
      await opened.importExample(managed);
      await opened.tab.page.locator('.red-ui-notification', { hasText: 'Choose the devices' }).first().waitFor();
      assert.deepEqual(await directories(opened), []);
      const managers = (await opened.nodes()).filter(({ type }) => type === 'load-manager');
      assert.equal(managers.length, 1);
      for (const { id } of managers) assert.equal(await opened.isValid(id), false);
      assert.deepEqual(opened.tab.problems, []);
    });
  });

  suite(
    'whose account is changed to a cloud service',
    flowWithAccount(),
    ({ tab, editor, importExample, nodes, isValid }) => {
      it('has no devices any more, and is invalid until a person chooses', async () => {
        await importExample();
        await tab.page.waitForFunction(() => !JSON.stringify(RED.nodes.createCompleteNodeSet()).includes('circuit('));
        await editor.open(meterId);
        await editor.openAccount();
        await tab.page.selectOption('#node-config-input-mode', 'service');
        await tab.page.fill('#node-config-input-baseUrl', 'https://api.example.com');
        await editor.finish('node-config-dialog-ok');
        await tab.page.locator('.red-ui-notification', { hasText: 'devices of the simulated site' }).first().waitFor();
        await editor.finish('node-dialog-cancel');
        await tab.shoot('import-4-to-cloud');
        const all = await nodes();
        for (const { id, devices = [] } of all.filter(
          ({ type }) => type === 'breaker-control' || type === 'meter-read',
        )) {
          assert.deepEqual(devices, []);
          assert.equal(await isValid(id), false);
        }
        // The same ids exist behind the address of a stand-alone simulator, where nobody has chosen them.
        await tab.page.waitForFunction(() => JSON.stringify(RED.nodes.createCompleteNodeSet()).includes('circuit('));
        const functions = (await nodes()).filter(({ type }) => type === 'function').map(({ func }) => func);
        assert.deepEqual(
          functions.sort(),
          stored.flatMap((node) => (node.type === 'function' ? [String(node.func)] : [])).sort(),
        );
        assert.doesNotMatch(JSON.stringify(await nodes()), /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/);
      });
    },
  );

  suite('where the only account is of a cloud service', [service], ({ tab, importExample, nodes, isValid }) => {
    it('gets that account without any device, and is invalid until a person chooses', async () => {
      await importExample();
      await tab.page.locator('.red-ui-notification', { hasText: 'Choose the devices' }).first().waitFor();
      await tab.shoot('import-2-cloud');
      const all = await nodes();
      assert.equal(all.filter(({ type }) => type === 'breaker-account').length, 1);
      for (const node of all.filter(({ type }) => type === 'breaker-control' || type === 'meter-read')) {
        assert.equal(node.account, accountId);
        assert.deepEqual(node.devices ?? [], []);
        assert.equal(await isValid(node.id), false);
      }
      assert.doesNotMatch(JSON.stringify(all), /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/);
    });
  });

  const second = { ...service, id: 'a000000000000002' };
  suite(
    'where there are several accounts',
    [...flowWithAccount(), second],
    ({ tab, importExample, nodes, isValid }) => {
      it('asks once for which one it is; until then its nodes are invalid', async () => {
        await importExample();
        const select = tab.page.locator('.breakerflow-choice');
        await select.waitFor();
        assert.equal(await select.count(), 1);
        await tab.shoot('import-3-several');
        const imported = (all: readonly Stored[]) =>
          all.filter(({ type, devices = [] }) => type === 'breaker-control' && devices[0] !== outletsId);
        const waiting = imported(await nodes());
        assert(waiting.length > 0);
        for (const { id } of waiting) assert.equal(await isValid(id), false);
        await select.selectOption(second.id);
        await tab.page.getByRole('button', { name: 'Use this account' }).click();
        await tab.page.locator('.red-ui-notification', { hasText: 'Choose the devices' }).first().waitFor();
        for (const { id, account, devices } of imported(await nodes())) {
          assert.deepEqual([account, devices], [second.id, []]);
          assert.equal(await isValid(id), false);
        }
      });

      it('meets no error in the browser', () => assert.deepEqual(tab.problems, []));
    },
  );
}

type Opened = ReturnType<typeof open>;

function open(view: View, flows: readonly object[]) {
  const { tab, editor } = openedEditor(view, { flows });
  return {
    tab,
    editor,
    importExample: (example: readonly object[] = stored) =>
      tab.page.evaluate(
        (nodes) => RED.view.importNodes(nodes, { generateIds: true, touchImport: true, addFlow: false }),
        example,
      ),
    nodes: () => tab.page.evaluate(() => RED.nodes.createCompleteNodeSet()),
    isValid: (id: string) => tab.page.evaluate((node) => RED.nodes.node(node)?.valid, id),
  };
}
