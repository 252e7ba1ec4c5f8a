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

/** A command or a change of setting, as it was requested. No text in it may hold a secret. */
export interface RequestedCommand {
  /** The base URL of the service; for a built-in simulator a name that outlives its port. */
  readonly service: string;
  /** Absent where no device is named, as with a location. */
  readonly deviceId?: string;
  /** Of a command to several devices, such as a batch that starts now. */
  readonly deviceIds?: readonly string[];
  /** Operation of the catalog. */
  readonly operation: string;
  readonly command?: 'open' | 'close';
  readonly secondsUntilReset?: number;
  /** What a change of setting changes, in a few words, such as `maxCurrentA 16`. Never the body that is sent. */
  readonly change?: string;
  readonly reason?: string;
  readonly askedBy: Requester;
  /** Wall time, epoch ms; the time of `begin` if absent. */
  readonly askedAt?: number;
}

/** How a command ended: `outcome` of a success, `error` (a code) of anything else. */
export interface CommandEnd {
  readonly outcome?: string;
  readonly error?: string;
  readonly position?: HandlePosition;
}

/** What is known of a command that was sent or refused. Times are wall time, epoch ms. */
export interface CommandEntry extends RequestedCommand, CommandEnd {
  /** Increases with every command, also across restarts; there may be gaps. */
  readonly sequence: number;
  readonly askedAt: number;
  /** Absent: nothing was sent. */
  readonly sentAt?: number;
  /** When it was sent by the service's clock, where that is known. */
  readonly serviceAt?: number;
  /** Absent: not ended yet, or the process ended first. */
  readonly endedAt?: number;
  /** What was checked before it was sent, a word or two each. */
  readonly checked?: readonly string[];
  /** It ended as `deferred` first; the outcome was determined later. */
  readonly deferred?: boolean;
  /** How many equal refusals within a minute this entry stands for, besides itself. */
  readonly repeated?: number;
  /** It was sent by a process that ended before the command did. */
  readonly interrupted?: boolean;
}

/** Codes of errors with which the service, or a check before it, says that the command was not executed. */
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
  'NOT_ARMED',
  'CONFIRMATION_NEEDED',
]);

/** Whether the command may have reached its device: it was sent, and no answer or error rules out its execution. */
export function mayHaveExecuted({ sentAt, error, outcome }: CommandEntry): boolean {
  if (sentAt === undefined || outcome === 'dry-run' || outcome === 'superseded') return false;
  return error === undefined || !notExecuted.has(error);
}

/** When the command was sent, by the service's clock as far as that was known. */
export function sentAtService({ serviceAt, sentAt = 0 }: CommandEntry): number {
  return serviceAt ?? sentAt;
}

/** The devices that the command is for. */
export function devicesOf({ deviceId, deviceIds }: RequestedCommand): readonly string[] {
  return [...(deviceId === undefined ? [] : [deviceId]), ...(deviceIds ?? [])];
}
