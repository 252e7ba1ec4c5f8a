import type { Locator } from 'playwright-core';

const patience = { timeout: 5_000 };

/** Clicks until it shows: the editor drops clicks while it still draws, which takes its time on a busy machine. */
export async function opens(shown: Locator, click: (options: typeof patience) => Promise<void>): Promise<void> {
  for (let attempt = 1; attempt < 4; attempt += 1) {
    // A click that is covered by what the one before has opened after all is no failure.
    await click(patience).catch(() => undefined);
    const opened = await shown.waitFor(patience).then(
      () => true,
      () => false,
    );
    if (opened) return;
  }
  await shown.waitFor(patience);
}
