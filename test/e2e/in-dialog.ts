import type { Page } from 'playwright-core';
import type { DialogNode } from './dialog-nodes';

/** What the function below uses inside the page. */
declare const RED: {
  readonly editor: { edit(node: unknown): void; editConfig(name: string, type: string, id: string): void };
  readonly nodes: { node(id: string): unknown };
};

/** Does something with the dialog of a node while it is open. */
export async function inDialog<T>(page: Page, { id, type, isConfig }: DialogNode, work: () => Promise<T>): Promise<T> {
  await page.evaluate(
    ([node, ofType, config]) =>
      config === true
        ? RED.editor.editConfig('', String(ofType), String(node))
        : RED.editor.edit(RED.nodes.node(String(node))),
    [id, type, isConfig] as const,
  );
  const cancel = isConfig ? '#node-config-dialog-cancel' : '#node-dialog-cancel';
  await page.waitForSelector(cancel);
  await page.waitForSelector(`.red-ui-tray .breakerflow-dialog-${type}`);
  const result = await work();
  await page.click(cancel);
  await page.waitForSelector(cancel, { state: 'detached' });
  return result;
}
