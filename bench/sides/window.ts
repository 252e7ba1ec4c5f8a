import { createHash } from 'node:crypto';
import { systemClock } from '../../src/clock';
import { createMemoryDuplicates } from '../../src/receiver';
import { cpuMicrosEach, serve } from '../harness/serve';

const digest = (text: string) => createHash('sha256').update(text).digest('hex');

serve({
  /** CPU milliseconds to look for so many publishes in the window of duplicates, and to remember them. */
  fill(entries: number) {
    const store = createMemoryDuplicates(systemClock, { maxEntries: 2 * entries });
    const keys = Array.from({ length: 1000 }, (_, index) => digest(`${index}`));
    const each = cpuMicrosEach(entries, (index) => {
      // A digest of its own for each, without the cost of one.
      const key = index.toString(16).padStart(8, '0') + (keys[index % keys.length] ?? '').slice(8);
      if (store.check(key, key) === 'new') store.record(key, key);
    });
    return (each * entries) / 1000;
  },
});
