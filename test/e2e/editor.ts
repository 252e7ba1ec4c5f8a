import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import type { Tab } from './browser';
import { closes, opens } from './opens';

/** What the functions below use inside the page. */
declare const RED: {
  readonly actions: { invoke(action: string, flow?: string): void };
  readonly comms: { subscribe(topic: string, receive: (topic: string, data: Deployed) => void): void };
  readonly nodes: {
    dirty(): boolean;
    eachNode(visit: (node: EditorNode) => void): void;
    eachConfig(visit: (node: EditorNode) => void): void;
    workspace(id: string): { readonly label: string } | null | undefined;
    eachWorkspace(visit: (flow: { readonly id: string; readonly label: string }) => void): void;
  };
  readonly view: { reveal(id: string): void };
};

/** The runtime's word that the flows of a revision have started. */
interface Deployed {
  readonly revision: string;
}

interface EditorNode {
  readonly id: string;
  readonly type: string;
  readonly z?: string;
  readonly name?: string;
  readonly valid?: boolean;
}

/** What the editor knows of a node on the workspace or of a config node. */
export interface NodeSummary {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  /** Of the flow that it is on. */
  readonly flow: string;
  readonly valid: boolean;
}

/** Commands that do not say when they were made are refused for so long after a deploy. */
export const startMuteMs = 5_000;

interface Position {
  readonly x: number;
  readonly y: number;
}

/** Node-RED's editor, driven as a user does. Selectors hold for Node-RED 4 and 5. */
export interface Editor {
  readonly page: Page;
  /** Loads it anew; what was not deployed is gone. */
  reload(): Promise<void>;
  /** Every node and config node. */
  nodes(): Promise<NodeSummary[]>;
  /** The id of the only node with this name on a flow. */
  named(name: string, flow: string): Promise<string>;
  /** Enables some flows of a set, by their labels, and disables the others of it. */
  enableOnly(enabled: readonly string[], among: readonly string[]): Promise<void>;
  /** Brings a node into view. */
  reveal(id: string): Promise<void>;
  /** Drags a type from the palette to the workspace and returns the new node's id. */
  drag(type: string, to: Position): Promise<string>;
  /** Draws a wire from an output of one node, the first by default, to the input of another. */
  wire(from: string, to: string, output?: number): Promise<void>;
  /** Opens a node's dialog. */
  open(id: string): Promise<void>;
  /** Opens the account that the open dialog names, or a new one. */
  openAccount(): Promise<void>;
  /** Ends the open dialog of a node, or of an account. */
  finish(button: DialogButton): Promise<void>;
  /** Deploys, and waits until the flows have started. */
  deploy(): Promise<void>;
  press(injectId: string): Promise<void>;
  /** The badge below a node. */
  status(id: string): Locator;
  /** Shows the debug sidebar and returns its messages, or those of the nodes on one flow. */
  messages(flow?: string): Promise<Locator>;
}

type DialogButton = 'node-dialog-ok' | 'node-dialog-cancel' | 'node-config-dialog-ok' | 'node-config-dialog-cancel';

/** Resolves when the editor shows no progress of its start any more. */
export async function loadingEnded(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('#red-ui-loading-progress:not([style*="none"])') === null);
}

