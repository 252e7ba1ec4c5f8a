import type { Clock } from '../../clock';
import { clippedCommand, clippedEnd, clippedWords } from './clip';
import { type CommandEnd, type CommandEntry, devicesOf, type RequestedCommand } from './command-entry';
import { foreignAmong, type HandleMovement } from './foreign-commands';
import { decodeLine, encodeLine, isOwnEntry, type RecordLine, recordVersion } from './record-line';
import { entriesFor, maxEntries, type RecordFilter } from './record-view';
import { createSentCommands } from './sent-commands';

/** The storage of the record's lines. */
export interface RecordJournal {
  /** The lines of each file, oldest first; the newest file comes first, and no more are read than are iterated. */
  read(): Iterable<readonly string[]>;
  /** Stores a line, and returns false where it cannot. A new file begins with the lines of `head`. */
  append(line: string, head: () => readonly string[]): boolean;
}

/** A command between its request and its end. Each is ended once, except one that was deferred. */
export interface RecordedCommand {
  /** Increases with every command, also across restarts. */
  readonly sequence: number;
  /**
   * Call it before the request goes out: when it returns, the line is written. Further calls, for resends, do nothing.
   */
  sent(details?: { readonly checked?: readonly string[]; readonly serviceAt?: number }): void;
  /** How it ended, sent or not. A command that ended as `deferred` may be ended again when it is settled. */
  end(end: CommandEnd & { readonly checked?: readonly string[] }): void;
}

/** The persistent record of all commands and changes that are requested in this process. */
export interface CommandRecord {
  /** Call it in the input handler, before anything asynchronous: its sequence number is the order of the commands. */
  begin(command: RequestedCommand): RecordedCommand;
  /**
   * Whether an open of ours was sent to the device within 60 s of `atMs`, and no later command of ours may have
   * closed it. `atMs` is a time of the service, as its history tells it.
   */
  openedByUs(service: string, deviceId: string, atMs: number): boolean;
  /** The newest open that was sent to the device. */
  lastOpen(service: string, deviceId: string): CommandEntry | undefined;
  /** The newest command to the remote handle of the device that may have been executed. */
  lastExecuted(service: string, deviceId: string): CommandEntry | undefined;
  /** The newest first, at most 2,000; requests that were neither sent nor refused yet are not included. */
  recent(filter?: RecordFilter): CommandEntry[];
  /**
   * The movements in the service's history that look like commands through the API and are not ours, oldest
   * first, such as those of a second Node-RED with the same flow. Finds none before `since()`.
   */
  foreignCommands<E extends HandleMovement>(service: string, deviceId: string, history: readonly E[]): E[];
  /** The instant since which the record is complete, epoch ms. */
  since(): number;
  /** How many damaged lines were skipped when the record was read. */
  readonly damagedLines: number;
}

/**
 * Sequence numbers are reserved in the file in blocks, so that none is used twice although not every one is written.
 */
const reservedNumbers = 100;
/**
 * Equal refusals within this time are one entry: a burst of them must not push executed commands out of the record.
 */
const equalRefusalMs = 60_000;
const maxRefusals = 1_000;
/** How many entries beyond those shown are kept before the oldest are dropped, so that memory stays constant. */
const trimBatch = 100;
/** The most commands copied to a new file, so that open devices are known without reading older files: about 450 kB. */
const maxCopiedEntries = 1_000;

type Entry = { -readonly [K in keyof CommandEntry]: CommandEntry[K] };

