import assert from 'node:assert/strict';
import { createRandom, derivedSeed, unitNoise } from '../../../src/simulator/physics';

const spread = (values: readonly number[]) => {
  const bins = Array<number>(10).fill(0);
  for (const value of values) bins[Math.floor(value * 10)] = (bins[Math.floor(value * 10)] ?? 0) + 1;
  return { least: Math.min(...bins), most: Math.max(...bins) };
};

describe('seeded randomness', () => {
  it('is mulberry32: its first numbers for seed 1 are the published ones', () => {
    const next = createRandom(1);
    assert.deepEqual([next(), next()], [0.6270739405881613, 0.002735721180215478]);
  });

  it('noise is spread evenly over [0, 1), for consecutive counters and for consecutive seeds', () => {
    for (const noise of [(index: number) => unitNoise(5, index), (index: number) => unitNoise(index, 5)]) {
      const { least, most } = spread(Array.from({ length: 10_000 }, (_, index) => noise(index)));
      assert.ok(least > 880 && most < 1120, `${least} to ${most}`);
    }
  });

  it('derived seeds of neighbours have nothing in common', () => {
    const seeds = Array.from({ length: 2000 }, (_, index) => derivedSeed(Math.floor(index / 40), index % 40));
    assert.equal(new Set(seeds).size, 2000);
  });
});
