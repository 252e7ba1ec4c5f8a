import assert from 'node:assert/strict';
import { type CycleWindow, cycleWindow } from '../../src/waveform/cycle-window';
import { createHarmonicTransform, highestOrderOf } from '../../src/waveform/harmonic-transform';
import { seededRandom } from './seeded-random';
import { createWorstErrors } from './worst-errors';

/** The sum that defines the transform: the tapered samples times a sine and a cosine of each order. */
function definingSum(values: readonly number[], window: CycleWindow, order: number): { re: number; im: number } {
  const { longSamples, shortSamples, centre, periodSamples } = window;
  let [sine, cosine, total] = [0, 0, 0];
  values.forEach((value, n) => {
    const distance = Math.abs(n - centre);
    const slope = ((longSamples + shortSamples) / 2 - distance) / shortSamples;
    const taper = Math.max(0, Math.min(1, slope));
    const angle = (2 * Math.PI * order * n) / periodSamples;
    sine += taper * value * Math.sin(angle);
    cosine += taper * value * Math.cos(angle);
    total += taper;
  });
  return { re: (Math.SQRT2 * sine) / total, im: (Math.SQRT2 * cosine) / total };
}

describe('harmonic transform', () => {
  it('agrees with the sum that defines it, for every order, size and period, on noise', () => {
    const worst = createWorstErrors('harmonic transform against the defining sum');
    const random = seededRandom(3);
    for (const gridSize of [32, 128, 512, 16, 64]) {
      const orders = highestOrderOf(gridSize);
      const transform = createHarmonicTransform(gridSize);
      for (const samples of [200, 1999]) {
        for (let i = 0; i < 5; i++) {
          const periodSamples = 60 + 40 * random();
          const window = cycleWindow(samples, periodSamples);
          assert.ok(window !== undefined);
          const signals = [0, 1, 2, 3].map(() => Array.from({ length: samples }, () => random() - 0.5));
          const [mVp0 = [], mAp0 = [], mVp1 = [], mAp1 = []] = signals;
          const record = { mVp0, mAp0, mVp1, mAp1 };
          const { spectra } = transform.transform(record, window, orders, 1);
          for (const channel of ['mVp0', 'mAp0', 'mVp1', 'mAp1'] as const) {
            const found = spectra[channel];
            for (let order = 1; order <= orders; order++) {
              const truth = definingSum(record[channel], window, order);
              const error = Math.hypot((found.re[order] ?? 0) - truth.re, (found.im[order] ?? 0) - truth.im);
              worst.record(`grid of ${gridSize}, part of full scale`, error / 0.5, 2e-5, `${channel}, order ${order}`);
            }
            const mean = definingSum(record[channel], window, 0).im * Math.SQRT1_2;
            worst.record('mean, part of full scale', Math.abs((found.re[0] ?? 1) - mean) / 0.5, 1e-12, channel);
          }
        }
      }
    }
    worst.print();
  });

  it('the flat means are the weighted sums that define them, for odd and even numbers of samples', () => {
    const worst = createWorstErrors('flat means against the defining sum');
    const random = seededRandom(4);
    const transform = createHarmonicTransform(128);
    for (const samples of [200, 201, 1998, 1999]) {
      for (const periodSamples of [66.4, 66.9, 80, 83.1]) {
        const window = cycleWindow(samples, periodSamples);
        assert.ok(window !== undefined);
        const noise = () => Array.from({ length: samples }, () => random() - 0.5);
        const [mVp0, mAp0, mVp1, mAp1] = [noise(), noise(), noise(), noise()];
        const { p0, p1 } = transform.transform({ mVp0, mAp0, mVp1, mAp1 }, window, 30, 1);
        const mean = (a: number[], b: number[]) => {
          const { firstSample, lastSample, endWeight } = window;
          let [sum, total] = [0, 0];
          for (let n = firstSample; n <= lastSample; n++) {
            const weight = n === firstSample || n === lastSample ? endWeight : 1;
            sum += weight * (a[n] ?? 0) * (b[n] ?? 0);
            total += weight;
          }
          return sum / total;
        };
        for (const [means, a, b] of [
          [p0, mVp0, mAp0],
          [p1, mVp1, mAp1],
        ] as const) {
          const where = `${samples} samples, period ${periodSamples}`;
          worst.record('aa', Math.abs(means.aa - mean(a, a)), 1e-15, where);
          worst.record('bb', Math.abs(means.bb - mean(b, b)), 1e-15, where);
          worst.record('ab', Math.abs(means.ab - mean(a, b)), 1e-15, where);
        }
      }
    }
    worst.print();
  });

  it('an order that is not there shows less than 2e-4 of the fundamental, however the cycles lie', () => {
    const worst = createWorstErrors('leakage of a pure sine');
    const transform = createHarmonicTransform(128);
    for (let frequencyHz = 48; frequencyHz < 63; frequencyHz += 0.171) {
      const window = cycleWindow(200, 4000 / frequencyHz);
      assert.ok(window !== undefined);
      const mVp0 = Array.from({ length: 200 }, (_, n) => Math.sin((2 * Math.PI * frequencyHz * n) / 4000 + 1));
      const { mVp0: found } = transform.transform({ mVp0 }, window, 31, Math.SQRT2).spectra;
      for (let order = 2; order <= 31; order++) {
        const size = Math.hypot(found.re[order] ?? 1, found.im[order] ?? 1);
        worst.record('orders 2 to 31', size, 2e-4, `order ${order} at ${frequencyHz.toFixed(2)} Hz`);
      }
    }
    worst.print();
  });
});
