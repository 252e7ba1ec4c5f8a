import type { Row } from './harness/row';
import { startFigure } from './sides/start';

export const row: Row = {
  name: 'start.time',
  title: 'Node-RED to ready with the family and no flow / without the family',
  goal: { atMost: 1.03 },
  // Each start does the same work.
  noise: 1.15,
  unit: 'CPU ms a start',
  measure: (run) => startFigure(run, 'time'),
};
