import type { OperationId } from '../../catalog';
import type { Page, RequestPreview } from '../../client';
import type { WriteRequest } from '../write/write-request';

/** Any operation of the catalog, and who asks for it. Instants are epoch milliseconds. */
export interface CallRequest extends WriteRequest {
  readonly operation: OperationId;
  /** As the catalog describes it; checked here. */
  readonly input: unknown;
  /** The input is sent as it is written, where that is safe: see `isSentAsWritten`. */
  readonly asWritten?: boolean;
  /** The `confirm` of the message. */
  readonly confirm: unknown;
  /** Every operation that writes needs `confirm`, not only those that cannot be undone. */
  readonly confirmWrites: boolean;
  /** Commands to breakers and chargers: how long to wait until they read as commanded; absent: no read-back. */
  readonly readBackMs?: number;
}

/** `outcome` is absent for operations that only read. */
export interface CallResult {
  readonly operation: OperationId;
  readonly outcome?: string;
  readonly data?: unknown;
  readonly page?: Page;
  readonly statusCode?: number;
  readonly at: number;
  /** Dry run only: what would have been sent. */
  readonly request?: RequestPreview;
}
