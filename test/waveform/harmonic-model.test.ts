import assert from 'node:assert/strict';
import { choleskySolver } from '../../src/waveform/cholesky';
import { createHarmonicModel, meanProduct } from '../../src/waveform/harmonic-model';
import { highestOrder } from '../../src/waveform/harmonics';
import { seededRandom } from './seeded-random';
import { createWorstErrors } from './worst-errors';

describe('harmonic model', () => {
  it('finds the amplitudes that samples were made with, for every order, length and period', () => {
    const worst = createWorstErrors('harmonic model against the amplitudes, part of full scale');
    const random = seededRandom(3);
    for (const samples of [84, 85, 200, 399, 1999]) {
      for (let i = 0; i < 5; i++) {
        const periodSamples = 50 + 33 * random();
        const orders = highestOrder(periodSamples);
        const cosines = Array.from({ length: orders + 1 }, () => random() - 0.5);
        const sines = cosines.map((_, order) => (order === 0 ? 0 : random() - 0.5));
        const values = Float64Array.from({ length: samples }, (_, n) => {
          const angle = (2 * Math.PI * (n - (samples - 1) / 2)) / periodSamples;
          return cosines.reduce(
            (sum, cosine, k) => sum + cosine * Math.cos(k * angle) + (sines[k] ?? 0) * Math.sin(k * angle),
            0,
          );
        });
        const fit = createHarmonicModel(samples, periodSamples, orders).fit(values);
        const where = `${samples} samples, period ${periodSamples}`;
        for (let order = 0; order <= orders; order++) {
          worst.record('cosines', Math.abs((fit.cosines[order] ?? 1) - (cosines[order] ?? 0)), 1e-11, where);
          worst.record('sines', Math.abs((fit.sines[order] ?? 1) - (sines[order] ?? 0)), 1e-11, where);
        }
        worst.record('residual', Math.max(...fit.residual.map(Math.abs)), 1e-11, where);
      }
    }
    worst.print();
  });

  it('over whole cycles on the grid has the mean products of the samples, noise included', () => {
    const worst = createWorstErrors('mean products against the samples');
    const random = seededRandom(4);
    for (const [samples, periodSamples] of [
      [160, 80],
      [200, 200 / 3],
      [201, 67],
    ] as const) {
      const model = createHarmonicModel(samples, periodSamples, highestOrder(periodSamples));
      const [a, b] = [0, 1].map(() => Float64Array.from({ length: samples }, () => random() - 0.3));
      assert.ok(a !== undefined && b !== undefined);
      const truth = a.reduce((sum, value, n) => sum + value * (b[n] ?? 0), 0) / samples;
      const found = meanProduct(model.fit(a), model.fit(b));
      worst.record('part', Math.abs(found / truth - 1), 1e-12, `${samples} samples`);
    }
    worst.print();
  });

  it('has the derivative by the period that its values have', () => {
    const values = (periodSamples: number) =>
      Float64Array.from({ length: 200 }, (_, n) => {
        const angle = (2 * Math.PI * (n - 99.5)) / periodSamples;
        return 3 + Math.sin(angle + 1) + 0.2 * Math.cos(7 * angle);
      });
    const model = createHarmonicModel(200, 66.4, 30);
    const derivative = model.periodDerivative(model.fit(values(66.4)));
    const [later, earlier] = [values(66.4 + 1e-4), values(66.4 - 1e-4)];
    derivative.forEach((found, n) => {
      assert.ok(Math.abs(found - ((later[n] ?? 0) - (earlier[n] ?? 0)) / 2e-4) < 1e-6, `sample ${n}`);
    });
  });
});

describe('Cholesky solver', () => {
  it('solves symmetric positive definite systems', () => {
    const random = seededRandom(5);
    const size = 12;
    const factor = Array.from({ length: size }, () => Array.from({ length: size }, () => random() - 0.5));
    const at = (i: number, j: number) =>
      (factor[i] ?? []).reduce((sum, value, k) => sum + value * (factor[j]?.[k] ?? 0), i === j ? 0.1 : 0);
    const x = Float64Array.from({ length: size }, () => random());
    const b = Float64Array.from({ length: size }, (_, i) => x.reduce((sum, value, j) => sum + at(i, j) * value, 0));
    choleskySolver(
      size,
      at,
    )(b).forEach((found, i) => {
      assert.ok(Math.abs(found - (x[i] ?? 0)) < 1e-12);
    });
  });
});
