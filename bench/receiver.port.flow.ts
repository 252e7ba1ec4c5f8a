import type { Row } from './harness/row';
import { compareReceivers } from './sides/compare-receivers';

export const row: Row = {
  name: 'receiver.port.flow',
  title: 'a flow of core nodes with the same checks / our receiver on a port of its own',
  goal: { atLeast: 6 },
  reached: 6.9,
  unit: 'CPU us a publish',
  measure: (run) => compareReceivers(run, 'port', 'core'),
};
