import type { AnswerOf, InputOf, OperationId } from '../../catalog';
import { type CallOptions, type Client, ClientError, type RequestPreview } from '../../client';
import type { DeviceSettings } from './request';

type SettingName = keyof DeviceSettings;
type SettingOperation = Extract<
  OperationId,
  | 'bargraphColors.set'
  | 'bargraphMode.set'
  | 'loadPresentThreshold.set'
  | 'telemetryAlignment.set'
  | 'dataReportRate.set'
>;

/** One setting to write to one device. */
export interface SettingToWrite {
  readonly name: SettingName;
  readonly operation: SettingOperation;
  /** Whether reads return the current value; otherwise they return the last value that the device reported. */
  readonly readsCurrentValue: boolean;
  preview(): RequestPreview;
  write(options: CallOptions): Promise<unknown>;
  /** Reads whether the device has the wanted value. */
  isSet(options: CallOptions): Promise<boolean>;
}

interface Row<Id extends SettingOperation> {
  readonly operation: Id;
  readonly readsCurrentValue: boolean;
  read(client: Client, deviceId: string, options: CallOptions): Promise<unknown>;
}

function row<Id extends SettingOperation>(row: Row<Id>): Row<Id> {
  return row;
}

const reportedSettings = async (client: Client, deviceId: string, options: CallOptions) =>
  (await client.call('deviceData.get', { filter: { deviceId } }, options)).data.telemetry?.settings;

/** The colours of a device; undefined if none are configured. spec 2.3, 3 */
export async function readBargraphColors(
  client: Client,
  deviceId: string,
  options: CallOptions,
): Promise<AnswerOf<'bargraphColors.get'> | undefined> {
  try {
    return (await client.call('bargraphColors.get', { path: { deviceId } }, options)).data;
  } catch (error) {
    if (error instanceof ClientError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  }
}

// In the order of writing: the colours before the mode that shows them. spec 3
const rows = {
  bargraphColors: row({
    operation: 'bargraphColors.set',
    readsCurrentValue: true,
    read: readBargraphColors,
  }),
  bargraphMode: row({
    operation: 'bargraphMode.set',
    readsCurrentValue: true,
    read: async (client, deviceId, options) =>
      (await client.call('bargraphMode.get', { path: { deviceId } }, options)).data,
  }),
  loadPresentThreshold: row({
    operation: 'loadPresentThreshold.set',
    readsCurrentValue: true,
    read: async (client, deviceId, options) =>
      (await client.call('loadPresentThreshold.get', { path: { deviceId } }, options)).data,
  }),
  telemetryAlignment: row({
    operation: 'telemetryAlignment.set',
    readsCurrentValue: false,
    read: async (client, deviceId, options) => ({
      alignment: (await reportedSettings(client, deviceId, options))?.alignment?.val,
    }),
  }),
  dataReportRate: row({
    operation: 'dataReportRate.set',
    readsCurrentValue: false,
    read: async (client, deviceId, options) => ({
      dataReportRate: (await reportedSettings(client, deviceId, options))?.dataReportRate?.val,
    }),
  }),
} as const satisfies Record<SettingName, Row<SettingOperation>>;

function matchesSubset(actual: unknown, wanted: unknown): boolean {
  if (typeof wanted !== 'object' || wanted === null) return Object.is(actual, wanted);
  return (
    typeof actual === 'object' &&
    actual !== null &&
    Object.entries(wanted).every(([name, value]) => matchesSubset((actual as Record<string, unknown>)[name], value))
  );
}

/** The settings to write to one device, in the order of writing. */
export function settingsToWrite(client: Client, deviceId: string, settings: DeviceSettings): SettingToWrite[] {
  return (Object.keys(rows) as SettingName[]).flatMap((name) => {
    const body = settings[name];
    if (body === undefined) return [];
    const { operation, readsCurrentValue, read } = rows[name];
    const input = { path: { deviceId }, body } as InputOf<typeof operation>;
    return [
      {
        name,
        operation,
        readsCurrentValue,
        preview: () => client.preview(operation, input),
        write: (options: CallOptions) => client.call(operation, input, options),
        isSet: async (options: CallOptions) => matchesSubset(await read(client, deviceId, options), body),
      },
    ];
  });
}