/** Restores the record from its journal and continues it. */
export function createCommandRecord(clock: Pick<Clock, 'now' | 'monotonicMs'>, journal: RecordJournal): CommandRecord {
  const sentCommands = createSentCommands();
  const refusals = new Map<string, { readonly entry: Entry; readonly endsMs: number }>();
  let entries: Entry[] = [];
  let sequence = 0;
  let reserved = 0;
  let lineLost = false;
  let sinceMs: number | undefined;
  let damagedLines = 0;

  function read(): void {
    const known = new Map<number, Entry>();
    for (const text of newestLines(journal)) {
      const line = decodeLine(text);
      if (line === undefined) damagedLines += 1;
      else apply(line, known);
    }
    for (const entry of entries) if (entry.endedAt === undefined) entry.interrupted = true;
  }

  function apply(line: RecordLine, known: Map<number, Entry>): void {
    switch (line.kind) {
      case 'file':
        sinceMs ??= line.at;
        return;
      case 'gap':
        sinceMs = line.at;
        return;
      case 'reserved':
        sequence = Math.max(sequence, line.sequence);
        return;
      case 'ended': {
        const entry = known.get(line.end.sequence);
        if (entry !== undefined) finish(entry, line.end, line.end.endedAt);
        return;
      }
      default: {
        const entry: Entry = { ...line.entry };
        sequence = Math.max(sequence, entry.sequence);
        if (line.kind === 'kept' && known.has(entry.sequence)) return;
        known.set(entry.sequence, entry);
        addEntry(entry);
        if (entry.sentAt !== undefined) sentCommands.add(entry);
      }
    }
  }

  // Trimmed in batches: shifting two thousand entries with each command would cost more than it saves.
  function addEntry(entry: Entry): void {
    entries.push(entry);
    if (entries.length < maxEntries + trimBatch) return;
    sinceMs = Math.max(sinceMs ?? 0, entries.at(-maxEntries - 1)?.askedAt ?? 0);
    entries = entries.slice(-maxEntries);
  }

  function head(): string[] {
    const lines: RecordLine[] = [
      { kind: 'file', version: recordVersion, at: clock.now() },
      { kind: 'reserved', sequence: reserved },
      ...sentCommands.stillOpen(maxCopiedEntries).map((entry) => ({ kind: 'kept', entry }) as const),
    ];
    return lines.map(encodeLine);
  }

  function write(line: RecordLine): void {
    if (lineLost) lineLost = !journal.append(encodeLine({ kind: 'gap', at: clock.now() }), head);
    if (!journal.append(encodeLine(line), head)) lineLost = true;
  }

  function nextSequence(): number {
    sequence += 1;
    if (sequence > reserved) {
      reserved = sequence + reservedNumbers - 1;
      write({ kind: 'reserved', sequence: reserved });
    }
    return sequence;
  }

  function recordUnsent(entry: Entry): void {
    const nowMs = clock.monotonicMs();
    const key = refusalKey(entry);
    const same = refusals.get(key);
    if (same !== undefined && nowMs < same.endsMs) {
      same.entry.repeated = (same.entry.repeated ?? 0) + 1;
      return;
    }
    if (refusals.size >= maxRefusals) refusals.clear();
    refusals.delete(key);
    refusals.set(key, { entry, endsMs: nowMs + equalRefusalMs });
    addEntry(entry);
    write({ kind: 'refused', entry });
  }

  read();
  reserved = sequence;
  sinceMs ??= clock.now();

  return {
    begin(command) {
      const entry: Entry = {
        ...clippedCommand(command),
        sequence: nextSequence(),
        askedAt: command.askedAt ?? clock.now(),
      };
      return {
        sequence: entry.sequence,
        sent({ checked, serviceAt } = {}) {
          if (entry.sentAt !== undefined || entry.endedAt !== undefined) return;
          entry.sentAt = clock.now();
          if (serviceAt !== undefined) entry.serviceAt = serviceAt;
          if (checked !== undefined) entry.checked = clippedWords(checked);
          write({ kind: 'sent', entry });
          addEntry(entry);
          sentCommands.add(entry);
        },
        end({ checked, ...given }) {
          if (entry.endedAt !== undefined && entry.outcome !== 'deferred') return;
          const end = clippedEnd(given);
          finish(entry, end, clock.now());
          if (entry.sentAt !== undefined) {
            write({ kind: 'ended', end: { ...end, sequence: entry.sequence, endedAt: entry.endedAt ?? clock.now() } });
            return;
          }
          if (checked !== undefined) entry.checked = clippedWords(checked);
          recordUnsent(entry);
        },
      };
    },
    openedByUs: (service, deviceId, atMs) => sentCommands.openedByUs({ service, deviceId }, atMs),
    lastOpen: (service, deviceId) => sentCommands.lastOpen({ service, deviceId }),
    lastExecuted: (service, deviceId) => sentCommands.lastExecuted({ service, deviceId }),
    recent: (filter = {}) => entriesFor(entries.slice(-maxEntries), filter),
    foreignCommands(service, deviceId, history) {
      const own = entriesFor(entries, { service, deviceId, sentOnly: true, limit: entries.length });
      return foreignAmong(own, history, sinceMs ?? clock.now());
    },
    since: () => sinceMs ?? clock.now(),
    get damagedLines() {
      return damagedLines;
    },
  };
}

// Each file begins with the commands that opened devices which are still open, so the oldest files need not be read.
function newestLines(journal: RecordJournal): string[] {
  const files: (readonly string[])[] = [];
  let count = 0;
  for (const lines of journal.read()) {
    files.unshift(lines);
    count += lines.filter(isOwnEntry).length;
    if (count >= maxEntries) break;
  }
  return files.flat();
}

function finish(entry: Entry, { outcome, error, position }: CommandEnd, endedAt: number): void {
  if (entry.outcome === 'deferred') entry.deferred = true;
  entry.endedAt = endedAt;
  if (outcome !== undefined) entry.outcome = outcome;
  if (error !== undefined) entry.error = error;
  if (position !== undefined) entry.position = position;
}

function refusalKey(entry: Entry): string {
  const { service, operation, command, error, outcome, askedBy } = entry;
  return JSON.stringify([service, devicesOf(entry), operation, command, error, outcome, askedBy.nodeId, askedBy.user]);
}
