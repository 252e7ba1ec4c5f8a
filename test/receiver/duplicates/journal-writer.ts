import { systemClock } from '../../../src/clock';
import { createJournalDuplicates } from '../../../src/receiver';
import { hashOf } from './hashes';

/** A process that records keys 0, 1, 2 ... in the journal of its argument and prints each recorded key. */
async function main(file: string): Promise<void> {
  const store = await createJournalDuplicates(systemClock, { file, onError: (error) => console.error(error) });
  for (let index = 0; ; index++) {
    store.record(hashOf(index), hashOf(index));
    // The event loop writes the data that the pipe does not accept at once.
    await new Promise((resolve) => process.stdout.write(`${index}\n`, resolve));
  }
}

void main(process.argv[2] ?? '');
