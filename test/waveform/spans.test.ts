import assert from 'node:assert/strict';
import { spans, synthesize } from '../../src/waveform';

const base = { sampleRateHz: 4000, samples: 1000, frequencyHz: 50 };
const between = (from: number, to: number, factor: number) => (n: number) => (n >= from && n < to ? factor : 1);

describe('spec 2.3: thresholds', () => {
  it('a sag is found to within a cycle, with its depth', () => {
    const mVp0 = synthesize({ ...base, rms: 120_000, envelope: between(400, 640, 0.5) });
    const [sag, ...others] = spans({ mVp0 }, { p0mVSag: 100_000, p0SagDuration: 100 });
    assert.deepEqual(others, []);
    assert.equal(sag?.kind, 'sag');
    assert.ok(Math.abs((sag?.startSample ?? 0) - 400) < 80 && Math.abs((sag?.endSample ?? 0) - 639) < 80);
    assert.ok(Math.abs((sag?.extreme ?? 0) - 60) < 0.1);
    assert.equal(sag?.level, 100);
    assert.equal(sag?.samples, (sag?.endSample ?? 0) - (sag?.startSample ?? 0) + 1);
    assert.equal(sag?.reachesDuration, true);
  });

  it('a swell of less than the duration is found and marked', () => {
    const mVp1 = synthesize({ ...base, rms: 120_000, envelope: between(500, 580, 1.3) });
    const [swell, ...others] = spans({ mVp1 }, { p1mVSwell: 132_000, p1SwellDuration: 200 });
    assert.deepEqual(others, []);
    assert.equal(swell?.phase, 'p1');
    assert.equal(swell?.kind, 'swell');
    assert.equal(swell?.reachesDuration, false);
    assert.ok((swell?.extreme ?? 0) > 150 && (swell?.extreme ?? 0) < 157);
  });

  it('a steady voltage between its levels has no spans', () => {
    const mVp0 = synthesize({ ...base, frequencyHz: 60, rms: 120_000 });
    assert.deepEqual(spans({ mVp0 }, { p0mVSag: 118_000, p0mVSwell: 122_000 }), []);
  });

  it('an overcurrent is one span although the current passes through zero, and two when half a cycle is calm', () => {
    const once = synthesize({ ...base, rms: 10_000, envelope: between(320, 640, 5) });
    const [span, ...others] = spans({ mAp0: once }, { p0mAOvercurrent: 30_000, p0OvercurrentDuration: 200 });
    assert.deepEqual(others, []);
    assert.ok((span?.startSample ?? 0) >= 320 && (span?.startSample ?? 0) < 330);
    assert.ok((span?.endSample ?? 0) > 630 && (span?.endSample ?? 0) < 640);
    assert.ok(Math.abs((span?.extreme ?? 0) - 70.71) < 0.1);
    assert.equal(span?.reachesDuration, true);
    assert.equal(span?.unit, 'A');
    const twice = once.map((value, n) => (n >= 420 && n < 520 ? 0 : value));
    assert.equal(spans({ mAp0: twice }, { p0mAOvercurrent: 30_000 }).length, 2);
  });

  it('levels are inclusive on the quiet side', () => {
    const mAp0 = new Array(200).fill(30_000);
    assert.equal(spans({ mAp0 }, { p0mAOvercurrent: 30_000 }).length, 0);
    assert.equal(spans({ mAp0 }, { p0mAOvercurrent: 29_999 }).length, 1);
  });

  it('a trigger that is off, a level that is not set and a phase that is missing find nothing', () => {
    const mVp0 = synthesize({ ...base, rms: 60_000 });
    assert.equal(spans({ mVp0 }, { p0mVSag: 100_000, p0SagEnabled: true }).length, 1);
    assert.deepEqual(spans({ mVp0 }, { p0mVSag: 100_000, p0SagEnabled: false }), []);
    assert.deepEqual(spans({ mVp0 }, { p1mVSag: 100_000, p0SagDuration: 50 }), []);
    assert.equal('reachesDuration' in (spans({ mVp0 }, { p0mVSag: 100_000 })[0] ?? {}), false);
  });

  it('a record shorter than a cycle is compared as a whole', () => {
    const mVp0 = synthesize({ ...base, samples: 40, rms: 60_000 });
    assert.equal(spans({ mVp0 }, { p0mVSag: 100_000 })[0]?.samples, 40);
  });
});
