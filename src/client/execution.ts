import type { TokenKind } from '../catalog';
import type { ReleaseWhile } from './interface';
import type { Lifetime } from './lifetime';
import type { Answer } from './outcome';
import type { Urgency } from './priority';
import type { Permit } from './queue';
import type { Settled } from './reconcile';
import type { PreparedRequest } from './request';

export interface Execution {
  readonly lifetime: Lifetime;
  /** Those that the operation takes, in the order in which they are tried; none for the token operation. */
  readonly tokenKinds: readonly TokenKind[];
  /** Not sent after this instant. */
  readonly expiresAtMs?: number;
  /** Whose turn it is where the account's requests have to wait. */
  readonly urgency?: Urgency;
  /** Judges the command again after a wait; rejects where it must not be sent any more. */
  readonly recheck?: () => Promise<void>;
  /** Wraps the waits between attempts. */
  readonly releaseWhile?: ReleaseWhile;
  /** To command the device, held until the call has ended. */
  readonly permit?: Permit;
  /** Reads what the service did with a request sent not before `sentAt`. */
  readonly settle?: (sentAt: number) => Promise<Settled>;
}

export interface Result extends Answer {
  readonly settledBy: 'answer' | 'read-back';
}

export type Execute = (request: PreparedRequest, how: Execution) => Promise<Result>;
