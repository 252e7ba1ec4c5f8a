import { systemClock } from '../../../src/clock';
import { createJournalDuplicates } from '../../../src/receiver';
import { hashOf } from './hashes';

/** A process that records keys 0, 1, 2 ... in the journal named by its argument and prints each that is recorded. */
async function main(file: string): Promise<void> {
  const store = await createJournalDuplicates(systemClock, { file, onError: (error) => console.error(error) });
  for (let index = 0; ; index++) {
    store.record(hashOf(index), hashOf(index));
    // What the pipe does not take at once is written by the event loop.
    await new Promise((resolve) => process.stdout.write(`${index}\n`, resolve));
  }
}

void main(process.argv[2] ?? '');
