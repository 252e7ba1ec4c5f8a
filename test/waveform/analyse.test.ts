import assert from 'node:assert/strict';
import { analyse, type ChannelAnalysis, type WaveformSamples } from '../../src/waveform';
import { sampled } from './periodic-signal';
import { createWorstErrors } from './worst-errors';

const nominalRateHz = 4000;
const options = { sampleRateHz: nominalRateHz };

const sine = (rms: number, frequencyHz: number, samples: number, phaseDeg = 0) =>
  sampled({ frequencyHz, dc: 0, components: [{ order: 1, rms, phaseDeg }] }, nominalRateHz, samples);

/** Samples of any function of the phase angle, in thousandths. */
const shaped = (shape: (angle: number) => number, frequencyHz: number, samples: number) =>
  Array.from({ length: samples }, (_, n) =>
    Math.round(1000 * shape(((2 * Math.PI * frequencyHz * n) / nominalRateHz) % (2 * Math.PI))),
  );

function voltageOf(samples: WaveformSamples): ChannelAnalysis {
  const voltage = analyse(samples, options).p0?.voltage;
  assert.ok(voltage !== undefined);
  return voltage;
}

const orderOf = (channel: ChannelAnalysis, order: number) => channel.harmonics?.rms[order] ?? Number.NaN;

describe('power of one phase, by the definitions of IEEE 1459', () => {
  it('four orders of voltage and current make what the definitions make of their phasors', () => {
    const worst = createWorstErrors('IEEE 1459: orders 1, 3, 5 and 7, against the definitions');
    const voltage = [
      { order: 1, rms: 100, phaseDeg: 0 },
      { order: 3, rms: 8, phaseDeg: -70 },
      { order: 5, rms: 15, phaseDeg: 140 },
      { order: 7, rms: 5, phaseDeg: 20 },
    ];
    const current = [
      { order: 1, rms: 100, phaseDeg: -30 },
      { order: 3, rms: 20, phaseDeg: -165 },
      { order: 5, rms: 15, phaseDeg: 233 },
      { order: 7, rms: 10, phaseDeg: 288 },
    ];
    const cos = (degrees: number) => Math.cos((degrees * Math.PI) / 180);
    // Each order: U I cos(angle between them); written out so that no function under test has a part in it.
    const real = 10_000 * cos(30) + 160 * cos(95) + 225 * cos(-93) + 50 * cos(-268);
    const apparent =
      Math.sqrt(100 ** 2 + 8 ** 2 + 15 ** 2 + 5 ** 2) * Math.sqrt(100 ** 2 + 20 ** 2 + 15 ** 2 + 10 ** 2);
    for (const frequencyHz of [60, 59.9, 50]) {
      const result = analyse(
        {
          mVp0: sampled({ frequencyHz, dc: 0, components: voltage }, nominalRateHz, 200),
          mAp0: sampled({ frequencyHz, dc: 0, components: current }, nominalRateHz, 200),
        },
        options,
      ).p0;
      const compare = (name: string, value: number | undefined, truth: number) =>
        worst.record(`${name}, part`, Math.abs((value ?? Number.NaN) / truth - 1), 1e-4, `${frequencyHz} Hz`);
      compare('P', result?.power?.realW, real);
      compare('P1', result?.power?.fundamentalW, 10_000 * cos(30));
      compare('Q1', result?.power?.reactiveVar, 5000);
      compare('S', result?.power?.apparentVA, apparent);
      compare('N', result?.power?.nonactiveVar, Math.sqrt(apparent ** 2 - real ** 2));
      compare('power factor', result?.power?.powerFactor, real / apparent);
      compare('displacement power factor', result?.power?.displacementPowerFactor, cos(30));
      compare('phase angle', result?.power?.phaseAngleDeg, 30);
      compare('THD-F of the voltage', result?.voltage?.thdFPercent, Math.sqrt(8 ** 2 + 15 ** 2 + 5 ** 2));
      compare('THD-F of the current', result?.current?.thdFPercent, Math.sqrt(20 ** 2 + 15 ** 2 + 10 ** 2));
    }
    worst.print();
  });

  it('a lagging current makes reactive power positive, a leading one negative, a fed-back one real power negative', () => {
    const at = (phaseDeg: number) =>
      analyse({ mVp0: sine(120, 60, 200), mAp0: sine(10, 60, 200, phaseDeg) }, options).p0?.power;
    assert.ok((at(-60)?.reactiveVar ?? 0) > 1039 && (at(-60)?.phaseAngleDeg ?? 0) > 59.9);
    assert.ok((at(60)?.reactiveVar ?? 0) < -1039 && (at(60)?.phaseAngleDeg ?? 0) < -59.9);
    assert.ok((at(180)?.realW ?? 0) < -1199 && (at(180)?.powerFactor ?? 0) < -0.999);
  });
});

