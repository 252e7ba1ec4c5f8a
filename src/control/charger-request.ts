import type { AnswerOf, InputOf } from '../catalog';
import type { CurrentPace, Limit } from '../charging';
import type { RequestPreview } from '../client';

/** A change of a charger's configuration, as the service takes it. spec 4.7 */
export type ChargerChange = InputOf<'evse.updateConfiguration'>['body'];
/** A charger's configuration, as the service answers it. spec 4.7 */
export type ChargerConfiguration = AnswerOf<'evse.getConfiguration'>;

/** What every command to a charger says. Instants are epoch milliseconds. */
export interface ChargerRequest {
  readonly deviceId: string;
  readonly receivedAt: number;
  /** When the command was made, if its message says so. */
  readonly madeAt?: number;
  readonly retained: boolean;
  /** Not sent after this; absent: the account's limit on the age of a command, on top of our own waiting. */
  readonly expiresAt?: number;
  /** When the flow started; older commands are muted for a while. */
  readonly startedAt: number;
  readonly mute: boolean;
  readonly dryRun: boolean;
  /** How long to wait for the configuration to read as wanted; absent: no read-back. */
  readonly readBackMs?: number;
  readonly signal?: AbortSignal;
}

export interface ChargerChangeRequest extends ChargerRequest {
  readonly change: ChargerChange;
}

export interface ChargerCurrentRequest extends ChargerRequest {
  /** What the charger may draw, A; only `no-limit` takes the limit away. */
  readonly amperes: Limit;
  readonly pace: CurrentPace;
  /** Puts the charger into the mode `cloud-api`, the only one in which a current counts. */
  readonly takeMode: boolean;
}

/**
 * `confirmed`: read back. `accepted`: the service said yes, not read back. `unknown`: sent, not settled. `unchanged`:
 * nothing had to be sent. `superseded`: a newer value came before this one was sent. `dry-run`: nothing sent.
 */
export type ChargerOutcome = 'confirmed' | 'accepted' | 'unknown' | 'unchanged' | 'superseded' | 'dry-run';

export interface ChargerResult {
  readonly deviceId: string;
  readonly outcome: ChargerOutcome;
  /** What was sent, by path such as `configuration.apiConfiguration.enabled`. */
  readonly changed: readonly string[];
  /** The mode that was read last. */
  readonly mode?: string;
  /** For a current: whether charging is allowed, and how fast. */
  readonly charging?: boolean;
  readonly maxCurrent?: Limit;
  readonly at: number;
  /** Dry run only: what would have been sent. */
  readonly request?: RequestPreview;
}
