import type { AnswerOf, InputOf } from '../catalog';
import type { CurrentPace, Limit } from '../charging';
import type { RequestPreview } from '../client';
import type { DeviceRequest } from './write-request';

/** A change of a charger's configuration, as the service takes it. spec 4.7 */
export type ChargerChange = InputOf<'evse.updateConfiguration'>['body'];
/** A charger's configuration, as the service answers it. spec 4.7 */
export type ChargerConfiguration = AnswerOf<'evse.getConfiguration'>;

export interface ChargerChangeRequest extends DeviceRequest {
  readonly change: ChargerChange;
}

export interface ChargerCurrentRequest extends DeviceRequest {
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
