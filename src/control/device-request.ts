import type { InputOf } from '../catalog';
import type { RequestPreview } from '../client';

/** What everything says that changes something at the service. Instants are epoch milliseconds. */
export interface WriteRequest {
  readonly receivedAt: number;
  /** When the command was made, if its message says so. */
  readonly madeAt?: number;
  readonly retained: boolean;
  /** Not sent after this; absent: the account's limit on the age of a command. */
  readonly expiresAt?: number;
  /** When the flow started; older commands are muted for a while. */
  readonly startedAt: number;
  readonly mute: boolean;
  readonly dryRun: boolean;
  readonly signal?: AbortSignal;
}

export interface DeviceRequest extends WriteRequest {
  readonly deviceId: string;
  /** How long to wait for what was written to read so; absent: no read-back. */
  readonly readBackMs?: number;
}

/** A device's place and load, as the service takes it. spec 4.2 */
export type DeviceChange = InputOf<'devices.update'>['body'];

/** The settings to write, each as the service takes it. spec 2.3, 4.3 */
export interface DeviceSettings {
  readonly bargraphColors?: InputOf<'bargraphColors.set'>['body'];
  readonly bargraphMode?: InputOf<'bargraphMode.set'>['body'];
  readonly loadPresentThreshold?: InputOf<'loadPresentThreshold.set'>['body'];
  readonly telemetryAlignment?: InputOf<'telemetryAlignment.set'>['body'];
  readonly dataReportRate?: InputOf<'dataReportRate.set'>['body'];
}

/**
 * `confirmed`: read back. `accepted`: the service said yes, not read back. `unknown`: sent, not settled. `unchanged`: it
 * was so already, nothing was sent. `dry-run`: nothing sent.
 */
export type DeviceOutcome = 'confirmed' | 'accepted' | 'unknown' | 'unchanged' | 'dry-run';

export interface DeviceResult {
  readonly deviceId: string;
  readonly outcome: DeviceOutcome;
  /** What was written, or would be, by its name. */
  readonly changed: readonly string[];
  readonly at: number;
  /** Dry run only: what would have been sent, in order. */
  readonly requests?: readonly RequestPreview[];
}

/** Until when a command may be sent: makers of messages may be ahead of us, but nothing is younger than its arrival. */
export function expiryOf({ expiresAt, madeAt, receivedAt }: WriteRequest, commandExpiryMs: number): number {
  return expiresAt ?? Math.min(madeAt ?? receivedAt, receivedAt) + commandExpiryMs;
}

export function signalPart(signal: AbortSignal | undefined): { signal?: AbortSignal } {
  return signal === undefined ? {} : { signal };
}
