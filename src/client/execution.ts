import type { TokenKind } from '../catalog';
import type { CallOptions, ReleaseWhile } from './interface';
import type { Lifetime } from './lifetime';
import type { Answer } from './outcome';
import type { Urgency } from './priority';
import type { Permit } from './queue';
import type { Reconciled } from './reconcile';
import type { PreparedRequest } from './request';
import type { TokenHolder } from './tokens';

export interface Execution {
  readonly lifetime: Lifetime;
  /** The kinds that the operation accepts, in the order in which they are tried; none for the token operation. */
  readonly tokenKinds: readonly TokenKind[];
  /** Whose token of a kind is taken, where the account has several organizations; asked once the request's turn has come. */
  readonly holderOf?: (kind: TokenKind) => Promise<TokenHolder>;
  /** Reads only: which of several organizations is asked, where the address does not tell. */
  readonly askedOf?: TokenHolder;
  /** Not sent after this instant. */
  readonly expiresAtMs?: number;
  /** Which request is sent first where the account's requests wait. */
  readonly urgency?: Urgency;
  /** Checks the command again after a wait; rejects where it must not be sent any more. */
  readonly recheck?: () => Promise<void>;
  /** Wraps the waits between attempts. */
  readonly releaseWhile?: ReleaseWhile;
  /** The device queue's permit, held until the call has ended. */
  readonly permit?: Permit;
  readonly onAnswer?: CallOptions['onAnswer'];
  /** Reads what the service did with a request sent not before `sentAt`. */
  readonly reconcile?: (sentAt: number) => Promise<Reconciled>;
  /**
   * Reads what the service has made or changed with a request sent not before `sentAt`, which it answered with no more than
   * `data`; undefined when that cannot be read.
   */
  readonly readRecord?: (data: unknown, sentAt: number) => Promise<unknown>;
}

export interface Result extends Answer {
  readonly settledBy: 'answer' | 'read-back';
  /** Whose token it was, where the account has several organizations. */
  readonly holder?: TokenHolder;
}

export type Execute = (request: PreparedRequest, execution: Execution) => Promise<Result>;
