import type { Reservation, SerialEntry } from '../../client';

/** Who asks for a write, for the record of commands. */
export interface Asker {
  readonly flow?: string;
  readonly nodeId?: string;
  readonly node?: string;
  readonly messageId?: string;
  /** A person who acts in the editor or a dashboard. */
  readonly user?: string;
}

/**
 * What every request contains that changes something at the service. Instants ending in `Ms` are monotonic, the others
 * epoch ms.
 */
export interface WriteRequest {
  /** When its message came, by both clocks. */
  readonly receivedAt: number;
  readonly receivedAtMs: number;
  /** When the command was made, if its message says so. */
  readonly madeAt?: number;
  /** A broker stored the message and sent it to a new subscriber. */
  readonly retained: boolean;
  /** A queue outside this process may have held the message, as MQTT does with a QoS of 1 or 2. */
  readonly queued?: boolean;
  /** Not sent after this; absent: the account's limit on the age of a command. */
  readonly expiresAt?: number;
  /** When the flow started, by both clocks; older commands are muted for a while. */
  readonly startedAt: number;
  readonly startedAtMs: number;
  readonly mute: boolean;
  readonly dryRun: boolean;
  readonly signal?: AbortSignal;
  /** The reservation of the input; absent: the operator makes one. */
  readonly reservation?: Reservation;
  readonly asker?: Asker;
}

/** The entries of one input in the setting queues of its devices. */
export interface SettingEntries {
  of(deviceId: string): SerialEntry | undefined;
  /** Leaves every queue that was not left yet. */
  leave(): void;
}

/** What every request contains that changes one device. */
export interface DeviceRequest extends WriteRequest {
  readonly deviceId: string;
  /** How long to read until the device has the written value; absent: no read-back. */
  readonly readBackMs?: number;
  /** The entries of the input's devices, where they were entered before; absent: the operator enters the device. */
  readonly entries?: SettingEntries;
}

/**
 * Until when a command may be sent, monotonic ms. The clock of a message's sender may be ahead of ours, so no command
 * counts as newer than its receipt. The wall clock only serves to read the age that a message states.
 */
export function expiryOf(
  {
    expiresAt,
    madeAt,
    receivedAt,
    receivedAtMs,
  }: Pick<WriteRequest, 'expiresAt' | 'madeAt' | 'receivedAt' | 'receivedAtMs'>,
  commandExpiryMs: number,
): number {
  const ageMs = Math.max(0, receivedAt - (madeAt ?? receivedAt));
  return receivedAtMs + (expiresAt === undefined ? commandExpiryMs - ageMs : expiresAt - receivedAt);
}

/** How a write is sent: not after it has expired. */
export function sendingOf(
  request: WriteRequest,
  commandExpiryMs: number,
): { readonly expiresAtMs: number; readonly signal?: AbortSignal } {
  return { expiresAtMs: expiryOf(request, commandExpiryMs), ...signalPart(request.signal) };
}

export function signalPart(signal: AbortSignal | undefined): { signal?: AbortSignal } {
  return signal === undefined ? {} : { signal };
}
