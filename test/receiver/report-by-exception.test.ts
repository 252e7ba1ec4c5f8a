import assert from 'node:assert/strict';
import { createReportByException } from '../../src/receiver';

describe('report by exception', () => {
  const report = (filter: ReturnType<typeof createReportByException>, values: unknown[], deviceId = 'd1', path = 'p') =>
    values.filter((value) => filter(deviceId, { path, value: value as number }));

  it('without a dead band exactly the changes are reported', () => {
    assert.deepEqual(report(createReportByException(), [1, 1, 2, 2, 1, 0, 0]), [1, 2, 1, 0]);
    assert.deepEqual(report(createReportByException(), [true, true, false, 'x', 'x']), [true, false, 'x']);
  });

  it('the dead band is relative to the last reported value, so that a slow drift is reported', () => {
    const filter = createReportByException({ deadBand: 1 });
    assert.deepEqual(report(filter, [10, 10.5, 11, 11.5, 12, 12.5, 12.6]), [10, 11.5, 12.6]);
  });

  it('a path can have its own dead band; devices and paths are independent', () => {
    const filter = createReportByException({ deadBand: 0, deadBands: { voltage: 5 } });
    assert.deepEqual(report(filter, [120, 124, 126], 'd1', 'voltage'), [120, 126]);
    assert.deepEqual(report(filter, [120, 124], 'd1', 'current'), [120, 124]);
    assert.deepEqual(report(filter, [126], 'd2', 'voltage'), [126]);
  });

  it('the cache is bounded: an evicted reading is reported again', () => {
    const filter = createReportByException({ maxReadings: 10 });
    for (let index = 0; index < 11; index++) assert.equal(filter('d', { path: `p${index}`, value: 1 }), true);
    assert.equal(filter('d', { path: 'p10', value: 1 }), false);
    assert.equal(filter('d', { path: 'p0', value: 1 }), true);
  });
});
