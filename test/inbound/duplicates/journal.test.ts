import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createManualClock, type ManualClock, systemClock } from '../../../src/clock';
import { createJournalDuplicates, type DuplicateStore, type JournalOptions } from '../../../src/inbound';
import { hashOf } from './hashes';

const HOUR_MS = 3_600_000;

describe('behaviour: duplicates in a journal on disk', () => {
  let directory: string;
  let file: string;
  let clock: ManualClock;
  const errors: Error[] = [];
  beforeEach(async () => {
    directory = await mkdtemp(path.join(os.tmpdir(), 'journal-'));
    file = path.join(directory, 'duplicates.journal');
    clock = createManualClock();
    errors.length = 0;
  });
  afterEach(() => rm(directory, { recursive: true }));

  const open = (options: Partial<JournalOptions> = {}) =>
    createJournalDuplicates(clock, { file, onError: (error) => void errors.push(error), ...options });
  const knows = (store: DuplicateStore, name: string | number) => store.check(hashOf(name), hashOf(name));
  const record = (store: DuplicateStore, name: string | number) => store.record(hashOf(name), hashOf(name));

  it('what was recorded is known after a restart, its body too', async () => {
    for (const survives of ['crash', 'power-loss'] as const) {
      const before = await open({ survives });
      assert.equal(knows(before, survives), 'new');
      await record(before, survives);
      await before.close();
      const after = await open();
      assert.equal(knows(after, survives), 'duplicate');
      assert.equal(after.check(hashOf(survives), hashOf('other')), 'reused');
      await after.close();
    }
  });

  it('a record is in the file when it is reported, without closing', async () => {
    const store = await open();
    await Promise.all(Array.from({ length: 500 }, (_, index) => record(store, index)));
    const other = await open();
    for (let index = 0; index < 500; index++) assert.equal(knows(other, index), 'duplicate');
    await store.close();
  });

  it('kill -9: every key that was reported is known', async () => {
    const child = spawn(process.execPath, [path.join(__dirname, 'journal-writer.js'), file]);
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      printed += text;
      if (printed.length > 5000) child.kill('SIGKILL');
    });
    await once(child, 'close');
    const reported = printed.split('\n').length - 1;
    assert.ok(reported > 500);
    const store = await createJournalDuplicates(systemClock, { file, onError: assert.fail });
    for (let index = 0; index < reported; index++) assert.equal(knows(store, index), 'duplicate');
    assert.equal(knows(store, reported + 10), 'new');
    await store.close();
  });

  it('a last line that was cut short at any place is passed over, and swallows nothing', async () => {
    const first = await open();
    await record(first, 'kept');
    await record(first, 'cut');
    await first.close();
    const whole = await readFile(file);
    const { size } = await stat(file);
    for (let cut = 1; cut < 47; cut += 5) {
      await writeFile(file, whole);
      await truncate(file, size - cut);
      const store = await open();
      assert.equal(knows(store, 'kept'), 'duplicate');
      await record(store, `after ${cut}`);
      await store.close();
      const again = await open();
      assert.equal(knows(again, 'kept'), 'duplicate');
      assert.equal(knows(again, `after ${cut}`), 'duplicate');
      // Without its line feed alone, a line is whole.
      assert.equal(knows(again, 'cut'), cut === 1 ? 'duplicate' : 'new');
    }
  });

  it('noise in the file is passed over', async () => {
    const first = await open();
    await record(first, 'a');
    await first.close();
    await appendFile(file, Buffer.concat([Buffer.alloc(100), Buffer.from('\nnoise\n\n')]));
    const store = await open();
    await record(store, 'b');
    await store.close();
    const again = await open();
    assert.deepEqual([knows(again, 'a'), knows(again, 'b')], ['duplicate', 'duplicate']);
  });

  it('it compacts: two files, each of at most half of the bound or one window', async () => {
    const store = await open({ maxEntries: 200 });
    for (let index = 0; index < 1000; index++) {
      assert.equal(knows(store, index), 'new');
      await record(store, index);
    }
    await store.close();
    const lines = async (name: string) =>
      (await readFile(name, 'latin1')).split('\n').filter((line) => line !== '').length;
    assert.ok((await lines(file)) <= 100);
    assert.ok((await lines(`${file}.previous`)) <= 100);
    const again = await open({ maxEntries: 200 });
    for (let index = 900; index < 1000; index++) assert.equal(knows(again, index), 'duplicate');
    assert.equal(knows(again, 0), 'new');
  });

  it('the window goes on over a restart: 24 hours at least, 48 at most', async () => {
    const first = await open();
    await record(first, 'a');
    await first.close();
    await clock.advance(23 * HOUR_MS);
    const second = await open();
    assert.equal(knows(second, 'a'), 'duplicate');
    await clock.advance(2 * HOUR_MS);
    assert.equal(knows(second, 'a'), 'duplicate');
    await record(second, 'b');
    await second.close();
    await clock.advance(23 * HOUR_MS);
    const third = await open();
    assert.deepEqual([knows(third, 'a'), knows(third, 'b')], ['new', 'duplicate']);
    await third.close();
  });

  it('a disk that fails is reported, and memory goes on', async () => {
    const store = await open({ file: path.join(directory, 'missing', 'journal') });
    await record(store, 'a');
    assert.equal(errors.length, 1);
    assert.equal(knows(store, 'a'), 'duplicate');
    await store.close();
  });
});
