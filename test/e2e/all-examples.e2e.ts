import assert from 'node:assert/strict';
import { paths, readStored } from '../examples/example-files';
import { views } from './lanes';
import { openedEditor } from './opened-editor';
import { type StandAloneSimulator, startSimulator } from './stand-alone-simulator';

interface Stored {
  readonly id: string;
  readonly type: string;
  readonly z?: string;
  readonly party?: string;
  readonly account?: string;
  readonly devices?: readonly string[];
  readonly location?: string;
}

declare const RED: {
  readonly view: { importNodes(nodes: readonly object[], options: object): void };
  readonly editor: { editConfig(name: string, type: string, id: string): void };
  readonly nodes: {
    createCompleteNodeSet(): readonly Stored[];
    node(id: string): { readonly valid: boolean } | null;
  };
};

for (const view of views.filter(({ theme }) => theme === 'light'))
  describe(`all examples on ${view.name}`, () => {
    const { tab, editor } = openedEditor(view, { dashboard: true });
    let simulator: StandAloneSimulator;
    let account: string;
    /** Our nodes for which the examples name devices or a location. */
    let chosen: string[];

    before(async () => {
      simulator = await startSimulator(view.lane);
    });
    after(() => simulator?.stop());

    const nodes = () => tab.page.evaluate(() => RED.nodes.createCompleteNodeSet());
    const isBound = () =>
      tab.page.waitForFunction(
        () => !/breakerflow-example|circuit\(|location\(/.test(JSON.stringify(RED.nodes.createCompleteNodeSet())),
      );
    async function invalid(ids: readonly string[]): Promise<string[]> {
      return tab.page.evaluate((all) => all.filter((id) => RED.nodes.node(id)?.valid === false), ids);
    }

    it('imported one after another: there is exactly one account, and every node is ready', async () => {
      for (const path of paths) {
        await tab.page.evaluate(
          (flow) => RED.view.importNodes(flow, { generateIds: true, touchImport: true, addFlow: false }),
          readStored(path) as readonly object[],
        );
        await isBound();
      }
      const all = await nodes();
      const accounts = all.filter(({ type }) => type === 'breaker-account');
      assert.deepEqual(
        accounts.map(({ party }) => party),
        ['house'],
      );
      account = accounts[0]?.id ?? '';
      const ours = all.filter((node) => node.account === account && node.z !== undefined);
      chosen = ours.flatMap(({ id, devices = [], location = '' }) =>
        devices.length > 0 || location !== '' ? [id] : [],
      );
      assert(chosen.length > 40, `${chosen.length}`);
      assert.deepEqual(await invalid(ours.map(({ id }) => id)), []);
    });

    it('the account changed to a stand-alone simulator as a cloud service: all move, and none is valid before its devices are chosen', async () => {
      const { page } = tab;
      await page.evaluate((id) => RED.editor.editConfig('', 'breaker-account', id), account);
      await page.waitForSelector('#breakerflow-test button');
      await page.selectOption('#node-config-input-mode', 'service');
      const { baseUrl, apiKey, organization } = simulator;
      const values = { baseUrl, apiKey, orgClientId: organization.clientId, orgSecret1: organization.clientSecret };
      for (const [name, value] of Object.entries(values)) await page.fill(`#node-config-input-${name}`, value);
      await editor.finish('node-config-dialog-ok');
      await page.waitForFunction(() => JSON.stringify(RED.nodes.createCompleteNodeSet()).includes('circuit('));
      const all = await nodes();
      const ours = all.filter(({ id }) => chosen.includes(id));
      assert(ours.every((node) => node.account === account));
      assert.deepEqual(await invalid(chosen), chosen);
      const inFlows = all.filter(({ z }) => z !== undefined);
      const withIds = inFlows.filter((node) => /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/.test(JSON.stringify(node)));
      assert.deepEqual(withIds, []);
      await tab.shoot('all-examples-moved');
    });

    it('meets no error in the browser', () => {
      assert.deepEqual(tab.problems, []);
    });
  });
