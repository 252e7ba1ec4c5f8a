import type { Client } from '../../src/client';
import {
  circuitOfDeviceData,
  type DeviceChange,
  type DeviceOperator,
  type DeviceRequest,
  readDeviceSettings,
  type SettingEntries,
} from '../../src/control';
import { flatDeviceData, invalidInput, presentDevices } from '../../src/runtime';
import { problem } from '../../src/schema';
import {
  type Action,
  type Asked,
  type Context,
  type DeviceAction,
  isKeyAction,
  isListAction,
  namedDevices,
  textOf,
} from './device-input';
import { settingsAsked } from './device-settings-input';
import { deviceRow, placeNames } from './find-devices';

type Result = Record<string, unknown>;
type Work = (deviceId: string) => Promise<Result>;

/** Actions on one device or several: every value is read and checked before the first device is asked. */
export async function doDeviceAction(context: Context, action: DeviceAction, asked: Asked): Promise<void> {
  const { deviceIds, single } = await namedDevices(context, asked);
  const entries = isSettingAction(action) ? asked.account.enterSettings(deviceIds, asked.reservation) : undefined;
  try {
    await doOnDevices(context, action, asked, { deviceIds, single, entries });
  } finally {
    entries?.leave();
  }
}

interface Named {
  readonly deviceIds: readonly string[];
  readonly single: boolean;
  readonly entries: SettingEntries | undefined;
}

async function doOnDevices(
  context: Context,
  action: DeviceAction,
  asked: Asked,
  { deviceIds, single, entries }: Named,
): Promise<void> {
  const { account, texts, write } = asked;
  const client = await account.client();
  const request = (deviceId: string): DeviceRequest => ({
    ...write,
    deviceId,
    ...(entries === undefined ? {} : { entries }),
  });
  const work = isRead(action)
    ? await readingWork(context, action, asked, client)
    : await writingWork(context, action, asked, await account.device(), request);
  await presentDevices({
    ...asked,
    deviceIds,
    single,
    deviceDeadlineMs: 90_000 + 2 * (write.readBackMs ?? 0),
    work,
    badge: ({ isConnected }) =>
      typeof isConnected === 'boolean' ? texts(isConnected ? 'status.online' : 'status.offline') : undefined,
  });
}

const reading = ['details', 'connection', 'deviceData', 'readSettings'] as const;
type ReadAction = (typeof reading)[number];

/** Whether an action reads, compares and writes what a device has: then the order of its messages counts. */
export function isSettingAction(action: Action): boolean {
  return !isListAction(action) && !isKeyAction(action) && action !== 'watchKeys' && !isRead(action);
}

function isRead(action: DeviceAction): action is ReadAction {
  return (reading as readonly string[]).includes(action);
}

async function readingWork(
  { config, clock }: Context,
  action: ReadAction,
  { account, run }: Asked,
  client: Client,
): Promise<Work> {
  const { signal } = run;
  const flat = config.output === 'flat';
  switch (action) {
    case 'details': {
      const placeOf = flat ? placeNames(await (await account.directory()).locations(signal)) : undefined;
      return async (deviceId) => {
        const { data } = await client.call('devices.get', { path: { deviceId } }, { signal });
        return flat ? deviceRow(data, placeOf) : data;
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

async function writingWork(
  context: Context,
  action: Exclude<DeviceAction, ReadAction>,
  asked: Asked,
  operator: DeviceOperator,
  request: (deviceId: string) => DeviceRequest,
): Promise<Work> {
  switch (action) {
    case 'label': {
      const loadDetails = await loadAsked(asked);
      return async (deviceId) => ({ ...(await operator.update(request(deviceId), { loadDetails })) });
    }
    case 'move': {
      const { placeFrom, newPlace } = context.config;
      const locationId = placeFrom === 'picked' ? newPlace : textOf(await asked.value('newPlaceValue'), 'locationId');
      return async (deviceId) => ({ ...(await operator.update(request(deviceId), { locationId })) });
    }
    case 'restart':
      return async (deviceId) => ({ ...(await operator.restart(request(deviceId))) });
    case 'decommission':
      return async (deviceId) => ({ ...(await operator.decommission(request(deviceId), asked.msg.confirm)) });
    default: {
      const settings = await settingsAsked(context, action, asked);
      return async (deviceId) => ({ ...(await operator.set(request(deviceId), settings)) });
    }
  }
}

/** What is named of the load; what is left empty stays as it is. */
async function loadAsked(asked: Asked): Promise<NonNullable<DeviceChange['loadDetails']>> {
  const named = {
    type: await asked.value('loadType'),
    manufacturerName: await asked.value('manufacturerName'),
    modelName: await asked.value('modelName'),
  };
  const given = Object.entries(named).filter(([, value]) => value !== undefined && value !== '');
  const wrong = given.filter(([, value]) => typeof value !== 'string');
  if (given.length === 0 || wrong.length > 0)
    throw invalidInput(
      'the load is not described',
      given.length === 0
        ? [problem('loadDetails', 'empty', 'names nothing to change')]
        : wrong.map(([name]) => problem(`loadDetails.${name}`, 'type', 'must be a text')),
    );
  return Object.fromEntries(given) as NonNullable<DeviceChange['loadDetails']>;
}
