import assert from 'node:assert/strict';
import { analyse, spans } from '../../src/waveform';
import { seededRandom } from './seeded-random';
import { synthesize } from './synthesize';
import { createWorstErrors } from './worst-errors';

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

describe('spans and peaks against the envelope that the samples were made with', () => {
  const worst = createWorstErrors('events of known begin, end and size, 200 cases each');
  after(() => worst.print());
  const random = seededRandom(4);
  /** In samples, at 50 Hz. */
  const quarterCycle = 20;
  /** Part by which a sine of 61.2 Hz falls within half a sample of its top. */
  const halfASample = 0.0012;
  const cases = Array.from({ length: 200 }, () => {
    const frequencyHz = random() < 0.5 ? 50 * (0.98 + 0.04 * random()) : 60 * (0.98 + 0.04 * random());
    const from = 300 + Math.floor(100 * random());
    const to = from + 250 + Math.floor(200 * random());
    return { frequencyHz, from, to, phaseDeg: 360 * random(), where: `${frequencyHz.toFixed(2)} Hz, ${from} to ${to}` };
  });

  it('an overcurrent begins and ends within a quarter of a cycle, and its peak is found', () => {
    for (const { frequencyHz, from, to, phaseDeg, where } of cases) {
      const mAp0 = synthesize({ ...base, frequencyHz, rms: 10_000, phaseDeg, envelope: between(from, to, 6) });
      const [span, ...others] = spans({ mAp0 }, { p0mAOvercurrent: 40_000 }, { frequencyHz });
      assert(span !== undefined && others.length === 0, where);
      worst.record('overcurrent: begin, samples', Math.abs(span.startSample - from), quarterCycle, where);
      worst.record('overcurrent: end, samples', Math.abs(span.endSample + 1 - to), quarterCycle, where);
      worst.record('overcurrent: extreme, part', Math.abs(span.extreme / (60 * Math.SQRT2) - 1), 0.002, where);
    }
  });

  it('a sag begins and ends within a quarter of a cycle, and its depth is found', () => {
    for (const { frequencyHz, from, to, phaseDeg, where } of cases) {
      const mVp0 = synthesize({ ...base, frequencyHz, rms: 120_000, phaseDeg, envelope: between(from, to, 0.6) });
      const [span, ...others] = spans({ mVp0 }, { p0mVSag: 100_000 }, { frequencyHz });
      assert(span !== undefined && others.length === 0, where);
      worst.record('sag: begin, samples', Math.abs(span.startSample - from), quarterCycle, where);
      worst.record('sag: end, samples', Math.abs(span.endSample + 1 - to), quarterCycle, where);
      worst.record('sag: depth, part', Math.abs(span.extreme / 72 - 1), 0.02, where);
    }
  });

  it('the peak of a sine is missed by no more than half a sample explains', () => {
    for (const { frequencyHz, phaseDeg, where } of cases) {
      const mVp0 = synthesize({ ...base, frequencyHz, rms: 120_000, phaseDeg });
      const peak = analyse({ mVp0 }, { sampleRateHz: 4000 }).p0?.voltage?.peak ?? Number.NaN;
      worst.record('peak, part', Math.abs(peak / (120 * Math.SQRT2) - 1), halfASample, where);
    }
  });
});
