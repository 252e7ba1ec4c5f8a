import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import files, { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sinon from 'sinon';
import { createManualClock, type ManualClock, systemClock } from '../../../src/clock';
import {
  createJournalDuplicates,
  type DuplicateStore,
  type JournalOptions,
  type JournalUnwritableError,
} from '../../../src/receiver';
import { hashOf } from './hashes';

const hourMs = 3_600_000;

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

  it('recorded keys and bodies are known after a restart', async () => {
    const before = await open();
    assert.equal(knows(before, 'a'), 'new');
    record(before, 'a');
    await before.close();
    const after = await open();
    assert.equal(knows(after, 'a'), 'duplicate');
    assert.equal(after.check(hashOf('a'), hashOf('other')), 'reused');
    await after.close();
  });

  it('a record is in the file when the call returns, without closing', async () => {
    const store = await open();
    const before = readFileSync(file, 'latin1');
    assert.equal(record(store, 'first'), undefined);
    assert.match(readFileSync(file, 'latin1').slice(before.length), /^[^\n]+\n$/);
    for (let index = 0; index < 500; index++) record(store, index);
    const other = await open();
    for (let index = 0; index < 500; index++) assert.equal(knows(other, index), 'duplicate');
    await store.close();
  });

  it('kill -9: every recorded key is known', async () => {
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

  it('an incomplete last line is ignored, and the next line is not merged with it', async () => {
    const first = await open();
    record(first, 'kept');
    record(first, 'cut');
    await first.close();
    const whole = await readFile(file);
    const { size } = await stat(file);
    for (let cut = 1; cut < 47; cut += 5) {
      await writeFile(file, whole);
      await truncate(file, size - cut);
      const store = await open();
      assert.equal(knows(store, 'kept'), 'duplicate');
      record(store, `after ${cut}`);
      await store.close();
      const again = await open();
      assert.equal(knows(again, 'kept'), 'duplicate');
      assert.equal(knows(again, `after ${cut}`), 'duplicate');
      // A line without only its line feed is complete.
      assert.equal(knows(again, 'cut'), cut === 1 ? 'duplicate' : 'new');
    }
  });

  it('there are two files, each with at most half of the bound or one window', async () => {
    const store = await open({ maxEntries: 200 });
    for (let index = 0; index < 1000; index++) {
      assert.equal(knows(store, index), 'new');
      record(store, index);
    }
    await store.close();
    const lines = async (name: string) =>
      (await readFile(name, 'latin1')).split('\n').filter((line) => /^\d/.test(line)).length;
    assert.ok((await lines(file)) <= 100);
    assert.ok((await lines(`${file}.previous`)) <= 100);
    const again = await open({ maxEntries: 200 });
    for (let index = 900; index < 1000; index++) assert.equal(knows(again, index), 'duplicate');
    assert.equal(knows(again, 0), 'new');
  });

  it('only complete lines count', async () => {
    const first = await open();
    record(first, 'a');
    await first.close();
    const [, line = ''] = (await readFile(file, 'latin1')).split('\n');
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

  it('instants before 2001 are written with the same number of digits', async () => {
    clock = createManualClock(5);
    const store = await open();
    record(store, 'a');
    await store.close();
    assert.match(
      await readFile(file, 'latin1'),
      /^breakerflow-duplicates 2\n0000000000005 [0-9a-f]{24} [0-9a-f]{8}\n$/,
    );
    const again = await open();
    assert.equal(knows(again, 'a'), 'duplicate');
    await again.close();
  });

  it('a rotation without a record before it is not an error', async () => {
    const store = await open();
    await clock.advance(25 * hourMs);
    knows(store, 'a');
    await store.close();
    assert.deepEqual(errors, []);
  });

  it('a failed rotation is reported, and the same file is continued', async () => {
    const store = await open({ maxEntries: 2 });
    record(store, 'a');
    await mkdir(path.join(`${file}.previous`, 'in the way'), { recursive: true });
    knows(store, 'b');
    record(store, 'b');
    await store.close();
    assert.equal(errors.length, 1);
    await rm(`${file}.previous`, { recursive: true });
    const again = await open();
    assert.deepEqual([knows(again, 'a'), knows(again, 'b')], ['duplicate', 'duplicate']);
    await again.close();
  });

  describe('file operations', () => {
    let calls: string[];
    let full: boolean;
    let handles: number;
    beforeEach(() => {
      calls = [];
      handles = 0;
      full = false;
      const { openSync, writeSync, closeSync } = files;
      sinon.replace(files, 'openSync', (...given: Parameters<typeof openSync>) => {
        handles += 1;
        return openSync(...given);
      });
      sinon.replace(files, 'writeSync', ((handle: number, bytes: Buffer) => {
        calls.push('write');
        if (full) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
        // As a disk that writes only a part per call.
        return writeSync(handle, bytes, 0, Math.min(bytes.length, 40));
      }) as typeof writeSync);
      sinon.replace(files, 'closeSync', (handle: number) => {
        calls.push('close');
        closeSync(handle);
      });
    });
    afterEach(() => sinon.restore());

    it('there is one handle, which is closed with the store; a line that was written in parts is complete', async () => {
      const store = await open();
      for (const name of ['a', 'b', 'c', 'd']) record(store, name);
      assert.equal(handles, 1);
      await store.close();
      assert.equal(calls.at(-1), 'close');
      assert.match(
        await readFile(file, 'latin1'),
        /^breakerflow-duplicates 2\n(?:\d{13} [0-9a-f]{24} [0-9a-f]{8}\n){4}$/,
      );
    });

    it('lines before a rotation are in the previous file, lines after it in the new one', async () => {
      const store = await open({ maxEntries: 6 });
      for (const name of ['a', 'b', 'c']) record(store, name);
      assert.equal(knows(store, 'd'), 'new');
      record(store, 'd');
      record(store, 'e');
      await store.close();
      const entries = async (name: string) =>
        (await readFile(name, 'latin1')).split('\n').filter((line) => /^\d/.test(line)).length;
      assert.deepEqual([await entries(`${file}.previous`), await entries(file)], [3, 2]);
    });

    it('after a failed write a new handle is opened, on a new line', async () => {
      const store = await open();
      record(store, 'a');
      full = true;
      record(store, 'b');
      full = false;
      assert.deepEqual(
        errors.map((error) => (error as JournalUnwritableError).reason),
        ['ENOSPC'],
      );
      assert.equal(calls.filter((name) => name === 'close').length, 1);
      record(store, 'c');
      await store.close();
      const written = await readFile(file, 'latin1');
      // The mark of the wall clock may have been lost with the line, so it is written again.
      assert.match(written, /^breakerflow-duplicates 2\n\d[^\n]+\n\n@[^\n]+\n\d[^\n]+\n$/);
    });
  });
});
