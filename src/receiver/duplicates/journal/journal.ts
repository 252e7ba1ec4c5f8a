import type { Clock } from '../../../clock';
import { bitsOf } from '../fingerprint-table';
import { createGenerations } from '../generations';
import { checkedWindowMs, type DuplicateStore, type DuplicateWindow, defaultMaxEntries, reportShort } from '../store';
import { openAppendFile } from './append-file';
import { createJournalClock } from './journal-clock';
import { entryLine, markLine } from './lines';
import { readJournal } from './read-journal';

export interface JournalOptions extends DuplicateWindow {
  /** File of the newer generation; the older one is `<file>.previous`. Used by one process only. */
  readonly file: string;
  /** Called with a `JournalUnwritableError`, `JournalSetAsideError` or `ShortMemoryError`; the store continues after each. */
  readonly onError: (error: Error) => void;
  /** Called on change, initially true. While false, deliveries are stored in memory only, until the next restart. */
  readonly onWritable?: (isWritable: boolean) => void;
}

/** A larger drift of the wall clock from the journal clock is written to the file. */
const driftMaxMs = 1_000;

/**
 * A memory store with a log file: when `record` returns, its line has been passed to the operating system and survives the
 * end of the process, including kill -9. A power failure may lose the last lines, but not publishes: those were accepted,
 * and the service does not send them again. RangeError for a window under 31 minutes.
 *
 * The line is written after the delivery. If it were written first, a kill in between would lose the publish, because its
 * retry would count as a duplicate; now such a kill delivers it twice, and the service had no response to the first. The
 * write is synchronous and directly follows the delivery, so that a kill can repeat at most one publish.
 */
export async function createJournalDuplicates(clock: Clock, options: JournalOptions): Promise<DuplicateStore> {
  const { file, maxEntries = defaultMaxEntries, onError, onWritable = () => {} } = options;
  const windowMs = checkedWindowMs(options.windowMs);
  const content = await readJournal(file, windowMs, onError);
  const time = createJournalClock(clock, content?.end);
  const generations = createGenerations(windowMs, maxEntries, content?.startMs ?? time.now(), content?.tables);
  const lines = openAppendFile({ file, onError, onWritable });
  let markedOffsetMs: number | undefined = content?.markedOffsetMs ?? 0;

  /** A mark line if the file has no current one, otherwise an empty string. */
  function mark(atMs: number): string {
    const offsetMs = time.wallOffsetMs();
    if (markedOffsetMs !== undefined && Math.abs(offsetMs - markedOffsetMs) < driftMaxMs) return '';
    markedOffsetMs = offsetMs;
    return markLine(atMs, atMs + offsetMs);
  }

  return {
    check(key, bodyHash) {
      const nowMs = time.now();
      if (generations.isDue(nowMs)) {
        reportShort(generations.rotate(nowMs), onError);
        lines.rotate();
        markedOffsetMs = undefined;
      }
      const bodyBits = generations.find(key);
      if (bodyBits === -1) return 'new';
      return bodyBits === bitsOf(bodyHash) ? 'duplicate' : 'reused';
    },
    record(key, bodyHash) {
      generations.add(key, bitsOf(bodyHash));
      const atMs = time.now();
      if (!lines.append(mark(atMs) + entryLine(atMs, key, bodyHash))) markedOffsetMs = undefined;
    },
    release() {},
    async close() {
      lines.close();
    },
  };
}
