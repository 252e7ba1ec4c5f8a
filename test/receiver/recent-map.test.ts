import assert from 'node:assert/strict';
import { createRecentMap } from '../../src/receiver/recent-map';

describe('a map of recent keys', () => {
  it('keeps recently used keys, evicts others, and never exceeds its bound', () => {
    const map = createRecentMap<number>(100);
    for (let index = 0; index < 10_000; index++) {
      map.set(`k${index}`, index);
      assert.equal(map.get('k0'), 0);
    }
    const kept = Array.from({ length: 10_000 }, (_, index) => `k${index}`).filter((key) => map.get(key) !== undefined);
    assert.ok(kept.length <= 100);
    assert.equal(map.get('k9999'), 9999);
  });

  it('setting a key again replaces its value in either generation', () => {
    const map = createRecentMap<number>(4);
    map.set('a', 1);
    map.set('b', 1);
    map.set('c', 1);
    map.set('a', 2);
    assert.equal(map.get('a'), 2);
  });
});
