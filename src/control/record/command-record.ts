import type { Clock } from '../../clock';
import { type CommandEnd, type CommandEntry, devicesOf, type RequestedCommand } from './command-entry';
import { foreignMovements, type HandleMovement } from './foreign-commands';
import { decodeLine, encodeLine, isOriginalEntry, type RecordLine, recordVersion } from './record-line';
import { entriesFor, maxEntries, type RecordFilter } from './record-view';
import { toRecordedCommand, toRecordedEnd, truncateCheckNames } from './recorded-fields';
import { createSentCommands } from './sent-commands';

/** The storage of the record's lines. */
export interface RecordJournal {
  /** The lines of each file, oldest first. The newest file comes first; a file is read only when it is iterated. */
  read(): Iterable<readonly string[]>;
  /** Stores a line and returns whether that succeeded. A new file begins with the lines of `head`. */
  append(line: string, head: () => readonly string[]): boolean;
}

/** A command between its request and its end. Call `end` once; a deferred command may be ended a second time. */
export interface PendingRecord {
  /** Increases with every command, also across restarts. */
  readonly sequence: number;
  /**
   * Call it before the request is sent: when it returns, the line is written. Further calls, for resends, do nothing.
   */
  sent(details?: { readonly checked?: readonly string[]; readonly serviceAt?: number }): void;
  /** Records the end of the command, whether it was sent or not. */
  end(end: CommandEnd & { readonly checked?: readonly string[] }): void;
}

/** The persistent record of all commands and changes of settings that are requested in this process. */
export interface CommandRecord {
  /** Call it in the input handler before anything asynchronous: the sequence numbers define the order of the commands. */
  begin(command: RequestedCommand): PendingRecord;
  /**
   * Whether an open of ours was sent to the device within 60 s of `atMs`, and no later command of ours may have
   * closed it. `atMs` is a service time, as given in the service's history.
   */
  openedByUs(service: string, deviceId: string, atMs: number): boolean;
  /** The newest open command that was sent to the device. */
  lastOpenCommand(service: string, deviceId: string): CommandEntry | undefined;
  /** The newest command to the remote handle of the device that may have been executed. */
  lastExecuted(service: string, deviceId: string): CommandEntry | undefined;
  /** At most 2,000 entries, the newest first; commands that were neither sent nor refused yet are not included. */
  recent(filter?: RecordFilter): CommandEntry[];
  /**
   * The movements in the service's history that look like commands through the API and are not ours, oldest
   * first, such as those of a second Node-RED with the same flow. Movements before `since()` are never returned.
   */
  foreignCommands<E extends HandleMovement>(service: string, deviceId: string, history: readonly E[]): E[];
  /** The instant from which the record is complete, epoch ms. */
  since(): number;
  /** The number of damaged lines that were skipped when the record was read. */
  readonly damagedLines: number;
}

/**
 * Sequence numbers are reserved in the file in blocks, so that no number is reused after a crash, without writing a line
 * for every number.
 */
const sequenceBlockSize = 100;
/**
 * Equal commands within this time that were not sent are one entry, so that a burst of them does not push executed
 * commands out of the record.
 */
const mergeUnsentMs = 60_000;
const maxUnsent = 1_000;
/** Entries allowed above `maxEntries` before the list is trimmed. */
const trimBatch = 100;
/** The most commands copied to a new file (about 450 kB), so that the open devices are known without older files. */
const maxCopiedEntries = 1_000;

type Entry = { -readonly [K in keyof CommandEntry]: CommandEntry[K] };

