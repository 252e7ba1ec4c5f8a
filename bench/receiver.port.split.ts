import type { Row } from './harness/row';
import { compareReceivers } from './sides/compare-receivers';

export const row: Row = {
  name: 'receiver.port.split',
  title: 'the bare limit / our receiver on a port of its own, a message a channel',
  goal: { atLeast: 0.6 },
  reached: 0.7,
  unit: 'CPU us a publish',
  measure: (run) => compareReceivers(run, 'split', 'limit'),
};
