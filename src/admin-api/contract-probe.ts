/** One way in which answers differ from the specification. */
export interface ProbedDifference {
  /** A kind of `src/probe`, which has a text `probe.difference.<kind>`. */
  readonly kind: string;
  readonly at: string;
  readonly expected?: string;
  readonly found?: string;
  /** In how many answers. */
  readonly count: number;
  /** The nodes read it for what it says. */
  readonly isRead: boolean;
}

export interface ProbedLine {
  readonly operation: string;
  readonly result: 'agrees' | 'differs' | 'refused' | 'nothing' | 'waiting';
  readonly differences: readonly ProbedDifference[];
  /** Why it was refused. */
  readonly code?: string;
  readonly statusCode?: number;
  /** What the account's settings, or those of a node, may settle. */
  readonly settings: readonly ('path' | 'method' | 'token' | 'units')[];
}

/** The contract probe of an account, as far as it has come. */
export interface ContractProbe {
  /** It does not go on by itself. */
  readonly finished: boolean;
  /** The code of the error that ended it before everything was tried; asking again goes on. */
  readonly stopped?: string;
  readonly tried: number;
  readonly total: number;
  readonly operations: readonly ProbedLine[];
  /** The whole report, to be sent to others: it holds no id, no name and no secret. */
  readonly report: object;
}
