import { type OperationId, pathParameters } from '../../catalog';
import { type PreparedRequest, partsOf } from '../request';

/** What a request names, and what an organization owns. */
export interface Subject {
  readonly kind: 'device' | 'location' | 'organization' | RecordKind;
  readonly id: string;
}

/** Records that belong to an organization, by the first part of their path, with the read of one of them by its id. */
const recordReads = {
  deviceBatchCommands: (id: string) => ({ operation: 'batchCommands.get', input: { path: { id } } }),
  udpKeys: (keyId: string) => ({ operation: 'udpKeys.get', input: { path: { keyId } } }),
  plugSessions: (plugSessionId: string) => ({
    operation: 'plugSessions.meterTelemetry',
    input: { path: { plugSessionId }, page: { offset: 0, limit: 1 } },
  }),
  inviteCodes: (code: string) => ({ operation: 'inviteCodes.get', input: { path: { code } } }),
  shareDeviceCodes: (code: string) => ({ operation: 'shareDeviceCodes.get', input: { path: { code } } }),
  sharedDevices: (id: string) => ({ operation: 'sharedDevices.get', input: { path: { id } } }),
  sharedDeviceOverrideEvents: (eventId: string) => ({ operation: 'overrideEvents.get', input: { path: { eventId } } }),
} as const satisfies Readonly<Record<string, (id: string) => RecordRead>>;

export type RecordKind = keyof typeof recordReads;

/** The read that shows whether an organization knows a record. */
export interface RecordRead {
  readonly operation: OperationId;
  readonly input: object;
}

export const isRecordKind = (kind: string): kind is RecordKind => Object.hasOwn(recordReads, kind);

export const recordRead = (kind: RecordKind, id: string): RecordRead => recordReads[kind](id);

/** Whoever claims a code is not who gave it: the code does not tell whose token is meant. spec 4.9 */
const tellsNothing: ReadonlySet<OperationId> = new Set(['shareDeviceCodes.claim', 'shareDeviceCodes.deviceSummary']);

/** Everything by which a request tells whose it is; devices first, as they are where commands go. */
export function subjectsOf({ operation, row, input }: PreparedRequest): Subject[] {
  if (tellsNothing.has(operation)) return [];
  const { path, query, filter, body } = partsOf(input);
  const places = [path, query, filter, body];
  const named = (kind: Subject['kind'], ...names: string[]): Subject[] => {
    const given: unknown[] = places.flatMap((place) => names.flatMap((name) => place[name] ?? []));
    const ids = given.filter((id): id is string => typeof id === 'string' && id !== '');
    return [...new Set(ids)].map((id) => ({ kind, id }));
  };
  const devices = named('device', 'deviceId', 'deviceIds');
  const locations = named('location', 'locationId', 'ancestorLocationId', 'parentLocationId');
  const organizations = named('organization', 'organizationId');
  const found = [...devices, ...locations, ...organizations];
  return found.length > 0 ? found : recordOf(row.path, path);
}

function recordOf(pattern: string, path: Readonly<Record<string, unknown>>): Subject[] {
  const kind = recordKindOf(pattern);
  const [name = ''] = pathParameters(pattern);
  const id = path[name];
  return kind === undefined || typeof id !== 'string' ? [] : [{ kind, id }];
}

/** The kind of record to which a path leads. */
export function recordKindOf(pattern: string): RecordKind | undefined {
  const [, first = ''] = pattern.split('/');
  const kind = first === 'deviceSunBatchCommands' ? 'deviceBatchCommands' : first;
  return isRecordKind(kind) ? kind : undefined;
}

/** The lists that tell whose devices and locations are. */
export type ScannedList = 'devices.list' | 'locations.list';
