import assert from 'node:assert/strict';
import { read } from '../examples/example-files';
import { freePort } from '../support/free-port';
import { walkToFirstData } from './first-data';
import { views } from './lanes';
import { openedEditor } from './opened-editor';

declare const RED: { readonly actions: { invoke(action: string): void } };

/** Where the walk of docs/getting-started.md to the first data begins. */
const starts = [
  { at: 'an empty Node-RED', account: 'added', pictures: 'first-data', options: {} },
  {
    at: 'the demo site',
    account: 'chosen',
    pictures: 'first-data-demo',
    options: { flows: read('dashboard/01-demo-site.json'), dashboard: true },
  },
] as const;

for (const view of views)
  for (const { at, account, pictures, options } of starts)
    describe(`the way to the first data from ${at} on ${view.name}`, () => {
      const { tab, editor } = openedEditor(view, options);

      it('is one drag: the node, an account, an endpoint and a breaker, and data on the debug pane', async () => {
        await tab.page.evaluate(() => RED.actions.invoke('core:add-flow'));
        const before = new Set((await editor.nodes()).map(({ id }) => id));
        const { receiver } = await walkToFirstData(tab, editor, {
          port: await freePort(),
          account,
          onStep: (step) => tab.shoot(`${pictures}-${step}`),
        });
        // Where the test is tried again, the streams of the first try are refused until they are taken back.
        const data = (await editor.messages()).filter({ hasText: /node: debug 1.*\.telemetry\./s });
        await data.first().waitFor();
        await editor
          .status(receiver)
          .getByText(/\d\d:\d\d:\d\d|devices attached: 1/)
          .waitFor();
        const nodes = await editor.nodes();
        assert.deepEqual(
          nodes.filter(({ valid }) => !valid),
          [],
        );
        const added = nodes.filter(({ id }) => !before.has(id)).map(({ type }) => type);
        assert.deepEqual(added.sort(), [
          ...(account === 'added' ? ['breaker-account'] : []),
          'breaker-endpoint',
          'debug',
          'stream-receiver',
        ]);
      });

      it('meets no error in the browser', () => {
        assert.deepEqual(tab.problems, []);
      });
    });
