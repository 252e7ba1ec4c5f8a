import assert from 'node:assert/strict';
import { reportCapture, sampleRateOf, triggerSampleOf } from '../../src/waveform';

describe('spec 2.4: the sample rate of a record', () => {
  it('sampleDelta is taken as microseconds', () => {
    assert.deepEqual(sampleRateOf({ sampleDelta: 250 }), { sampleRateHz: 4000, source: 'sampleDelta', unit: 'us' });
  });

  it('another unit is taken when only it makes sense', () => {
    assert.equal(sampleRateOf({ sampleDelta: 250_000 }).unit, 'ns');
    assert.equal(sampleRateOf({ sampleDelta: 1 }).unit, 'ms');
    assert.equal(sampleRateOf({ sampleDelta: 250_000 }).sampleRateHz, 4000);
  });

  it('it says whether the duration of the window agrees', () => {
    const agrees = (captureWindowDuration: number, numSamples = 200) =>
      sampleRateOf({ sampleDelta: 250, captureWindowDuration, numSamples }).agrees;
    assert.equal(agrees(50), true);
    assert.equal(agrees(50_000), true);
    assert.equal(agrees(49_750), true, 'without the last interval');
    assert.equal(agrees(100), false);
  });

  it('the duration serves when sampleDelta is missing or means nothing, with the arrays for a count', () => {
    const byDuration = { sampleRateHz: 4000, source: 'captureWindowDuration', unit: 'ms' };
    assert.deepEqual(sampleRateOf({ captureWindowDuration: 50, numSamples: 200 }), byDuration);
    assert.deepEqual(sampleRateOf({ captureWindowDuration: 50, data: { mVp0: new Array(200).fill(0) } }), byDuration);
    assert.equal(sampleRateOf({ captureWindowDuration: 49_750, numSamples: 200 }).sampleRateHz, 4000);
    assert.equal(sampleRateOf({ captureWindowDuration: 100, numSamples: 200 }).sampleRateHz, 2000);
    assert.equal(
      sampleRateOf({ sampleDelta: 5_000_000_000, captureWindowDuration: 50, numSamples: 200 }).source,
      'captureWindowDuration',
    );
  });

  it('the 4 kHz of the front end serve when nothing else does', () => {
    assert.deepEqual(sampleRateOf({}), { sampleRateHz: 4000, source: 'frontEnd' });
    assert.equal(sampleRateOf({ captureWindowDuration: 7, numSamples: 1 }).source, 'frontEnd');
  });

  it('a field that is no positive number is as if it were not there, and named', () => {
    const given = { numSamples: 0, captureWindowDuration: -1.5, sampleDelta: 0, timeAfterTrigger: -1 };
    assert.deepEqual(sampleRateOf(given), { sampleRateHz: 4000, source: 'frontEnd' });
    const data = { mVp0: new Array(200).fill(0) };
    const { problems, sampleRate } = reportCapture({ ...given, data });
    assert.equal(sampleRate.sampleRateHz, 4000);
    assert.deepEqual(problems.map(({ field, rule }) => `${field} ${rule}`).slice(0, 5), [
      'numSamples noTime',
      'captureWindowDuration noTime',
      'sampleDelta noTime',
      'timeAfterTrigger noTime',
      'sampleDelta rateAssumed',
    ]);
  });

  it('null is a field that is missing, and an interval may be a part of a millisecond', () => {
    const nothing = { numSamples: null, captureWindowDuration: null, sampleDelta: null, timeAfterTrigger: null };
    assert.deepEqual(sampleRateOf(nothing), { sampleRateHz: 4000, source: 'frontEnd' });
    assert.equal(triggerSampleOf(nothing), undefined);
    assert.deepEqual(sampleRateOf({ sampleDelta: 0.25 }), { sampleRateHz: 4000, source: 'sampleDelta', unit: 'ms' });
    assert.deepEqual(sampleRateOf({ sampleDelta: 0.000_25 }).source, 'frontEnd');
  });
});

describe('spec 2.4: the trigger mark', () => {
  it('lies where the time after the trigger begins, whatever the unit', () => {
    assert.equal(triggerSampleOf({ numSamples: 200, captureWindowDuration: 50, timeAfterTrigger: 25 }), 100);
    assert.equal(triggerSampleOf({ numSamples: 200, captureWindowDuration: 50_000, timeAfterTrigger: 12_500 }), 150);
    assert.equal(triggerSampleOf({ numSamples: 200, captureWindowDuration: 50, timeAfterTrigger: 0 }), 199);
    assert.equal(triggerSampleOf({ numSamples: 200, captureWindowDuration: 50, timeAfterTrigger: 50 }), 0);
  });

  it('is unknown without the fields or when they contradict each other', () => {
    assert.equal(triggerSampleOf({ numSamples: 200, timeAfterTrigger: 25 }), undefined);
    assert.equal(triggerSampleOf({ captureWindowDuration: 50, timeAfterTrigger: 25 }), undefined);
    assert.equal(triggerSampleOf({ numSamples: 200, captureWindowDuration: 50, timeAfterTrigger: 51 }), undefined);
  });
});
