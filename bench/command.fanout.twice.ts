import type { Row } from './harness/row';
import { fanoutFigure } from './sides/fanout';

export const row: Row = {
  name: 'command.fanout.twice',
  title: 'breakers among them that carried a command out twice, or that were left closed',
  goal: { atMost: 0 },
  // Breakers are counted.
  noise: 1,
  unit: 'breakers',
  measure: (run) => fanoutFigure(run, 'twice'),
};
