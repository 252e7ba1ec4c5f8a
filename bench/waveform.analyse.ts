import { pureSubject } from './harness/pure-subject';
import type { Row } from './harness/row';
import { compare } from './harness/run';

const side = require.resolve('./sides/waveform');

export const row: Row = {
  name: 'waveform.analyse',
  title: 'analysing four channels of 2,000 samples / of the 200 that a device captures',
  unit: 'CPU us a record',
  async measure(run) {
    const plan = { processes: 3, rounds: 11, quickRounds: 5, warmUps: 2 };
    const subjects = {
      long: pureSubject(side, 'analyse', { samples: 2000, count: run.quick ? 20 : 100 }),
      captured: pureSubject(side, 'analyse', { samples: 200, count: run.quick ? 200 : 1_000 }),
    };
    const { samples, disturbed } = await run.interleave(subjects, plan);
    return compare(samples.long, samples.captured, disturbed);
  },
};
