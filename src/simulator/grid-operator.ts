import { limits } from '../catalog';
import { defined } from '../object';
import { ControlProblem } from './control-problem';
import type { OrganizationCredentials } from './credentials';
import { GridOperatorProblem } from './grid-operator-problem';
import { type HandlerContext, type ServiceContext, ServiceRefusal } from './handler';
import { overrideEvents } from './handlers/override-events';
import { shareDeviceCodes } from './handlers/sharing';
import { otherOrganization } from './other-organization';
import type { OverrideEventState, ServiceState, ShareCodeState } from './service-state';

/** The organization with which the house of the site shares devices; accounts that act as it are this one too. */
const gridOperatorName = 'Grid operator';

const minuteMs = 60_000;
const maxMinutes = 10_080;

export interface OperatorDevice {
  readonly id: string;
  readonly label: string;
}

/** An override event that has not ended; instants are epoch milliseconds. */
export interface OperatorEvent {
  readonly id: string;
  readonly description?: string;
  readonly status: 'scheduled' | 'active';
  readonly startMs: number;
  readonly endMs?: number;
  /** Those that take part. */
  readonly devices: readonly OperatorDevice[];
}

/** What the grid operator has. */
export interface GridOperator {
  readonly devices: readonly OperatorDevice[];
  readonly events: readonly OperatorEvent[];
}

export interface NewOperatorEvent {
  /** All that are shared, when absent. */
  readonly devices?: readonly string[];
  readonly description?: string;
  /** Minutes until it begins; 0, the default: now. */
  readonly startsIn?: number;
  /** Minutes from its beginning to its end; absent: until it is ended. */
  readonly lasts?: number;
}

/** What the grid operator does, by the operations of the service. Throws a {@link GridOperatorProblem}. spec 3, 4.9 */
export interface GridOperatorControls {
  /** With which an account that acts as it calls the service; made at the first call. */
  credentials(): OrganizationCredentials;
  look(): GridOperator;
  /** Returns the device that is shared from now on. */
  claim(code: string): OperatorDevice;
  /** The house shares the device and the grid operator claims it, where it has not yet. */
  share(deviceId: string): OperatorDevice;
  begin(event?: NewOperatorEvent): OperatorEvent;
  /** Takes every device out of the event and cancels it; of all events, when absent. Returns what was let go. */
  end(eventId?: string): readonly OperatorDevice[];
}

type SharedDevice = ShareCodeState & { sharedDeviceId: string };

function organizationId({ organizations }: ServiceState): string | undefined {
  return organizations.find(({ name }) => name === gridOperatorName)?.id;
}

function deviceView({ devices }: ServiceState, deviceId: string): OperatorDevice {
  return { id: deviceId, label: devices.find(({ id }) => id === deviceId)?.label ?? deviceId };
}

/** One share a device: two codes of one device make two. */
function sharesOf(state: ServiceState): Map<string, SharedDevice> {
  const operator = organizationId(state);
  const shares = state.shareCodes.filter(
    (share): share is SharedDevice => share.status === 'claimed' && share.claimingOrganizationId === operator,
  );
  return new Map(shares.map((share) => [share.deviceId, share]));
}

type OpenEvent = OverrideEventState & { status: OperatorEvent['status'] };

function isOpen(event: OverrideEventState): event is OpenEvent {
  return event.status === 'active' || event.status === 'scheduled';
}

function eventsOf(state: ServiceState): OpenEvent[] {
  const operator = organizationId(state);
  return state.overrideEvents.filter(isOpen).filter(({ creatorOrganizationId }) => creatorOrganizationId === operator);
}

function partsOf({ participations }: OverrideEventState) {
  return participations.filter(({ status }) => status === 'participating');
}

function eventView(state: ServiceState, event: OpenEvent): OperatorEvent {
  const { id, description, status, startTime, endTime } = event;
  return {
    id,
    status,
    startMs: startTime,
    ...defined({ description, endMs: endTime }),
    devices: partsOf(event).map(({ deviceId }) => deviceView(state, deviceId)),
  };
}

/** What the service refuses beyond the checks here is told as it says it. */
function asOperator<T>(context: ServiceContext, work: (context: HandlerContext) => T): T {
  const { id } = otherOrganization(context, gridOperatorName);
  try {
    return work({ ...context, caller: { kind: 'ORG', organizationId: id } });
  } catch (error) {
    throw error instanceof ServiceRefusal ? new ControlProblem(409, error.message) : error;
  }
}

const list = { query: undefined, filter: [], page: { offset: 0, limit: limits.overrideEventsListed } } as const;

function requireClaimable(state: ServiceState, given: string): ShareCodeState {
  const code = given.trim().toUpperCase();
  if (code === '') throw new GridOperatorProblem('codeMissing');
  const share = state.shareCodes.find((known) => known.code === code);
  if (share === undefined) throw new GridOperatorProblem('codeUnknown');
  if (share.status === 'claimed') throw new GridOperatorProblem('codeClaimed');
  if (share.status === 'relinquished') throw new GridOperatorProblem('codeRelinquished');
  if (share.status === 'revoked') throw new GridOperatorProblem('codeRevoked');
  const device = state.devices.find(({ id }) => id === share.deviceId);
  if (device?.evse?.ocppChargePointId !== undefined) throw new GridOperatorProblem('deviceOcpp', [device.label]);
  if (organizationId(state) === undefined && state.organizations.length >= limits.organizationsPerApplication)
    throw new GridOperatorProblem('organizationsFull');
  return share;
}

