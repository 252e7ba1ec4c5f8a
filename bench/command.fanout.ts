import type { Row } from './harness/row';
import { fanoutFigure } from './sides/fanout';

export const row: Row = {
  name: 'command.fanout',
  title:
    'opening 1,000 breakers, 5 % offline and 5 % busy / http request nodes in a split flow; both check, send, and read position and timer back',
  goal: { atMost: 0.8 },
  reached: 0.7,
  unit: 'ms',
  measure: (run) => fanoutFigure(run, 'time'),
};
