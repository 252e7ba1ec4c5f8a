import assert from 'node:assert/strict';
import {
  bitsOf,
  createFingerprintTable,
  type Fingerprint,
  fingerprintOf,
} from '../../../src/receiver/duplicates/fingerprint-table';
import { createGenerations } from '../../../src/receiver/duplicates/generations';
import { hashOf } from './hashes';

const hourMs = 3_600_000;

describe('fingerprint table', () => {
  it('a fingerprint is the first 96 bits of a digest, and never begins with 0', () => {
    assert.deepEqual(fingerprintOf('0123456789abcdef02468ace13579bdf'), [0x01234567, 0x89abcdef, 0x02468ace]);
    assert.deepEqual(fingerprintOf('00000000000000010000000200000003'), [1, 1, 2]);
    assert.equal(bitsOf('fedcba9876543210'), 0xfedcba98);
  });

  it('fingerprints that differ in one word are distinct', () => {
    const table = createFingerprintTable();
    const like: Fingerprint[] = [
      [5, 6, 7],
      [5, 6, 8],
      [5, 9, 7],
      [5, 7, 6],
      [1029, 6, 7],
    ];
    for (const [index, each] of like.entries()) {
      assert.equal(table.find(each), -1);
      table.add(each, index);
      assert.equal(table.size(), index + 1);
    }
    assert.deepEqual(
      like.map((each) => table.find(each)),
      [0, 1, 2, 3, 4],
    );
    table.add([5, 9, 7], 0xffffffff);
    assert.equal(table.find([5, 9, 7]), 0xffffffff);
    assert.equal(table.size(), like.length);
  });

  it('the table keeps every entry and the count when it grows, also if all collide in the last slot', () => {
    const table = createFingerprintTable();
    assert.equal(table.size(), 0);
    for (let index = 0; index < 2000; index++) {
      table.add([0xffffffff, index, 1], index);
      assert.equal(table.size(), index + 1);
    }
    for (let index = 0; index < 2000; index++) assert.equal(table.find([0xffffffff, index, 1]), index);
    assert.equal(table.find([0xffffffff, 2000, 1]), -1);
  });
});

describe('generations', () => {
  it('are due when the newer one has half of the bound, at least one entry', () => {
    for (const [maxEntries, perTable] of [
      [0, 1],
      [1, 1],
      [2, 1],
      [4, 2],
      [5, 2],
    ] as const) {
      const generations = createGenerations(hourMs, maxEntries, 0);
      for (let count = 0; count < perTable; count++) {
        assert.equal(generations.isDue(0), false, `${maxEntries}: ${count}`);
        generations.add(hashOf(count), 1);
      }
      assert.equal(generations.isDue(0), true, `${maxEntries}`);
    }
  });

  it('are due when the newer one is as old as the window', () => {
    const generations = createGenerations(hourMs, 100, 1000);
    assert.equal(generations.isDue(1000 + hourMs - 1), false);
    assert.equal(generations.isDue(1000 + hourMs), true);
  });

  it('return the covered time if an entry younger than the window was dropped', () => {
    const generations = createGenerations(hourMs, 100, 0);
    assert.equal(generations.rotate(10), undefined, 'nothing was dropped');
    generations.add(hashOf('a'), 1);
    assert.equal(generations.rotate(20), undefined, 'the older table was empty');
    generations.add(hashOf('b'), 1);
    assert.equal(generations.rotate(20 + hourMs - 1), hourMs - 1);
    generations.add(hashOf('c'), 1);
    assert.equal(generations.rotate(20 + hourMs - 1 + hourMs), undefined, 'what was dropped was older');
    assert.equal(generations.find(hashOf('c')), 1);
    assert.equal(generations.find(hashOf('b')), -1);
  });

  it('are both dropped if the newer one is older than twice the window', () => {
    for (const [elapsedMs, known] of [
      [2 * hourMs - 1, 1],
      [2 * hourMs, -1],
    ] as const) {
      const generations = createGenerations(hourMs, 100, 0);
      generations.add(hashOf('a'), 1);
      generations.rotate(elapsedMs);
      assert.equal(generations.find(hashOf('a')), known);
    }
  });

  it('are due at multiples of the window, even after a late rotation', () => {
    const generations = createGenerations(hourMs, 100, 0);
    generations.rotate(2.5 * hourMs);
    assert.equal(generations.isDue(3 * hourMs - 1), false);
    assert.equal(generations.isDue(3 * hourMs), true);
    generations.rotate(3 * hourMs);
    assert.equal(generations.isDue(4 * hourMs - 1), false);
    assert.equal(generations.isDue(4 * hourMs), true);
  });
});
