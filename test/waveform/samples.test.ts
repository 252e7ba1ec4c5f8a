import assert from 'node:assert/strict';
import { analyse, spans, toCsv, WaveformError, type WaveformSamples } from '../../src/waveform';

const problemsOf = (call: () => unknown): string[] => {
  try {
    call();
  } catch (error) {
    assert.ok(error instanceof WaveformError);
    assert.equal(error.code, 'WAVEFORM_INVALID');
    const lines = error.problems.map(({ field, message }) => `${field} ${message}`);
    assert.equal(error.message, lines.join('; '));
    return lines;
  }
  throw new Error('nothing was refused');
};

const bad = {
  mVp0: [1, 2, Number.NaN, 4],
  mAp0: [1, 2, 3],
  mVp1: [],
  mAp1: 'none',
} as unknown as WaveformSamples;

describe('records that cannot be analysed', () => {
  const expected = [
    'mVp0 has 1 values that are not finite numbers (at 2)',
    'mAp0 has 3 samples, mVp0 has 4',
    'mVp1 has 0 samples, mVp0 has 4',
    'mVp1 is empty',
    'mAp1 is not an array',
  ];

  it('one error names every problem of every array, and the options', () => {
    assert.deepEqual(
      problemsOf(() => analyse(bad, { sampleRateHz: 0, nominalFrequencyHz: Number.NaN })),
      ['sampleRateHz is not a positive number', 'nominalFrequencyHz is not a positive number', ...expected],
    );
  });

  it('spans and CSV refuse the same', () => {
    assert.deepEqual(
      problemsOf(() => spans(bad, { p0mVSag: Number.POSITIVE_INFINITY }, { frequencyHz: -1 })),
      ['p0mVSag is not a finite number', 'frequencyHz is not a positive number', ...expected],
    );
    assert.deepEqual(
      problemsOf(() => toCsv({ data: bad, sampleDelta: -1 })),
      ['sampleDelta is not a positive integer', ...expected],
    );
  });

  it('null, text and infinities are no samples; the first five places are named', () => {
    const mVp0 = [null, '5', Number.POSITIVE_INFINITY, undefined, {}, true, 7] as unknown as number[];
    assert.deepEqual(
      problemsOf(() => analyse({ mVp0 }, { sampleRateHz: 4000 })),
      ['mVp0 has 6 values that are not finite numbers (at 0, 1, 2, 3, 4, ...)'],
    );
  });

  it('a record without any array is refused', () => {
    assert.deepEqual(
      problemsOf(() => analyse({}, { sampleRateHz: 4000 })),
      ['data holds none of mVp0, mAp0, mVp1, mAp1'],
    );
  });
});
