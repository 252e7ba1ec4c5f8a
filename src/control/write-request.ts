/** What everything says that changes something at the service. Instants are epoch milliseconds. */
export interface WriteRequest {
  readonly receivedAt: number;
  /** When the command was made, if its message says so. */
  readonly madeAt?: number;
  /** A broker kept the message and played it again. */
  readonly retained: boolean;
  /** Not sent after this; absent: the account's limit on the age of a command. */
  readonly expiresAt?: number;
  /** When the flow started; older commands are muted for a while. */
  readonly startedAt: number;
  readonly mute: boolean;
  readonly dryRun: boolean;
  readonly signal?: AbortSignal;
}

/** What everything says that changes one device. */
export interface DeviceRequest extends WriteRequest {
  readonly deviceId: string;
  /** How long to wait for what was written to read so; absent: no read-back. */
  readonly readBackMs?: number;
}

/** Until when a command may be sent: makers of messages may be ahead of us, but nothing is younger than its arrival. */
export function expiryOf({ expiresAt, madeAt, receivedAt }: WriteRequest, commandExpiryMs: number): number {
  return expiresAt ?? Math.min(madeAt ?? receivedAt, receivedAt) + commandExpiryMs;
}

/** How a write is sent: not after it has expired. */
export function sendingOf(
  request: WriteRequest,
  commandExpiryMs: number,
): { readonly expiresAt: number; readonly signal?: AbortSignal } {
  return { expiresAt: expiryOf(request, commandExpiryMs), ...signalPart(request.signal) };
}

export function signalPart(signal: AbortSignal | undefined): { signal?: AbortSignal } {
  return signal === undefined ? {} : { signal };
}
