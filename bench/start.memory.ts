import type { Row } from './harness/row';
import { startFigure } from './sides/start';

export const row: Row = {
  name: 'start.memory',
  title: 'memory of Node-RED when ready, with the family and no flow / without the family',
  goal: { atMost: 1.03 },
  // Each start does the same work.
  noise: 1.15,
  unit: 'MB resident',
  measure: (run) => startFigure(run, 'memory'),
};
