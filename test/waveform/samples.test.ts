import assert from 'node:assert/strict';
import {
  analyse,
  reportCapture,
  reportFastRms,
  spans,
  toCsv,
  WaveformError,
  type WaveformSamples,
} from '../../src/waveform';
import { synthesize } from './synthesize';

const shared = { sampleRateHz: 4000, samples: 400, frequencyHz: 60 };
const volts = synthesize({ ...shared, rms: 120_000 });
const amperes = synthesize({ ...shared, rms: 10_000 });
const options = { sampleRateHz: 4000 };
const problemsOf = (record: unknown) =>
  analyse(record as WaveformSamples, options).problems.map(({ field, message }) => `${field} ${message}`);

describe('records that hold less than four arrays of numbers (spec 2.4)', () => {
  const single = analyse({ mVp0: volts, mAp0: amperes }, options);

  for (const none of [undefined, null, []])
    it(`a phase whose arrays are ${JSON.stringify(none)} is not there`, () => {
      const record = { mVp0: volts, mAp0: amperes, mVp1: none, mAp1: none } as WaveformSamples;
      assert.deepEqual(analyse(record, options), single);
      assert.deepEqual(single.problems, []);
      assert.equal('p1' in single || 'total' in single, false);
      assert.deepEqual(
        spans(record, { p0mVSag: 130_000, p1mVSag: 130_000 }).map(({ phase }) => phase),
        ['p0'],
      );
      assert.equal(toCsv({ data: record }).split('\r\n')[0], 'sample,time_ms,mVp0,mAp0');
      assert.deepEqual(Object.keys(reportFastRms(record)), ['mVp0', 'mAp0']);
    });

  it('an array that is none, or holds what is no number, is left out by name; the others are measured', () => {
    const bad = { mVp0: volts, mAp0: [1, 2, Number.NaN, 4], mVp1: 'none', mAp1: [null, '5', true, {}, Infinity, 7, 0] };
    assert.deepEqual(problemsOf(bad), [
      'mAp0 has 1 values that are not finite numbers (at 2)',
      'mVp1 is not an array',
      'mAp1 has 5 values that are not finite numbers (at 0, 1, 2, 3, 4)',
    ]);
    const { p0, p1 } = analyse(bad as unknown as WaveformSamples, options);
    assert(Math.abs((p0?.voltage?.rms ?? 0) - 120) < 0.01);
    assert.deepEqual([p0?.current, p0?.power, p1], [undefined, undefined, undefined]);
  });

  it('arrays of different length are measured each by itself, without power', () => {
    const { p0, problems } = analyse({ mVp0: volts, mAp0: amperes.slice(0, 334) }, options);
    assert(Math.abs((p0?.voltage?.rms ?? 0) - 120) < 0.01);
    assert(Math.abs((p0?.current?.rms ?? 0) - 10) < 0.01);
    assert.equal(p0?.power, undefined);
    assert.deepEqual(
      problems.map(({ field, rule, message }) => [field, rule, message]),
      [['mAp0', 'otherLength', 'has 334 samples, others have 400']],
    );
    assert.match(toCsv({ data: { mVp0: [1, 2], mAp0: [3] } }), /\r\n1,0\.25,2,\r\n$/);
  });

  it('a record without samples is still a record', () => {
    for (const data of [{}, { mVp0: [], mAp0: null }]) {
      const report = reportCapture({ sampleDelta: 250, data });
      assert.deepEqual(
        report.problems.map(({ rule }) => rule),
        ['noSamples'],
      );
      assert.equal(report.analysis.window.samples, 0);
      assert.equal(toCsv({ data }), 'sample,time_ms\r\n');
    }
  });

  it('options that are wrong are refused, all at once', () => {
    assert.throws(
      () => analyse({ mVp0: volts }, { sampleRateHz: 0, nominalFrequencyHz: Number.NaN }),
      (error) => error instanceof WaveformError && error.problems.length === 2 && error.code === 'WAVEFORM_INVALID',
    );
    assert.throws(
      () => spans({ mVp0: volts }, { p0mVSag: Number.POSITIVE_INFINITY }, { frequencyHz: -1 }),
      (error) => error instanceof WaveformError && error.problems.length === 2,
    );
  });
});

describe('records of few cycles', () => {
  for (const frequencyHz of [50, 60])
    it(`of ${frequencyHz} Hz, grid frequency unknown: no RMS and no DC component that are none`, () => {
      for (let samples = 2; samples <= 400; samples++)
        for (const phaseDeg of [0, 40, 90, 200]) {
          const mVp0 = synthesize({ ...shared, samples, frequencyHz, rms: 120_000, phaseDeg });
          const { p0, problems, window } = analyse({ mVp0 }, options);
          const what = `${samples} samples at ${phaseDeg} degrees`;
          if (p0?.voltage?.rms === undefined) {
            assert.deepEqual(
              [window.treatment, problems.map(({ rule }) => rule).join()],
              ['too-short', 'tooShort'],
              what,
            );
            assert(samples < 1.9 * (4000 / frequencyHz), what);
            assert.equal(p0?.voltage?.mean, undefined);
          } else {
            assert(Math.abs(p0.voltage.rms - 120) < 0.1 && Math.abs(p0.voltage.mean ?? 9) < 0.1, what);
          }
        }
    });

  it('below one cycle nothing but extremes is told, also where the frequency is known', () => {
    for (const samples of [10, 40, 60, 66]) {
      const mVp0 = synthesize({ ...shared, samples, rms: 120_000 });
      const { p0, problems } = analyse({ mVp0, mAp0: mVp0 }, { ...options, nominalFrequencyHz: 60 });
      assert.deepEqual([p0?.voltage?.rms, p0?.power, problems[0]?.rule], [undefined, undefined, 'tooShort']);
    }
  });
});

describe('both poles of a two-pole breaker', () => {
  // 120 V against neutral each, half a cycle apart: 240 V line to line. 10 A and 5 A in phase: 1,200 W and 600 W.
  const opposite = (values: readonly number[]) => values.map((value) => -value);
  const record = {
    mVp0: volts,
    mAp0: amperes,
    mVp1: opposite(volts),
    mAp1: opposite(amperes.map((value) => value / 2)),
  };

  it('have the sum of the powers and the voltage between the lines', () => {
    const { voltage, power } = analyse(record, options).total ?? {};
    assert(Math.abs((voltage?.rms ?? 0) - 240) < 0.02, `${voltage?.rms} V`);
    assert(Math.abs((voltage?.peak ?? 0) - 240 * Math.SQRT2) < 0.5);
    assert(Math.abs((power?.realW ?? 0) - 1_800) < 0.5, `${power?.realW} W`);
    assert(Math.abs((power?.apparentVA ?? 0) - 1_800) < 0.5);
    assert(Math.abs((power?.powerFactor ?? 0) - 1) < 1e-4);
    assert(Math.abs(power?.reactiveVar ?? 9) < 0.5);
  });

  it('120 degrees apart, as two legs of 208 V, have 207.85 V between the lines', () => {
    const shifted = synthesize({ ...shared, rms: 120_000, phaseDeg: 120 });
    const { voltage, power } = analyse({ mVp0: volts, mVp1: shifted }, options).total ?? {};
    assert(Math.abs((voltage?.rms ?? 0) - 120 * Math.sqrt(3)) < 0.02, `${voltage?.rms} V`);
    assert.equal(power, undefined);
  });

  it('of different length have no voltage between them', () => {
    assert.equal('total' in analyse({ mVp0: volts, mVp1: volts.slice(1) }, options), false);
  });
});
