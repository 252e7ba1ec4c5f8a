import type { Row } from './harness/row';
import { compareReceivers } from './sides/compare-receivers';

export const row: Row = {
  name: 'receiver.shared',
  title: "a flow of core nodes with the same checks / our receiver on Node-RED's server",
  goal: { atLeast: 1.7 },
  unit: 'CPU us a publish',
  measure: (run) => compareReceivers(run, 'shared', 'core'),
};
