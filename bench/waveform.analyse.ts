import { pureSubject } from './harness/pure-subject';
import type { Row } from './harness/row';
import { compare } from './harness/run';

const side = require.resolve('./sides/waveform');
/** As captured by the device. spec 2.4 */
const samples = 200;

export const row: Row = {
  name: 'waveform.analyse',
  title: `analysing four channels of ${samples} samples / their four bare FFTs`,
  goal: { atMost: 1.5 },
  unit: 'CPU us a record',
  async measure(run) {
    const work = { samples, count: run.quick ? 10_000 : 20_000 };
    const plan = { processes: 3, rounds: 11, quickRounds: 9, warmUps: 2 };
    const subjects = { ours: pureSubject(side, 'ours', work), fft: pureSubject(side, 'fft', work) };
    const { samples: taken, disturbed } = await run.interleave(subjects, plan);
    return compare(taken.ours, taken.fft, disturbed);
  },
};
