import assert from 'node:assert/strict';
import fc from 'fast-check';
import { balanceOf, type Hour, type LoadedCircuit, meanOf, withReading } from '../../src/watch';
import { announceSeed, tries } from '../fuzz/tries';
import { minute, startMs } from './watched';

const on = (id: string, leg: LoadedCircuit['leg'], ...amperes: number[]): LoadedCircuit => ({ id, leg, amperes });

describe('watch: balance of the legs', () => {
  before(announceSeed);

  it('adds what each leg carries; a two-pole circuit loads both, each by its own pole', () => {
    const { legs, difference, percent } = balanceOf([on('a', 'A', 12), on('b', 'B', 4), on('oven', 'both', 20, 18)]);
    assert.deepEqual(legs, { A: 32, B: 22 });
    assert.deepEqual([difference, percent], [10, 31.25]);
  });

  it('takes a two-pole circuit that tells one current for even', () => {
    assert.equal(balanceOf([on('oven', 'both', 20)]).difference, 0);
  });

  it('compares the heaviest and the lightest of three legs', () => {
    const { difference, move } = balanceOf([on('a', 'A', 10), on('b', 'B', 6), on('c', 'B', 6), on('d', 'C', 2)]);
    assert.equal(difference, 10);
    assert.deepEqual(move, { id: 'b', from: 'B', to: 'C', amperes: 6, leaves: 4 });
  });

  it('names the circuit that is nearest to half of the difference, and what it leaves', () => {
    const { move } = balanceOf([
      on('heater', 'A', 19),
      on('outlets', 'A', 9),
      on('light', 'A', 2),
      on('rack', 'B', 12),
    ]);
    assert.deepEqual(move, { id: 'outlets', from: 'A', to: 'B', amperes: 9, leaves: 0 });
  });

  it('names none where each would only turn the difference around, or hardly lower it', () => {
    assert.equal(balanceOf([on('heater', 'A', 20), on('rack', 'B', 4)]).move?.id, undefined);
    assert.equal(balanceOf([on('oven', 'both', 20, 4), on('light', 'A', 0.2)]).move, undefined);
  });

  it('is even where nothing is drawn', () => {
    assert.deepEqual(balanceOf([on('a', 'A', 0), on('b', 'B', 0)]), {
      legs: { A: 0, B: 0 },
      difference: 0,
      percent: 0,
    });
  });

  it('no other single move of the heaviest leg leaves less, and the named one lowers it', () => {
    const circuit = fc.record({
      leg: fc.constantFrom('A' as const, 'B' as const, 'both' as const),
      amperes: fc.tuple(fc.double({ min: 0, max: 50, noNaN: true })),
    });
    fc.assert(
      fc.property(fc.array(circuit, { maxLength: 12 }), (drawn) => {
        const circuits = drawn.map((one, index): LoadedCircuit => ({ ...one, id: String(index) }));
        const { difference, move } = balanceOf(circuits);
        const moved = (id: string) =>
          balanceOf(circuits.map((one) => (one.id !== id ? one : { ...one, leg: one.leg === 'A' ? 'B' : 'A' })))
            .difference;
        if (move !== undefined) {
          assert.ok(Math.abs(moved(move.id) - move.leaves) < 1e-9);
          assert.ok(move.leaves <= difference - 0.5);
        }
        for (const { id, leg } of circuits)
          if (leg !== 'both') assert.ok(moved(id) >= (move?.leaves ?? difference - 0.5) - 1e-9);
      }),
      tries(500),
    );
  });

  describe('the mean of an hour', () => {
    const read = (readings: readonly (readonly [atMinutes: number, ...values: number[]])[]) =>
      readings.reduce<Hour>((hour, [at, ...values]) => withReading(hour, values, startMs + at * minute), []);

    it('is of each pole, and of no more than the last hour', () => {
      const hour = read([
        [0, 100, 100],
        [70, 10, 2],
        [71, 20, 4],
      ]);
      assert.deepEqual(meanOf(hour, startMs + 71 * minute), [15, 3]);
    });

    it('counts a minute with many readings once', () => {
      const hour = read([
        [0, 10],
        [1, 20],
        [1.2, 20],
        [1.4, 20],
        [1.6, 20],
      ]);
      assert.deepEqual(meanOf(hour, startMs + 2 * minute), [15]);
    });

    it('is unknown when nothing was read for an hour', () => {
      assert.equal(meanOf(read([[0, 10]]), startMs + 61 * minute), undefined);
    });

    it('keeps no more than an hour', () => {
      const readings = Array.from({ length: 5_000 }, (_, index) => [index / 4, 1] as const);
      assert.ok(read(readings).length <= 60);
    });
  });
});
