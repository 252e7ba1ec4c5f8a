import type { OperationId, TokenKind } from '../catalog';
import type { FaultKind } from './fault-kinds';
import type { Instant } from './state';

/** One request that was answered: nothing of its headers, query or body. */
export interface LoggedRequest {
  readonly operation: OperationId | undefined;
  readonly method: string;
  readonly path: string;
  /** 0 when the connection was cut without an answer. */
  readonly status: number;
  readonly at: Instant;
  readonly token: TokenKind | 'none';
  readonly fault?: FaultKind;
  /** Why the simulator itself failed, with status 500. */
  readonly failure?: string;
}
