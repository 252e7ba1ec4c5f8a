import type { Clock } from '../../clock';
import {
  createJournalDuplicates,
  createMemoryDuplicates,
  createRedisDuplicates,
  type DuplicateStore,
} from '../../inbound';
import { openRedis } from './redis-connection';

/** Where an endpoint remembers what was delivered. */
export type DuplicatesChoice =
  | { readonly kind: 'memory' }
  | { readonly kind: 'journal'; readonly file: string }
  /** `userDir` is where the package `redis` is installed. */
  | { readonly kind: 'redis'; readonly url: string; readonly userDir: string };

/** Rejects where the journal cannot be read or the package for Redis is missing; a Redis that is down only delays. */
export async function openDuplicateStore(
  clock: Clock,
  choice: DuplicatesChoice,
  windowMs: number,
  onError: (error: unknown) => void,
): Promise<DuplicateStore> {
  switch (choice.kind) {
    case 'journal':
      return createJournalDuplicates(clock, { file: choice.file, windowMs, onError });
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