function claim(context: ServiceContext, given: string): OperatorDevice {
  const { code, deviceId } = requireClaimable(context.state, given);
  asOperator(context, (at) => shareDeviceCodes['shareDeviceCodes.claim']({ ...list, path: { code }, body: {} }, at));
  return deviceView(context.state, deviceId);
}

function share(context: ServiceContext, deviceId: string): OperatorDevice {
  const { state } = context;
  const device = state.devices.find(({ id }) => id === deviceId);
  if (device === undefined) throw new ControlProblem(404, `There is no device ${deviceId}`);
  if (sharesOf(state).has(deviceId)) return deviceView(state, deviceId);
  const caller = { kind: 'ORG', organizationId: device.organizationId } as const;
  const { code } = shareDeviceCodes['shareDeviceCodes.create'](
    { ...list, path: {}, body: { deviceId } },
    { ...context, caller },
  );
  return claim(context, String(code));
}

function isMinutes(value: number, least: number): boolean {
  return Number.isInteger(value) && value >= least && value <= maxMinutes;
}

function requireFree(state: ServiceState, chosen: readonly string[] | undefined): SharedDevice[] {
  const shares = sharesOf(state);
  if (shares.size === 0) throw new GridOperatorProblem('nothingShared');
  const ids = [...new Set(chosen ?? shares.keys())];
  if (ids.length === 0) throw new GridOperatorProblem('noneChosen');
  const found = ids.flatMap((id) => shares.get(id) ?? []);
  if (found.length < ids.length) throw new GridOperatorProblem('notShared');
  const held = new Set(
    state.overrideEvents.filter(isOpen).flatMap((event) => partsOf(event).map((one) => one.deviceId)),
  );
  const names = ids.filter((id) => held.has(id)).map((id) => deviceView(state, id).label);
  if (names.length > 0) throw new GridOperatorProblem('inEvent', names);
  return found;
}

function begin(context: ServiceContext, event: NewOperatorEvent): OperatorEvent {
  const { devices, description, startsIn = 0, lasts } = event;
  const { state, clock } = context;
  // Before the event exists: what is refused must leave none without devices.
  const shares = requireFree(state, devices);
  if (!isMinutes(startsIn, 0)) throw new GridOperatorProblem('startsIn');
  if (lasts !== undefined && !isMinutes(lasts, 1)) throw new GridOperatorProblem('lasts');
  const startMs = clock.now() + startsIn * minuteMs;
  const body = {
    ...defined({ description }),
    ...(startsIn === 0 ? {} : { startTime: new Date(startMs).toISOString() }),
    ...(lasts === undefined ? {} : { endTime: new Date(startMs + lasts * minuteMs).toISOString() }),
  };
  const id = asOperator(context, (at) => {
    const made = overrideEvents['overrideEvents.create']({ ...list, path: {}, body }, at);
    const eventId = String(made.id);
    const sharedDeviceIds = shares.map(({ sharedDeviceId }) => sharedDeviceId);
    const part = { ...list, path: { eventId }, body: { sharedDeviceIds } };
    overrideEvents['overrideEvents.addParticipations'](part, at);
    return eventId;
  });
  const begun = eventsOf(state).find((known) => known.id === id);
  if (begun === undefined) throw new GridOperatorProblem('noEvent');
  return eventView(state, begun);
}

function end(context: ServiceContext, eventId: string | undefined): OperatorDevice[] {
  const { state } = context;
  const ending = eventsOf(state).filter(({ id }) => eventId === undefined || id === eventId);
  if (ending.length === 0) throw new GridOperatorProblem('noEvent');
  return asOperator(context, (at) =>
    ending.flatMap((event) => {
      const parts = partsOf(event);
      const path = { eventId: event.id };
      const sharedDeviceIds = parts.map(({ sharedDeviceId }) => sharedDeviceId);
      // An event is cancelled only when no device takes part in it. spec 4.9
      if (parts.length > 0)
        overrideEvents['overrideEvents.removeDevices']({ ...list, path, body: { sharedDeviceIds } }, at);
      overrideEvents['overrideEvents.cancel']({ ...list, path, body: {} }, at);
      return parts.map(({ deviceId }) => deviceView(state, deviceId));
    }),
  );
}

type With = <T>(work: (context: ServiceContext) => T) => T;

/** `read` looks at the service after everything that is due; `control` changes it. */
export function createGridOperatorControls(read: With, control: With): GridOperatorControls {
  return {
    credentials: () => control((context) => otherOrganization(context, gridOperatorName)),
    look: () =>
      read(({ state }) => ({
        devices: [...sharesOf(state).keys()].map((id) => deviceView(state, id)),
        events: eventsOf(state).map((event) => eventView(state, event)),
      })),
    claim: (code) => control((context) => claim(context, code)),
    share: (deviceId) => control((context) => share(context, deviceId)),
    begin: (event = {}) => control((context) => begin(context, event)),
    end: (eventId) => control((context) => end(context, eventId)),
  };
}
