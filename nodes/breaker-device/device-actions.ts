import type { Client } from '../../src/client';
import {
  circuitOfDeviceData,
  type DeviceChange,
  type DeviceOperator,
  type DeviceRequest,
  readDeviceSettings,
  type SettingEntries,
} from '../../src/control';
import { defined } from '../../src/object';
import { flatDeviceData, invalidInput, locationPaths, presentDevices } from '../../src/runtime';
import { problem } from '../../src/schema';
import {
  type Action,
  type Context,
  type DeviceAction,
  type DeviceInput,
  isKeyAction,
  isListAction,
  requiredString,
  resolveDeviceIds,
} from './device-input';
import { readSettings } from './device-settings-input';
import { deviceRow } from './find-devices';

type Result = Record<string, unknown>;
type DeviceTask = (deviceId: string) => Promise<Result>;

/** Runs an action on one or more devices. Every value is read and checked before the first request is sent. */
export async function doDeviceAction(context: Context, action: DeviceAction, input: DeviceInput): Promise<void> {
  const { deviceIds, single } = await resolveDeviceIds(context, input);
  const entries = isSettingAction(action) ? input.account.enterSettings(deviceIds, input.reservation) : undefined;
  try {
    await doOnDevices(context, action, input, { deviceIds, single, entries });
  } finally {
    entries?.leave();
  }
}

interface ResolvedDevices {
  readonly deviceIds: readonly string[];
  readonly single: boolean;
  readonly entries: SettingEntries | undefined;
}

async function doOnDevices(
  context: Context,
  action: DeviceAction,
  input: DeviceInput,
  { deviceIds, single, entries }: ResolvedDevices,
): Promise<void> {
  const { account, texts, writeRequest } = input;
  const client = await account.client();
  const request = (deviceId: string): DeviceRequest => ({
    ...writeRequest,
    deviceId,
    ...defined({ entries }),
  });
  const task = isRead(action)
    ? await readTask(context, action, input, client)
    : await writeTask(context, action, input, await account.device(), request);
  await presentDevices({
    ...input,
    deviceIds,
    single,
    deviceDeadlineMs: 90_000 + 2 * (writeRequest.readBackMs ?? 0),
    work: task,
    badge: ({ isConnected }) =>
      typeof isConnected === 'boolean' ? texts(isConnected ? 'status.online' : 'status.offline') : undefined,
  });
}

const readActions = ['details', 'connection', 'deviceData', 'readSettings'] as const;
type ReadAction = (typeof readActions)[number];

/** Whether an action reads, compares and writes the values of a device, so that the order of its messages matters. */
export function isSettingAction(action: Action): boolean {
  return !isListAction(action) && !isKeyAction(action) && action !== 'watchKeys' && !isRead(action);
}

function isRead(action: DeviceAction): action is ReadAction {
  return (readActions as readonly string[]).includes(action);
}

async function readTask(
  { config, clock }: Context,
  action: ReadAction,
  { account, run }: DeviceInput,
  client: Client,
): Promise<DeviceTask> {
  const { signal } = run;
  const flat = config.output === 'flat';
  switch (action) {
    case 'details': {
      const locationPath = flat ? locationPaths(await (await account.directory()).locations(signal)) : undefined;
      return async (deviceId) => {
        const { data } = await client.call('devices.get', { path: { deviceId } }, { signal });
        return flat ? deviceRow(data, locationPath) : data;
      };
    }
    case 'connection':
      return async (deviceId) => ({
        deviceId,
        ...(await client.call('device.isConnected', { path: { deviceId } }, { signal })).data,
      });
    case 'deviceData':
      return async (deviceId) => {
        const startedMs = clock.monotonicMs();
        const { data } = await client.call('deviceData.get', { filter: { deviceId } }, { signal });
        if (!flat) return data;
        const circuit = await circuitOfDeviceData(client, deviceId, data, { clock, startedMs, signal });
        return { deviceId, ...circuit, ...flatDeviceData(data) };
      };
    case 'readSettings':
      return async (deviceId) => ({ deviceId, ...(await readDeviceSettings(client, deviceId, signal)) });
  }
}

async function writeTask(
  context: Context,
  action: Exclude<DeviceAction, ReadAction>,
  input: DeviceInput,
  operator: DeviceOperator,
  request: (deviceId: string) => DeviceRequest,
): Promise<DeviceTask> {
  switch (action) {
    case 'label': {
      const loadDetails = await readLoadDetails(input);
      return async (deviceId) => ({ ...(await operator.update(request(deviceId), { loadDetails })) });
    }
    case 'move': {
      const { placeFrom, newPlace } = context.config;
      const locationId =
        placeFrom === 'picked' ? newPlace : requiredString(await input.resolveField('newPlaceValue'), 'locationId');
      return async (deviceId) => ({ ...(await operator.update(request(deviceId), { locationId })) });
    }
    case 'restart':
      return async (deviceId) => ({ ...(await operator.restart(request(deviceId))) });
    case 'decommission':
      return async (deviceId) => ({ ...(await operator.decommission(request(deviceId), input.msg.confirm)) });
    default: {
      const settings = await readSettings(context, action, input);
      return async (deviceId) => ({ ...(await operator.set(request(deviceId), settings)) });
    }
  }
}

/** The load details to change; an empty field is not changed. */
async function readLoadDetails(input: DeviceInput): Promise<NonNullable<DeviceChange['loadDetails']>> {
  const details = {
    type: await input.resolveField('loadType'),
    manufacturerName: await input.resolveField('manufacturerName'),
    modelName: await input.resolveField('modelName'),
  };
  const present = Object.entries(details).filter(([, value]) => value !== undefined && value !== '');
  const notStrings = present.filter(([, value]) => typeof value !== 'string');
  if (present.length === 0 || notStrings.length > 0)
    throw invalidInput(
      'the load is not described',
      present.length === 0
        ? [problem('loadDetails', 'empty', 'names nothing to change')]
        : notStrings.map(([name]) => problem(`loadDetails.${name}`, 'type', 'must be a text', { type: 'string' })),
    );
  return Object.fromEntries(present) as NonNullable<DeviceChange['loadDetails']>;
}
