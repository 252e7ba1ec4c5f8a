import assert from 'node:assert/strict';
import { toCsv, WaveformError } from '../../src/waveform';

describe('toCsv', () => {
  it('has a column for each array that is there, and the time of each sample', () => {
    assert.equal(
      toCsv({ sampleDelta: 250, data: { mVp0: [0, -5, 7], mAp1: [1, 2, 3] } }),
      'sample,time_ms,mVp0,mAp1\r\n0,0,0,1\r\n1,0.25,-5,2\r\n2,0.5,7,3\r\n',
    );
  });

  it('takes the rate it is given before that of the record', () => {
    assert.ok(toCsv({ sampleDelta: 250, data: { mVp0: [0, 1] } }, 3000).endsWith('1,0.333333,1\r\n'));
    assert.throws(() => toCsv({ data: { mVp0: [0, 1] } }, 0), WaveformError);
  });
});
