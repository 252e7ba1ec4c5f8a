import { pureSubject } from './harness/pure-subject';
import type { Row } from './harness/row';
import { median, quantile } from './harness/statistics';

const side = require.resolve('./sides/automation');

const calm = { circuits: 100, draws: 1, limit: 200 };
/** None of them carries enough to be opened: all are looked at anew in each decision. */
const futile = { circuits: 100, draws: 0.1, limit: 6 };

export const row: Row = {
  name: 'automation.step',
  title: 'one decision of a load manager over 100 circuits that cannot be shed / that are calm; the longer one counts',
  goal: { atMost: 200 },
  unit: 'CPU us: futile / calm',
  async measure(run) {
    const plan = { processes: 3, rounds: 9, quickRounds: 5, warmUps: 2 };
    const steps = run.quick ? 500 : 2_000;
    const subjects = {
      futile: pureSubject(side, 'decide', { ...futile, steps }),
      calm: pureSubject(side, 'decide', { ...calm, steps }),
    };
    const { samples, disturbed } = await run.interleave(subjects, plan);
    const longer = samples.futile.map((micros, index) => Math.max(micros, samples.calm[index] ?? Number.NaN));
    return {
      ratio: median(longer),
      spread: [quantile(longer, 0.25), quantile(longer, 0.75)],
      ours: median(samples.futile),
      other: median(samples.calm),
      n: longer.length,
      disturbed,
    };
  },
};
