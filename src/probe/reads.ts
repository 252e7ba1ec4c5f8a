import type { catalog, InputOf, OperationId } from '../catalog';
import type { Seen } from './seen';

/** The operations that change nothing. */
export type ReadOperationId = {
  [Id in OperationId]: (typeof catalog)[Id]['method'] extends 'GET' ? Id : never;
}[OperationId];

/** How one operation is read: from what, and with which inputs; without an input there is nothing to try it with. */
export interface Read<Id extends OperationId> {
  /** The operations whose answers the inputs come from. */
  readonly from: readonly ReadOperationId[];
  inputs(seen: Seen, nowMs: number): readonly InputOf<Id>[];
}

const hourMs = 3_600_000;
/** Small enough that an account with a history has more than one page. */
const page = { offset: 0, limit: 5 };
const at = (ms: number) => new Date(ms).toISOString();

function plain<Id extends ReadOperationId>(input: InputOf<Id>): Read<Id> {
  return { from: [], inputs: () => [input] };
}

/** One read for each of the first values of a field that the operation `from` has answered. */
function each<Id extends ReadOperationId>(
  from: ReadOperationId,
  field: string,
  inputOf: (value: string) => InputOf<Id>,
): Read<Id> {
  return { from: [from], inputs: (seen) => seen.items(from, field).map((item) => inputOf(item[field] ?? '')) };
}

/** One read for each of the first devices of the hardware types. */
function ofDevices<Id extends ReadOperationId>(
  inputOf: (deviceId: string, nowMs: number) => InputOf<Id>,
  hardware: readonly ('emcb' | 'ev-emcb')[] = ['emcb', 'ev-emcb'],
): Read<Id> {
  return {
    from: ['devices.list'],
    inputs: (seen, nowMs) => hardware.flatMap((type) => seen.devices(type)).map((deviceId) => inputOf(deviceId, nowMs)),
  };
}

const ofDevice = (deviceId: string) => ({ path: { deviceId } });
const byDevice = (deviceId: string) => ({ filter: { deviceId } });

