import { pureSubject } from './harness/pure-subject';
import type { Row } from './harness/row';
import { compare } from './harness/run';

const side = require.resolve('./sides/schedule');

export const row: Row = {
  name: 'schedule.preview',
  title: 'ten next runs of a cron with a zone / bare croner',
  goal: { atMost: 1.3 },
  reached: 1.15,
  unit: 'CPU us a preview',
  async measure(run) {
    const plan = { processes: 3, rounds: 9, quickRounds: 7 };
    const count = run.quick ? 150 : 400;
    const subjects = { ours: pureSubject(side, 'cron', count), croner: pureSubject(side, 'croner', count) };
    const { samples, disturbed } = await run.interleave(subjects, plan);
    return compare(samples.ours, samples.croner, disturbed);
  },
};
