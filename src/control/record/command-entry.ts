import type { HandlePosition } from '../../client';

/** Who or what requested a command. */
export interface Requester {
  /** The flow's label, or its id. */
  readonly flow?: string;
  readonly nodeId?: string;
  readonly nodeName?: string;
  /** `_msgid` of the message. */
  readonly messageId?: string;
  /** The editor's user, for a command from the sidebar. */
  readonly user?: string;
}

/** A requested command or change of settings. None of its texts may contain a secret. */
export interface RequestedCommand {
  /** The base URL of the service; for a built-in simulator a name that outlives its port. */
  readonly service: string;
  /** Absent if no device is named, for example for a location. */
  readonly deviceId?: string;
  /** The devices of a command to several devices, such as a batch that starts at once. */
  readonly deviceIds?: readonly string[];
  /** The id of the operation in the catalog. */
  readonly operation: string;
  readonly command?: 'open' | 'close';
  readonly secondsUntilReset?: number;
  /** A short description of a change of settings, such as `maxCurrentA 16`; never the body that is sent. */
  readonly change?: string;
  readonly reason?: string;
  readonly askedBy: Requester;
  /** Wall time, epoch ms; the time of `begin` if absent. */
  readonly askedAt?: number;
}

/** The end of a command: `outcome` after success, otherwise `error`, an error code. */
export interface CommandEnd {
  readonly outcome?: string;
  readonly error?: string;
  readonly position?: HandlePosition;
}

/** The record's entry of a command that was sent or refused. Times are wall time, epoch ms. */
export interface CommandEntry extends RequestedCommand, CommandEnd {
  /** Increases with every command, also across restarts; there may be gaps. */
  readonly sequence: number;
  readonly askedAt: number;
  /** Absent if nothing was sent. */
  readonly sentAt?: number;
  /** `sentAt` by the service's clock, if that clock is known. */
  readonly serviceAt?: number;
  /** Absent if the command has not ended, or the process ended first. */
  readonly endedAt?: number;
  /** The short names of the checks that ran before it was sent. */
  readonly checked?: readonly string[];
  /** The command first ended as `deferred`; its outcome was determined later. */
  readonly deferred?: boolean;
  /** The number of further equal commands within a minute that were not sent and have no entry of their own. */
  readonly repeated?: number;
  /** The process that sent the command ended before the command did. */
  readonly interrupted?: boolean;
}

/** Error codes of the service, or of a check before the request, which mean that the command was not executed. */
const notExecuted = new Set([
  'INVALID_INPUT',
  'INVALID_ID',
  'WRONG_HARDWARE',
  'AUTH_FAILED',
  'FORBIDDEN',
  'NOT_FOUND',
  'CONFLICT',
  'REFUSED',
  'RATE_LIMITED',
  'RATE_LIMITED_LOCALLY',
  'DEVICE_OFFLINE',
  'COMMAND_EXPIRED',
  'MUTED',
  'BLOCKED_BY_INTERLOCK',
  'LOCKED_OUT',
  'CONFIRMATION_NEEDED',
]);

/** Whether the command may have reached its device: it was sent, and no answer or error rules out its execution. */
export function mayHaveExecuted({ sentAt, error, outcome }: CommandEntry): boolean {
  if (sentAt === undefined || outcome === 'dry-run' || outcome === 'superseded') return false;
  return error === undefined || !notExecuted.has(error);
}

/** When the command was sent, by the service's clock if that was known. */
export function sentAtService({ serviceAt, sentAt = 0 }: CommandEntry): number {
  return serviceAt ?? sentAt;
}

/** The devices of the command. */
export function devicesOf({ deviceId, deviceIds }: RequestedCommand): readonly string[] {
  return [...(deviceId === undefined ? [] : [deviceId]), ...(deviceIds ?? [])];
}
