import { pureSubject } from './harness/pure-subject';
import type { Row } from './harness/row';
import { compare } from './harness/run';
import { callerSide, withService } from './sides/with-service';

export const row: Row = {
  name: 'client.call',
  title: 'a read by our client / the same by tuned bare got, 50 at a time',
  goal: { atMost: 1.1 },
  reached: 0.9,
  unit: 'CPU us a call',
  measure: (run) =>
    withService(async (baseUrl) => {
      const calls = { baseUrl, count: run.quick ? 1000 : 2000 };
      const plan = { processes: 3, rounds: 9, quickRounds: 5, warmUps: 2 };
      const subjects = {
        ours: pureSubject(callerSide, 'ourCalls', calls),
        got: pureSubject(callerSide, 'gotCalls', calls),
      };
      const { samples, disturbed } = await run.interleave(subjects, plan);
      return compare(samples.ours, samples.got, disturbed);
    }),
};
