import type { Row } from './harness/row';
import type { Run } from './harness/run';
import { median, quantile } from './harness/statistics';
import { startWorker } from './harness/worker';
import type { Jump, Jumped } from './sides/jumping-simulator';
import { withService } from './sides/with-service';

/** Each in a process of its own: what one has compiled or kept does not help the next. */
async function blockOf(days: number, receiver: string): Promise<number> {
  const simulator = startWorker(require.resolve('./sides/jumping-simulator'));
  try {
    return (await simulator.ask<Jumped>('jump', { days, receiver } satisfies Jump)).blockMs;
  } finally {
    await simulator.stop();
  }
}

/** Longest blocks of the event loop for 30 days and for a year, round by round. */
function blocks(run: Run): Promise<{ readonly month: readonly number[]; readonly year: readonly number[] }> {
  return withService(async (baseUrl) => {
    const receiver = new URL(baseUrl).origin;
    const month: number[] = [];
    const year: number[] = [];
    for (let round = 0; round < (run.quick ? 2 : 5); round++) {
      month.push(await blockOf(30, receiver));
      year.push(await blockOf(365, receiver));
    }
    return { month, year };
  });
}

export const row: Row = {
  name: 'simulator.jump',
  title: 'longest block of the event loop while a simulator makes up a year / 30 days; the longer one counts',
  goal: { atMost: 50 },
  unit: 'ms: a year / 30 days',
  async measure(run) {
    const { month, year } = await blocks(run);
    const longer = year.map((block, index) => Math.max(block, month[index] ?? Number.NaN));
    return {
      ratio: median(longer),
      spread: [quantile(longer, 0.25), quantile(longer, 0.75)],
      ours: median(year),
      other: median(month),
      n: longer.length,
      disturbed: 0,
    };
  },
};
