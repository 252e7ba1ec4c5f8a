import type { Row } from './harness/row';
import { compareReceivers } from './sides/compare-receivers';

export const row: Row = {
  name: 'receiver.port',
  title: 'the bare limit / our receiver on a port of its own',
  goal: { atLeast: 0.85 },
  unit: 'CPU us a publish',
  measure: (run) => compareReceivers(run, 'port', 'limit'),
};
