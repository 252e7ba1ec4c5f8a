import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { newerVersion, type RecordJournal } from '../../../src/control';

/** What is wrong with the files of the record. */
export type JournalProblem =
  | { readonly code: 'unwritable'; readonly file: string; readonly reason: string }
  | { readonly code: 'unreadable'; readonly file: string; readonly reason: string }
  | { readonly code: 'newer'; readonly file: string; readonly setAside: string; readonly version: number };

interface JournalOptions {
  readonly warn: (problem: JournalProblem) => void;
  /** A file that would grow beyond this is followed by a new one. */
  readonly maxBytes?: number;
  /** The newest file and the older ones. */
  readonly files?: number;
}

const usualMaxBytes = 2_000_000;
const usualFiles = 5;

/**
 * The record's lines in files of a bounded size: `x.jsonl` and, older, `x.1.jsonl` to `x.4.jsonl`, for this user only.
 *
 * A line is with the operating system when `append` returns, so that a process that is killed has lost none. It is not
 * forced onto the disk: that takes milliseconds with the runtime standing still, before every command, openings included.
 * A machine that loses its power may lose the last seconds. An open that is lost so needs a confirmation before it is
 * closed again, and a lost close changes nothing, because the service's history tells what came after it.
 */
export function createCommandJournal(
  file: string,
  { warn, maxBytes = usualMaxBytes, files = usualFiles }: JournalOptions,
): RecordJournal {
  let bytes = 0;
  let headBytes = 0;
  /** The last line in the file has no end: the process was killed while it wrote, or the disk was full. */
  let torn = false;
  let failing = false;

  const nameOf = (age: number) => (age === 0 ? file : file.replace(/(\.\w+)?$/, `.${age}$1`));

  function linesOf(name: string): string[] | undefined {
    let text: string;
    try {
      text = readFileSync(name, 'utf8');
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') warn({ code: 'unreadable', file: name, reason: codeOf(error) });
      return undefined;
    }
    const version = newerVersion(text.slice(0, Math.max(0, text.indexOf('\n'))));
    if (version !== undefined) {
      setAside(name, version);
      return undefined;
    }
    if (name === file) {
      bytes = Buffer.byteLength(text);
      torn = text !== '' && !text.endsWith('\n');
    }
    return text.split('\n').filter((line) => line !== '');
  }

  function setAside(name: string, version: number): void {
    const aside = `${name}.version-${version}`;
    try {
      renameSync(name, aside);
      warn({ code: 'newer', file: name, setAside: aside, version });
    } catch (error) {
      warn({ code: 'unreadable', file: name, reason: codeOf(error) });
    }
  }

  function startNewFile(): void {
    for (let age = files - 1; age > 0; age -= 1) {
      try {
        renameSync(nameOf(age - 1), nameOf(age));
      } catch (error) {
        if (codeOf(error) !== 'ENOENT') throw error;
      }
    }
    if (files === 1) rmSync(file, { force: true });
    bytes = 0;
    torn = false;
  }

  function write(lines: readonly string[]): void {
    const text = `${torn ? '\n' : ''}${lines.join('\n')}\n`;
    torn = true;
    appendFileSync(file, text, { mode: 0o600 });
    torn = false;
    bytes += Buffer.byteLength(text);
  }

  return {
    *read() {
      for (let age = 0; age < files; age += 1) yield linesOf(nameOf(age)) ?? [];
    },
    append(line, head) {
      try {
        // A head that is longer than a file may be must not begin a new one with each line.
        if (bytes > 2 * headBytes && bytes + Buffer.byteLength(line) > maxBytes) startNewFile();
        if (bytes === 0) {
          mkdirSync(dirname(file), { recursive: true });
          write(head());
          headBytes = bytes;
        }
        write([line]);
        failing = false;
        return true;
      } catch (error) {
        // Warns once, and tries again with each line: a full disk may get space again.
        if (!failing) warn({ code: 'unwritable', file, reason: codeOf(error) });
        failing = true;
        return false;
      }
    },
  };
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}