describe('analyse against closed forms', () => {
  const worst = createWorstErrors('closed forms, worst of 50 and 60 Hz, 200 and 2000 samples');
  after(() => worst.print());
  const grids = [50, 60].flatMap((frequencyHz) => [200, 2000].map((samples) => ({ frequencyHz, samples })));
  const near = (name: string, value: number | undefined, truth: number, bound: number, where: string) =>
    worst.record(name, Math.abs((value ?? Number.NaN) / truth - 1), bound, where);

  it('half-wave rectified sine: mean A/pi, RMS A/2, crest factor 2, orders A/2 and 2A/(3 pi)', () => {
    for (const { frequencyHz, samples } of grids) {
      const where = `${frequencyHz} Hz, ${samples} samples`;
      const found = voltageOf({ mVp0: shaped((angle) => Math.max(0, 100 * Math.sin(angle)), frequencyHz, samples) });
      near('half wave: mean', found.mean, 100 / Math.PI, 2e-3, where);
      near('half wave: RMS', found.rms, 50, 1e-3, where);
      near('half wave: crest factor', found.crestFactor ?? 0, 2, 3e-3, where);
      near('half wave: fundamental', orderOf(found, 1), 50 / Math.SQRT2, 1e-3, where);
      near('half wave: order 2', orderOf(found, 2), (200 / (3 * Math.PI)) * Math.SQRT1_2, 3e-3, where);
      assert.equal(found.clipped, false, 'resting at zero is not clipping');
    }
  });

  it('a clipped sine has the fundamental and the third order of its series, and is called clipped', () => {
    const limit = 0.7;
    const cut = Math.asin(limit);
    const fundamental = (2 / Math.PI) * (cut + limit * Math.cos(cut));
    const third =
      (4 / Math.PI) * ((Math.sin(2 * cut) / 2 - Math.sin(4 * cut) / 4) / 2 + (limit * Math.cos(3 * cut)) / 3);
    const square = (2 / Math.PI) * (cut / 2 - Math.sin(2 * cut) / 4 + limit * limit * (Math.PI / 2 - cut));
    for (const { frequencyHz, samples } of grids) {
      const where = `${frequencyHz} Hz, ${samples} samples`;
      const clip = (angle: number) => 100 * Math.max(-limit, Math.min(limit, Math.sin(angle)));
      const found = voltageOf({ mVp0: shaped(clip, frequencyHz, samples) });
      assert.equal(found.clipped, true);
      near('clipped: RMS', found.rms, 100 * Math.sqrt(square), 1e-3, where);
      near('clipped: fundamental', orderOf(found, 1), 100 * fundamental * Math.SQRT1_2, 1e-3, where);
      near('clipped: order 3', orderOf(found, 3), Math.abs(100 * third * Math.SQRT1_2), 1e-2, where);
    }
  });

  it('square wave and triangle have the THD-F of their series', () => {
    for (const { frequencyHz, samples } of grids) {
      const where = `${frequencyHz} Hz, ${samples} samples`;
      const odd = Array.from({ length: 16 }, (_, k) => 2 * k + 1);
      for (const [name, power] of [
        ['square: THD-F', 1],
        ['triangle: THD-F', 2],
      ] as const) {
        const components = odd.map((order, k) => ({ order, rms: 100 / order ** power, phaseDeg: k % 2 ? 180 : 0 }));
        const truth = 100 * Math.sqrt(odd.slice(1).reduce((sum, order) => sum + order ** (-2 * power), 0));
        const found = voltageOf({ mVp0: sampled({ frequencyHz, dc: 0, components }, nominalRateHz, samples) });
        near(name, found.thdFPercent ?? 0, truth, 1e-3, where);
      }
    }
  });
});

