import { analyse, type ChannelAnalysis, type PhaseAnalysis } from '../../src/waveform';
import { angleBetween, type PeriodicSignal, realPowerOf, rmsOf, sampled, thdFOf } from './periodic-signal';
import { seededRandom } from './seeded-random';
import { createWorstErrors } from './worst-errors';

const nominalRateHz = 4000;
const cases = { short: 300, long: 100 };

/** Largest errors allowed; `part` are parts of the true value or of the fundamental, the others as they say. */
interface Bounds {
  readonly frequencyPart: number;
  readonly rmsPart: number;
  readonly meanPart: number;
  readonly harmonicPercent: number;
  readonly topThreePercent: number;
  readonly thdPoints: number;
  readonly fundamentalDeg: number;
  readonly powerPart: number;
  readonly factor: number;
  readonly phaseAngleDeg: number;
}

const lanes: readonly { samples: number; noisePart: number; bounds: Bounds }[] = [
  {
    samples: 200,
    noisePart: 0,
    bounds: {
      frequencyPart: 2e-4,
      rmsPart: 1e-3,
      meanPart: 1.5e-4,
      harmonicPercent: 0.06,
      topThreePercent: 0.3,
      thdPoints: 0.3,
      fundamentalDeg: 0.08,
      powerPart: 1e-3,
      factor: 6e-4,
      phaseAngleDeg: 0.01,
    },
  },
  {
    samples: 200,
    noisePart: 0.005,
    bounds: {
      frequencyPart: 8e-4,
      rmsPart: 2.5e-3,
      meanPart: 2.5e-3,
      harmonicPercent: 0.3,
      topThreePercent: 0.4,
      thdPoints: 0.4,
      fundamentalDeg: 0.4,
      powerPart: 3e-3,
      factor: 3e-3,
      phaseAngleDeg: 0.2,
    },
  },
  {
    samples: 2000,
    noisePart: 0,
    bounds: {
      frequencyPart: 5e-6,
      rmsPart: 1e-4,
      meanPart: 5e-6,
      harmonicPercent: 2e-3,
      topThreePercent: 2e-3,
      thdPoints: 1e-3,
      fundamentalDeg: 0.03,
      powerPart: 1e-4,
      factor: 1e-4,
      phaseAngleDeg: 3e-4,
    },
  },
  {
    samples: 2000,
    noisePart: 0.005,
    bounds: {
      frequencyPart: 2e-5,
      rmsPart: 6e-4,
      meanPart: 8e-4,
      harmonicPercent: 0.08,
      topThreePercent: 0.08,
      thdPoints: 0.08,
      fundamentalDeg: 0.08,
      powerPart: 8e-4,
      factor: 8e-4,
      phaseAngleDeg: 0.06,
    },
  },
];

describe('analyse against Fourier series that are known', () => {
  for (const nominalHz of [50, 60]) {
    for (const { samples, noisePart, bounds } of lanes) {
      const title = `${samples} samples at 4 kHz, ${nominalHz} Hz +-2 %, noise ${noisePart * 100} %`;
      const worst = createWorstErrors(title);
      after(() => worst.print());

      it(`${title}: every quantity keeps its bound`, () => {
        const random = seededRandom(samples + nominalHz);
        for (let i = 0; i < (samples > 200 ? cases.long : cases.short); i++) {
          const frequencyHz = nominalHz * (0.98 + 0.04 * random());
          const voltage = randomSignal(random, frequencyHz, 120, 5);
          const current = randomSignal(random, frequencyHz, 10, 30);
          const noise = (rms: number) => () => noisePart * rms * normal(random);
          const result = analyse(
            {
              mVp0: sampled(voltage, nominalRateHz, samples, noise(120)),
              mAp0: sampled(current, nominalRateHz, samples, noise(10)),
            },
            { sampleRateHz: nominalRateHz },
          );
          const where = `${frequencyHz.toFixed(3)} Hz, case ${i}`;
          const frequencyError = Math.abs((result.frequencyHz ?? 0) / frequencyHz - 1);
          worst.record('frequency, part', frequencyError, bounds.frequencyPart, where);
          comparePhase(result.p0, voltage, current, bounds, worst.record, where);
        }
      }).timeout(30_000);
    }
  }
});

type Record = ReturnType<typeof createWorstErrors>['record'];

