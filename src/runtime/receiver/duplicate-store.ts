import type { Clock } from '../../clock';
import {
  createJournalDuplicates,
  createMemoryDuplicates,
  createRedisDuplicates,
  type DuplicateStore,
} from '../../receiver';
import { openRedis } from './redis-connection';

/** Where an endpoint stores the keys of delivered publishes. */
export type DuplicatesChoice =
  | { readonly kind: 'memory' }
  | { readonly kind: 'journal'; readonly file: string }
  /** `userDir` is where the package `redis` is installed. */
  | { readonly kind: 'redis'; readonly url: string; readonly userDir: string };

/** Callbacks of a store. */
export interface DuplicateStoreEvents {
  readonly onError: (error: unknown) => void;
  /** Of a journal. While false, deliveries are stored in memory only, until the next restart. */
  readonly onWritable: (isWritable: boolean) => void;
}

/** Rejects if the package for Redis is missing. A Redis that is down only delays; a broken journal only warns. */
export async function openDuplicateStore(
  clock: Clock,
  choice: DuplicatesChoice,
  windowMs: number,
  { onError, onWritable }: DuplicateStoreEvents,
): Promise<DuplicateStore> {
  switch (choice.kind) {
    case 'journal':
      return createJournalDuplicates(clock, { file: choice.file, windowMs, onError, onWritable });
    case 'redis': {
      const { client, close } = openRedis(choice.url, choice.userDir, onError);
      const store = createRedisDuplicates(clock, { client, windowMs, onError });
      return {
        ...store,
        async close() {
          await store.close();
          await close();
        },
      };
    }
    default:
      return createMemoryDuplicates(clock, { windowMs, onError });
  }
}
