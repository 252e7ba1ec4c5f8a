import { analyse, type WaveformSamples } from '../../src/waveform';
import { synthesize } from '../../test/waveform/synthesize';
import { cpuMicrosEach, serve } from '../harness/serve';
import { seededRandom } from './seeded-random';

const sampleRateHz = 4000;
/** So many different records that nothing is tuned to one of them. */
const records = 16;

function makeRecords(samples: number): WaveformSamples[] {
  const random = seededRandom(5);
  const channel = (frequencyHz: number, rms: number) =>
    synthesize({
      sampleRateHz,
      samples,
      frequencyHz,
      rms,
      phaseDeg: random() * 360,
      harmonics: [3, 5, 7, 9, 11].map((order) => ({ order, percent: random() * 5, phaseDeg: random() * 360 })),
      noiseRms: rms * 0.003,
      random,
    });
  return Array.from({ length: records }, (_, index) => {
    const frequencyHz = (index % 2 === 0 ? 60 : 50) * (0.995 + random() * 0.01);
    return {
      mVp0: channel(frequencyHz, 120_000),
      mAp0: channel(frequencyHz, 10_000),
      mVp1: channel(frequencyHz, 120_000),
      mAp1: channel(frequencyHz, 8_000),
    };
  });
}

interface Work {
  readonly samples: number;
  readonly count: number;
}

const made = new Map<number, WaveformSamples[]>();
function recordsOf(samples: number): WaveformSamples[] {
  const known = made.get(samples) ?? makeRecords(samples);
  made.set(samples, known);
  return known;
}

serve({
  analyse({ samples, count }: Work) {
    const all = recordsOf(samples);
    return cpuMicrosEach(count, (index) => analyse(all[index % records] as WaveformSamples, { sampleRateHz }));
  },
});