function comparePhase(
  phase: PhaseAnalysis | undefined,
  voltage: PeriodicSignal,
  current: PeriodicSignal,
  bounds: Bounds,
  record: Record,
  where: string,
): void {
  const { voltage: u, current: i, power } = phase ?? {};
  if (u === undefined || i === undefined || power === undefined) throw new Error(`a part is missing at ${where}`);
  compareChannel(u, voltage, bounds, record, where);
  compareChannel(i, current, bounds, record, where);
  const [u1, i1] = [fundamentalOf(voltage), fundamentalOf(current)];
  const lagDeg = u1.phaseDeg - i1.phaseDeg;
  const lag = (lagDeg * Math.PI) / 180;
  const apparent = rmsOf(voltage) * rmsOf(current);
  const real = realPowerOf(voltage, current);
  const expected: readonly (readonly [string, number | undefined, number, number, number])[] = [
    ['real power P, part of S', power.realW, real, apparent, bounds.powerPart],
    ['apparent power S, part', power.apparentVA, apparent, apparent, bounds.powerPart * 2],
    ['nonactive power N, part of S', power.nonactiveVar, Math.sqrt(apparent ** 2 - real ** 2), apparent, 0.005],
    ['reactive power Q1, part of S1', power.reactiveVar, u1.rms * i1.rms * Math.sin(lag), u1.rms * i1.rms, 0.004],
    ['power factor', power.powerFactor, real / apparent, 1, bounds.factor],
    ['displacement power factor', power.displacementPowerFactor, Math.cos(lag), 1, bounds.factor],
  ];
  for (const [quantity, measured, truth, scale, bound] of expected) {
    record(quantity, Math.abs((measured ?? Number.NaN) - truth) / scale, bound, where);
  }
  record('phase angle, degrees', angleBetween(power.phaseAngleDeg ?? 180, lagDeg), bounds.phaseAngleDeg, where);
}

function compareChannel(
  measured: ChannelAnalysis,
  truth: PeriodicSignal,
  bounds: Bounds,
  record: Record,
  where: string,
): void {
  const fundamental = fundamentalOf(truth);
  const rms = rmsOf(truth);
  const { rms: foundRms = Number.NaN, mean = Number.NaN } = measured;
  record('RMS, part', Math.abs(foundRms / rms - 1), bounds.rmsPart, where);
  record('mean, part of fundamental', Math.abs(mean - truth.dc) / fundamental.rms, bounds.meanPart, where);
  record('THD-F, points', Math.abs((measured.thdFPercent ?? -1) - thdFOf(truth)), bounds.thdPoints, where);
  const thdR = thdFOf(truth) / Math.sqrt(1 + (thdFOf(truth) / 100) ** 2);
  record('THD-R, points', Math.abs((measured.thdRPercent ?? -1) - thdR), bounds.thdPoints, where);
  const crest = measured.peak / rms;
  record('crest factor, part', Math.abs((measured.crestFactor ?? 0) / crest - 1), bounds.rmsPart, where);
  const { rms: sizes = [], phaseDeg = [] } = measured.harmonics ?? {};
  for (const [order, found] of sizes.entries()) {
    if (order === 0) continue;
    const expected = truth.components.find((component) => component.order === order)?.rms ?? 0;
    const percent = (100 * Math.abs(found - expected)) / fundamental.rms;
    if (order > sizes.length - 4) {
      record('three highest orders, % of fundamental', percent, bounds.topThreePercent, where);
    } else {
      record('all other orders, % of fundamental', percent, bounds.harmonicPercent, where);
    }
  }
  const angle = angleBetween(phaseDeg[1] ?? 180, fundamental.phaseDeg);
  record('angle of the fundamental, degrees', angle, bounds.fundamentalDeg, where);
}

function fundamentalOf({ components }: PeriodicSignal): PeriodicSignal['components'][number] {
  const [fundamental] = components;
  if (fundamental === undefined) throw new Error('a signal without fundamental');
  return fundamental;
}

/** Half of all orders below the Nyquist frequency, falling with the root of the order. */
function randomSignal(random: () => number, frequencyHz: number, rms: number, percent: number): PeriodicSignal {
  const components = [{ order: 1, rms, phaseDeg: 160 * (random() - 0.5) }];
  const highest = Math.floor(nominalRateHz / 2 / frequencyHz - 0.25);
  for (let order = 2; order <= highest; order++) {
    if (random() < 0.5) continue;
    const part = (percent / 100) * random();
    components.push({ order, rms: (rms * part) / Math.sqrt(order), phaseDeg: 360 * random() });
  }
  return { frequencyHz, dc: 0.02 * rms * (random() - 0.5), components };
}

function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
