import type { AnswerOf } from '../../catalog';
import type { Client } from '../../client';
import { defined } from '../../object';
import { signalPart } from '../write/write-request';
import { readBargraphColors } from './setting';

/**
 * The settings of a device. Alignment and report rate are the last reported values, because the API cannot read them.
 * spec 2.3, 2.6
 */
export interface DeviceSettingsRead {
  readonly bargraphMode: string | undefined;
  /** Absent if none are configured. */
  readonly bargraphColors?: AnswerOf<'bargraphColors.get'>;
  readonly loadPresentThreshold: number | undefined;
  readonly alignment: string | undefined;
  /** Seconds. */
  readonly dataReportRate: number | undefined;
}

export async function readDeviceSettings(
  client: Client,
  deviceId: string,
  signal?: AbortSignal,
): Promise<DeviceSettingsRead> {
  const path = { deviceId };
  const options = signalPart(signal);
  const [mode, bargraphColors, threshold, reported] = await Promise.all([
    client.call('bargraphMode.get', { path }, options),
    readBargraphColors(client, deviceId, options),
    client.call('loadPresentThreshold.get', { path }, options),
    client.call('deviceData.get', { filter: { deviceId } }, options),
  ]);
  const { alignment, dataReportRate } = reported.data.telemetry?.settings ?? {};
  return {
    bargraphMode: mode.data.mode,
    ...defined({ bargraphColors }),
    loadPresentThreshold: threshold.data.loadPresentThreshold,
    alignment: alignment?.val,
    dataReportRate: dataReportRate?.val,
  };
}
