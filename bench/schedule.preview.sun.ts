import { pureSubject } from './harness/pure-subject';
import type { Row } from './harness/row';
import { compare } from './harness/run';

const side = require.resolve('./sides/schedule');

export const row: Row = {
  name: 'schedule.preview.sun',
  title: 'a year of sunsets in a zone / bare suncalc',
  goal: { atMost: 1.3 },
  reached: 1.16,
  unit: 'CPU us a year',
  async measure(run) {
    const plan = { processes: 3, rounds: 9, quickRounds: 7 };
    const count = run.quick ? 40 : 300;
    const subjects = { ours: pureSubject(side, 'sun', count), suncalc: pureSubject(side, 'suncalc', count) };
    const { samples, disturbed } = await run.interleave(subjects, plan);
    return compare(samples.ours, samples.suncalc, disturbed);
  },
};