/** Loads the editor in a tab; with a user's name it logs in first, the password being the name. */
export async function openEditor(tab: Tab, url: string, user?: string): Promise<Editor> {
  const { page } = tab;
  await page.goto(url);
  if (user !== undefined) {
    await page.fill('#node-dialog-login-username', user);
    await page.fill('#node-dialog-login-password', user);
    await page.click('#node-dialog-login-submit');
  }
  await loaded();

  async function loaded(): Promise<void> {
    await page.waitForSelector('.red-ui-palette-node[data-palette-type="breaker-control"]');
    await loadingEnded(page);
  }

  const portOf = async (id: string, side: 'input' | 'output', at = 0) => {
    const port = page.locator(`[id="${id}"] .red-ui-flow-port-${side} .red-ui-flow-port`).nth(at);
    const box = await port.boundingBox();
    assert.ok(box !== null, `node ${id} has no ${side}`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };

  async function moveMouse(from: Position, to: Position): Promise<void> {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + 10, from.y + 5, { steps: 3 });
    await page.mouse.move(to.x, to.y, { steps: 10 });
    await page.mouse.up();
  }

  const nodes = () =>
    page.evaluate(() => {
      const found: NodeSummary[] = [];
      const add = ({ id, type, name, z, valid }: EditorNode) => {
        const flow = RED.nodes.workspace(z ?? '')?.label ?? '';
        found.push({ id, type, name: name ?? '', flow, valid: valid !== false });
      };
      RED.nodes.eachNode(add);
      RED.nodes.eachConfig(add);
      return found;
    });

  return {
    page,
    nodes,
    async reload() {
      await tab.goTo(url);
      await loaded();
    },
    async named(name, flow) {
      const found = (await nodes()).filter((node) => node.name === name && node.flow === flow);
      assert.equal(found.length, 1, `${found.length} nodes on ${flow} are named ${name}`);
      return found[0]?.id ?? '';
    },
    async reveal(id) {
      await page.evaluate((node) => RED.view.reveal(node), id);
      await page.locator(`[id="${id}"]`).waitFor();
    },
    async drag(type, to) {
      const before = new Set((await nodes()).map(({ id }) => id));
      const entry = page.locator(`.red-ui-palette-node[data-palette-type="${type}"]`);
      await entry.scrollIntoViewIfNeeded();
      const from = await entry.boundingBox();
      const chart = await page.locator('#red-ui-workspace-chart').boundingBox();
      assert.ok(from !== null && chart !== null);
      await moveMouse(
        { x: from.x + from.width / 2, y: from.y + from.height / 2 },
        { x: chart.x + to.x, y: chart.y + to.y },
      );
      const added = (await nodes()).filter(({ id }) => !before.has(id));
      assert.deepEqual(
        added.map((node) => node.type),
        [type],
      );
      return added[0]?.id ?? '';
    },
    async wire(from, to, output) {
      await moveMouse(await portOf(from, 'output', output), await portOf(to, 'input'));
    },
    async open(id) {
      const node = page.locator(`[id="${id}"] .red-ui-flow-node`).first();
      await opens(page.locator('#node-dialog-ok'), (options) => node.dblclick(options));
    },
    async openAccount() {
      // Shown is the button that adds when no account is chosen, and the one that edits otherwise.
      const chosen = await page.inputValue('#node-input-account');
      const button = `#node-input-btn-account-${chosen === '_ADD_' || chosen === '' ? 'add' : 'edit'}`;
      await opens(page.locator('#node-config-dialog-ok'), (options) => page.click(button, options));
      await page.waitForSelector('#breakerflow-test button');
    },
    async finish(button) {
      await closes(page.locator(`#${button}`), (options) => page.click(`#${button}`, options));
    },
    async deploy() {
      const started = await page.evaluateHandle(() => {
        const revisions = new Set<string>();
        RED.comms.subscribe('notification/runtime-deploy', (_topic, { revision }) => revisions.add(revision));
        return revisions;
      });
      const answered = page.waitForResponse(
        (response) => response.request().method() === 'POST' && new URL(response.url()).pathname.endsWith('/flows'),
      );
      await page.click('#red-ui-header-button-deploy');
      const answer = await answered;
      assert.equal(answer.status(), 200);
      const { rev } = (await answer.json()) as { rev: string };
      // The runtime answers before it starts the flows: what is counted from there counts too early.
      await page.waitForFunction(([revisions, revision]) => revisions.has(revision), [started, rev] as const);
      await page.waitForFunction(() => !RED.nodes.dirty());
    },
    async enableOnly(enabled, among) {
      await page.evaluate(
        ([on, all]) => {
          const flows: [string, boolean][] = [];
          RED.nodes.eachWorkspace(({ id, label }) => {
            if (all.includes(label)) flows.push([id, on.includes(label)]);
          });
          for (const [id, isOn] of flows) RED.actions.invoke(isOn ? 'core:enable-flow' : 'core:disable-flow', id);
        },
        [enabled, among] as const,
      );
    },
    async press(injectId) {
      await page.locator(`[id="${injectId}"] .red-ui-flow-node-button-button`).click();
    },
    status: (id) => page.locator(`[id="${id}"] .red-ui-flow-node-status-label`),
    async messages(flow) {
      await page.evaluate(() => RED.actions.invoke('core:show-debug-tab'));
      const sidebar = page.locator('.red-ui-debug-content');
      await sidebar.first().waitFor();
      if (flow === undefined) return sidebar.locator('.red-ui-debug-msg');
      const ids = await page.evaluate((label) => {
        const found: string[] = [];
        RED.nodes.eachWorkspace((one) => {
          if (one.label === label) found.push(one.id);
        });
        return found;
      }, flow);
      assert.equal(ids.length, 1, `${ids.length} flows are named ${flow}`);
      return sidebar.locator(`.red-ui-debug-msg-flow-${ids[0]}`);
    },
  };
}
