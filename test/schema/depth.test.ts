import assert from 'node:assert/strict';
import { isDeeperThan } from '../../src/schema';

const lists = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const objects = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

describe('schema: the depth of a value', () => {
  it('counts lists and objects together, side by side and one in the other', () => {
    for (const [json, depth] of [
      ['1', 0],
      ['null', 0],
      ['"[[["', 0],
      ['[]', 1],
      ['{}', 1],
      ['[{},{},[]]', 2],
      ['{"a":[{"b":[]}]}', 4],
      [lists(3), 3],
      [objects(3), 3],
      [`[${'{},'.repeat(100)}{}]`, 2],
    ] as const) {
      assert.equal(isDeeperThan(JSON.parse(json), depth), false, json);
      if (depth > 0) assert.equal(isDeeperThan(JSON.parse(json), depth - 1), true, json);
    }
  });

  it('is found in 50,000 levels without overflowing the stack', () => {
    for (const json of [lists(50_000), objects(50_000)]) assert.equal(isDeeperThan(JSON.parse(json), 64), true);
  });
});
