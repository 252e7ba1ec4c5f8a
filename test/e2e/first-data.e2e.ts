import assert from 'node:assert/strict';
import { freePort } from '../support/free-port';
import { walkToFirstData } from './first-data';
import { views } from './lanes';
import { openedEditor } from './opened-editor';

for (const view of views)
  describe(`the way to the first data on ${view.name}`, () => {
    const { tab, editor } = openedEditor(view);

    it('is one drag: the node, a built-in simulator, an endpoint and a breaker, and data on the debug pane', async () => {
      const { receiver } = await walkToFirstData(tab, editor, {
        port: await freePort(),
        onStep: (step) => tab.shoot(`first-data-${step}`),
      });
      // Where the test is tried again, the streams of the first try are refused until they are taken back.
      const data = (await editor.messages()).filter({ hasText: /node: debug 1.*\.telemetry\./s });
      await data.first().waitFor();
      await editor
        .status(receiver)
        .getByText(/\d\d:\d\d:\d\d|1 attached/)
        .waitFor();
      assert.deepEqual(
        (await editor.nodes()).filter(({ valid }) => !valid),
        [],
      );
      assert.deepEqual((await editor.nodes()).map(({ type }) => type).sort(), [
        'breaker-account',
        'breaker-endpoint',
        'debug',
        'stream-receiver',
      ]);
    });

    it('meets no error in the browser', () => {
      assert.deepEqual(tab.problems, []);
    });
  });
