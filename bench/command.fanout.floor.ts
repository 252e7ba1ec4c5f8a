import type { Row } from './harness/row';
import { fanoutFigure } from './sides/fanout';

export const row: Row = {
  name: 'command.fanout.floor',
  title: 'a bare loop of node:http that only sends, 64 at a time / http request nodes that only send',
  unit: 'ms',
  measure: (run) => fanoutFigure(run, 'floor'),
};
