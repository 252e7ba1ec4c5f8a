import type { Row } from './harness/row';
import { siteFigure } from './sides/site';

export const row: Row = {
  name: 'site.1000.sockets',
  title: 'connections that the site had open at once, polls and 500 commands together',
  goal: { atMost: 16 },
  // Connections are counted.
  noise: 1,
  unit: 'connections',
  measure: (run) => siteFigure(run, 'connections'),
};
