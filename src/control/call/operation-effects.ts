import type { catalog, InputOf, OperationId } from '../../catalog';
import type { Client } from '../../client';

type WriteId = {
  [Id in OperationId]: (typeof catalog)[Id] extends { readonly method: 'GET' } ? never : Id;
}[OperationId];

/** Reads what is needed to know on which devices an operation acts. */
export type Read = Pick<Client, 'call'>['call'];

/** An operation that acts on devices; `devices` returns their ids, from the input or by reads. */
interface OnDevices<Id extends OperationId> {
  readonly kind: 'device';
  /** `undefined`: a body of a shape that we do not know names them. */
  readonly devices: (input: InputOf<Id>, read: Read) => Promise<readonly string[] | undefined>;
  /** A second one soon after the first is a mistake, not a newer value. */
  readonly once?: true;
}

type Effect<Id extends OperationId> =
  /** Changes only data of the service. */
  | { readonly kind: 'record' }
  /** Is executed by its own operator, with the rules of that operator. */
  | { readonly kind: 'breaker' | 'charger' | 'batch' | 'batch-cancel' | 'key-removal' }
  | OnDevices<Id>;

const record = { kind: 'record' } as const;
const deviceInPath = {
  kind: 'device',
  devices: async ({ path }: { readonly path: { readonly deviceId: string } }) => [path.deviceId],
} as const;
const textsOf = (...values: unknown[]) => values.filter((value) => typeof value === 'string');

/** The ids in a list of the body; undefined where the body has another shape. */
function idsOf(list: unknown): readonly string[] | undefined {
  return Array.isArray(list) && list.every((id) => typeof id === 'string') ? list : undefined;
}

type SharesInput = { readonly body?: unknown };

function sharesOf({ body }: SharesInput): readonly string[] | undefined {
  return idsOf((body as { readonly sharedDeviceIds?: unknown } | null | undefined)?.sharedDeviceIds);
}

/** The device that a body names. */
async function deviceInBody({ body }: SharesInput): Promise<readonly string[] | undefined> {
  return idsOf([(body as { readonly deviceId?: unknown } | null | undefined)?.deviceId]);
}

/** The devices of the given shares, read by the ids that the organization has for them. */
async function devicesOfShares(input: SharesInput, read: Read): Promise<readonly string[] | undefined> {
  const shared = sharesOf(input)?.map(async (id) => (await read('sharedDevices.get', { path: { id } })).data);
  if (shared === undefined) return undefined;
  return (await Promise.all(shared)).map(({ id, deviceId }) => deviceId ?? id ?? '');
}

/** The devices of an event, or only those of the shares in the body if it contains any. */
async function devicesOfEvent(input: SharesInput & { readonly path: { readonly eventId: string } }, read: Read) {
  const { data } = await read('overrideEvents.listParticipations', { path: input.path });
  const chosenIds = sharesOf(input);
  return data
    .filter(({ sharedDeviceId = '' }) => chosenIds === undefined || chosenIds.includes(sharedDeviceId))
    .map(({ deviceId, sharedDeviceId }) => deviceId ?? sharedDeviceId ?? '');
}