describe('what is not there stays away', () => {
  it('a phase that was not captured is absent, and so is what needs the missing channel', () => {
    const result = analyse({ mVp0: sine(120, 60, 200), mAp1: sine(5, 60, 200) }, options);
    assert.deepEqual(Object.keys(result.p0 ?? {}).sort(), ['frequencyHz', 'voltage']);
    assert.deepEqual(Object.keys(result.p1 ?? {}).sort(), ['current', 'frequencyHz']);
    assert.equal('p1' in analyse({ mVp0: sine(120, 60, 200), mAp0: sine(5, 60, 200) }, options), false);
  });

  it('a phase measures the same whether the other one was captured or not', () => {
    const p0 = { mVp0: sine(120, 50.2, 200), mAp0: sine(5, 50.2, 200, -20) };
    const p1 = { mVp1: sine(119, 50.2, 200, 180), mAp1: sine(3, 50.2, 200, 170) };
    assert.deepEqual(analyse(p0, options).p0, analyse({ ...p0, ...p1 }, options).p0);
  });

  it('a dead channel has neither crest factor nor harmonics nor power factor, but an RMS of 0', () => {
    const { current, power } = analyse({ mVp0: sine(120, 60, 200), mAp0: new Array(200).fill(0) }, options).p0 ?? {};
    assert.deepEqual(current, { unit: 'A', rms: 0, peak: 0, min: 0, max: 0, mean: 0, clipped: false });
    assert.deepEqual(power, { realW: 0, apparentVA: 0, nonactiveVar: 0 });
  });

  it('a channel of rounding noise has no harmonics', () => {
    const flicker = Array.from({ length: 200 }, (_, n) => (n % 7 === 0 ? 1 : 0));
    const { current, power } = analyse({ mVp0: sine(120, 60, 200), mAp0: flicker }, options).p0 ?? {};
    assert.equal(current?.harmonics, undefined);
    assert.equal(power?.phaseAngleDeg, undefined);
    assert.ok((current?.rms ?? 0) > 0);
  });

  it('a record without fundamental is measured over all its samples, without harmonics', () => {
    const result = analyse({ mVp0: new Array(200).fill(12_000) }, options);
    assert.equal(result.frequencyHz, undefined);
    assert.deepEqual(result.window, {
      treatment: 'all-samples',
      samples: 200,
      cycles: 0,
      usedSamples: 200,
      unusedFraction: 0,
    });
    assert.deepEqual(result.p0?.voltage, {
      unit: 'V',
      rms: 12,
      peak: 12,
      min: 12,
      max: 12,
      mean: 12,
      clipped: false,
      crestFactor: 1,
    });
  });
});

