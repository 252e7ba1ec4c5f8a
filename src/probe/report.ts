import type { ErrorCode } from '../client';
import type { Difference, OfferedSetting } from './difference';
import type { ReadOperationId } from './reads';

/** A difference, and in how many answers it was seen. */
export interface CountedDifference extends Difference {
  readonly count: number;
}

/** What became of one operation. */
export type ProbeResult =
  | 'agrees'
  | 'differs'
  /** The service refuses it. */
  | 'refused'
  /** The account has nothing to read it with, such as no charger. */
  | 'nothing'
  /** Not reached yet. */
  | 'waiting';

export interface ProbedOperation {
  readonly operation: ReadOperationId;
  readonly result: ProbeResult;
  /** How many answers were compared. */
  readonly answers: number;
  readonly differences: readonly CountedDifference[];
  /** Why it was refused. */
  readonly code?: ErrorCode;
  readonly statusCode?: number;
  /** What the account's settings can settle. */
  readonly settings: readonly OfferedSetting[];
}

/** What a probe found; it holds no secret, no id and no name, so that it can be sent to others. */
export interface ProbeReport {
  readonly format: 'breakerflow-contract-report';
  readonly version: 1;
  readonly finished: boolean;
  /** Why it ended before everything was tried. */
  readonly stopped?: ErrorCode;
  readonly operations: readonly ProbedOperation[];
}

/** Adds up equal differences. */
export function counted(differences: readonly Difference[]): CountedDifference[] {
  const sums = new Map<string, CountedDifference>();
  for (const difference of differences) {
    const key = JSON.stringify([difference.kind, difference.at, difference.expected, difference.found]);
    sums.set(key, { ...difference, count: (sums.get(key)?.count ?? 0) + 1 });
  }
  return [...sums.values()];
}
