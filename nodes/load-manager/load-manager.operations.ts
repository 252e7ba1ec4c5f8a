import type { OperationId } from '../../src/catalog';

/** The operations that this node calls. */
export const operations = [
  'devices.list',
  'deviceData.get',
  'device.isConnected',
  'meter.reading',
  'remoteHandle.getPosition',
  'remoteHandle.setPosition',
  'eventHistory.remoteHandle',
  'eventHistory.mainHandle',
  'evse.getConfiguration',
  'evse.updateConfiguration',
] as const satisfies readonly OperationId[];
