import type { Clock } from '../../../clock';
import { bitsOf } from '../fingerprint-table';
import { createGenerations } from '../generations';
import { checkedWindowMs, DEFAULT_MAX_ENTRIES, type DuplicateStore, type DuplicateWindow, reportShort } from '../store';
import { openAppendFile } from './append-file';
import { createJournalClock } from './journal-clock';
import { entryLine, markLine } from './lines';
import { readJournal } from './read-journal';

export interface JournalOptions extends DuplicateWindow {
  /** The younger generation; the older one lies beside it as `<file>.previous`. One process a file. */
  readonly file: string;
  /** Gets a `JournalUnwritableError`, a `JournalSetAsideError` or a `ShortMemoryError`; none of them ends the store. */
  readonly onError: (error: Error) => void;
  /** While it is false, what is delivered is known until the next restart only; it begins as true. */
  readonly onWritable?: (isWritable: boolean) => void;
}

/** By so much the wall clock may drift from the journal's before that is written down. */
const DRIFT_MAX_MS = 1_000;

/**
 * A memory store that is written down: when `record` returns, its line has been handed to the operating system and survives
 * the end of the process, also by kill -9. A loss of power may cost the last lines: their publishes were answered, and the
 * service repeats only what was not. RangeError for a window under 31 minutes.
 *
 * The line follows the delivery. The other way round, a kill between the two would lose the publish: its repetition would be
 * taken for a duplicate. This way round such a kill delivers one publish twice, which the service had not been told was
 * accepted. The line is written synchronously, right after the nodes behind have the message and before anything else can
 * run, so that at most the one publish that is being handed over at the time of the kill can come twice.
 */
export async function createJournalDuplicates(clock: Clock, options: JournalOptions): Promise<DuplicateStore> {
  const { file, maxEntries = DEFAULT_MAX_ENTRIES, onError, onWritable = () => {} } = options;
  const windowMs = checkedWindowMs(options.windowMs);
  const content = await readJournal(file, windowMs, onError);
  const time = createJournalClock(clock, content?.left);
  const generations = createGenerations(windowMs, maxEntries, content?.startMs ?? time.now(), content?.tables);
  const lines = openAppendFile({ file, onError, onWritable });
  let markedOffsetMs: number | undefined = content?.markedOffsetMs ?? 0;

  /** What the wall clock shows, where the file does not say so yet. */
  function mark(atMs: number): string {
    const offsetMs = time.wallOffsetMs();
    if (markedOffsetMs !== undefined && Math.abs(offsetMs - markedOffsetMs) < DRIFT_MAX_MS) return '';
    markedOffsetMs = offsetMs;
    return markLine(atMs, atMs + offsetMs);
  }

  return {
    check(key, bodyHash) {
      const nowMs = time.now();
      if (generations.isDue(nowMs)) {
        reportShort(generations.turn(nowMs), onError);
        lines.turn();
        markedOffsetMs = undefined;
      }
      const known = generations.find(key);
      if (known === -1) return 'new';
      return known === bitsOf(bodyHash) ? 'duplicate' : 'reused';
    },
    record(key, bodyHash) {
      generations.add(key, bitsOf(bodyHash));
      const atMs = time.now();
      if (!lines.append(mark(atMs) + entryLine(atMs, key, bodyHash))) markedOffsetMs = undefined;
    },
    forget() {},
    async close() {
      lines.close();
    },
  };
}