/** What each operation that writes has an effect on: one that is missing here does not compile. */
const effects: { readonly [Id in WriteId]: Effect<Id> } = {
  'token.create': record,

  'deviceWebhooks.create': record,
  'deviceWebhooks.delete': record,
  'userPermissionWebhooks.create': record,
  'userPermissionWebhooks.delete': record,
  'deviceOverrideEventWebhooks.create': record,
  'deviceOverrideEventWebhooks.delete': record,
  'shareDeviceCodeWebhooks.create': record,
  'shareDeviceCodeWebhooks.delete': record,

  'devices.decommission': { ...deviceInPath, once: true },
  // A load type can be what protects a device.
  'devices.update': deviceInPath,
  'devices.restart': { ...deviceInPath, once: true },
  'remoteHandle.setPosition': { kind: 'breaker' },
  'waveformConfiguration.set': deviceInPath,
  'loadPresentThreshold.set': deviceInPath,
  'telemetryAlignment.set': deviceInPath,
  'dataReportRate.set': deviceInPath,
  'bargraphMode.set': deviceInPath,
  'bargraphColors.set': deviceInPath,
  'waveforms.capture': { ...deviceInPath, once: true },
  'evse.updateConfiguration': { kind: 'charger' },
  'batchCommands.create': { kind: 'batch' },
  'batchCommands.createSun': { kind: 'batch' },
  'batchCommands.cancel': { kind: 'batch-cancel' },
  'udpKeys.assign': deviceInPath,

  'streams.create': record,
  'streams.delete': record,
  'deviceStreams.create': record,
  'deviceStreams.delete': record,
  'sharedDeviceStreams.create': record,
  'sharedDeviceStreams.delete': record,
  'udpKeys.create': { kind: 'device', devices: async () => [] },
  'udpKeys.delete': { kind: 'key-removal' },

  'organizations.create': record,
  'serviceAccounts.rotateSecret': record,
  'locations.create': record,
  'locations.update': record,
  'locations.delete': record,
  'userRoles.assign': record,
  'userRoles.delete': record,
  'inviteCodes.create': record,
  'inviteCodes.deactivate': record,

  'ocppCentralSystems.create': record,
  'ocppCentralSystems.delete': record,
  // From then on the central system decides when the charger charges.
  'ocppChargePoints.create': { kind: 'device', devices: deviceInBody },
  'ocppChargePoints.delete': {
    kind: 'device',
    devices: async ({ path }, read) => textsOf((await read('ocppChargePoints.get', { path })).data.deviceId),
  },

  // Whoever claims the code can operate the device.
  'shareDeviceCodes.create': { kind: 'device', devices: deviceInBody },
  'shareDeviceCodes.claim': record,
  'shareDeviceCodes.revoke': {
    kind: 'device',
    devices: async ({ path }, read) => textsOf((await read('shareDeviceCodes.get', { path })).data.deviceId),
  },
  'shareDeviceCodes.relinquish': record,
  'overrideEvents.create': { kind: 'device', devices: async () => [] },
  'overrideEvents.addParticipations': { kind: 'device', devices: devicesOfShares },
  'overrideEvents.removeDevices': { kind: 'device', devices: devicesOfEvent },
  'overrideEvents.optOut': { kind: 'device', devices: devicesOfEvent },
  'overrideEvents.cancel': { kind: 'device', devices: devicesOfEvent },
};

/** What an operation has an effect on; `read` for those that only read. */
export type OperationEffect = 'read' | Effect<OperationId>['kind'];

export function effectOf(id: OperationId): OperationEffect {
  return isWrite(id) ? effects[id].kind : 'read';
}

/** How an operation acts on devices; undefined for one that acts on none or has an operator of its own. */
export function deviceEffectOf(id: OperationId): OnDevices<never> | undefined {
  const effect = isWrite(id) ? (effects[id] as Effect<never>) : undefined;
  return effect?.kind === 'device' ? effect : undefined;
}

export const asWrittenRefused = 'cannot be sent as it is written: what operates a device must be understood to be safe';

/** Whether what is written can be sent without being understood: nothing that has an operator of its own. */
export function isSentAsWritten(id: OperationId): boolean {
  return ['read', 'record', 'device'].includes(effectOf(id));
}

function isWrite(id: OperationId): id is WriteId {
  return Object.hasOwn(effects, id);
}

/** Operations that delete, need a confirmation, or act on devices. */
export function isDestructive(id: OperationId, row: { readonly method: string; readonly confirm?: unknown }): boolean {
  const effect = effectOf(id);
  return row.method === 'DELETE' || row.confirm !== undefined || (effect !== 'read' && effect !== 'record');
}
