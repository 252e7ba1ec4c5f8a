import assert from 'node:assert/strict';
import { analyse, WaveformError } from '../../src/waveform';
import { sampled } from './periodic-signal';
import { seededRandom } from './seeded-random';
import { synthesize } from './synthesize';

const base = { sampleRateHz: 4000, samples: 200, frequencyHz: 50, rms: 120_000 };

describe('synthesize', () => {
  it('makes the Fourier series it was given', () => {
    const made = synthesize({ ...base, phaseDeg: 30, dc: 500, harmonics: [{ order: 3, percent: 5, phaseDeg: 80 }] });
    const components = [
      { order: 1, rms: 120, phaseDeg: 30 },
      { order: 3, rms: 6, phaseDeg: 80 },
    ];
    assert.deepEqual(
      made,
      sampled({ frequencyHz: 50, dc: 0.5, components }, 4000, 200).map((v) => v + 0),
    );
  });

  it('makes the same noise from the same seed, of the deviation asked for', () => {
    const noisy = (seed: number) =>
      synthesize({ ...base, samples: 20_000, rms: 0, noiseRms: 1000, random: seededRandom(seed) });
    assert.deepEqual(noisy(1), noisy(1));
    assert.notDeepEqual(noisy(1), noisy(2));
    const { rms = 0, mean = 1 } = analyse({ mVp0: noisy(1) }, { sampleRateHz: 4000 }).p0?.voltage ?? {};
    assert.ok(Math.abs(rms - 1) < 0.02 && Math.abs(mean) < 0.02);
  });

  it('makes whole numbers without -0, or fractions when asked', () => {
    assert.ok(synthesize({ ...base, rms: 0.3 }).every((value) => Object.is(value, 0)));
    assert.ok(synthesize({ ...base, rounded: false }).some((value) => !Number.isInteger(value)));
  });

  it('clips and scales by the envelope', () => {
    const made = synthesize({ ...base, clipAt: 150_000, envelope: (n) => (n < 100 ? 1 : 0.5) });
    assert.equal(Math.max(...made), 150_000);
    assert.ok(Math.max(...made.slice(100)) < 85_000);
  });

  it('refuses what cannot be made, all at once', () => {
    const wanted = {
      sampleRateHz: 4000,
      samples: 0,
      frequencyHz: 50,
      rms: -1,
      noiseRms: 5,
      harmonics: [{ order: 41, percent: 1 }],
    };
    assert.throws(
      () => synthesize(wanted),
      (error) =>
        error instanceof WaveformError &&
        error.problems.map(({ field }) => field).join() === 'samples,rms,random,harmonics[0].order',
    );
    assert.throws(() => synthesize({ ...base, frequencyHz: 2000 }), WaveformError);
  });
});
