import type { AnswerOf, InputOf } from '../../catalog';
import type { AppliedCurrent, CurrentPace, Limit } from '../../charging';
import type { RequestPreview } from '../../client';
import type { DeviceRequest } from '../write/write-request';

/** A change of a charger's configuration, as the service takes it. spec 4.7 */
export type ChargerChange = InputOf<'evse.updateConfiguration'>['body'];
/** A charger's configuration, as the service answers it. spec 4.7 */
export type ChargerConfiguration = AnswerOf<'evse.getConfiguration'>;

interface ChargerRequest extends DeviceRequest {
  /** From `nextSequence`, where the message came some time before; absent: it comes now. */
  readonly sequence?: number;
}

export interface ChargerChangeRequest extends ChargerRequest {
  readonly change: ChargerChange;
  /**
   * Called with the configuration right before the change would be sent, when all older changes have ended: returns the part of `change`,
   * or another value of its fields, that is sent in its place; undefined for nothing.
   */
  readonly choose?: (read: ChargerConfiguration) => Promise<ChargerChange | undefined>;
}

/** The next step towards a current, unless a newer value arrives. */
export interface CurrentPlan {
  readonly applied: AppliedCurrent;
  readonly next: AppliedCurrent;
  readonly inMs: number;
}

export interface ChargerCurrentRequest extends ChargerRequest {
  /** What the charger may draw, A; only `no-limit` takes the limit away. */
  readonly amperes: Limit;
  readonly pace: CurrentPace;
  /** Puts the charger into the mode `cloud-api`, the only one in which a current counts. */
  readonly takeMode: boolean;
  /** Called with the next step when the value starts to wait, and with undefined when it is sent or ends. */
  readonly onPlan?: (plan: CurrentPlan | undefined) => void;
}

/**
 * `confirmed`: read back. `accepted`: answered with success, not read back. `unknown`: sent, without a known outcome.
 * `unchanged`: nothing had to be sent. `superseded`: a newer change came before it was sent. `dry-run`: nothing sent.
 */
export type ChargerOutcome = 'confirmed' | 'accepted' | 'unknown' | 'unchanged' | 'superseded' | 'dry-run';

export interface ChargerResult {
  readonly deviceId: string;
  readonly outcome: ChargerOutcome;
  /** In the order in which changes came: those of one device have increasing numbers. */
  readonly sequence: number;
  /** What was sent, by path such as `configuration.apiConfiguration.enabled`. */
  readonly changed: readonly string[];
  /** What was left out, as a newer change decides it. */
  readonly superseded?: readonly string[];
  /** The mode that was read last. */
  readonly mode?: string;
  /** For a current: whether charging is allowed, and how fast. */
  readonly charging?: boolean;
  readonly maxCurrent?: Limit;
  readonly at: number;
  /** Dry run only: what would have been sent. */
  readonly request?: RequestPreview;
}
