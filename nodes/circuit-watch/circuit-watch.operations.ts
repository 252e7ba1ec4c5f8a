import type { OperationId } from '../../src/catalog';

/** The operations that this node calls. */
export const operations = [
  'devices.list',
  'meter.reading',
  'deviceData.get',
  'evse.state',
] as const satisfies readonly OperationId[];
