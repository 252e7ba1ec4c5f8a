import type { HandlePosition, ReleaseWhile, RequestPreview } from '../../client';
import type { DeviceRequest } from '../write/write-request';

/** One command to one breaker. */
export interface BreakerRequest extends DeviceRequest {
  readonly command: 'open' | 'close';
  readonly secondsUntilReset?: number;
  readonly reason: string;
  readonly confirmed: boolean;
  readonly confirmClose: boolean;
  readonly openLimitA?: number;
  /** Wraps the waits in which nothing is sent. */
  readonly releaseWhile?: ReleaseWhile;
  /**
   * Called with the number of the command when it is next at its device, before the interlocks; in a dry run too. What
   * it resolves with is told in place of sending: the command was not needed. What it rejects with refuses the command.
   */
  readonly unlessNeeded?: (sequence: number) => Promise<{ readonly position?: HandlePosition } | undefined>;
}

/**
 * `confirmed`: read back. `accepted`: not read back. `deferred`: stored by an override event. `unknown`: no known
 * outcome.
 * `superseded`: deferred, and then replaced by a newer command. `unchanged`: nothing had to be sent.
 */
export type CommandOutcome = 'confirmed' | 'accepted' | 'deferred' | 'unknown' | 'superseded' | 'unchanged' | 'dry-run';

export interface BreakerResult {
  readonly deviceId: string;
  readonly command: 'open' | 'close' | 'cancelTimer';
  readonly outcome: CommandOutcome;
  /** Increases with every requested command, also across restarts. */
  readonly sequence: number;
  readonly position?: HandlePosition;
  /** The requested timer. */
  readonly secondsUntilReset?: number;
  /** After an open without a timer while an older timer still runs: when the breaker closes by itself, epoch ms. */
  readonly closesAt?: number;
  /** After an open without a timer: the service did not tell whether an older timer still runs. */
  readonly timerUnknown?: true;
  readonly at: number;
  /** Dry run only: what would have been sent. */
  readonly request?: RequestPreview;
}
