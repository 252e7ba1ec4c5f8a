import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createManualClock } from '../../../src/clock';
import {
  createJournalDuplicates,
  type DuplicateStore,
  JournalSetAsideError,
  JournalUnwritableError,
} from '../../../src/receiver';
import { hashOf } from './hashes';

describe('behaviour: a journal that is damaged, of another version or cannot be written', () => {
  let directory: string;
  let file: string;
  const errors: Error[] = [];
  const writable: boolean[] = [];
  beforeEach(async () => {
    directory = await mkdtemp(path.join(os.tmpdir(), 'journal-'));
    file = path.join(directory, 'duplicates.journal');
    errors.length = 0;
    writable.length = 0;
  });
  afterEach(() => rm(directory, { recursive: true }));

  const open = (at = file) =>
    createJournalDuplicates(createManualClock(), {
      file: at,
      onError: (error) => void errors.push(error),
      onWritable: (isWritable) => void writable.push(isWritable),
    });
  const knows = (store: DuplicateStore, name: string) => store.check(hashOf(name), hashOf(name));
  async function write(...names: string[]): Promise<void> {
    const store = await open();
    for (const name of names) store.record(hashOf(name), hashOf(name));
    await store.close();
  }
  const setAside = () =>
    errors.map((error) => {
      assert(error instanceof JournalSetAsideError);
      return [error.reason, path.basename(error.file), path.basename(error.setAsideAs)];
    });

  it('a damaged file is set aside and reported; its readable lines count, also after the next restart', async () => {
    await write('a');
    const noise = Buffer.concat([Buffer.alloc(100), Buffer.from('\nnoise\n\n')]);
    await appendFile(file, noise);
    await write('b');
    assert.deepEqual(setAside(), [['damaged', 'duplicates.journal', 'duplicates.journal.damaged']]);
    assert((await readFile(`${file}.damaged`)).includes(noise));
    for (let restarts = 0; restarts < 2; restarts++) {
      const again = await open();
      assert.deepEqual([knows(again, 'a'), knows(again, 'b')], ['duplicate', 'duplicate']);
      await again.close();
    }
    assert.equal(errors.length, 1, 'said once');
    assert.deepEqual(writable, []);
  });

  it('a damaged previous file is also set aside', async () => {
    await write('a');
    await writeFile(`${file}.previous`, `${await readFile(file, 'latin1')}{"noise":1}\n`);
    await writeFile(file, '');
    const store = await open();
    assert.equal(knows(store, 'a'), 'duplicate');
    await store.close();
    assert.deepEqual(setAside(), [['damaged', 'duplicates.journal.previous', 'duplicates.journal.previous.damaged']]);
  });

  it('a file of a newer version is set aside unchanged, and a new one is started', async () => {
    const newer = 'breakerflow-duplicates 3\nwhatever it says\n';
    await writeFile(file, newer);
    await write('a');
    assert.deepEqual(setAside(), [['newer', 'duplicates.journal', 'duplicates.journal.newer']]);
    assert.equal(await readFile(`${file}.newer`, 'latin1'), newer);
    const again = await open();
    assert.equal(knows(again, 'a'), 'duplicate');
    await again.close();
  });

  it('a file of version 1, which has no header, is read', async () => {
    await write('a');
    const text = await readFile(file, 'latin1');
    await writeFile(file, text.replace('breakerflow-duplicates 2\n', '\n'));
    const again = await open();
    assert.equal(knows(again, 'a'), 'duplicate');
    await again.close();
    assert.deepEqual(errors, []);
  });

  it('an unreadable file is set aside, and a new one is started', async () => {
    await mkdir(file);
    await writeFile(path.join(file, 'inside'), '');
    await write('a');
    assert.deepEqual(setAside(), [['unreadable', 'duplicates.journal', 'duplicates.journal.unreadable']]);
    assert(existsSync(path.join(`${file}.unreadable`, 'inside')));
    const again = await open();
    assert.equal(knows(again, 'a'), 'duplicate');
    await again.close();
  });

  it('an unwritable directory is reported at once; duplicates are then kept until the next restart', async () => {
    for (const at of [path.join(directory, 'missing', 'journal'), '/nowhere/at/all\0']) {
      errors.length = 0;
      writable.length = 0;
      const store = await open(at);
      assert.deepEqual(writable, [false], at);
      store.record(hashOf('a'), hashOf('a'));
      assert.equal(knows(store, 'a'), 'duplicate');
      await store.close();
      assert(errors.length > 0 && errors.every((error) => error instanceof JournalUnwritableError));
    }
  });

  it('a path below a file is also reported at once', async () => {
    await writeFile(file, '');
    const store = await open(path.join(file, 'below'));
    assert.deepEqual(writable, [false]);
    assert.equal(knows(store, 'a'), 'new');
    await store.close();
  });

  it('a directory that becomes writable again is used', async () => {
    const at = path.join(directory, 'later', 'journal');
    const store = await open(at);
    store.record(hashOf('a'), hashOf('a'));
    await mkdir(path.dirname(at));
    store.record(hashOf('b'), hashOf('b'));
    assert.deepEqual(writable, [false, true]);
    await store.close();
    const again = await open(at);
    assert.deepEqual([knows(again, 'a'), knows(again, 'b')], ['new', 'duplicate']);
    await again.close();
  });
});
