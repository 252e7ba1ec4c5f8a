import assert from 'node:assert/strict';
import { analyse, type PhaseAnalysis } from '../../src/waveform';
import { angleBetween, type PeriodicSignal, realPowerOf, rmsOf, sampled, thdFOf } from './periodic-signal';
import { seededRandom } from './seeded-random';
import { createWorstErrors } from './worst-errors';

/** Largest errors for signals without noise: parts of the true value or of the fundamental, or as they say. */
const bounds = { frequencyPart: 1e-5, rmsPart: 1e-4, meanPart: 1e-4, powerPart: 1e-4, angleDeg: 0.01, thdPoints: 0.03 };

interface Distortion {
  readonly voltagePercent: number;
  readonly currentPercent: number;
}
const distortions: readonly Distortion[] = [
  { voltagePercent: 0, currentPercent: 0 },
  { voltagePercent: 5, currentPercent: 30 },
];

/** Half of the orders 2 to 31 that lie clearly below half the sample rate, falling with the root of the order. */
function signal(random: () => number, frequencyHz: number, sampleRateHz: number, rms: number, percent: number) {
  const components = [{ order: 1, rms, phaseDeg: 360 * random() }];
  const highest = Math.min(31, Math.floor(sampleRateHz / 2 / frequencyHz - 0.3));
  for (let order = 2; order <= highest; order++) {
    const part = (percent / 100) * random();
    const phaseDeg = 360 * random();
    if (random() < 0.5) components.push({ order, rms: (rms * part) / Math.sqrt(order), phaseDeg });
  }
  return { frequencyHz, dc: 0.04 * rms * (random() - 0.5), components };
}

function record(random: () => number, frequencyHz: number, sampleRateHz: number, samples: number, how: Distortion) {
  const voltage = signal(random, frequencyHz, sampleRateHz, 120, how.voltagePercent);
  const current = signal(random, frequencyHz, sampleRateHz, 10, how.currentPercent);
  const data = { mVp0: sampled(voltage, sampleRateHz, samples), mAp0: sampled(current, sampleRateHz, samples) };
  return { voltage, current, data };
}

type Worst = ReturnType<typeof createWorstErrors>;

function compare(
  worst: Worst,
  phase: PhaseAnalysis | undefined,
  { voltage, current }: { readonly voltage: PeriodicSignal; readonly current: PeriodicSignal },
  where: string,
): void {
  const { voltage: u, current: i, power } = phase ?? {};
  const error = (found: number | undefined, truth: number, scale: number) =>
    Math.abs((found ?? Number.NaN) - truth) / scale;
  const [u1, i1] = [voltage.components[0], current.components[0]];
  assert.ok(u1 !== undefined && i1 !== undefined);
  const [voltageRms, currentRms] = [rmsOf(voltage), rmsOf(current)];
  const expected: readonly (readonly [string, number, number])[] = [
    ['frequency, part', error(phase?.frequencyHz, voltage.frequencyHz, voltage.frequencyHz), bounds.frequencyPart],
    ['RMS of the voltage, part', error(u?.rms, voltageRms, voltageRms), bounds.rmsPart],
    ['RMS of the current, part', error(i?.rms, currentRms, currentRms), bounds.rmsPart],
    ['DC of the voltage, part of fundamental', error(u?.mean, voltage.dc, u1.rms), bounds.meanPart],
    ['DC of the current, part of fundamental', error(i?.mean, current.dc, i1.rms), bounds.meanPart],
    [
      'real power, part of S',
      error(power?.realW, realPowerOf(voltage, current), voltageRms * currentRms),
      bounds.powerPart,
    ],
    [
      'apparent power, part',
      error(power?.apparentVA, voltageRms * currentRms, voltageRms * currentRms),
      2 * bounds.powerPart,
    ],
    ['THD-F of the voltage, points', error(u?.thdFPercent, thdFOf(voltage), 1), bounds.thdPoints],
    ['THD-F of the current, points', error(i?.thdFPercent, thdFOf(current), 1), bounds.thdPoints],
    [
      'phase angle, degrees',
      angleBetween(power?.phaseAngleDeg ?? Number.NaN, u1.phaseDeg - i1.phaseDeg),
      bounds.angleDeg,
    ],
    [
      'angle of the voltage, degrees',
      angleBetween(u?.harmonics?.phaseDeg[1] ?? Number.NaN, u1.phaseDeg),
      bounds.angleDeg,
    ],
  ];
  for (const [quantity, found, bound] of expected) worst.record(quantity, found, bound, where);
}

