import type { Row } from './harness/row';
import { burstFigure } from './sides/burst';

export const row: Row = {
  name: 'node.burst',
  title:
    'longest block of the event loop by 20,000 commands at once, less the same into a node that only calls done(error)',
  goal: { atMost: 200 },
  // A few starts on a shared machine; before it was bounded a burst blocked for 6 to 9 s.
  noise: 10,
  unit: 'ms',
  measure: (run) => burstFigure(run, 'blockedMs'),
};
