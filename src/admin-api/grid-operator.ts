/** A device that the house shares with the grid operator. */
export interface OperatorDevice {
  readonly id: string;
  readonly label: string;
}

/** An override event of the grid operator that has not ended; instants are epoch milliseconds. */
export interface OperatorEvent {
  readonly id: string;
  readonly description?: string;
  readonly status: 'scheduled' | 'active';
  readonly startMs: number;
  readonly endMs?: number;
  readonly devices: readonly OperatorDevice[];
}

/** The other organization of a simulated site. */
export interface GridOperator {
  readonly devices: readonly OperatorDevice[];
  readonly events: readonly OperatorEvent[];
}

/** Why the grid operator cannot do it. */
export type OperatorReason =
  | 'codeMissing'
  | 'codeUnknown'
  | 'codeClaimed'
  | 'codeRelinquished'
  | 'codeRevoked'
  | 'deviceOcpp'
  | 'organizationsFull'
  | 'nothingShared'
  | 'noneChosen'
  | 'notShared'
  | 'inEvent'
  | 'startsIn'
  | 'lasts'
  | 'noEvent';

/** The field that is wrong, and the labels of the devices that it is about. */
export interface OperatorProblem {
  readonly field: 'code' | 'devices' | 'startsIn' | 'lasts' | 'event';
  readonly reason: OperatorReason;
  readonly names: readonly string[];
}

/** A problem is an answer, not an error. */
export type OperatorAnswer<T> = { readonly done: T } | { readonly problem: OperatorProblem };

/** `startsIn` and `lasts`: whole minutes; without `lasts` the event goes on until it is ended. */
export interface OperatorEventQuestion {
  readonly devices: readonly string[];
  readonly description: string;
  readonly startsIn: number;
  readonly lasts?: number;
}
