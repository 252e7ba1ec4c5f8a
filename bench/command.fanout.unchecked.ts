import type { Row } from './harness/row';
import { fanoutFigure } from './sides/fanout';

export const row: Row = {
  name: 'command.fanout.unchecked',
  title: 'the same, checked and read back / http request nodes that only send',
  unit: 'ms',
  measure: (run) => fanoutFigure(run, 'unchecked'),
};
