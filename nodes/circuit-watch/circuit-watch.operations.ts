import type { OperationId } from '../../src/catalog';

/** The operations that this node calls. */
export const operations = [
  'devices.list',
  'meter.reading',
  'meter.history',
  'deviceData.get',
  'evse.state',
  'organizations.list',
  'udpKeys.list',
  'waveforms.list',
  'waveforms.get',
] as const satisfies readonly OperationId[];
