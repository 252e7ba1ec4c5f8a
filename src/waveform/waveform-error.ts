/** What can be wrong with a record, which is shown for what it holds all the same; the key of its text. */
export type RecordRule =
  | 'notArray'
  | 'notFinite'
  | 'noSamples'
  | 'otherLength'
  | 'noTime'
  | 'rateAssumed'
  | 'tooShort'
  | 'noFundamental';

/** One thing that is wrong with what was given: `field` is its name, `message` the English text. */
export interface WaveformProblem {
  readonly field: string;
  /** Of a record; absent for an option of the caller. */
  readonly rule?: RecordRule;
  readonly message: string;
}

/** Thrown by every function of this module for options that it cannot use; names all problems at once. */
export class WaveformError extends Error {
  override readonly name = 'WaveformError';
  readonly code = 'WAVEFORM_INVALID';
  readonly problems: readonly WaveformProblem[];

  constructor(problems: readonly WaveformProblem[]) {
    super(problems.map(({ field, message }) => `${field} ${message}`).join('; '));
    this.problems = problems;
  }
}

/** Throws a {@link WaveformError} when there is anything to report. */
export function refuse(problems: readonly WaveformProblem[]): void {
  if (problems.length > 0) throw new WaveformError(problems);
}
