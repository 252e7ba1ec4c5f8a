import type { Locator } from 'playwright-core';

const patience = { timeout: 5_000 };

type Click = (options: typeof patience) => Promise<void>;

/** Clicks until it shows: the editor drops clicks while it still draws, which takes its time on a busy machine. */
export const opens = (shown: Locator, click: Click): Promise<void> => clickUntil(shown, 'visible', click);

/** Clicks until it is gone: the editor drops clicks on a dialog that still slides in, too. */
export const closes = (gone: Locator, click: Click): Promise<void> => clickUntil(gone, 'detached', click);

async function clickUntil(locator: Locator, state: 'visible' | 'detached', click: Click): Promise<void> {
  for (let attempt = 1; attempt < 4; attempt += 1) {
    // A click that is covered by what the one before has opened after all is no failure.
    await click(patience).catch(() => undefined);
    const done = await locator.waitFor({ ...patience, state }).then(
      () => true,
      () => false,
    );
    if (done) return;
  }
  await locator.waitFor({ ...patience, state });
}
