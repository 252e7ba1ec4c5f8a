import assert from 'node:assert/strict';
import { reportCapture, reportFastRms } from '../../src/waveform';
import { synthesize } from './synthesize';

const shared = { sampleRateHz: 4000, samples: 400, frequencyHz: 60 };
const data = {
  mVp0: synthesize({ ...shared, rms: 120_000 }),
  mAp0: synthesize({ ...shared, rms: 10_000, envelope: (sample) => (sample >= 200 ? 6 : 1) }),
};
const timing = { numSamples: 400, captureWindowDuration: 100_000, timeAfterTrigger: 50_000, sampleDelta: 250 };

describe('the report of a capture', () => {
  it('has the time base, the analysis and the spans, of one and the same frequency', () => {
    const report = reportCapture(
      { ...timing, data },
      { thresholds: { p0mAOvercurrent: 45_000, p0OvercurrentEnabled: true } },
    );
    assert.deepEqual([report.sampleRate.sampleRateHz, report.triggerSample], [4000, 200]);
    assert(Math.abs((report.analysis.frequencyHz ?? 0) - 60) < 0.01);
    assert.equal(report.spans?.length, 1);
    const [span] = report.spans ?? [];
    assert(span !== undefined && span.startSample >= 200 && span.startSample < 217, String(span?.startSample));
  });

  it('without thresholds has no spans; with none exceeded, an empty list', () => {
    assert.equal('spans' in reportCapture({ ...timing, data }), false);
    assert.deepEqual(reportCapture({ ...timing, data }, { thresholds: {} }).spans, []);
  });

  it('names every array and every time field that cannot be used, and has what the others hold', () => {
    const wrong = { numSamples: 0, sampleDelta: -0.5, data: { ...data, mAp0: [1], mVp1: [Number.NaN, 1] } };
    const report = reportCapture(wrong);
    assert.deepEqual(
      report.problems.map(({ field }) => field),
      ['numSamples', 'sampleDelta', 'sampleDelta', 'mVp1', 'mAp0'],
    );
    assert(Math.abs((report.analysis.p0?.voltage?.rms ?? 0) - 120) < 0.1);
  });

  it('of RMS values has the range and the mean of each array', () => {
    assert.deepEqual(reportFastRms({ mVp0: [120_000, 60_000, 120_000], mAp0: [0, 3_000, 6_000] }), {
      mVp0: { unit: 'V', min: 60, max: 120, mean: 100 },
      mAp0: { unit: 'A', min: 0, max: 6, mean: 3 },
    });
    assert.deepEqual(Object.keys(reportFastRms({ mVp0: [1], mAp0: [] })), ['mVp0']);
  });
});
