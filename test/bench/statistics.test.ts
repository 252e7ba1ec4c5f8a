import assert from 'node:assert/strict';
import { growthExponent, median, quantile } from '../../bench/harness/statistics';

describe('the statistics of the benchmark', () => {
  it('take the middle of the sorted values, or half way between the two middle ones', () => {
    assert.equal(median([9, 1, 5]), 5);
    assert.equal(median([4, 1, 3, 2]), 2.5);
    assert(Number.isNaN(median([])));
  });

  it('take quartiles between neighbours by straight line', () => {
    assert.equal(quantile([1, 2, 3, 4, 5], 0.25), 2);
    assert.equal(quantile([10, 20], 0.25), 12.5);
  });

  it('find the exponent of a power law', () => {
    const cubes = [1, 10, 100].map((size) => [size, 7 * size ** 3] as const);
    assert(Math.abs(growthExponent(cubes) - 3) < 1e-9);
    const flat = [1, 10, 100].map((size) => [size, 4] as const);
    assert(Math.abs(growthExponent(flat)) < 1e-9);
  });
});
