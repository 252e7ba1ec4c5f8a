import assert from 'node:assert/strict';
import { openSections } from './dialog';
import { accountId, controlId, flowWithAccount, meterId } from './flow-with-account';
import { views } from './lanes';
import { openedEditor } from './opened-editor';

/** Fields with a default, by the dialog that shows them. */
const defaults = {
  control: { target: 'devices', action: 'value', command: 'payload', readBackSeconds: '15' },
  meter: { target: 'devices', action: 'reading', output: 'flat', maxAge: '1' },
  account: { startMute: '5', commandExpiry: '10', apiKeyHeader: 'Em-Api-Subscription-Key', replaced: '{}' },
} as const;

const streamId = 'b000000000000003';
const newerId = 'b000000000000004';
const endpointId = 'a000000000000002';
/** As its first version stored it: there, "only what changed" counted for readings only. */
const stream = {
  id: streamId,
  type: 'stream-receiver',
  z: 'c000000000000001',
  name: 'stream of version 1',
  endpoint: endpointId,
  account: accountId,
  output: 'channel',
  byException: true,
  deadBand: '2',
  x: 200,
  y: 280,
  wires: [[], []],
};
const historyId = 'b000000000000006';
/** As 0.1.0 stored it: the action had another name. */
const history = {
  id: historyId,
  type: 'meter-read',
  z: 'c000000000000001',
  name: '',
  account: accountId,
  target: 'value',
  operation: 'history',
  range: 'week',
  x: 200,
  y: 440,
  wires: [[]],
};
const newer = {
  id: newerId,
  type: 'meter-read',
  z: 'c000000000000001',
  name: 'of a later version',
  account: accountId,
  action: 'hologram',
  configVersion: 99,
  x: 200,
  y: 360,
  wires: [[]],
};
const endpoint = { id: endpointId, type: 'breaker-endpoint', mount: 'shared', publicUrl: 'https://flows.local' };

/** What the functions below use inside the page. */
declare const RED: {
  readonly nodes: {
    node(id: string): Readonly<Record<string, unknown>>;
    dirty(): boolean;
    createExportableNodeSet(nodes: readonly unknown[]): readonly Readonly<Record<string, unknown>>[];
    import(nodes: readonly object[], options: object): unknown;
  };
};

for (const view of views.filter(({ theme }) => theme === 'light'))
  describe(`a flow of an older version on ${view.name}`, () => {
    // Its nodes store next to nothing.
    const { tab, editor } = openedEditor(view, { flows: [...flowWithAccount(), endpoint, stream, history, newer] });

    async function shown(prefix: string, fields: Readonly<Record<string, string>>): Promise<Record<string, string>> {
      await openSections(tab.page);
      const values: Record<string, string> = {};
      for (const field of Object.keys(fields)) values[field] = await tab.page.inputValue(`#${prefix}-${field}`);
      return values;
    }

    it('shows its defaults in the dialogs', async () => {
      await editor.open(controlId);
      assert.deepEqual(await shown('node-input', defaults.control), defaults.control);
      assert.equal(await tab.page.isChecked('#node-input-readBack'), true);
      await editor.openAccount();
      assert.deepEqual(await shown('node-config-input', defaults.account), defaults.account);
      await editor.finish('node-config-dialog-cancel');
      await editor.finish('node-dialog-cancel');
      await editor.open(meterId);
      assert.deepEqual(await shown('node-input', defaults.meter), defaults.meter);
      await editor.finish('node-dialog-cancel');
    });

    it('has nothing to mend but what a newer version has made', async () => {
      assert.deepEqual(
        (await editor.nodes()).filter(({ valid }) => !valid).map(({ id }) => id),
        [newerId],
      );
    });

    const stored = (id: string): Promise<Readonly<Record<string, unknown>>> =>
      tab.page.evaluate((node) => {
        const [found] = RED.nodes.createExportableNodeSet([RED.nodes.node(node)]);
        return { ...found, changed: RED.nodes.node(node).changed === true };
      }, id);

    it('opens in the words of today, and is changed only by saving', async () => {
      await editor.open(streamId);
      assert.equal(await tab.page.isChecked('#node-input-byException'), false);
      assert.equal(await tab.page.inputValue('#node-input-output'), 'channel');
      await editor.finish('node-dialog-cancel');
      const before = await stored(streamId);
      assert.deepEqual([before.byException, before.configVersion, before.changed], [true, undefined, false]);
      assert.equal(await tab.page.evaluate(() => RED.nodes.dirty()), false);
      await editor.open(streamId);
      await editor.finish('node-dialog-ok');
      const after = await stored(streamId);
      assert.deepEqual([after.byException, after.configVersion, after.changed], [false, 2, true]);
      for (const untouched of [controlId, meterId]) assert.equal((await stored(untouched)).changed, false);
    });

    it('keeps its action, which had another name, on the canvas, in the dialog and in the flow', async () => {
      const action = { operation: undefined, action: 'history', range: 'week', configVersion: 2 };
      const pick = ({ operation, action, range, configVersion }: Readonly<Record<string, unknown>>) => ({
        operation,
        action,
        range,
        configVersion,
      });
      const label = (id: string) =>
        tab.page.evaluate((node) => {
          const found = RED.nodes.node(node) as { _def: { label(): string } };
          return found._def.label.call(found);
        }, id);
      assert.equal(await label(historyId), 'History');
      await editor.open(historyId);
      const values = { action: 'history', range: 'week' };
      assert.deepEqual(await shown('node-input', values), values);
      await editor.finish('node-dialog-cancel');
      assert.equal((await stored(historyId)).operation, 'history');
      const imported = await tab.page.evaluate((node) => {
        const copy = { ...node, id: 'b000000000000007' };
        RED.nodes.import([copy], { applyNodeDefaults: true });
        return copy.id;
      }, history);
      assert.equal(await label(imported), 'History');
      for (const id of [historyId, imported]) {
        await editor.open(id);
        await editor.finish('node-dialog-ok');
        assert.deepEqual(pick(await stored(id)), action);
      }
    });

    it('imported, it stays of the older version until it is saved', async () => {
      const imported = await tab.page.evaluate((node) => {
        const copy = { ...node, id: 'b000000000000005', name: 'imported' };
        RED.nodes.import([copy], { applyNodeDefaults: true });
        return RED.nodes.createExportableNodeSet([RED.nodes.node(copy.id)])[0];
      }, stream);
      assert.deepEqual([imported?.configVersion, imported?.byException], [undefined, true]);
    });

    it('a node from the palette is of the version of today', async () => {
      const id = await editor.drag('stream-receiver', { x: 500, y: 120 });
      assert.equal((await stored(id)).configVersion, 2);
    });

    it('of a newer version it says so, in the dialog and on the badge', async () => {
      await editor.open(newerId);
      const alert = tab.page.locator('.breakerflow-error[role=alert]');
      assert.match((await alert.textContent()) ?? '', /made with a newer version/);
      await editor.finish('node-dialog-ok');
      assert.equal((await stored(newerId)).configVersion, 99);
      assert.equal(await editor.status(newerId).textContent(), 'made with a newer version');
    });

    it('meets no error in the browser', () => {
      assert.deepEqual(tab.problems, []);
    });
  });
