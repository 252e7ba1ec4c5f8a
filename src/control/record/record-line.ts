import type { CommandEnd, CommandEntry } from './command-entry';

/** The version of the lines that this code writes, and the newest version that it reads. */
export const recordVersion = 1;

/** One line of the record's file. */
export type RecordLine =
  /** The first line of a file, with the time of its start. */
  | { readonly kind: 'file'; readonly version: number; readonly at: number }
  /** Lines before this one could not be written. */
  | { readonly kind: 'gap'; readonly at: number }
  /** Sequence numbers up to this one may have been used. */
  | { readonly kind: 'reserved'; readonly sequence: number }
  /** `sent`: written before the command is sent. `kept`: copied from an older file. `refused`: nothing was sent. */
  | { readonly kind: 'sent' | 'refused' | 'kept'; readonly entry: CommandEntry }
  | { readonly kind: 'ended'; readonly end: CommandEnd & { readonly sequence: number; readonly endedAt: number } };

const textFields = ['operation', 'change', 'reason', 'outcome', 'error'] as const;
const timeFields = ['askedAt', 'sentAt', 'serviceAt', 'endedAt'] as const;

/** One line of JSON without its line break; times as ISO 8601, so that people can read them. */
export function encodeLine(line: RecordLine): string {
  switch (line.kind) {
    case 'file':
    case 'gap':
      return JSON.stringify({ ...line, at: iso(line.at) });
    case 'reserved':
      return JSON.stringify(line);
    case 'ended':
      return JSON.stringify({ kind: line.kind, ...withIsoTimes(line.end) });
    default:
      return JSON.stringify({ kind: line.kind, ...withIsoTimes(line.entry) });
  }
}

/** The content of a line; undefined if the line is damaged or of an unknown kind. */
export function decodeLine(text: string): RecordLine | undefined {
  const value = parseFields(text);
  if (value === undefined) return undefined;
  const { kind, ...fields } = value;
  switch (kind) {
    case 'file': {
      const at = epoch(fields.at);
      return isCount(fields.version) && at !== undefined ? { kind, version: fields.version, at } : undefined;
    }
    case 'gap': {
      const at = epoch(fields.at);
      return at === undefined ? undefined : { kind, at };
    }
    case 'reserved':
      return isCount(fields.sequence) ? { kind, sequence: fields.sequence } : undefined;
    case 'ended': {
      const end = withEpochTimes(fields);
      return end !== undefined && isEnd(end) ? { kind, end } : undefined;
    }
    case 'sent':
    case 'refused':
    case 'kept': {
      const entry = withEpochTimes(fields);
      if (entry === undefined || !isEntry(entry)) return undefined;
      return kind === 'refused' || entry.sentAt !== undefined ? { kind, entry } : undefined;
    }
    default:
      return undefined;
  }
}

/** Whether a line is the first line of a command's entry, not a copy. Comparing the prefix is cheaper than decoding. */
export function isOriginalEntry(text: string): boolean {
  return text.startsWith('{"kind":"sent"') || text.startsWith('{"kind":"refused"');
}

/** The version in `text`, the first line of a file, if this code is too old to read that version. */
export function newerVersion(text: string): number | undefined {
  const { kind, version } = parseFields(text) ?? {};
  return kind === 'file' && isCount(version) && version > recordVersion ? version : undefined;
}

type Fields = Record<string, unknown>;

function parseFields(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isEnd(fields: Fields): fields is Fields & CommandEnd & { sequence: number; endedAt: number } {
  return isCount(fields.sequence) && fields.endedAt !== undefined && areTexts(fields);
}

function isEntry(fields: Fields): fields is Fields & CommandEntry {
  const { sequence, service, operation, askedAt, askedBy, deviceId, deviceIds, command } = fields;
  return (
    isCount(sequence) &&
    typeof service === 'string' &&
    typeof operation === 'string' &&
    askedAt !== undefined &&
    isFields(askedBy) &&
    (deviceId === undefined || typeof deviceId === 'string') &&
    (deviceIds === undefined || (Array.isArray(deviceIds) && deviceIds.every((id) => typeof id === 'string'))) &&
    (command === undefined || command === 'open' || command === 'close') &&
    areTexts(fields)
  );
}

function areTexts(fields: Fields): boolean {
  const { position } = fields;
  return (
    textFields.every((name) => fields[name] === undefined || typeof fields[name] === 'string') &&
    (position === undefined || position === 'open' || position === 'closed' || position === 'unknown')
  );
}

function withIsoTimes(fields: object): Fields {
  const encoded: Fields = { ...fields };
  for (const name of timeFields) if (typeof encoded[name] === 'number') encoded[name] = iso(encoded[name]);
  return encoded;
}

function withEpochTimes(fields: Fields): Fields | undefined {
  const decoded = { ...fields };
  for (const name of timeFields) {
    if (decoded[name] === undefined) continue;
    const at = epoch(decoded[name]);
    if (at === undefined) return undefined;
    decoded[name] = at;
  }
  return decoded;
}

function iso(epochMs: number): string {
  return new Date(Number.isFinite(epochMs) ? epochMs : 0).toISOString();
}

function epoch(text: unknown): number | undefined {
  const at = typeof text === 'string' ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}
