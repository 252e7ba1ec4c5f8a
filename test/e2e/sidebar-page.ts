import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { Tab } from './browser';

declare const RED: { readonly actions: { invoke(action: string): void } };

export type SidebarPage = 'site' | 'panel' | 'automation' | 'commands' | 'health' | 'calls' | 'simulator' | 'rehearsal';

/** The site sidebar, used as a user does. */
export interface Sidebar {
  readonly host: Locator;
  readonly devices: Locator;
  /** Shows it and waits for the tree. */
  show(): Promise<void>;
  open(page: SidebarPage): Promise<void>;
  device(name: string): Locator;
  /** Drags a device's row to a place on the canvas. */
  drag(name: string, to: { readonly x: number; readonly y: number }): Promise<void>;
  /** Drags the sidebar's edge until it is so wide. */
  resize(widthPx: number): Promise<void>;
  /** Fails when something in it is wider than it. */
  assertFits(): Promise<void>;
}

export function sidebarOf({ page }: Tab): Sidebar {
  const host = page.locator('.breakerflow-site');
  const devices = host.locator('.breakerflow-row-device');
  const boxOf = async (locator: Locator) => {
    const box = await locator.boundingBox();
    assert(box !== null);
    return box;
  };
  const device = (name: string) => devices.filter({ hasText: name }).first();
  return {
    host,
    devices,
    device,
    async show() {
      await page.evaluate(() => RED.actions.invoke('breakerflow:show-site'));
      await devices.first().waitFor();
    },
    async open(name) {
      await host.locator(`#breakerflow-tab-${name}`).click();
      await host.locator(`#breakerflow-page-${name}`).waitFor();
    },
    async drag(name, to) {
      await device(name).scrollIntoViewIfNeeded();
      const from = await boxOf(device(name));
      const chart = await boxOf(page.locator('#red-ui-workspace-chart'));
      await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
      await page.mouse.down();
      await page.mouse.move(from.x, from.y, { steps: 4 });
      await page.mouse.move(chart.x + to.x, chart.y + to.y, { steps: 8 });
      await page.locator('.breakerflow-ghost.breakerflow-droppable').waitFor();
      await page.mouse.up();
    },
    async resize(widthPx) {
      const { x, y, width, height } = await boxOf(host);
      const separator = await boxOf(page.locator('#red-ui-sidebar-separator'));
      const from = separator.x + separator.width / 2;
      await page.mouse.move(from, y + height / 2);
      await page.mouse.down();
      await page.mouse.move(from + (width - widthPx) / 2, y + height / 2, { steps: 5 });
      await page.mouse.move(from + width - widthPx, y + height / 2, { steps: 5 });
      await page.mouse.up();
      const now = await boxOf(host);
      assert(Math.abs(now.width - widthPx) <= 12, `${now.width} px wide, from ${x}`);
    },
    async assertFits() {
      const wide = await host.evaluate((root) => {
        const { left, right } = root.getBoundingClientRect();
        return [...root.querySelectorAll('*')]
          .filter((one) => {
            const box = one.getBoundingClientRect();
            // What is cut off with an ellipsis is meant to be wider.
            const isCut = one.closest('.breakerflow-name, option') !== null;
            return !isCut && box.width > 0 && (box.right > right + 1 || box.left < left - 1);
          })
          .map((one) => `${one.tagName}.${one.className} ${one.textContent?.slice(0, 30)}`);
      });
      assert.deepEqual(wide, []);
    },
  };
}