/** Restores the record from its journal and continues it. */
export function createCommandRecord(clock: Pick<Clock, 'now' | 'monotonicMs'>, journal: RecordJournal): CommandRecord {
  const sentCommands = createSentCommands();
  const unsentCommands = new Map<string, { readonly entry: Entry; readonly mergeUntilMs: number }>();
  let entries: Entry[] = [];
  let sequence = 0;
  let reservedUpTo = 0;
  let gapPending = false;
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

  // Trimmed in batches, because shifting two thousand entries with each command would be slow.
  function addEntry(entry: Entry): void {
    entries.push(entry);
    if (entries.length < maxEntries + trimBatch) return;
    sinceMs = Math.max(sinceMs ?? 0, entries.at(-maxEntries - 1)?.askedAt ?? 0);
    entries = entries.slice(-maxEntries);
  }

  function head(): string[] {
    const lines: RecordLine[] = [
      { kind: 'file', version: recordVersion, at: clock.now() },
      { kind: 'reserved', sequence: reservedUpTo },
      ...sentCommands.stillOpen(maxCopiedEntries).map((entry) => ({ kind: 'kept', entry }) as const),
    ];
    return lines.map(encodeLine);
  }

  function write(line: RecordLine): void {
    if (gapPending) gapPending = !journal.append(encodeLine({ kind: 'gap', at: clock.now() }), head);
    if (!journal.append(encodeLine(line), head)) gapPending = true;
  }

  function nextSequence(): number {
    sequence += 1;
    if (sequence > reservedUpTo) {
      reservedUpTo = sequence + sequenceBlockSize - 1;
      write({ kind: 'reserved', sequence: reservedUpTo });
    }
    return sequence;
  }

  function recordUnsent(entry: Entry): void {
    const nowMs = clock.monotonicMs();
    const key = unsentKey(entry);
    const earlier = unsentCommands.get(key);
    if (earlier !== undefined && nowMs < earlier.mergeUntilMs) {
      earlier.entry.repeated = (earlier.entry.repeated ?? 0) + 1;
      return;
    }
    if (unsentCommands.size >= maxUnsent) unsentCommands.clear();
    unsentCommands.delete(key);
    unsentCommands.set(key, { entry, mergeUntilMs: nowMs + mergeUnsentMs });
    addEntry(entry);
    write({ kind: 'refused', entry });
  }

  read();
  reservedUpTo = sequence;
  sinceMs ??= clock.now();

  return {
    begin(command) {
      const entry: Entry = {
        ...toRecordedCommand(command),
        sequence: nextSequence(),
        askedAt: command.askedAt ?? clock.now(),
      };
      return {
        sequence: entry.sequence,
        sent({ checked, serviceAt } = {}) {
          if (entry.sentAt !== undefined || entry.endedAt !== undefined) return;
          entry.sentAt = clock.now();
          if (serviceAt !== undefined) entry.serviceAt = serviceAt;
          if (checked !== undefined) entry.checked = truncateCheckNames(checked);
          write({ kind: 'sent', entry });
          addEntry(entry);
          sentCommands.add(entry);
        },
        end({ checked, ...details }) {
          if (entry.endedAt !== undefined && entry.outcome !== 'deferred') return;
          const end = toRecordedEnd(details);
          finish(entry, end, clock.now());
          if (entry.sentAt !== undefined) {
            write({ kind: 'ended', end: { ...end, sequence: entry.sequence, endedAt: entry.endedAt ?? clock.now() } });
            return;
          }
          if (checked !== undefined) entry.checked = truncateCheckNames(checked);
          recordUnsent(entry);
        },
      };
    },
    openedByUs: (service, deviceId, atMs) => sentCommands.openedByUs({ service, deviceId }, atMs),
    lastOpenCommand: (service, deviceId) => sentCommands.lastOpenCommand({ service, deviceId }),
    lastExecuted: (service, deviceId) => sentCommands.lastExecuted({ service, deviceId }),
    recent: (filter = {}) => entriesFor(entries.slice(-maxEntries), filter),
    foreignCommands(service, deviceId, history) {
      const own = entriesFor(entries, { service, deviceId, sentOnly: true, limit: entries.length });
      return foreignMovements(own, history, sinceMs ?? clock.now());
    },
    since: () => sinceMs ?? clock.now(),
    get damagedLines() {
      return damagedLines;
    },
  };
}

// Each file begins with copies of the commands whose devices are still open, so the oldest files need not be read.
function newestLines(journal: RecordJournal): string[] {
  const files: (readonly string[])[] = [];
  let entryCount = 0;
  for (const lines of journal.read()) {
    files.unshift(lines);
    entryCount += lines.filter(isOriginalEntry).length;
    if (entryCount >= maxEntries) break;
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

function unsentKey(entry: Entry): string {
  const { service, operation, command, error, outcome, askedBy } = entry;
  return JSON.stringify([service, devicesOf(entry), operation, command, error, outcome, askedBy.nodeId, askedBy.user]);
}