describe('frequency, RMS, DC, power, angle and THD against theory, 45 to 69 Hz off the grid of samples', () => {
  const lengths = [
    { sampleRateHz: 4000, samples: 200, stepHz: 0.237 },
    { sampleRateHz: 4000, samples: 256, stepHz: 0.37 },
    { sampleRateHz: 4000, samples: 399, stepHz: 0.37 },
    { sampleRateHz: 4000, samples: 2000, stepHz: 2.3 },
    { sampleRateHz: 3200, samples: 200, stepHz: 0.77 },
    { sampleRateHz: 8000, samples: 400, stepHz: 0.77 },
  ];
  for (const { sampleRateHz, samples, stepHz } of lengths) {
    const title = `${samples} samples at ${sampleRateHz} Hz`;
    const worst = createWorstErrors(title);
    after(() => worst.print());

    it(`${title}: sines and distorted signals keep every bound`, () => {
      const random = seededRandom(samples + sampleRateHz);
      for (let frequencyHz = 45; frequencyHz <= 69; frequencyHz += stepHz) {
        for (const distortion of distortions) {
          const made = record(random, frequencyHz, sampleRateHz, samples, distortion);
          const { p0 } = analyse(made.data, { sampleRateHz });
          compare(worst, p0, made, `${frequencyHz.toFixed(3)} Hz, ${distortion.voltagePercent} %`);
        }
      }
    }).timeout(30_000);
  }

  it('one harmonic is found at its order and at no other, for every order to 31', () => {
    const worst = createWorstErrors('one harmonic of 10 %, 200 samples at 4 kHz, % of fundamental');
    for (const frequencyHz of [45, 49.73, 50, 60, 60.41, 63.9]) {
      for (let order = 2; order <= 31 && order <= 2000 / frequencyHz - 0.25; order++) {
        const where = `order ${order} at ${frequencyHz} Hz`;
        const components = [
          { order: 1, rms: 120, phaseDeg: 77 },
          { order, rms: 12, phaseDeg: 200 },
        ];
        const found = analyse({ mVp0: sampled({ frequencyHz, dc: 1, components }, 4000, 200) }, { sampleRateHz: 4000 });
        const { percent = [], phaseDeg = [] } = found.p0?.voltage?.harmonics ?? {};
        worst.record('its size', Math.abs((percent[order] ?? 0) - 10), 0.01, where);
        worst.record('its angle, degrees', angleBetween(phaseDeg[order] ?? 0, 200), 0.05, where);
        const others = percent.filter((_, other) => other > 1 && other !== order);
        worst.record('any other order', Math.max(...others), 0.01, where);
      }
    }
    worst.print();
  });
});

