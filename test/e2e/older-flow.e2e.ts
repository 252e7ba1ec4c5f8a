import assert from 'node:assert/strict';
import { openTab, type Tab } from './browser';
import { openSections } from './dialog';
import { type Editor, openEditor } from './editor';
import { controlId, flowWithAccount, meterId } from './flow-with-account';
import { views } from './lanes';
import { type RunningNodeRed, runNodeRed } from './running-node-red';

/** Fields with a default, by the dialog that shows them. */
const defaults = {
  control: { target: 'devices', action: 'value', command: 'payload', readBackSeconds: '15' },
  meter: { target: 'devices', operation: 'reading', output: 'flat', maxAge: '1' },
  account: { startMute: '5', commandExpiry: '10', apiKeyHeader: 'Em-Api-Subscription-Key', replaced: '{}' },
} as const;

for (const view of views.filter(({ theme }) => theme === 'light'))
  describe(`a flow of an older version on ${view.name}`, () => {
    let red: RunningNodeRed;
    let tab: Tab;
    let editor: Editor;

    before(async () => {
      // Its nodes store next to nothing.
      red = await runNodeRed(view.lane, { flows: flowWithAccount() });
      tab = await openTab(view);
      editor = await openEditor(tab, red.url);
    });
    after(async () => {
      await tab?.close();
      await red?.stop();
    });

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

    it('has nothing to mend', async () => {
      assert.deepEqual(
        (await editor.nodes()).filter(({ valid }) => !valid),
        [],
      );
    });

    it('meets no error in the browser', () => {
      assert.deepEqual(tab.problems, []);
    });
  });
