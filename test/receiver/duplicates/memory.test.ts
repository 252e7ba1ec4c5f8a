import assert from 'node:assert/strict';
import { createManualClock } from '../../../src/clock';
import { createMemoryDuplicates, ShortMemoryError } from '../../../src/receiver';
import { minWindowMs, reportShort } from '../../../src/receiver/duplicates/store';
import { hashOf } from './hashes';

const hourMs = 3_600_000;

describe('behaviour: duplicates in memory', () => {
  it('a recorded key is a duplicate, or reused with another body', () => {
    const store = createMemoryDuplicates(createManualClock());
    assert.equal(store.check(hashOf('a'), hashOf(1)), 'new');
    assert.equal(store.check(hashOf('a'), hashOf(1)), 'new');
    store.record(hashOf('a'), hashOf(1));
    assert.equal(store.check(hashOf('a'), hashOf(1)), 'duplicate');
    assert.equal(store.check(hashOf('a'), hashOf(2)), 'reused');
    assert.equal(store.check(hashOf('b'), hashOf(1)), 'new');
  });

  it('a key is kept for 24 hours at least and 48 at most, whenever it was added', async () => {
    for (const [startHours, windowMs] of [
      [0, 24 * hourMs],
      [23, 24 * hourMs],
      [0, 31 * 60_000],
    ] as const) {
      const clock = createManualClock();
      const store = createMemoryDuplicates(clock, { windowMs });
      await clock.advance(startHours * hourMs);
      store.check(hashOf('a'), hashOf(1));
      store.record(hashOf('a'), hashOf(1));
      for (let quarter = 1; quarter <= 8; quarter++) {
        await clock.advance(windowMs / 4);
        const known = store.check(hashOf('a'), hashOf(1));
        if (quarter <= 4) assert.equal(known, 'duplicate');
        if (quarter === 8) assert.equal(known, 'new');
      }
    }
  });

  it('after a long idle time earlier keys are new', async () => {
    const clock = createManualClock();
    const store = createMemoryDuplicates(clock);
    store.record(hashOf('a'), hashOf(1));
    await clock.advance(48 * hourMs);
    assert.equal(store.check(hashOf('a'), hashOf(1)), 'new');
  });

  it('the error has the covered time in whole minutes', () => {
    for (const [coveredMs, minutes] of [
      [60_000, 1],
      [119_999, 1],
      [1_800_000, 30],
    ] as const) {
      const error = new ShortMemoryError(coveredMs);
      assert.equal(error.code, 'SHORT_MEMORY');
      assert.match(error.message, new RegExp(` last ${minutes} minutes`));
    }
  });

  it('a covered time of exactly 31 minutes is not an error', () => {
    const said: Error[] = [];
    reportShort(minWindowMs, (error) => said.push(error));
    reportShort(undefined, (error) => said.push(error));
    assert.equal(said.length, 0);
    reportShort(minWindowMs - 1, (error) => said.push(error));
    assert.equal(said.length, 1);
  });

  it('a window under 31 minutes is a RangeError', () => {
    for (const windowMs of [31 * 60_000 - 1, 0, Number.NaN]) {
      assert.throws(() => createMemoryDuplicates(createManualClock(), { windowMs }), RangeError);
    }
  });

  it('at the bound the oldest half is dropped; the newest half is always kept', () => {
    const store = createMemoryDuplicates(createManualClock(), { maxEntries: 10_000 });
    for (let index = 0; index < 25_000; index++) {
      assert.equal(store.check(hashOf(index), hashOf(index)), 'new');
      store.record(hashOf(index), hashOf(index));
    }
    const known = Array.from({ length: 25_000 }, (_, index) => store.check(hashOf(index), hashOf(index)) !== 'new');
    assert.ok(known.slice(20_000).every(Boolean));
    assert.ok(known.filter(Boolean).length <= 10_000);
  });

  it('reports a bound that covers less than 31 minutes, with the covered time', async () => {
    const clock = createManualClock();
    const said: unknown[] = [];
    const store = createMemoryDuplicates(clock, { maxEntries: 2000, onError: (error) => void said.push(error) });
    const minutesAt = async (minutes: number, perMinute: number, from: number) => {
      for (let minute = 0; minute < minutes; minute++) {
        for (let index = 0; index < perMinute; index++) {
          const key = hashOf(`${from} ${minute} ${index}`);
          store.check(key, key);
          store.record(key, key);
        }
        await clock.advance(60_000);
      }
    };
    await minutesAt(120, 1000 / 40, 1);
    assert.equal(said.length, 0, 'half of the bound lasts for 40 minutes');
    await minutesAt(60, 1000 / 20, 2);
    assert(said.length >= 2, 'half of the bound lasts for 20 minutes');
    for (const error of said) {
      assert(error instanceof ShortMemoryError);
      assert(error.coveredMs >= 19 * 60_000 && error.coveredMs < 31 * 60_000, `${error.coveredMs}`);
    }
  });

  it('keys with a common prefix are distinct', () => {
    const store = createMemoryDuplicates(createManualClock());
    const tail = 'f'.repeat(40);
    store.record(`00000000${'0'.repeat(16)}${tail}`, hashOf(1));
    for (const key of [`00000000${'0'.repeat(15)}1${tail}`, `00000002${'0'.repeat(16)}${tail}`, hashOf(0)]) {
      assert.equal(store.check(key, hashOf(1)), 'new');
    }
    assert.equal(store.check(`00000000${'0'.repeat(16)}${tail}`, hashOf(1)), 'duplicate');
  });
});
