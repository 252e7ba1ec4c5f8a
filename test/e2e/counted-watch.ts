import assert from 'node:assert/strict';
import { type CountedSteps, countedSteps } from './counted-steps';
import { openSections } from './dialog';
import { idOf, type WishSite } from './wish-site';

/** How often it is looked whether something was told, min: rough enough to be quick. */
export const everyMinutes = 0.5;

/** A watch on the canvas. */
interface OpenedWatch {
  readonly steps: CountedSteps;
  /** The id of the node. */
  readonly watch: string;
}

/** What shows its alarms, too. */
interface WiredWatch extends OpenedWatch {
  /** The id of the node. */
  readonly teller: string;
}

/** A watch that is built on an empty canvas with each step counted, and what it tells. A debug node shows it. */
export function countedWatch(site: WishSite) {
  const { tab, editor, told } = site;

  /** Drags a watch to the canvas, whose dialog is open then with what it proposes. */
  async function openedWatch(preset?: string): Promise<OpenedWatch> {
    const steps = countedSteps(site);
    const watch = await steps.drag('circuit-watch', { x: 250, y: 150 });
    await editor.open(watch);
    await openSections(tab.page);
    // The devices have been read.
    await tab.page.locator('[data-field=devices] .breakerflow-device').first().waitFor({ state: 'attached' });
    if (preset !== undefined) await steps.choose('preset', preset);
    return { steps, watch };
  }
  /** What a watch proposes to watch. */
  async function proposed(...labels: readonly string[]): Promise<void> {
    const chips = tab.page.locator('[data-field=devices] .breakerflow-chip');
    for (const label of labels) await tab.page.locator(`.breakerflow-chip[title="${idOf(label)}"]`).waitFor();
    assert.equal(await chips.count(), labels.length);
  }
  /** Both legs have the same news: any circuit that has both. */
  async function oneProposed(): Promise<void> {
    const chips = tab.page.locator('[data-field=devices] .breakerflow-chip');
    await chips.waitFor();
  }
  async function wholeSiteProposed(): Promise<void> {
    await tab.page.waitForFunction(
      () => document.querySelector<HTMLSelectElement>('#node-input-target')?.value === 'location',
    );
  }
  async function wiredToTeller({ steps, watch }: OpenedWatch): Promise<WiredWatch> {
    await steps.done();
    const teller = await steps.drag('debug', { x: 650, y: 100 });
    await steps.wire(watch, teller);
    return { steps, watch, teller };
  }
  /** The all-clear to the same, where the wish asks for the alarm alone. */
  async function allClear({ steps, watch, teller }: WiredWatch): Promise<void> {
    await steps.wire(watch, teller, 1);
  }
  async function runs({ steps }: Pick<OpenedWatch, 'steps'>): Promise<void> {
    await steps.deploy();
    await site.until('it watches', async () => {
      const watched = await site.watched();
      return watched.length > 0 && watched.every(({ look }) => look !== 'unknown');
    });
    assert.deepEqual(await told(), []);
  }
  /** Lets time pass until so much was told; what that is, one regular expression each. */
  async function tells(within: number, ...sentences: readonly RegExp[]): Promise<void> {
    await site.until(String(sentences.at(-1)), async () => (await told()).length >= sentences.length, {
      atMostMinutes: within,
      everyMinutes,
    });
    const all = await told();
    assert.equal(all.length, sentences.length, all.join('\n'));
    for (const [index, sentence] of sentences.entries()) assert.match(all[index] ?? '', sentence);
  }
  /** Nothing more is told for so long. */
  async function silentFor(minutes: number): Promise<void> {
    const before = await told();
    await site.pass(minutes);
    assert.deepEqual(await told(), before);
  }

  return { openedWatch, proposed, oneProposed, wholeSiteProposed, wiredToTeller, allClear, runs, tells, silentFor };
}
