import { systemClock } from '../../../src/clock';
import { createJournalDuplicates } from '../../../src/inbound';
import { hashOf } from './hashes';

/** A process that records keys 0, 1, 2 ... in the journal named by its argument and prints each that is recorded. */
async function main(file: string): Promise<void> {
  const store = await createJournalDuplicates(systemClock, { file, onError: (error) => console.error(error) });
  for (let index = 0; ; index++) {
    await store.record(hashOf(index), hashOf(index));
    process.stdout.write(`${index}\n`);
  }
}

void main(process.argv[2] ?? '');
