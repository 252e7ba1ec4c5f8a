/** The journal cannot be written: deliveries are stored in memory only, until the next restart. */
export class JournalUnwritableError extends Error {
  readonly code = 'JOURNAL_UNWRITABLE';
  constructor(
    readonly file: string,
    /** Error code of the system, such as EACCES. */
    readonly reason: string,
  ) {
    super(`${file} cannot be written (${reason}): duplicates are known until the next restart only`);
  }
}

/** `damaged`: its readable lines are kept. `newer`: written by a newer version. `unreadable`: cannot be read at all. */
export type SetAsideReason = 'damaged' | 'newer' | 'unreadable';

/** A file of the journal was renamed for inspection and replaced. */
export class JournalSetAsideError extends Error {
  readonly code = 'JOURNAL_SET_ASIDE';
  constructor(
    readonly file: string,
    readonly setAsideAs: string,
    readonly reason: SetAsideReason,
  ) {
    super(`${file} is ${reason} and was set aside as ${setAsideAs}`);
  }
}

export function reasonOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  return code ?? (error instanceof Error ? error.message : String(error));
}

export function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}
