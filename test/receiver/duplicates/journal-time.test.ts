import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createManualClock, type ManualClock } from '../../../src/clock';
import { createJournalDuplicates, createMemoryDuplicates, type DuplicateStore } from '../../../src/receiver';
import { hashOf } from './hashes';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const yearMs = 365 * 24 * hourMs;

const knows = (store: DuplicateStore, name: string) => store.check(hashOf(name), hashOf(name));
const record = (store: DuplicateStore, name: string) => store.record(hashOf(name), hashOf(name));

describe('behaviour: duplicates and steps of the clock (window 24 hours)', () => {
  let directory: string;
  let file: string;
  let clock: ManualClock;
  beforeEach(async () => {
    directory = await mkdtemp(path.join(os.tmpdir(), 'journal-'));
    file = path.join(directory, 'duplicates.journal');
    clock = createManualClock();
  });
  afterEach(() => rm(directory, { recursive: true }));

  const open = () => createJournalDuplicates(clock, { file, onError: assert.fail });
  /** The process ends, `awayMs` pass, and a new process starts with a stepped wall clock. */
  async function restart(store: DuplicateStore, awayMs = 0, stepMs = 0): Promise<DuplicateStore> {
    await store.close();
    const wallMs = clock.now() + awayMs + stepMs;
    clock = createManualClock(wallMs);
    return open();
  }

  const stores = {
    'in memory': async () => createMemoryDuplicates(clock),
    'in a journal': open,
  };
  for (const [where, create] of Object.entries(stores))
    describe(where, () => {
      for (const [direction, stepMs] of [
        ['ahead', 10 * yearMs],
        ['back', -10 * yearMs],
      ] as const)
        it(`a wall clock that steps ${direction} neither expires keys early nor keeps them forever`, async () => {
          const store = await create();
          record(store, 'a');
          clock.step(stepMs);
          await clock.advance(23 * hourMs);
          assert.equal(knows(store, 'a'), 'duplicate');
          await clock.advance(2 * hourMs);
          knows(store, 'b');
          await clock.advance(24 * hourMs);
          assert.equal(knows(store, 'a'), 'new');
          await store.close();
        });
    });

  describe('across a restart of the journal', () => {
    it('the time between two processes counts: keys are kept for 24 hours at least, and 48 and those of the service at most', async () => {
      const first = await open();
      record(first, 'a');
      const second = await restart(first, 23 * hourMs);
      assert.equal(knows(second, 'a'), 'duplicate');
      await clock.advance(2 * hourMs);
      assert.equal(knows(second, 'a'), 'duplicate');
      record(second, 'b');
      const third = await restart(second, 23 * hourMs);
      await clock.advance(31 * minuteMs);
      assert.deepEqual([knows(third, 'a'), knows(third, 'b')], ['new', 'duplicate']);
      await third.close();
    });

    it('keys are kept for the 31 minutes of the retries, even if the clock is far ahead', async () => {
      const first = await open();
      record(first, 'a');
      const second = await restart(first, 0, 10 * yearMs);
      await clock.advance(30 * minuteMs);
      assert.equal(knows(second, 'a'), 'duplicate');
      await clock.advance(48 * hourMs);
      assert.equal(knows(second, 'a'), 'new');
      await second.close();
    });

    it('a clock that is behind after each restart does not keep keys forever, because running time counts', async () => {
      let store = await open();
      record(store, 'a');
      for (let hours = 0; hours < 49; hours++) {
        await clock.advance(hourMs);
        knows(store, `at ${hours}`);
        record(store, `at ${hours}`);
        store = await restart(store, 0, -yearMs);
      }
      assert.equal(knows(store, 'a'), 'new');
      assert.equal(knows(store, 'at 30'), 'duplicate');
      await store.close();
    });

    it('a step of the clock in a running process does not count as time between processes', async () => {
      for (const stepMs of [56 * yearMs, -3 * hourMs]) {
        const first = await open();
        clock.step(stepMs);
        const name = `stepped by ${stepMs}`;
        record(first, name);
        const second = await restart(first, 10 * hourMs);
        await clock.advance(13 * hourMs);
        assert.equal(knows(second, name), 'duplicate');
        await clock.advance(26 * hourMs);
        knows(second, 'turn');
        await clock.advance(24 * hourMs);
        assert.equal(knows(second, name), 'new');
        await second.close();
      }
    });

    it('a step back that was corrected between two processes does not count as time between them', async () => {
      const first = await open();
      record(first, 'a');
      clock.step(-5 * hourMs);
      record(first, 'b');
      const second = await restart(first, hourMs, 5 * hourMs);
      await clock.advance(17 * hourMs);
      assert.equal(knows(second, 'a'), 'duplicate');
      await second.close();
    });

    it('lines of version 1, whose wall times stepped within the file, do not age by the step', async () => {
      const line = (atMs: number, name: string) =>
        `${String(atMs).padStart(13, '0')} ${hashOf(name).slice(0, 24)} ${hashOf(name).slice(0, 8)}\n`;
      await writeFile(file, `\n${line(5 * minuteMs, 'a')}${line(clock.now(), 'b')}`);
      const store = await open();
      assert.deepEqual([knows(store, 'a'), knows(store, 'b')], ['duplicate', 'duplicate']);
      await store.close();
    });
  });
});
