import { open, rename, writeFile } from 'node:fs/promises';
import { createFingerprintTable, type FingerprintTable, fingerprintOf } from '../fingerprint-table';
import { type GenerationTables, nextStartMs } from '../generations';
import { minWindowMs } from '../store';
import { isMissing, JournalSetAsideError, JournalUnwritableError, reasonOf, type SetAsideReason } from './faults';
import type { JournalEnd } from './journal-clock';
import { header, isNewer, parseLine } from './lines';

/** The content of both files of a journal. */
export interface JournalContent {
  readonly tables: GenerationTables;
  /** Start of the newer table. */
  readonly startMs: number;
  readonly end: JournalEnd;
  /** From the last mark in the newer file; 0 without one. */
  readonly markedOffsetMs: number;
}

interface FileContent {
  readonly table: FingerprintTable;
  readonly startMs: number;
  readonly lastMs: number;
  readonly wallOffsetMs: number;
}

/**
 * Reads both files. A file that is not entirely readable is set aside and reported; its readable lines are kept. A damaged
 * file never keeps the receiver from starting.
 */
export async function readJournal(
  file: string,
  windowMs: number,
  onError: (error: Error) => void,
): Promise<JournalContent | undefined> {
  const previous = await readFile(`${file}.previous`, windowMs, onError);
  const current = await readFile(file, windowMs, onError);
  const newest = current ?? previous;
  if (newest === undefined) return undefined;
  const startMs = startOf(previous, current, windowMs);
  const isOutdated = previous !== undefined && startMs - previous.startMs >= 2 * windowMs;
  return {
    tables: {
      current: current?.table ?? createFingerprintTable(),
      previous: isOutdated || previous === undefined ? createFingerprintTable() : previous.table,
    },
    startMs,
    end: {
      atMs: Math.max(previous?.lastMs ?? 0, current?.lastMs ?? 0),
      wallOffsetMs: newest.wallOffsetMs,
      // Deliveries are kept for as long as the service retries, regardless of the wall clock.
      latestMs: startMs + windowMs - minWindowMs,
    },
    markedOffsetMs: current?.wallOffsetMs ?? 0,
  };
}

function startOf(previous: FileContent | undefined, current: FileContent | undefined, windowMs: number): number {
  if (current === undefined) return previous?.lastMs ?? 0;
  return previous === undefined ? current.startMs : nextStartMs(previous.startMs, current.startMs, windowMs);
}

/** Undefined if the file is missing or empty. */
async function readFile(
  file: string,
  windowMs: number,
  onError: (error: Error) => void,
): Promise<FileContent | undefined> {
  const table = createFingerprintTable();
  let firstMs: number | undefined;
  let lastMs = 0;
  let wallOffsetMs = 0;
  let fault: SetAsideReason | undefined;
  try {
    await forEachLine(file, (text) => {
      const line = parseLine(text);
      if (line.kind === 'entry') {
        firstMs ??= line.atMs;
        lastMs = Math.max(lastMs, line.atMs);
        table.add(fingerprintOf(line.key), line.bodyBits);
      } else if (line.kind === 'mark') wallOffsetMs = line.wallMs - line.atMs;
      else if (line.kind === 'damaged') fault ??= 'damaged';
      else if (line.kind === 'version' && isNewer(line.version)) fault = 'newer';
      return fault !== 'newer';
    });
  } catch (error) {
    if (isMissing(error)) return undefined;
    fault = 'unreadable';
  }
  if (fault !== undefined) await setAside(file, fault, onError);
  if (fault === 'newer' || firstMs === undefined) return undefined;
  // A file covers one window at most; version 1 wrote wall times, which may have stepped within it.
  return { table, startMs: Math.max(firstMs, lastMs - windowMs), lastMs, wallOffsetMs };
}

async function forEachLine(file: string, visit: (line: string) => boolean): Promise<void> {
  const handle = await open(file, 'r');
  try {
    for await (const line of handle.readLines({ encoding: 'latin1', autoClose: false })) if (!visit(line)) return;
  } finally {
    await handle.close();
  }
}

/** Renames the file. The readable lines of a damaged one are kept under the old name. */
async function setAside(file: string, reason: SetAsideReason, onError: (error: Error) => void): Promise<void> {
  const name = `${file}.${reason}`;
  try {
    if (reason === 'damaged') await copyReadable(file, `${file}.new`);
    await rename(file, name);
    if (reason === 'damaged') await rename(`${file}.new`, file);
    onError(new JournalSetAsideError(file, name, reason));
  } catch (error) {
    onError(new JournalUnwritableError(file, reasonOf(error)));
  }
}

async function copyReadable(from: string, to: string): Promise<void> {
  let text = header;
  await forEachLine(from, (line) => {
    const { kind } = parseLine(line);
    if (kind === 'entry' || kind === 'mark') text += `${line}\n`;
    return true;
  });
  await writeFile(to, text, { encoding: 'latin1', mode: 0o600 });
}
