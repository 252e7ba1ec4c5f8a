import type { Row } from './harness/row';
import { siteFigure } from './sides/site';

export const row: Row = {
  name: 'site.1000',
  title:
    '1,000 devices, 500 nodes that control and 500 that poll, one message to all controls: delay of the event loop, p99',
  goal: { atMost: 50 },
  unit: 'ms',
  measure: (run) => siteFigure(run, 'delayMs'),
};
