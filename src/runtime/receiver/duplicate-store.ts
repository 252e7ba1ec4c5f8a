import type { Clock } from '../../clock';
import {
  createJournalDuplicates,
  createMemoryDuplicates,
  createRedisDuplicates,
  type DuplicateStore,
} from '../../receiver';
import { openRedis } from './redis-connection';

/** Where an endpoint remembers what was delivered. */
export type DuplicatesChoice =
  | { readonly kind: 'memory' }
  | { readonly kind: 'journal'; readonly file: string }
  /** `userDir` is where the package `redis` is installed. */
  | { readonly kind: 'redis'; readonly url: string; readonly userDir: string };

/** What a store tells of itself while it is used. */
export interface DuplicateStoreEvents {
  readonly onError: (error: unknown) => void;
  /** Of a journal: while it is false, what was delivered is known until the next restart only. */
  readonly onWritable: (isWritable: boolean) => void;
}

/** Rejects where the package for Redis is missing; a Redis that is down only delays, and a broken journal only warns. */
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
