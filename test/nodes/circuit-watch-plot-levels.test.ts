import assert from 'node:assert/strict';
import { plotLevels } from '../../nodes/circuit-watch/plot-levels';

describe('what a condition looks like beside a curve', () => {
  it('a threshold with the dead band below it, and the level at once', () => {
    assert.deepEqual(plotLevels({ kind: 'above', value: 80, wellAt: 72, atOnce: 110 }), {
      thresholds: [80],
      atOnce: 110,
      bands: [[72, 80]],
    });
    assert.deepEqual(plotLevels({ kind: 'below', value: 5, wellAt: 6 }), { thresholds: [5], bands: [[5, 6]] });
  });

  it('two bounds with their dead bands on the side that is well', () => {
    const bounds = { from: 108, to: 132, wellFrom: 110, wellTo: 130 };
    assert.deepEqual(plotLevels({ kind: 'outside', ...bounds }).bands, [
      [108, 110],
      [130, 132],
    ]);
    assert.deepEqual(plotLevels({ kind: 'within', from: 1, to: 4, wellFrom: 0.5, wellTo: 5 }).bands, [
      [0.5, 1],
      [4, 5],
    ]);
  });

  it('between running and resting nothing changes', () => {
    const { thresholds, bands } = plotLevels({ kind: 'starts', runsAbove: 0.5, restsBelow: 0.3, count: 6 });
    assert.deepEqual([thresholds, bands], [[0.5], [[0.3, 0.5]]]);
  });
});
