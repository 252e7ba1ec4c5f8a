import assert from 'node:assert/strict';
import { runInNewContext } from 'node:vm';
import { buildSync } from 'esbuild';
import { analyse, type WaveformAnalysis } from '../../src/waveform';
import { sampled } from './periodic-signal';

describe('the waveform module in the browser', () => {
  it('bundles without Node built-ins and gives the results that it gives in Node', () => {
    const { outputFiles, warnings } = buildSync({
      entryPoints: [require.resolve('../../src/waveform')],
      bundle: true,
      write: false,
      platform: 'browser',
      format: 'iife',
      globalName: 'waveform',
    });
    assert.deepEqual(warnings, []);
    const components = [{ order: 1, rms: 120, phaseDeg: 0 }];
    const mVp0 = sampled({ frequencyHz: 50.3, dc: 0, components }, 4000, 200);
    const source = `${outputFiles[0]?.text}; JSON.stringify(waveform.analyse(${JSON.stringify({ mVp0 })}, { sampleRateHz: 4000 }))`;
    const there: WaveformAnalysis = JSON.parse(runInNewContext(source));
    assert.deepEqual(there, analyse({ mVp0 }, { sampleRateHz: 4000 }));
  });
});
