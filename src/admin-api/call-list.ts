/** Who has a call made: a node, or the editor, for what a person does in it and for what it shows. */
export type CallOrigin =
  | {
      readonly kind: 'node';
      /** In a subflow: the id of the instance, a hyphen and the id in the template. */
      readonly id: string;
      readonly type: string;
      /** Empty where it has none. */
      readonly name: string;
    }
  | { readonly kind: 'editor' };

/** One call as the sidebar lists it. Holds no secret. */
export interface ListedCall {
  /** Rises with every change of the list. */
  readonly sequence: number;
  readonly operation: string;
  readonly method: string;
  readonly url: string;
  /** What people call the device that it is about. */
  readonly device?: string;
  /** Absent where neither a node nor the editor has it made. Of an answer that several share: who has caused the call. */
  readonly origin?: CallOrigin;
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
