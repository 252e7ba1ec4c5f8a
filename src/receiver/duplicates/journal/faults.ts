/** Nothing can be written: what is delivered is known until the next restart only. */
export class JournalUnwritableError extends Error {
  readonly code = 'JOURNAL_UNWRITABLE';
  constructor(
    readonly file: string,
    /** The system's word for it, such as EACCES. */
    readonly reason: string,
  ) {
    super(`${file} cannot be written (${reason}): duplicates are known until the next restart only`);
  }
}

/** `damaged`: what could be read of it is kept; `newer`: of a version that this code does not know; `unreadable`: not at all. */
export type SetAsideReason = 'damaged' | 'newer' | 'unreadable';

/** A file of the journal was given another name, for somebody to look at; a new one takes its place. */
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
