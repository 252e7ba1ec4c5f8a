/** One call as the sidebar lists it. Holds no secret. */
export interface ListedCall {
  /** Rises with every change of the list. */
  readonly sequence: number;
  readonly operation: string;
  readonly method: string;
  readonly url: string;
  /** What people call the device that it is about. */
  readonly device?: string;
  /** What was sent, every secret masked. */
  readonly body?: unknown;
  readonly startedAt: number;
  readonly durationMs: number;
  /** How often it was sent again. */
  readonly retries: number;
  readonly statusCode?: number;
  readonly code?: string;
}

/** The newest calls of an account, the oldest first. */
export interface CallList {
  /** The name of the header in which the account sends its API key. */
  readonly apiKeyHeader: string;
  readonly calls: readonly ListedCall[];
}
