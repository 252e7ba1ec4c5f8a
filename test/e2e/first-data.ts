import type { Tab } from './browser';
import type { Editor } from './editor';

/** What a newcomer sees after each step of the way from the palette to data on the debug pane. */
export type FirstDataStep = 'dragged' | 'configured' | 'wired' | 'data';

interface FirstDataOptions {
  /** Of the endpoint, where the default is taken. */
  readonly port: number;
  /** `chosen` where the workspace has one; otherwise it is added: the built-in simulator. */
  readonly account?: 'added' | 'chosen';
  readonly onStep?: (step: FirstDataStep) => Promise<void>;
}

/** One drag and some clicks: a stream receiver with an account, an endpoint and a breaker, and a debug node behind it. */
export async function walkToFirstData(
  { page }: Tab,
  editor: Editor,
  { port, account = 'added', onStep = async () => {} }: FirstDataOptions,
): Promise<{ readonly receiver: string }> {
  const receiver = await editor.drag('stream-receiver', { x: 160, y: 120 });
  await onStep('dragged');

  await editor.open(receiver);
  if (account === 'added') {
    await editor.openAccount();
    await editor.finish('node-config-dialog-ok');
  }
  await page.click('#node-input-btn-endpoint-add');
  await page.waitForSelector('#breakerflow-endpoint .breakerflow-address');
  await page.fill('#node-config-input-port', String(port));
  await editor.finish('node-config-dialog-ok');
  await page.locator('.breakerflow-search:visible').pressSequentially('outlets');
  await page.waitForFunction(() => document.querySelectorAll('.breakerflow-device').length === 1);
  await page.locator('.breakerflow-device').first().click();
  await onStep('configured');
  await editor.finish('node-dialog-ok');

  await addBehind(page, receiver, 'debug');
  await onStep('wired');
  await editor.deploy();
  const messages = await editor.messages();
  await messages.first().waitFor();
  // "Successfully deployed" goes by itself.
  await page.waitForFunction(() => document.querySelector('.red-ui-notification') === null);
  await onStep('data');
  return { receiver };
}

/** Quick wiring: with Ctrl held, a click on the port and one on the canvas, then the type's name. */
async function addBehind(page: Tab['page'], nodeId: string, type: string): Promise<void> {
  const port = page.locator(`[id="${nodeId}"] .red-ui-flow-port-output .red-ui-flow-port`).first();
  const box = await port.boundingBox();
  if (box === null) throw new Error(`node ${nodeId} has no output`);
  await page.keyboard.down('Control');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.up();
  await page.mouse.move(box.x + 180, box.y + 4, { steps: 5 });
  await page.mouse.down();
  await page.mouse.up();
  await page.keyboard.up('Control');
  const search = page.locator('.red-ui-type-search input').first();
  await search.waitFor();
  // Node-RED gives it the focus a moment after it is shown, and sorts what was used of late to the top.
  await page.waitForFunction(() => document.activeElement?.closest('.red-ui-type-search') != null);
  await search.pressSequentially(type);
  await page.locator('.red-ui-type-search .red-ui-search-result:visible').first().waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.red-ui-type-search').waitFor({ state: 'hidden' });
}
