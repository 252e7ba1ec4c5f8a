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
  /** A new file is started before a file grows beyond this. */
  readonly maxBytes?: number;
  /** Number of files: the newest one and the older ones. */
  readonly files?: number;
}

const defaultMaxBytes = 2_000_000;
const defaultFiles = 5;

/**
 * The record's lines in files of limited size: `x.jsonl` and, older, `x.1.jsonl` to `x.4.jsonl`, readable by this user
 * only.
 *
 * The operating system has the line when `append` returns, so a killed process loses no line. The line is not flushed
 * to the disk: that would block the runtime for milliseconds before every command, opens included. A power failure can
 * therefore lose the lines of the last seconds. After a lost open, closing the breaker needs a confirmation; a lost
 * close has no effect, because the history of the service contains it.
 */
export function createCommandJournal(
  file: string,
  { warn, maxBytes = defaultMaxBytes, files = defaultFiles }: JournalOptions,
): RecordJournal {
  let bytes = 0;
  let headBytes = 0;
  /** The last line has no line break: the process was killed while it wrote, or the disk was full. */
  let isLastLineOpen = false;
  let hasFailed = false;

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
      isLastLineOpen = text !== '' && !text.endsWith('\n');
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
    isLastLineOpen = false;
  }

  function write(lines: readonly string[]): void {
    const text = `${isLastLineOpen ? '\n' : ''}${lines.join('\n')}\n`;
    isLastLineOpen = true;
    appendFileSync(file, text, { mode: 0o600 });
    isLastLineOpen = false;
    bytes += Buffer.byteLength(text);
  }

  return {
    *read() {
      for (let age = 0; age < files; age += 1) yield linesOf(nameOf(age)) ?? [];
    },
    append(line, head) {
      try {
        // The first condition: a head longer than maxBytes must not start a new file with each line.
        if (bytes > 2 * headBytes && bytes + Buffer.byteLength(line) > maxBytes) startNewFile();
        if (bytes === 0) {
          mkdirSync(dirname(file), { recursive: true });
          write(head());
          headBytes = bytes;
        }
        write([line]);
        hasFailed = false;
        return true;
      } catch (error) {
        // Warns once, and tries again with each line: a full disk may get space again.
        if (!hasFailed) warn({ code: 'unwritable', file, reason: codeOf(error) });
        hasFailed = true;
        return false;
      }
    },
  };
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}
