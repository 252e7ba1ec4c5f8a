import type { OperationId } from '../../src/catalog';

/** What this node calls for its user. */
export const operations = [
  'meter.reading',
  'meter.latest',
  'meter.history',
  'deviceData.get',
] as const satisfies readonly OperationId[];
