import type { OperationId } from '../../src/catalog';

/** The operations that this node calls. */
export const operations = [
  'meter.reading',
  'meter.latest',
  'meter.history',
  'deviceData.get',
] as const satisfies readonly OperationId[];