describe('how the window was treated', () => {
  it('2.5 cycles of 50 Hz: two are used, a fifth is not', () => {
    const { window } = analyse({ mVp0: sine(120, 50, 200) }, options);
    assert.equal(window.cycles, 2);
    assert.ok(Math.abs(window.usedSamples - 160) < 0.01 && Math.abs(window.unusedFraction - 0.2) < 1e-4);
  });

  it('3 cycles of 60 Hz fill the record, also when the grid runs a little slow', () => {
    for (const frequencyHz of [60, 59.95]) {
      const { window } = analyse({ mVp0: sine(120, frequencyHz, 200) }, options);
      assert.equal(window.cycles, 3);
      assert.ok(window.unusedFraction >= 0 && window.unusedFraction < 1e-3);
    }
  });

  it('a nominal frequency stands in when there is none to be found', () => {
    const result = analyse({ mVp0: new Array(200).fill(12_000) }, { ...options, nominalFrequencyHz: 50 });
    assert.equal(result.frequencySource, 'nominal');
    assert.equal(result.window.cycles, 2);
    assert.ok(Math.abs((result.p0?.voltage?.mean ?? 0) - 12) < 1e-3);
  });

  it('the current gives the frequency when no voltage was captured', () => {
    assert.equal(analyse({ mAp1: sine(5, 60, 200) }, options).frequencySource, 'mAp1');
    assert.equal(analyse({ mAp0: sine(5, 60, 200), mVp1: sine(120, 60, 200) }, options).frequencySource, 'mVp1');
  });

  it('lists by order hold the DC component at 0 and 100 % at 1', () => {
    const components = [
      { order: 1, rms: 10, phaseDeg: 30 },
      { order: 3, rms: 2, phaseDeg: -60 },
    ];
    for (const dc of [0.5, -0.5]) {
      const mAp0 = sampled({ frequencyHz: 60, dc, components }, nominalRateHz, 200);
      const { harmonics, mean } = analyse({ mAp0 }, options).p0?.current ?? {};
      const { rms = [], percent = [], phaseDeg = [] } = harmonics ?? {};
      assert.deepEqual([rms.length, percent.length, phaseDeg.length], [34, 34, 34]);
      assert.deepEqual([rms[0], phaseDeg[0]], [Math.abs(mean ?? 0), dc < 0 ? 180 : 0]);
      assert.deepEqual(
        [percent[0], percent[1], percent[3], phaseDeg[1], phaseDeg[3]].map((value) => Number(value?.toFixed(1))),
        [5, 100, 20, 30, -60],
      );
    }
  });

  it('orders go from 0, the DC component, as far as the sample rate allows', () => {
    const listed = (frequencyHz: number, sampleRateHz: number) => {
      const mVp0 = sampled(
        { frequencyHz, dc: 0, components: [{ order: 1, rms: 120, phaseDeg: 0 }] },
        sampleRateHz,
        1200,
      );
      return analyse({ mVp0 }, { sampleRateHz }).p0?.voltage?.harmonics?.rms.length;
    };
    assert.equal(listed(50, 4000), 40);
    assert.equal(listed(60, 4000), 34);
    assert.equal(listed(50, 16_000), 160);
    assert.equal(listed(60, 1000), 9);
  });

  it('one cycle and a half are enough for RMS and harmonics', () => {
    const found = analyse({ mVp0: sine(120, 50, 121) }, { ...options, nominalFrequencyHz: 50 });
    assert.equal(found.window.cycles, 1);
    assert.ok(Math.abs((found.p0?.voltage?.rms ?? 0) / 120 - 1) < 1e-3);
    assert.ok((found.p0?.voltage?.thdFPercent ?? 100) < 0.1);
  });
});

describe('clipping', () => {
  const limited = (rms: number, limit: number) => sine(rms, 60, 200).map((v) => Math.max(-limit, Math.min(limit, v)));

  it('is seen on one side too', () => {
    assert.equal(voltageOf({ mVp0: sine(120, 60, 200).map((v) => Math.min(v, 150_000)) }).clipped, true);
    assert.equal(voltageOf({ mVp0: sine(120, 60, 200).map((v) => Math.max(v, -150_000)) }).clipped, true);
    assert.equal(voltageOf({ mVp0: limited(120, 150_000) }).clipped, true);
  });

  it('is not seen in a sine, however coarsely it is rounded', () => {
    for (const rms of [0.002, 0.005, 0.01, 0.05, 0.2, 1, 10, 120]) {
      for (const frequencyHz of [50, 50.3, 60]) {
        assert.equal(voltageOf({ mVp0: sine(rms, frequencyHz, 2000) }).clipped, false, `${rms} V, ${frequencyHz} Hz`);
      }
    }
  });
});
