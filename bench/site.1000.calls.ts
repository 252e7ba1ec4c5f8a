import type { Row } from './harness/row';
import { siteFigure } from './sides/site';

export const row: Row = {
  name: 'site.1000.calls',
  // The budget makes polls wait, and never a command: what a person asks for comes on top of it.
  title: 'calls of any kind in the busiest minute while the site polls and nobody commands, against a budget of 300',
  goal: { atMost: 300 },
  // Calls are counted.
  noise: 1,
  unit: 'calls',
  measure: (run) => siteFigure(run, 'callsInAMinute'),
};
