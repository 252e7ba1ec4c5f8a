import assert from 'node:assert/strict';
import { decimalsOf, decimate, domainOf, linearScale, pathOf, ticksOf } from '../../src/plot';
import { seededRandom } from '../waveform/seeded-random';

describe('plot: scales', () => {
  it('map both ends and back, upwards and downwards', () => {
    const up = linearScale([-170, 170], [200, 0]);
    assert.deepEqual([up.toPixel(-170), up.toPixel(0), up.toPixel(170)], [200, 100, 0]);
    assert.deepEqual([up.toValue(200), up.toValue(50)], [-170, 85]);
  });

  it('a domain or a range without extent makes no infinity', () => {
    assert.equal(linearScale([5, 5], [0, 100]).toPixel(5), 50);
    assert.equal(linearScale([0, 10], [7, 7]).toValue(7), 0);
  });

  it('a domain holds every value with room beside', () => {
    assert.deepEqual(domainOf([[0, 10], [-10]], 0.1), [-12, 12]);
    assert.deepEqual(domainOf([]), [-1, 1]);
    assert.deepEqual(domainOf([[0, 0]]), [-1, 1]);
    const [from, to] = domainOf([[100, 100]]);
    assert(from < 100 && to > 100);
  });
});

describe('plot: ticks', () => {
  it('are round, within the domain, as many as fit', () => {
    assert.deepEqual(ticksOf([-170, 170], 5).values, [-100, 0, 100]);
    assert.deepEqual(ticksOf([0, 0.35], 8).values, [0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35]);
    assert.deepEqual(ticksOf([0, 1], 1).values.length, 1);
    assert.deepEqual(ticksOf([3, 3], 5).values, []);
  });

  it('of any domain are 1, 2 or 5 times a power of ten apart, at most as many as asked for, and at least two', () => {
    const random = seededRandom(7);
    for (let count = 0; count < 2_000; count += 1) {
      const from = (random() - 0.5) * 10 ** Math.floor(random() * 9 - 3);
      const to = from + random() * 10 ** Math.floor(random() * 9 - 3) + 1e-6;
      const most = 5 + Math.floor(random() * 8);
      const { values, step } = ticksOf([from, to], most);
      assert(values.length >= 2 && values.length <= most, `${from} ${to} ${most}: ${values}`);
      const factor = step / 10 ** Math.floor(Math.log10(step) + 1e-9);
      assert(
        [1, 2, 5].some((one) => Math.abs(factor - one) < 1e-6),
        `${step}`,
      );
      for (const value of values) assert(value >= from - step * 1e-6 && value <= to + step * 1e-6);
    }
  });

  it('have the decimals that tell them apart', () => {
    assert.deepEqual([100, 5, 1, 0.5, 0.2, 0.05, 0].map(decimalsOf), [0, 0, 0, 1, 1, 2, 0]);
  });
});

describe('plot: decimation', () => {
  it('keeps every sample while there is room', () => {
    assert.deepEqual(decimate([3, 1, 2, 5], 2), [0, 1, 2, 3]);
    assert.deepEqual(decimate([], 10), []);
  });

  it('keeps the extremes of each column, the ends and the order, in any signal', () => {
    const random = seededRandom(11);
    for (let count = 0; count < 300; count += 1) {
      const values = Array.from({ length: 1 + Math.floor(random() * 5_000) }, () => Math.round(random() * 1000));
      const columns = 1 + Math.floor(random() * 400);
      const kept = decimate(values, columns);
      assert(
        kept.length <= Math.max(values.length, 0) && (values.length <= 2 * columns || kept.length <= 2 * columns + 2),
      );
      assert.deepEqual([kept[0], kept.at(-1)], [0, values.length - 1]);
      assert(kept.every((index, place) => place === 0 || index > (kept[place - 1] ?? 0)));
      const drawn = kept.map((index) => values[index] ?? 0);
      assert.equal(Math.max(...drawn), Math.max(...values));
      assert.equal(Math.min(...drawn), Math.min(...values));
    }
  });

  it('a peak of one sample among 100,000 is drawn', () => {
    const values = Array.from({ length: 100_000 }, () => 0);
    values[54_321] = 9;
    assert(decimate(values, 300).includes(54_321));
  });

  it('a path goes through the samples, in tenths of a pixel', () => {
    const path = pathOf([0, 1, 0.5], linearScale([0, 2], [10, 30]), linearScale([0, 1], [100, 0]));
    assert.equal(path, 'M10 100L20 0L30 50');
    assert.equal(pathOf([1 / 3], linearScale([0, 0], [0, 1]), linearScale([0, 1], [1, 0])), 'M0.5 0.7');
  });
});
