import type { AnswerOf, InputOf, WebhookKind } from '../catalog';
import type { BodyOf } from './handler';
import type {
  DeviceState,
  Instant,
  LocationState,
  OrganizationState,
  PlugSessionState,
  ServiceAccountState,
} from './state';

export interface TokenState {
  value: string;
  kind: 'APP' | 'ORG';
  organizationId?: string;
  expiresAt: Instant;
}

export interface WebhookState {
  id: string;
  kind: WebhookKind;
  uri: string;
  additionalHttpHeaders: Record<string, string>;
}

export interface StreamState {
  id: string;
  request: BodyOf<'streams.create'>;
}

export interface DeviceStreamState {
  id: string;
  deviceId: string;
  streamId: string;
  shared: boolean;
  health: { at: Instant; code: number; message: string };
}

export interface BatchDeviceState {
  deviceId: string;
  status: 'queued' | 'initiated' | 'succeeded' | 'failed' | 'updated' | 'cancelled';
  at: Instant;
}

export interface BatchState {
  id: string;
  organizationId: string;
  locationId?: string;
  type: 'deviceBatchCommand' | 'deviceSunBatchCommand';
  clock?: InputOf<'batchCommands.create'>['body'];
  sun?: InputOf<'batchCommands.createSun'>['body'];
  createdAt: Instant;
  /** When it runs next; absent when it is over or cancelled. */
  nextRunAt?: Instant;
  /** When it began to run the last time; absent before its first run. */
  lastRunAt?: Instant;
  /** `running` until its devices were commanded; `settled` while a recurring batch shows the results of a run. */
  step?: { name: 'running' | 'settled'; endsAt: Instant };
  devices: BatchDeviceState[];
}

export interface UdpKeyState {
  id: string;
  organizationId: string;
  value: string;
  keyType: 'unicast' | 'broadcast';
  expiresAt: Instant;
  /** Gone from the service: the devices that were offline then still have it. */
  deleted?: true;
  assignments: { deviceId: string; priority: 'primary' | 'secondary' }[];
}

export interface UserState {
  id: string;
  email: string;
  verified: boolean;
}

export interface UserRoleState {
  id: string;
  roleId: string;
  email: string;
  status: 'pending' | 'active';
  inviteType: 'email' | 'inviteCode';
  inviteCode?: string;
  /** A location or an organization. */
  scopeId: string;
  organizationId: string;
}

export interface InviteCodeState {
  code: string;
  organizationId: string;
  locationId: string;
  roleId: string;
  createdAt: Instant;
  expiresAt?: Instant;
  userLimit?: number;
  emailDomain?: string;
  acceptances: { id: string; userId: string; email: string; joinedAt: Instant }[];
}

export interface ShareCodeState {
  code: string;
  deviceId: string;
  ownerOrganizationId: string;
  claimingOrganizationId?: string;
  status: 'active' | 'claimed' | 'relinquished' | 'revoked';
  createdAt: Instant;
  sharedDeviceId?: string;
}

export interface OverrideEventState {
  id: string;
  creatorOrganizationId: string;
  description?: string;
  startTime: Instant;
  endTime?: Instant;
  /** `scheduled` until its start time: no device is held yet. */
  status: 'scheduled' | 'active' | 'cancelled' | 'ended';
  createdAt: Instant;
  participations: {
    id: string;
    sharedDeviceId: string;
    deviceId: string;
    status: 'participating' | 'removed' | 'optedOut';
    updatedAt: Instant;
  }[];
}

/** From `at` on, until the next entry, the voltage of the grid, in % of what it would be. */
export interface SupplyEntry {
  readonly at: Instant;
  readonly percent: number;
}

/** Everything the service knows; plain JSON, so that it can be kept in a file. */
export interface ServiceState {
  version: 1;
  seed: number;
  /** Names and identifiers made so far: each is `random` of the seed and this counter. */
  sequence: number;
  createdAt: Instant;
  /** From here on what happens by itself is known; `createdAt` when absent. */
  livedSince?: Instant;
  /** Where the values of API key, secrets and tokens come from; `seed` when absent. */
  secretsAre?: 'random';
  apiKey: string;
  application: ServiceAccountState;
  organizations: OrganizationState[];
  locations: LocationState[];
  devices: DeviceState[];
  plugSessions: PlugSessionState[];
  /** In order of time; absent: 100 % ever since. */
  supply?: SupplyEntry[];
  tokens: TokenState[];
  webhooks: WebhookState[];
  streams: StreamState[];
  deviceStreams: DeviceStreamState[];
  batches: BatchState[];
  udpKeys: UdpKeyState[];
  roles: { id: string; name: string }[];
  users: UserState[];
  userRoles: UserRoleState[];
  inviteCodes: InviteCodeState[];
  ocppCentralSystems: { id: string; websocketBaseUrl: string }[];
  ocppChargePoints: (AnswerOf<'ocppChargePoints.get'> & { password?: string })[];
  shareCodes: ShareCodeState[];
  overrideEvents: OverrideEventState[];
}