describe('short records: every figure is right or absent', () => {
  const options = { sampleRateHz: 4000 };
  const cycles = [0.1, 0.5, 0.75, 0.9, 1, 1.1, 1.25, 1.4, 1.5, 1.55, 1.75, 2, 2.5, 3, 4];
  const worst = createWorstErrors('records of 0.1 to 4 cycles');
  after(() => worst.print());

  it('without a nominal frequency a record of less than 1.5 cycles is too short to tell, a longer one keeps every bound', () => {
    const random = seededRandom(20);
    for (const distortion of distortions) {
      for (const count of cycles) {
        for (let frequencyHz = 45; frequencyHz <= 69; frequencyHz += 0.9) {
          const samples = Math.ceil((count * 4000) / frequencyHz);
          const made = record(random, frequencyHz, 4000, samples, distortion);
          const { p0, window } = analyse(made.data, options);
          const where = `${count} cycles of ${frequencyHz} Hz`;
          if (count < 1.5) assert.equal(window.treatment, 'too-short', where);
          if (count > 1.5) assert.equal(window.treatment, 'whole-cycles', where);
          if (window.treatment === 'whole-cycles') compare(worst, p0, made, where);
        }
      }
    }
  }).timeout(30_000);

  it('with the nominal frequency a record tells from one cycle and a few samples on', () => {
    const random = seededRandom(21);
    for (const distortion of distortions) {
      for (const nominalFrequencyHz of [50, 60]) {
        for (const count of cycles) {
          const frequencyHz = nominalFrequencyHz * (0.99 + 0.02 * random());
          const samples = Math.ceil((count * 4000) / frequencyHz);
          const made = record(random, frequencyHz, 4000, samples, distortion);
          const { p0, window } = analyse(made.data, { ...options, nominalFrequencyHz });
          const where = `${count} cycles of ${frequencyHz.toFixed(2)} Hz, nominally ${nominalFrequencyHz}`;
          if (count < 0.95) assert.equal(window.treatment, 'too-short', where);
          if (count >= 1.1) compare(worst, p0, made, where);
        }
      }
    }
  });

  it('half waves, narrow pulses and cut phases of less than 1.5 cycles are too short to tell', () => {
    const shapes: readonly ((angle: number) => number)[] = [
      (angle) => Math.max(0, Math.sin(angle)),
      (angle) => Math.sign(Math.sin(angle)) * Math.max(0, Math.abs(Math.sin(angle)) - 0.9),
      (angle) => (angle % Math.PI > 2 ? Math.sin(angle) : 0),
    ];
    for (const shape of shapes) {
      for (let frequencyHz = 45; frequencyHz <= 69; frequencyHz += 1.3) {
        for (const count of [0.6, 0.9, 1.05, 1.2, 1.4]) {
          for (let start = 0; start < 6; start += 0.7) {
            const samples = Math.floor((count * 4000) / frequencyHz);
            const angle = (n: number) => start + (2 * Math.PI * frequencyHz * n) / 4000;
            const mAp0 = Array.from({ length: samples }, (_, n) => Math.round(10_000 * shape(angle(n))));
            assert.equal(
              analyse({ mAp0 }, options).window.treatment,
              'too-short',
              `${count} cycles of ${frequencyHz} Hz`,
            );
          }
        }
      }
    }
  });

  it('a record too short to tell has extremes and nothing that depends on whole cycles', () => {
    const sine = (rms: number) =>
      sampled({ frequencyHz: 50, dc: 0, components: [{ order: 1, rms, phaseDeg: 45 }] }, 4000, 60);
    const { p0, p1, window, frequencyHz } = analyse({ mVp0: sine(120), mAp0: sine(10) }, options);
    assert.deepEqual(window, { treatment: 'too-short', samples: 60, cycles: 0, usedSamples: 60, unusedFraction: 0 });
    assert.deepEqual(Object.keys(p0 ?? {}), ['voltage', 'current']);
    assert.deepEqual(Object.keys(p0?.voltage ?? {}), ['unit', 'peak', 'min', 'max', 'clipped']);
    assert.deepEqual([p1, frequencyHz], [undefined, undefined]);
  });

  it('a record of 1.5 cycles of the lowest frequency that shows none has none, and is measured over all samples', () => {
    const ramp = (samples: number) => Array.from({ length: samples }, (_, n) => 100 * n);
    assert.equal(analyse({ mVp0: ramp(149) }, options).window.treatment, 'too-short');
    assert.equal(analyse({ mVp0: ramp(150) }, options).window.treatment, 'all-samples');
  });
});

describe('clipping off the grid of samples', () => {
  it('is seen from 45 to 69 Hz, and the RMS of the clipped signal is that of the samples', () => {
    const worst = createWorstErrors('sine clipped at 70 %, 200 samples at 4 kHz');
    const limit = 0.7;
    const cut = Math.asin(limit);
    const meanSquare = (2 / Math.PI) * (cut / 2 - Math.sin(2 * cut) / 4 + limit * limit * (Math.PI / 2 - cut));
    for (let frequencyHz = 45; frequencyHz <= 69; frequencyHz += 0.37) {
      const where = `${frequencyHz.toFixed(2)} Hz`;
      const mVp0 = Array.from({ length: 200 }, (_, n) =>
        Math.round(100_000 * Math.max(-limit, Math.min(limit, Math.sin(1 + (2 * Math.PI * frequencyHz * n) / 4000)))),
      );
      const { voltage } = analyse({ mVp0 }, { sampleRateHz: 4000 }).p0 ?? {};
      assert.equal(voltage?.clipped, true, where);
      worst.record(
        'RMS, part',
        Math.abs((voltage?.rms ?? Number.NaN) / (100 * Math.sqrt(meanSquare)) - 1),
        5e-4,
        where,
      );
    }
    worst.print();
  });
});
