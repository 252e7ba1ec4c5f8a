import type { Row } from './harness/row';
import { compare } from './harness/run';
import { clusterSubject } from './sides/receiver-cluster';
import { startPublisher } from './sides/receivers';

export const row: Row = {
  name: 'receiver.scale',
  title: 'two instances behind nginx that share what was delivered in Redis / one alone',
  // 1.6 was for a Redis that keeps nothing; the recipe's has what is answered on the disk before the answer.
  goal: { atMost: 2.2 },
  // Two instances, nginx and Redis take turns on what cores are left.
  noise: 1.5,
  unit: 'CPU us a publish',
  async measure(run) {
    const publisher = startPublisher();
    try {
      const plan = { processes: 4, rounds: 24, quickRounds: 9, warmUps: 0 };
      const subjects = {
        two: clusterSubject(run, publisher, true),
        one: clusterSubject(run, publisher, false),
      };
      const { samples, disturbed } = await run.interleave(subjects, plan);
      return compare(samples.two, samples.one, disturbed);
    } finally {
      await publisher.stop();
    }
  },
};
