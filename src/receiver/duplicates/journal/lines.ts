import { bitsOf } from '../fingerprint-table';

/** Version of the file format. Version 1 has no header and otherwise the same lines. */
const journalVersion = 2;
const headerPrefix = 'breakerflow-duplicates ';

/** A parsed line. Times are of the journal clock. */
export type JournalLine =
  | { readonly kind: 'entry'; readonly atMs: number; readonly key: string; readonly bodyBits: number }
  /** Until the next mark, wall time minus journal time is `wallMs - atMs`. */
  | { readonly kind: 'mark'; readonly atMs: number; readonly wallMs: number }
  | { readonly kind: 'version'; readonly version: number }
  /** Empty, or incomplete after a crash or on a full disk. */
  | { readonly kind: 'torn' }
  | { readonly kind: 'damaged' };

const timePattern = '(\\d{13}|[1-9]\\d{13,14})';
const entryPattern = new RegExp(`^${timePattern} ([0-9a-f]{24}) ([0-9a-f]{8})$`);
const markPattern = new RegExp(`^@${timePattern} ${timePattern}$`);
const versionLine = new RegExp(`^${headerPrefix}(\\d{1,9})$`);
const tornEntry = /^\d{0,15}(?: [0-9a-f]{0,24}(?: [0-9a-f]{0,8})?)?$/;
const tornMark = /^@\d{0,15}(?: \d{0,15})?$/;

export function parseLine(line: string): JournalLine {
  const [, atMs, key, body] = entryPattern.exec(line) ?? [];
  if (atMs !== undefined && key !== undefined && body !== undefined)
    return { kind: 'entry', atMs: Number(atMs), key, bodyBits: bitsOf(body) };
  const [, markedMs, wallMs] = markPattern.exec(line) ?? [];
  if (markedMs !== undefined && wallMs !== undefined)
    return { kind: 'mark', atMs: Number(markedMs), wallMs: Number(wallMs) };
  const [, version] = versionLine.exec(line) ?? [];
  if (version !== undefined) return { kind: 'version', version: Number(version) };
  const isTorn = tornEntry.test(line) || tornMark.test(line) || headerPrefix.startsWith(line);
  return { kind: isTorn ? 'torn' : 'damaged' };
}

export function isNewer(version: number): boolean {
  return version > journalVersion;
}

/** The first line of a new file. */
export const header = `${headerPrefix}${journalVersion}\n`;

export function entryLine(atMs: number, key: string, bodyHash: string): string {
  return `${timeText(atMs)} ${key.slice(0, 24)} ${bodyHash.slice(0, 8)}\n`;
}

export function markLine(atMs: number, wallMs: number): string {
  return `@${timeText(atMs)} ${timeText(wallMs)}\n`;
}

function timeText(ms: number): string {
  return String(Math.max(0, Math.floor(ms))).padStart(13, '0');
}
