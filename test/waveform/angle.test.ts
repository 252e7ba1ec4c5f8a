import assert from 'node:assert/strict';
import { angleDeg } from '../../src/waveform/angle';
import { seededRandom } from './seeded-random';
import { createWorstErrors } from './worst-errors';

const RADIANS = Math.PI / 180;

describe('angle of a point', () => {
  it('agrees with atan2 within 1e-9 rad, all around and whatever the size', () => {
    const worst = createWorstErrors('angle against Math.atan2');
    const random = seededRandom(8);
    for (let i = 0; i < 200_000; i++) {
      const angle = 2 * Math.PI * random();
      const size = 10 ** (40 * random() - 20);
      const [x, y] = [size * Math.cos(angle), size * Math.sin(angle)];
      worst.record('rad', Math.abs(angleDeg(x, y) * RADIANS - Math.atan2(y, x)), 1e-9, `${x}, ${y}`);
    }
    worst.print();
  });

  it('is exact on the axes and the diagonals, and 0 at the origin', () => {
    const points = [
      [1, 0, 0],
      [1, 1, 45],
      [0, 1, 90],
      [-1, 1, 135],
      [-1, 0, 180],
      [-1, -1, -135],
      [0, -1, -90],
      [1, -1, -45],
      [0, 0, 0],
    ] as const;
    for (const [x, y, degrees] of points) assert.equal(angleDeg(x, y), degrees, `${x}, ${y}`);
  });
});
