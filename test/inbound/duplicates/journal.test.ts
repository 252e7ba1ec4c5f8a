import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import files, { appendFile, mkdir, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sinon from 'sinon';
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

  it('a file that is there but cannot be read is an error, not an empty memory', async () => {
    await writeFile(file, '');
    await assert.rejects(open({ file: path.join(file, 'below a file') }), { code: 'ENOTDIR' });
  });

  it('a line counts as a whole only', async () => {
    const first = await open();
    await record(first, 'a');
    await first.close();
    const line = (await readFile(file, 'latin1')).trim();
    for (const [text, known] of [
      [line, 'duplicate'],
      [`0${line}`, 'new'],
      [`${line}0`, 'new'],
    ] as const) {
      await writeFile(file, text);
      const store = await open();
      assert.equal(knows(store, 'a'), known, text);
      await store.close();
    }
  });

  it('instants before 2001 are written with as many digits', async () => {
    clock = createManualClock(5);
    const store = await open();
    await record(store, 'a');
    await store.close();
    assert.match(await readFile(file, 'latin1'), /^\n0000000000005 [0-9a-f]{24} [0-9a-f]{8}\n$/);
    const again = await open();
    assert.equal(knows(again, 'a'), 'duplicate');
    await again.close();
  });

  it('closing writes what waits', async () => {
    const store = await open();
    const recorded = record(store, 'a');
    await store.close();
    const again = await open();
    assert.equal(knows(again, 'a'), 'duplicate');
    await again.close();
    await recorded;
  });

  it('a turn without a record before it is no fault', async () => {
    const store = await open();
    await clock.advance(25 * HOUR_MS);
    knows(store, 'a');
    await store.close();
    assert.deepEqual(errors, []);
  });

  it('where files cannot be swapped that is reported, and the lines go on in the same file', async () => {
    const store = await open({ maxEntries: 2 });
    await record(store, 'a');
    await mkdir(path.join(`${file}.previous`, 'in the way'), { recursive: true });
    knows(store, 'b');
    await record(store, 'b');
    await store.close();
    assert.equal(errors.length, 1);
    await rm(`${file}.previous`, { recursive: true });
    const again = await open();
    assert.deepEqual([knows(again, 'a'), knows(again, 'b')], ['duplicate', 'duplicate']);
    await again.close();
  });

  describe('what it asks of the disk', () => {
    let calls: string[];
    let full: boolean;
    let handles: number;
    /** Until then the disk takes nothing. */
    let ready: Promise<void>;
    beforeEach(() => {
      ready = Promise.resolve();
      calls = [];
      handles = 0;
      full = false;
      const { open: openFile } = files;
      sinon.replace(files, 'open', async (...given) => {
        const handle = await openFile(...given);
        if (given[1] !== 'a') return handle;
        handles += 1;
        const { appendFile: append, datasync, close } = handle;
        return Object.assign(handle, {
          async appendFile(text: string) {
            calls.push('appendFile');
            await ready;
            return full ? Promise.reject(new Error('ENOSPC')) : append.call(handle, text);
          },
          datasync() {
            calls.push('datasync');
            return datasync.call(handle);
          },
          close() {
            calls.push('close');
            return close.call(handle);
          },
        });
      });
    });
    afterEach(() => sinon.restore());

    it('closing waits for what is being written', async () => {
      const store = await open();
      let takeIt = () => {};
      ready = new Promise((resolve) => (takeIt = resolve));
      let isClosed = false;
      const recorded = record(store, 'a');
      const closed = store.close().then(() => (isClosed = true));
      while (calls.length === 0) await new Promise((resolve) => setImmediate(resolve));
      assert.equal(isClosed, false);
      takeIt();
      await Promise.all([recorded, closed]);
      assert.deepEqual(calls, ['appendFile', 'close']);
    });

    it('one write for all lines that wait, into one handle, which is closed with the store', async () => {
      const store = await open();
      await Promise.all(['a', 'b', 'c'].map((name) => record(store, name)));
      await record(store, 'd');
      assert.deepEqual(calls, ['appendFile', 'appendFile', 'appendFile']);
      assert.equal(handles, 1);
      await store.close();
      assert.deepEqual(calls.slice(3), ['close']);
      assert.match(await readFile(file, 'latin1'), /^\n(?:[^\n]+\n){4}$/);
    });

    it('a flush after each write where records survive a loss of power, and only there', async () => {
      for (const [survives, expected] of [
        ['power-loss', ['appendFile', 'datasync', 'close']],
        ['crash', ['appendFile', 'close']],
        [undefined, ['appendFile', 'close']],
      ] as const) {
        calls = [];
        const store = await open(survives === undefined ? {} : { survives });
        await record(store, 'a');
        await store.close();
        assert.deepEqual(calls, expected);
      }
    });

    it('what came before a turn lies in the previous file, what came after it in the new one', async () => {
      const store = await open({ maxEntries: 6 });
      const recorded = ['a', 'b', 'c'].map((name) => record(store, name));
      assert.equal(knows(store, 'd'), 'new');
      await Promise.all([...recorded, record(store, 'd'), record(store, 'e')]);
      await store.close();
      const lines = async (name: string) => (await readFile(name, 'latin1')).trim().split('\n').length;
      assert.deepEqual([await lines(`${file}.previous`), await lines(file)], [3, 2]);
    });

    it('after a write that failed another handle, on a line of its own', async () => {
      const store = await open();
      await record(store, 'a');
      full = true;
      await record(store, 'b');
      full = false;
      assert.deepEqual(
        errors.map(({ message }) => message),
        ['ENOSPC'],
      );
      assert.equal(calls.filter((name) => name === 'close').length, 1);
      await record(store, 'c');
      await store.close();
      assert.match(await readFile(file, 'latin1'), /^\n[^\n]+\n\n[^\n]+\n$/);
    });
  });
});
