import type { OperationId } from '../../src/catalog';

/** The operations that this node calls. */
export const operations = [
  'devices.list',
  'devices.get',
  'devices.update',
  'devices.restart',
  'devices.decommission',
  'device.isConnected',
  'deviceData.get',
  'loadPresentThreshold.set',
  'loadPresentThreshold.get',
  'telemetryAlignment.set',
  'dataReportRate.set',
  'bargraphMode.set',
  'bargraphMode.get',
  'bargraphColors.set',
  'bargraphColors.get',
  'eventHistory.remoteHandle',
  'eventHistory.mainHandle',
  'udpKeys.create',
  'udpKeys.list',
  'udpKeys.get',
  'udpKeys.assign',
  'udpKeys.delete',
] as const satisfies readonly OperationId[];
