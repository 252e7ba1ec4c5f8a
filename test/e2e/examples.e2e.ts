import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { startMuteMs } from './editor';
import { trials } from './example-trials';
import { root, views } from './lanes';
import { openedEditor } from './opened-editor';
import { opens } from './opens';
import { temporaryDirectory } from './packed-package';

declare const RED: {
  readonly actions: { invoke(action: string): void };
  readonly nodes: { createCompleteNodeSet(): unknown };
};

/** The polls of all flows share one budget of calls, and a load manager shows its total after two of them. */
const badgeMs = 45_000;

const packageName = '@breakerflow/node-red-breakers';

const examples = readdirSync(join(root, 'examples'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.replace(/\.json$/, ''))
  .sort();

/** Imports an example as a user does: Import > Examples. */
async function importExample(page: Page, example: string): Promise<void> {
  await page.evaluate(() => RED.actions.invoke('core:show-examples-import-dialog'));
  const tree = page.locator('#red-ui-clipboard-dialog-import-tab-examples');
  const row = (label: string) => tree.getByText(label, { exact: true });
  let last = row(packageName);
  for (const label of example.split('/')) {
    const next = row(label);
    await opens(next, (options) => last.click(options));
    last = next;
  }
  // The tree may still be opening its folder under the first click.
  await opens(page.locator('#red-ui-clipboard-dialog-ok:enabled'), (options) => last.click(options));
  await page.click('#red-ui-clipboard-dialog-ok');
  await page.locator('#red-ui-clipboard-dialog-ok').waitFor({ state: 'hidden' });
}

describe('the examples', () => {
  it('are all tried', () => {
    assert.deepEqual(examples, Object.keys(trials).sort());
  });
});

for (const view of views.filter(({ theme }) => theme === 'light'))
  describe(`the examples on ${view.name}`, () => {
    // Flows that write files write them there.
    const files = JSON.stringify(temporaryDirectory('files'));
    const { tab, editor } = openedEditor(view, { dashboard: true, extra: `fileWorkingDirectory: ${files},` });
    let deployedAt: number;
    /** Flows with load managers that name the same devices: of those that are unrelated one would run. */
    let managed: readonly string[];
    async function deploy(): Promise<void> {
      await editor.deploy();
      deployedAt = Date.now();
    }
    const badgeOf = async (flow: string, name: string) => editor.status(await editor.named(name, flow));

    it('are imported without unknown or invalid nodes, and deployed', async () => {
      // Tried again, it begins anew.
      if ((await editor.nodes()).length > 0) await editor.reload();
      for (const example of examples) {
        await importExample(tab.page, example);
        await tab.shoot(`example-${example.replaceAll('/', '-')}`);
      }
      await tab.page.waitForFunction(() => !JSON.stringify(RED.nodes.createCompleteNodeSet()).includes('circuit('));
      const nodes = await editor.nodes();
      assert.deepEqual(
        nodes.filter(({ type, valid }) => type === 'unknown' || !valid),
        [],
      );
      for (const { flow } of Object.values(trials))
        assert.ok(
          nodes.some((node) => node.flow === flow),
          flow,
        );
      managed = [...new Set(nodes.flatMap(({ type, flow }) => (type === 'load-manager' ? [flow] : [])))];
      await editor.enableOnly([], managed);
      await deploy();
    }).timeout(300_000);

    for (const [example, { flow, press, says, badge }] of Object.entries(trials))
      it(`${example}: ${press === undefined ? 'by itself' : `a click on "${press}"`} shows its result`, async () => {
        if (managed.includes(flow)) {
          await editor.enableOnly([flow], managed);
          await deploy();
        }
        const messages = await editor.messages(flow);
        await tab.page.waitForFunction((at) => Date.now() > at, deployedAt + startMuteMs);
        if (press !== undefined) {
          const inject = await editor.named(press, flow);
          await editor.reveal(inject);
          await editor.press(inject);
        } else if (badge !== undefined) await editor.reveal(await editor.named(badge[0], flow));
        // At once: what a flow does by itself may change the badge before the message has come.
        await Promise.all([
          says === undefined ? undefined : messages.filter({ hasText: says }).first().waitFor(),
          badge === undefined
            ? undefined
            : badgeOf(flow, badge[0]).then((shown) => shown.getByText(badge[1]).waitFor({ timeout: badgeMs })),
        ]);
        await tab.shoot(`tried-${example.replaceAll('/', '-')}`);
      });

    it('meet no error in the browser', () => {
      assert.deepEqual(tab.problems, []);
    });
  });
