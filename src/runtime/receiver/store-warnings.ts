import {
  JournalSetAsideError,
  JournalUnwritableError,
  RedisDataLostError,
  RedisNotPersistentError,
  ShortMemoryError,
} from '../../receiver';
import type { Texts } from '..';

const setAsideTexts = {
  damaged: 'receiver.journalDamaged',
  newer: 'receiver.journalNewer',
  unreadable: 'receiver.journalUnreadable',
} as const;

/** The warning for an error of a duplicate store, in the editor's language. */
export function storeWarning(error: unknown, texts: Texts): string {
  if (error instanceof ShortMemoryError)
    return texts('receiver.shortMemory', { minutes: Math.floor(error.coveredMs / 60_000) });
  if (error instanceof JournalUnwritableError)
    return texts('receiver.journalUnwritable', { file: error.file, reason: error.reason });
  if (error instanceof JournalSetAsideError)
    return texts(setAsideTexts[error.reason], { file: error.file, name: error.setAsideAs });
  if (error instanceof RedisDataLostError) return texts('queue.dataLost');
  if (error instanceof RedisNotPersistentError) return texts('queue.notPersistent');
  return error instanceof Error ? error.message : String(error);
}

/** Notifies the receivers of an endpoint that its Redis has lost data. */
export interface DataLossNotice {
  notify(): void;
  /** Returns the function that removes the listener. */
  onLoss(listener: () => void): () => void;
}

export function createDataLossNotice(): DataLossNotice {
  const listeners = new Set<() => void>();
  return {
    notify() {
      for (const each of [...listeners]) each();
    },
    onLoss(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
