import { closeSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs';
import { isMissing, JournalUnwritableError, reasonOf } from './faults';
import { header } from './lines';

export interface AppendFileOptions {
  readonly file: string;
  readonly onError: (error: Error) => void;
  /** Called on change. For a file that cannot be opened, called during {@link openAppendFile}. */
  readonly onWritable: (isWritable: boolean) => void;
}

/** Appends whole lines to a file; they have been passed to the operating system when the call returns. */
export interface AppendFile {
  /** Returns false if writing failed; the next call tries again. */
  append(lines: string): boolean;
  /** Renames the file to `<file>.previous`; the next line starts a new file. */
  rotate(): void;
  close(): void;
}

export function openAppendFile({ file, onError, onWritable }: AppendFileOptions): AppendFile {
  let handle: number | undefined;
  let isWritable = true;

  function setWritable(writable: boolean): void {
    if (writable === isWritable) return;
    isWritable = writable;
    onWritable(writable);
  }

  function open(): number {
    const opened = openSync(file, 'a', 0o600);
    handle = opened;
    // An incomplete last line must not merge with the next one.
    writeWhole(opened, fstatSync(opened).size === 0 ? header : '\n');
    return opened;
  }

  function close(): void {
    const opened = handle;
    handle = undefined;
    if (opened === undefined) return;
    try {
      closeSync(opened);
    } catch (error) {
      onError(error as Error);
    }
  }

  function append(lines: string): boolean {
    try {
      writeWhole(handle ?? open(), lines);
      setWritable(true);
      return true;
    } catch (error) {
      close();
      setWritable(false);
      onError(new JournalUnwritableError(file, reasonOf(error)));
      return false;
    }
  }

  append('');
  return {
    append,
    rotate() {
      close();
      try {
        renameSync(file, `${file}.previous`);
      } catch (error) {
        // Appending continues in the same file until the next rotation.
        if (!isMissing(error)) onError(new JournalUnwritableError(file, reasonOf(error)));
      }
    },
    close,
  };
}

/** Writes all of the text; writeSync may write only a part, for example on a nearly full disk. */
function writeWhole(handle: number, text: string): void {
  let rest = Buffer.from(text, 'latin1');
  while (rest.length > 0) rest = rest.subarray(writeSync(handle, rest));
}
