import assert from 'node:assert/strict';
import { analyse } from '../../src/waveform';
import { sampled } from './periodic-signal';
import { seededRandom } from './seeded-random';

const options = { sampleRateHz: 4000 };
const signal = (frequencyHz: number, dc = 0, third = 0) => ({
  frequencyHz,
  dc,
  components: [
    { order: 1, rms: 120, phaseDeg: 40 },
    { order: 3, rms: third, phaseDeg: 10 },
  ],
});
const measure = (values: number[], nominalFrequencyHz?: number) =>
  analyse({ mVp0: values }, { ...options, ...(nominalFrequencyHz !== undefined && { nominalFrequencyHz }) });

describe('IEC 61000-4-30 5.1: frequency', () => {
  it('a DC offset, even one that the signal never crosses zero with, does not shift it', () => {
    for (const dc of [0, 20, -100, 400]) {
      const { frequencyHz } = measure(sampled(signal(50.1, dc), 4000, 200));
      assert.ok(Math.abs((frequencyHz ?? 0) / 50.1 - 1) < 1e-4, `${dc} V: ${frequencyHz}`);
    }
  });

  it('a third order that makes six crossings a cycle is not counted', () => {
    const { frequencyHz } = measure(sampled(signal(60, 0, 90), 4000, 200));
    assert.ok(Math.abs((frequencyHz ?? 0) / 60 - 1) < 5e-3, `${frequencyHz}`);
  });

  it('the narrow pulses of a rectifier give it to half a percent', () => {
    const pulses = Array.from({ length: 200 }, (_, n) => {
      const angle = (2 * Math.PI * 59.9 * n) / 4000 + 0.3;
      return Math.round(20_000 * Math.sign(Math.sin(angle)) * Math.max(0, Math.abs(Math.sin(angle)) - 0.9));
    });
    const { frequencyHz, frequencySource } = analyse({ mAp0: pulses }, options);
    assert.equal(frequencySource, 'mAp0');
    assert.ok(Math.abs((frequencyHz ?? 0) / 59.9 - 1) < 5e-3, `${frequencyHz}`);
  });

  it('a sag with a phase jump of 10 degrees gives it to half a percent', () => {
    const before = sampled(signal(50), 4000, 1000);
    const after = sampled({ frequencyHz: 50, dc: 0, components: [{ order: 1, rms: 70, phaseDeg: 50 }] }, 4000, 1000);
    const { frequencyHz } = measure(before.map((value, n) => (n < 480 ? value : (after[n] ?? 0))));
    assert.ok(Math.abs((frequencyHz ?? 0) / 50 - 1) < 5e-3, `${frequencyHz}`);
  });

  it('a frequency far from any grid is not taken for one', () => {
    assert.equal(measure(sampled(signal(30), 4000, 400)).frequencyHz, undefined);
    assert.equal(measure(sampled(signal(85), 4000, 400)).frequencyHz, undefined);
  });

  it('a nominal frequency narrows the search, and opens it for grids of other frequencies', () => {
    assert.equal(measure(sampled(signal(42), 4000, 400), 60).frequencySource, 'nominal');
    const railway = measure(sampled(signal(16.7), 4000, 1000), 16.7).frequencyHz ?? 0;
    assert.ok(Math.abs(railway / 16.7 - 1) < 1e-4);
  });

  it('noise alone, a step and a single cycle have none', () => {
    const random = seededRandom(11);
    for (let i = 0; i < 50; i++) {
      const noise = Array.from({ length: 200 }, () => Math.round(1000 * (random() - 0.5)));
      assert.equal(measure(noise).frequencyHz, undefined);
    }
    assert.equal(measure(Array.from({ length: 200 }, (_, n) => (n < 100 ? 0 : 1000))).frequencyHz, undefined);
    assert.equal(measure(sampled(signal(50), 4000, 80)).frequencyHz, undefined);
    assert.equal(measure([5, 6, 7]).frequencyHz, undefined);
  });
});
