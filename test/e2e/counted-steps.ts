import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { openSections } from './dialog';
import { sidebarOf } from './sidebar-page';
import { idOf, type WishSite } from './wish-site';

type Position = Parameters<WishSite['editor']['drag']>[1];

/** A flow that is built as a user does, with each step counted: one drag, one wire, or one field that is set. */
export interface CountedSteps {
  count(): number;
  /** Drags a load-manager to the canvas and opens its dialog. */
  dragManager(): Promise<void>;
  /** Drags a node to the canvas. Returns its id. */
  drag(type: string, to: Position): Promise<string>;
  /** From the first output, or another one. */
  wire(from: string, to: string, output?: number): Promise<void>;
  /** Another device of the open dialog. */
  pickDevice(label: string): Promise<void>;
  /** A field of the open dialog. */
  type(field: string, value: string): Promise<void>;
  choose(field: string, value: string): Promise<void>;
  tick(field: string): Promise<void>;
  addLoad(label: string): Promise<void>;
  typeOfLoad(label: string, column: string, value: string): Promise<void>;
  chooseOfLoad(label: string, column: string, value: string): Promise<void>;
  tickOfLoad(label: string, column: string): Promise<void>;
  /** A column of the row that a button of a table has added. */
  typeOfRow(table: string, column: string, value: string): Promise<void>;
  /** A button adds a row: it sets no field. */
  addRow(table: string, button: string): Promise<void>;
  /** Drags a button to the canvas that sends a message to the manager. Returns its id. */
  dragSender(payload: string): Promise<string>;
  /** Drags a button to the canvas that sends this text. Returns its id. */
  dragText(text: string): Promise<string>;
  /** A location of the open dialog, by the words that it shows. */
  chooseLocation(name: string): Promise<void>;
  /** A device that the open dialog leaves out of a location. */
  except(label: string): Promise<void>;
  /** In the panel schedule of the sidebar. */
  tickCritical(label: string): Promise<void>;
  /** Opens the dialog of the manager again. */
  reopen(): Promise<void>;
  /** Takes a tick away again; counts as a step, too. */
  untick(field: string): Promise<void>;
  /** Ends the dialog, in which nothing must be wrong. */
  done(): Promise<void>;
  /** Ends the dialog if it is open, and deploys. */
  deploy(): Promise<void>;
}

export function countedSteps({ tab, editor }: WishSite): CountedSteps {
  const { page } = tab;
  let steps = 0;
  let manager = '';
  const step = async (work: Promise<unknown>) => {
    await work;
    steps += 1;
  };
  const row = (label: string) => page.locator(`.breakerflow-lm-load[data-device="${idOf(label)}"]`);
  const column = (within: Locator, label: string) =>
    within.locator('label').filter({ has: page.getByText(label, { exact: true }) });

  async function dragged(type: string, to: Position): Promise<string> {
    const id = await editor.drag(type, to);
    steps += 1;
    return id;
  }

  /** An inject node with this value as its payload. */
  async function dragInject(kind: 'JSON' | 'string', payload: string): Promise<string> {
    const sender = await dragged('inject', { x: 200, y: 150 });
    await editor.open(sender);
    const value = page.locator('#node-input-property-container li').first();
    const typed = value.locator('.node-input-prop-property-value + .red-ui-typedInput-container');
    await typed.locator('.red-ui-typedInput-type-select').click();
    await page.locator('.red-ui-typedInput-options:visible a', { hasText: kind }).first().click();
    await step(typed.locator('.red-ui-typedInput-input').fill(payload));
    await editor.finish('node-dialog-ok');
    return sender;
  }

  async function openManager(): Promise<void> {
    await editor.open(manager);
    // The devices have been read.
    await page.locator('[data-field=loads] .breakerflow-rows > select option').nth(1).waitFor({ state: 'attached' });
    await openSections(page);
  }

  async function ofLoad(label: string, name: string): Promise<Locator> {
    await row(label)
      .locator('details')
      .evaluate((details) => details.setAttribute('open', ''));
    return column(row(label), name);
  }

  async function done(): Promise<void> {
    await page.waitForFunction(() =>
      [...document.querySelectorAll('.breakerflow-row-problems, .breakerflow-trouble')].every(
        ({ textContent }) => textContent === '',
      ),
    );
    await editor.finish('node-dialog-ok');
  }

  return {
    count: () => steps,
    async dragManager() {
      manager = await dragged('load-manager', { x: 500, y: 150 });
      await openManager();
    },
    drag: dragged,
    wire: (from, to, output) => step(editor.wire(from, to, output)),
    pickDevice: (label) => step(page.locator(`[data-field=devices] [title="${idOf(label)}"] input`).check()),
    async type(field, value) {
      // Of a typed field the visible input is that of the editor.
      const own = page.locator(`#node-input-${field}:visible`);
      const input = page.locator(`[data-field=${field}] .red-ui-typedInput-input`);
      await step(((await own.count()) > 0 ? own : input).fill(value));
    },
    choose: (field, value) => step(page.selectOption(`[data-field=${field}] select`, value)),
    tick: (field) => step(page.check(`#node-input-${field}`)),
    async addLoad(label) {
      await step(page.locator('[data-field=loads] .breakerflow-rows > select').selectOption(idOf(label)));
      await row(label).waitFor();
    },
    typeOfLoad: async (label, name, value) => step((await ofLoad(label, name)).locator('input').fill(value)),
    chooseOfLoad: async (label, name, value) => step((await ofLoad(label, name)).locator('select').selectOption(value)),
    tickOfLoad: async (label, name) => step((await ofLoad(label, name)).locator('input').check()),
    typeOfRow: (table, name, value) =>
      step(
        column(page.locator(`[data-field=${table}]`), name)
          .locator('input')
          .fill(value),
      ),
    addRow: (table, button) =>
      page.locator(`[data-field=${table}]`).getByRole('button', { name: button, exact: true }).click(),
    async dragSender(payload) {
      const sender = await dragInject('JSON', payload);
      await step(editor.wire(sender, manager));
      return sender;
    },
    dragText: (sent) => dragInject('string', sent),
    async chooseLocation(name) {
      const list = page.locator('[data-field=location] .breakerflow-locations');
      const shown = await list.locator('option').allTextContents();
      const index = shown.findIndex((one) => one.trim() === name || one.trim().endsWith(`/ ${name}`));
      assert(index >= 0, shown.join('; '));
      await step(list.selectOption({ index }));
    },
    except: (label) => step(page.locator(`[data-field=except] [title="${idOf(label)}"] input`).check()),
    async tickCritical(label) {
      const sidebar = sidebarOf(tab);
      await sidebar.show();
      await sidebar.open('panel');
      await step(sidebar.host.locator(`tr[data-device="${idOf(label)}"] td[data-field=critical] input`).check());
    },
    reopen: openManager,
    untick: (field) => step(page.uncheck(`#node-input-${field}`)),
    done,
    async deploy() {
      if (await page.locator('#node-dialog-ok').isVisible()) await done();
      assert.deepEqual(
        (await editor.nodes()).filter(({ valid }) => !valid),
        [],
      );
      await editor.deploy();
    },
  };
}
