import assert from 'node:assert/strict';
import { around, moved, shortestMs, zoomed } from '../../src/editor/sidebar/rehearsal/time-span';

const hour = 3_600_000;
const whole = { fromMs: 0, toMs: 24 * hour };

describe('the stretch of a rehearsal that is shown', () => {
  it('becomes shorter and longer around its middle, never shorter than ten minutes and never longer than all', () => {
    assert.deepEqual(zoomed(whole, 0.25, whole), { fromMs: 9 * hour, toMs: 15 * hour });
    assert.deepEqual(zoomed({ fromMs: 0, toMs: hour }, 4, whole), { fromMs: 0, toMs: 4 * hour });
    assert.deepEqual(zoomed({ fromMs: hour, toMs: 2 * hour }, 100, whole), whole);
    const nearest = zoomed({ fromMs: hour, toMs: hour + shortestMs }, 0.25, whole);
    assert.equal(nearest.toMs - nearest.fromMs, shortestMs);
  });

  it('moves no further than to its ends', () => {
    const last = { fromMs: 23 * hour, toMs: 24 * hour };
    assert.deepEqual(moved(last, 0.5, whole), last);
    assert.deepEqual(moved(last, -0.5, whole), { fromMs: 22.5 * hour, toMs: 23.5 * hour });
  });

  it('is ten minutes around an instant, and all of a rehearsal that was shorter', () => {
    assert.deepEqual(around(hour, whole), { fromMs: hour - shortestMs / 2, toMs: hour + shortestMs / 2 });
    assert.deepEqual(around(0, whole), { fromMs: 0, toMs: shortestMs });
    assert.deepEqual(around(60_000, { fromMs: 0, toMs: 120_000 }), { fromMs: 0, toMs: 120_000 });
  });
});
