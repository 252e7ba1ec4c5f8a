import assert from 'node:assert/strict';
import { curveParts } from '../../src/editor/sidebar/curve-parts';

describe('the lines of a curve', () => {
  const size = { width: 100, height: 24 };

  it('a value that is not known is a gap, never 0', () => {
    const { lines } = curveParts([1, 2, null, null, 2, 1], size);
    assert.equal(lines.length, 2);
    assert.equal(lines.flatMap((line) => line.split(' ')).length, 4);
  });

  it('a value between two gaps is a short line, so that it is seen', () => {
    const { lines } = curveParts([null, 5, null, null], size);
    assert.deepEqual(lines, ['25,2 50,2']);
  });

  it('nothing known draws nothing', () => {
    assert.deepEqual(curveParts([null, null], size).lines, []);
    assert.deepEqual(curveParts([], size).lines, []);
  });

  it('0 lies on the zero line, also below feed-in', () => {
    assert.equal(curveParts([0, 10], size).zeroY, 22);
    assert.equal(curveParts([-10, 10], size).zeroY, 12);
    assert.deepEqual(curveParts([0, 0], size).lines, [
      `25,${curveParts([0, 0], size).zeroY} 75,${curveParts([0, 0], size).zeroY}`,
    ]);
  });
});
