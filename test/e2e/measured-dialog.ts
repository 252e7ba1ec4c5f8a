import type { Page } from 'playwright-core';
import { type Layout, layoutFaults } from './layout-faults';

declare const $: {
  (element: Element): { trigger(event: string): void };
  readonly active: number;
};

declare const breakerflowLayout: typeof layoutFaults;

/** A dialog's widths, in pixels, by the width of the window that gives them. */
export type TrayWidths = ReadonlyMap<number, number>;

/** Makes the measurement known in the page: once after each load. */
export async function prepareMeasuring(page: Page): Promise<void> {
  await page.evaluate(`globalThis.breakerflowLayout = ${layoutFaults}`);
}

/**
 * Measures the topmost dialog in each of the tray's widths: as it is, with each choice made in turn, also those that a choice
 * brings, and with the ticks the other way round. `spoil` changes it before.
 */
export async function measureDialog(page: Page, widths: TrayWidths, spoil?: () => void): Promise<Layout> {
  if (spoil !== undefined) await page.evaluate(spoil);
  return page.evaluate(walkDialog, [...widths]);
}

// Runs in the page: all that it needs is inside.
async function walkDialog(widths: readonly (readonly [number, number])[]): Promise<Layout> {
  const root = [...document.querySelectorAll<HTMLElement>('.red-ui-tray [class^=breakerflow-dialog-]')].at(-1);
  const tray = root?.closest<HTMLElement>('.red-ui-tray');
  const frame = root?.closest('.red-ui-tray-body-wrapper');
  if (root == null || tray == null || frame == null) throw new Error('no dialog is open');
  const dialog = root;
  const faults = new Set<string>();
  const texts = new Set<string>();
  const states = new Set<string>();

  // biome-ignore lint/performance/useDomNodeTextContent: what is hidden makes no state.
  const shown = () => dialog.innerText;
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  async function answered(): Promise<void> {
    await pause(0);
    for (let waited = 0; $.active > 0 && waited < 10_000; waited += 5) await pause(5);
    await pause(0);
  }
  async function drawn(): Promise<void> {
    for (let same = 0, before = ''; same < 3; ) {
      await answered();
      await pause(30);
      same = shown() === before ? same + 1 : 0;
      before = shown();
    }
  }
  const isSeen = (element: Element) => element.checkVisibility({ visibilityProperty: true });
  const seen = <E extends Element>(selector: string) => [...dialog.querySelectorAll<E>(selector)].filter(isSeen);

  /** False where the dialog looks as it did before. */
  function measure(): boolean {
    for (const section of dialog.querySelectorAll('details')) section.setAttribute('open', '');
    const state = shown();
    if (states.has(state)) return false;
    states.add(state);
    for (const [width, trayWidth] of widths) {
      (tray as HTMLElement).style.width = `${trayWidth}px`;
      const found = breakerflowLayout(dialog, frame as Element);
      for (const fault of found.faults) faults.add(`at ${width} px: ${fault}`);
      for (const text of found.texts) texts.add(text);
    }
    return true;
  }

  async function choose(choice: HTMLSelectElement, value: string): Promise<void> {
    choice.value = value;
    $(choice).trigger('change');
    await answered();
  }

  async function turnFlags(): Promise<void> {
    const flags = seen<HTMLInputElement>('.breakerflow-row.breakerflow-flag input');
    const turn = async () => {
      for (const flag of flags) {
        flag.checked = !flag.checked;
        $(flag).trigger('change');
      }
      await answered();
    };
    await turn();
    measure();
    await turn();
  }

  async function visit(made: ReadonlySet<string>): Promise<void> {
    const choices = seen<HTMLSelectElement>('.breakerflow-row.breakerflow-choice select');
    const known = new Set([...made, ...choices.map(({ id }) => id)]);
    for (const choice of choices.filter(({ id }) => !made.has(id))) {
      const before = choice.value;
      for (const { value } of [...choice.options]) {
        if (value === before) continue;
        await choose(choice, value);
        if (!measure()) continue;
        await turnFlags();
        await visit(known);
      }
      await choose(choice, before);
    }
  }

  await drawn();
  measure();
  await turnFlags();
  await visit(new Set());
  return { faults: [...faults], texts: [...texts] };
}
