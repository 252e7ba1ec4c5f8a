import type { OperationId } from '../../src/catalog';

/** The operations that this node calls. */
export const operations = [
  'devices.list',
  'meter.reading',
  'meter.history',
  'deviceData.get',
  'evse.state',
  'waveforms.list',
  'waveforms.get',
] as const satisfies readonly OperationId[];