/** Every read of the catalog; one that is missing does not compile. */
export const reads: { readonly [Id in ReadOperationId]: Read<Id> } = {
  'deviceWebhooks.list': plain({}),
  'deviceWebhooks.get': each('deviceWebhooks.list', 'id', (webhookId) => ({ path: { webhookId } })),
  'userPermissionWebhooks.list': plain({}),
  'userPermissionWebhooks.get': each('userPermissionWebhooks.list', 'id', (webhookId) => ({ path: { webhookId } })),
  'deviceOverrideEventWebhooks.list': plain({}),
  'deviceOverrideEventWebhooks.get': each('deviceOverrideEventWebhooks.list', 'id', (webhookId) => ({
    path: { webhookId },
  })),
  'shareDeviceCodeWebhooks.list': plain({}),
  'shareDeviceCodeWebhooks.get': each('shareDeviceCodeWebhooks.list', 'id', (webhookId) => ({ path: { webhookId } })),

  'devices.list': plain({}),
  'devices.get': ofDevices(ofDevice),
  'device.isConnected': ofDevices(ofDevice),
  'remoteHandle.getPosition': ofDevices(ofDevice),
  'remoteHandle.getSecondsUntilReset': ofDevices(ofDevice, ['emcb']),
  'waveformConfiguration.get': ofDevices(ofDevice),
  'loadPresentThreshold.get': ofDevices(ofDevice),
  'bargraphMode.get': ofDevices(ofDevice),
  'bargraphColors.get': ofDevices(ofDevice),
  'waveforms.list': ofDevices(ofDevice),
  'waveforms.get': {
    from: ['waveforms.list'],
    inputs: (seen) =>
      seen
        .items('waveforms.list', 'deviceId', 'id')
        .map(({ deviceId, id }) => ({ path: { deviceId, waveformId: id } })),
  },
  'meter.reading': ofDevices(ofDevice),
  'meter.history': ofDevices((deviceId, nowMs) => ({
    path: { deviceId },
    query: { startTime: at(nowMs - 24 * hourMs), endTime: at(nowMs) },
    page,
  })),
  'meter.latest': ofDevices(ofDevice),
  'deviceData.get': ofDevices(byDevice),

  'batchCommands.list': plain({}),
  'batchCommands.get': each('batchCommands.list', 'id', (id) => ({ path: { id } })),
  'batchCommands.devices': each('batchCommands.list', 'id', (id) => ({ path: { id } })),

  'streams.list': plain({}),
  'streams.get': each('streams.list', 'id', (streamId) => ({ path: { streamId } })),
  'deviceStreams.list': plain({}),
  'deviceStreams.get': each('deviceStreams.list', 'id', (deviceStreamId) => ({ path: { deviceStreamId } })),
  'deviceStreams.status': each('deviceStreams.list', 'id', (deviceStreamId) => ({ path: { deviceStreamId } })),
  'sharedDeviceStreams.list': plain({}),
  'sharedDeviceStreams.get': each('sharedDeviceStreams.list', 'id', (sharedDeviceStreamId) => ({
    path: { sharedDeviceStreamId },
  })),
  'sharedDeviceStreams.status': each('sharedDeviceStreams.list', 'id', (sharedDeviceStreamId) => ({
    path: { sharedDeviceStreamId },
  })),

  'udpKeys.list': plain({}),
  'udpKeys.get': each('udpKeys.list', 'id', (keyId) => ({ path: { keyId } })),

  'eventHistory.remoteHandle': ofDevices((deviceId) => ({ filter: { deviceId }, page })),
  'eventHistory.mainHandle': ofDevices((deviceId) => ({ filter: { deviceId }, page })),

  'evse.state': ofDevices(ofDevice, ['ev-emcb']),
  'evse.control': ofDevices(ofDevice, ['ev-emcb']),
  'evse.getConfiguration': ofDevices(ofDevice, ['ev-emcb']),
  'plugSessions.list': ofDevices((deviceId) => ({ filter: { deviceId }, page }), ['ev-emcb']),
  'plugSessions.meterTelemetry': each('plugSessions.list', 'id', (plugSessionId) => ({
    path: { plugSessionId },
    page,
  })),

  'organizations.list': plain({}),
  'organizations.get': each('organizations.list', 'id', (organizationId) => ({ path: { organizationId } })),
  'organizations.users': each('organizations.list', 'id', (organizationId) => ({ path: { organizationId } })),
  'locations.list': plain({}),
  'locations.get': each('locations.list', 'id', (locationId) => ({ path: { locationId } })),
  'roles.list': plain({}),
  'userRoles.list': plain({}),
  'inviteCodes.list': plain({}),
  'inviteCodes.get': each('inviteCodes.list', 'code', (code) => ({ path: { code } })),

  'resourceQuotas.list': plain({}),
  'ocppCentralSystems.list': plain({}),
  'ocppCentralSystems.get': each('ocppCentralSystems.list', 'id', (ocppCentralSystemId) => ({
    path: { ocppCentralSystemId },
  })),
  'ocppChargePoints.list': plain({}),
  'ocppChargePoints.get': each('ocppChargePoints.list', 'id', (ocppChargePointId) => ({
    path: { ocppChargePointId },
  })),

  'shareDeviceCodes.list': plain({}),
  'shareDeviceCodes.get': each('shareDeviceCodes.list', 'code', (code) => ({ path: { code } })),
  'shareDeviceCodes.deviceSummary': each('shareDeviceCodes.list', 'code', (code) => ({ path: { code } })),
  'sharedDevices.list': plain({}),
  'sharedDevices.get': each('sharedDevices.list', 'id', (id) => ({ path: { id } })),
  'overrideEvents.list': plain({}),
  'overrideEvents.get': each('overrideEvents.list', 'id', (eventId) => ({ path: { eventId } })),
  'overrideEvents.listParticipations': each('overrideEvents.list', 'id', (eventId) => ({ path: { eventId } })),
};

/** Every read of the catalog, each behind those that it takes its inputs from. */
export const readOrder: readonly ReadOperationId[] = ordered(Object.keys(reads) as ReadOperationId[]);

function ordered(ids: readonly ReadOperationId[]): ReadOperationId[] {
  const done = new Set<ReadOperationId>();
  const put = (id: ReadOperationId) => {
    for (const before of reads[id].from) if (!done.has(before)) put(before);
    done.add(id);
  };
  for (const id of ids) put(id);
  return [...done];
}
