import type { Row } from './harness/row';
import { fanoutFigure } from './sides/fanout';

export const row: Row = {
  name: 'command.fanout',
  title:
    'opening 1,000 breakers (quick: 300), 5 % offline and 5 % busy, read back / http request nodes in a split flow, not read back',
  goal: { atMost: 0.2 },
  reached: 1.4,
  unit: 'ms',
  measure: (run) => fanoutFigure(run, 'time'),
};
