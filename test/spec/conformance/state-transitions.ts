import type { OperationId } from '../../../src/catalog';

/** One row of the state tables of section 3. */
export interface Transition {
  readonly stateSet: string;
  readonly state: string;
  /** The operation that triggers it, or what happens outside the interface. */
  readonly trigger: OperationId | { readonly event: string };
  readonly condition?: string;
  readonly next: string;
  readonly also?: string;
}

export const transitions: readonly Transition[] = [
  {
    stateSet: 'Device commissioning',
    state: 'commissioned',
    trigger: { event: 'device successfully commissioned' },
    next: 'commissioned',
    also: 'device onboarding webhook is called for each registered uri',
  },
  {
    stateSet: 'Device commissioning',
    state: 'commissioned',
    trigger: 'devices.decommission',
    condition: 'device online',
    next: 'decommissioned',
    also: 'active streams removed; factory reset',
  },
  {
    stateSet: 'Device commissioning',
    state: 'commissioned',
    trigger: 'devices.decommission',
    condition: 'device offline',
    next: 'commissioned',
    also: 'request fails (503)',
  },
  {
    stateSet: 'Remote handle',
    state: 'any',
    trigger: 'remoteHandle.setPosition',
    condition: 'not in an override event',
    next: 'handle at commanded position',
  },
  {
    stateSet: 'Remote handle',
    state: 'any',
    trigger: 'remoteHandle.setPosition',
    condition: 'device participates in an override event',
    next: 'unchanged now',
    also: 'command stored and applied when the override event ends',
  },
  {
    stateSet: 'Remote handle timer',
    state: 'open',
    trigger: 'remoteHandle.setPosition',
    condition: 'command is open, secondsUntilReset at least 10',
    next: 'open with timer running',
    also: 'after the seconds elapse the breaker re-closes',
  },
  {
    stateSet: 'Remote handle timer',
    state: 'timer running',
    trigger: 'remoteHandle.setPosition',
    condition: 'secondsUntilReset is 0',
    next: 'no timer',
    also: 'cancels timer',
  },
  {
    stateSet: 'Remote handle timer',
    state: 'timer running',
    trigger: 'overrideEvents.addParticipations',
    next: 'no timer',
    also: 'existing timer cancelled',
  },
  {
    stateSet: 'Telemetry alignment',
    state: 'none or clock',
    trigger: 'telemetryAlignment.set',
    next: 'requested value',
    also: 'first report after switching to clock waits for the next report-rate boundary',
  },
  {
    stateSet: 'Bargraph',
    state: 'track-meter-data or user-defined',
    trigger: 'bargraphMode.set',
    next: 'requested value',
    also: 'colors apply only in user-defined; with no colors configured the bargraph stays off',
  },
  {
    stateSet: 'User role',
    state: '(none)',
    trigger: 'userRoles.assign',
    condition: 'user has no account yet',
    next: 'pending',
    also: 'becomes active when the user creates and verifies an account',
  },
  {
    stateSet: 'User role',
    state: '(none)',
    trigger: 'userRoles.assign',
    condition: 'user has an account',
    next: 'active',
  },
  {
    stateSet: 'User role',
    state: 'pending or active',
    trigger: 'userRoles.delete',
    next: 'removed',
    also: 'for inviteCode type, the user acceptance is cleared',
  },
  {
    stateSet: 'Invite code',
    state: 'active',
    trigger: 'inviteCodes.deactivate',
    condition: 'not already past expiration',
    next: 'inactive',
    also: 'expiration set to now; existing users keep permissions; succeeds even if user limit exceeded',
  },
  {
    stateSet: 'Invite code',
    state: 'expired',
    trigger: 'inviteCodes.deactivate',
    condition: 'already past expiration',
    next: 'unchanged',
    also: '409 Conflict',
  },
  {
    stateSet: 'Override participation',
    state: '(none)',
    trigger: 'overrideEvents.addParticipations',
    next: 'participating',
    also: 'override event webhook called',
  },
  {
    stateSet: 'Override participation',
    state: 'participating',
    trigger: 'overrideEvents.removeDevices',
    condition: 'caller belongs to creating organization',
    next: 'removed',
    also: 'webhook called',
  },
  {
    stateSet: 'Override participation',
    state: 'participating',
    trigger: 'overrideEvents.optOut',
    condition: 'caller owns the device',
    next: 'optedOut',
    also: 'webhook called',
  },
  {
    stateSet: 'Override event',
    state: 'active',
    trigger: 'overrideEvents.cancel',
    condition: 'all device participations are opted out or removed; creating organization only',
    next: 'cancelled',
  },
  {
    stateSet: 'Batch command',
    state: 'scheduled for future',
    trigger: 'batchCommands.cancel',
    condition: 'not started',
    next: 'cancelled',
    also: 'per-device status updated',
  },
  {
    stateSet: 'Batch command',
    state: 'completed or in progress',
    trigger: 'batchCommands.cancel',
    next: 'unchanged',
    also: '400',
  },
  {
    stateSet: 'UDP key',
    state: 'active key of same type and priority',
    trigger: 'udpKeys.assign',
    next: 'unassigned',
    also: 'new key becomes active',
  },
];

/** What the status of a device in a batch command means. spec 3 */
export const batchStatusMeanings = {
  queued: 'scheduled for a future time',
  initiated: 'currently active',
  succeeded: 'completed',
  failed: 'failed',
  updated: 'cancelled while the start time is still in the future',
  cancelled: 'cancelled after the start time has passed',
} as const;
