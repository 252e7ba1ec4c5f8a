import { closeSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs';
import { isMissing, JournalUnwritableError, reasonOf } from './faults';
import { header } from './lines';

export interface AppendFileOptions {
  readonly file: string;
  readonly onError: (error: Error) => void;
  /** Called when it changes; a file that cannot be opened at all is told at once. */
  readonly onWritable: (isWritable: boolean) => void;
}

/** A file that grows by whole lines, each of which the operating system has when the call returns. */
export interface AppendFile {
  /** False where the disk did not take it; the next call tries again. */
  append(lines: string): boolean;
  /** Makes the file the previous one; the next line begins a new one. */
  turn(): void;
  close(): void;
}

export function openAppendFile({ file, onError, onWritable }: AppendFileOptions): AppendFile {
  let handle: number | undefined;
  let isWritable = true;

  function tell(writable: boolean): void {
    if (writable === isWritable) return;
    isWritable = writable;
    onWritable(writable);
  }

  function open(): number {
    const opened = openSync(file, 'a', 0o600);
    handle = opened;
    // Whatever was cut short at the end of the file must not swallow the next line.
    writeWhole(opened, fstatSync(opened).size === 0 ? header : '\n');
    return opened;
  }

  function close(): void {
    const open = handle;
    handle = undefined;
    if (open === undefined) return;
    try {
      closeSync(open);
    } catch (error) {
      onError(error as Error);
    }
  }

  function append(lines: string): boolean {
    try {
      writeWhole(handle ?? open(), lines);
      tell(true);
      return true;
    } catch (error) {
      close();
      tell(false);
      onError(new JournalUnwritableError(file, reasonOf(error)));
      return false;
    }
  }

  append('');
  return {
    append,
    turn() {
      close();
      try {
        renameSync(file, `${file}.previous`);
      } catch (error) {
        // The lines go on in the same file, which grows until the next turn.
        if (!isMissing(error)) onError(new JournalUnwritableError(file, reasonOf(error)));
      }
    },
    close,
  };
}

/** A disk that is nearly full takes a part. */
function writeWhole(handle: number, text: string): void {
  let rest = Buffer.from(text, 'latin1');
  while (rest.length > 0) rest = rest.subarray(writeSync(handle, rest));
}
