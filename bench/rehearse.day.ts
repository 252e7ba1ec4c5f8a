import type { Row } from './harness/row';
import type { Run } from './harness/run';
import { median, quantile } from './harness/statistics';
import { rehearsalSeconds } from './sides/rehearsal';

const day = 24;
const moment = 0.05;
const quickHours = 2;

/** Real seconds of a day and of the start alone. A quick look takes some hours of it, and multiplies what they take beyond the start. */
async function seconds({ quick }: Run): Promise<{ readonly whole: number; readonly start: number }> {
  const start = await rehearsalSeconds(moment);
  if (!quick) return { whole: await rehearsalSeconds(day), start };
  const some = await rehearsalSeconds(quickHours);
  return { whole: start + (some - start) * (day / quickHours), start };
}

export const row: Row = {
  name: 'rehearse.day',
  title:
    'a rehearsed day of the demo site, a load manager that reads the main panel every 10 s, 100,000 requests: real time',
  goal: { atMost: 60 },
  unit: 's: the day / its start alone',
  async measure(run) {
    const rounds: { readonly whole: number; readonly start: number }[] = [];
    for (let round = 0; round < (run.quick ? 1 : 3); round += 1) rounds.push(await seconds(run));
    const days = rounds.map(({ whole }) => whole);
    return {
      ratio: median(days),
      spread: [quantile(days, 0.25), quantile(days, 0.75)],
      ours: median(days),
      other: median(rounds.map(({ start }) => start)),
      n: days.length,
      disturbed: 0,
    };
  },
};
