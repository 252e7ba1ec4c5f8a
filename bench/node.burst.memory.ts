import type { Row } from './harness/row';
import { burstFigure } from './sides/burst';

export const row: Row = {
  name: 'node.burst.memory',
  title: 'memory that 20,000 commands at once take, less the same into a node that only calls done(error)',
  goal: { atMost: 50 },
  noise: 1.5,
  unit: 'MB',
  measure: (run) => burstFigure(run, 'memoryMb'),
};
