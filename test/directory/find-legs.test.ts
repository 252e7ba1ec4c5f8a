import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type DeviceVoltages, findLegs, legsAsEntered, type VoltageSample, voltageSteps } from '../../src/directory';
import { tries } from '../fuzz/tries';
import { circuit } from './circuits';

const minuteMs = 60_000;
const hours = 24;

/** Repeatable numbers between -1 and 1. */
function randomOf(seed: number): () => number {
  let state = seed + 0x9e3779b9;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 31 - 1;
  };
}

/** What appliances do to a leg: the voltage falls when one starts, and comes back when it ends. */
function legOf(seed: number): (minute: number) => number {
  const random = randomOf(seed);
  const loads = Array.from({ length: 60 }, () => ({
    from: (random() + 1) * 30 * hours,
    minutes: 20 + (random() + 1) * 60,
    drop: 0.4 + (random() + 1) * 0.6,
  }));
  return (minute) =>
    loads.reduce(
      (volts, { from, minutes, drop }) => (minute >= from && minute < from + minutes ? volts - drop : volts),
      0,
    );
}

interface House {
  readonly a: (minute: number) => number;
  readonly b: (minute: number) => number;
}

const houseOf = (seed: number): House => {
  const [legA, legB] = [legOf(seed * 2 + 1), legOf(seed * 2 + 2)];
  const street = (minute: number) => 121 + Math.cos((minute + seed) / 200);
  return { a: (minute) => street(minute) + legA(minute), b: (minute) => street(minute) + legB(minute) };
};

interface Meter {
  readonly seed?: number;
  readonly noiseV?: number;
  readonly offsetV?: number;
  /** When its reports are made, and how wrong its clock is, in minutes. */
  readonly phase?: number;
  readonly clockOff?: number;
  readonly everyMinutes?: number;
  /** Minutes without reports. */
  readonly gaps?: readonly (readonly [number, number])[];
}

function measured(volts: (minute: number) => number, meter: Meter = {}): VoltageSample[] {
  const { seed = 1, noiseV = 0.02, offsetV = 0, phase = 0, clockOff = 0, everyMinutes = 5, gaps = [] } = meter;
  const random = randomOf(seed);
  const samples: VoltageSample[] = [];
  for (let minute = phase; minute < 60 * hours; minute += everyMinutes) {
    if (gaps.some(([from, to]) => minute >= from && minute < to)) continue;
    const value = volts(minute) + offsetV + noiseV * random();
    samples.push({ atMs: (minute + clockOff) * minuteMs, volts: Math.round(value * 100) / 100 });
  }
  return samples;
}

const single = (deviceId: string, volts: (minute: number) => number, meter?: Meter): DeviceVoltages => ({
  deviceId,
  a: voltageSteps(measured(volts, meter)),
});
const twoPole = (deviceId: string, { a, b }: House, meter: Meter = {}): DeviceVoltages => ({
  ...single(deviceId, a, meter),
  b: voltageSteps(measured(b, { ...meter, seed: (meter.seed ?? 1) + 1 })),
});
/** `A`, `B` or why not. */
const told = (devices: readonly DeviceVoltages[], deviceId = 'one') => {
  const found = findLegs(devices).find((proposal) => proposal.deviceId === deviceId);
  assert(found !== undefined);
  return 'leg' in found ? found.leg : found.doubt;
};
const seeds = fc.integer({ min: 1, max: 100_000 });

describe('find the leg', () => {
  it('a quiet meter is surely told from the other leg, whatever it is out by', () => {
    const meters = fc.record({
      noiseV: fc.double({ min: 0, max: 0.1, noNaN: true }),
      offsetV: fc.double({ min: -3, max: 3, noNaN: true }),
      phase: fc.integer({ min: 0, max: 4 }),
      clockOff: fc.double({ min: -0.5, max: 0.5, noNaN: true }),
      everyMinutes: fc.constantFrom(1, 5),
    });
    fc.assert(
      fc.property(seeds, meters, fc.constantFrom('a' as const, 'b' as const), (seed, meter, pole) => {
        const house = houseOf(seed);
        const devices = [single('one', house[pole], { ...meter, seed: seed + 7 }), twoPole('oven', house)];
        assert.equal(told(devices), pole.toUpperCase());
      }),
      tries(60),
    );
  });

  it('noise and gaps may hide a leg, and never name the wrong one', () => {
    const meters = fc.record({
      noiseV: fc.double({ min: 0, max: 4, noNaN: true }),
      gaps: fc.array(
        fc
          .tuple(fc.integer({ min: 0, max: 1440 }), fc.integer({ min: 10, max: 600 }))
          .map(([at, long]) => [at, at + long] as const),
        { maxLength: 6 },
      ),
    });
    fc.assert(
      fc.property(seeds, meters, fc.constantFrom('a' as const, 'b' as const), (seed, meter, pole) => {
        const house = houseOf(seed);
        const answer = told([twoPole('oven', house), single('one', house[pole], { ...meter, seed })]);
        assert.notEqual(answer, pole === 'a' ? 'B' : 'A');
      }),
      tries(60),
    );
  });

  it('a device of another house follows none of the legs', () => {
    fc.assert(
      fc.property(seeds, seeds, (seed, other) => {
        fc.pre(seed !== other);
        const answer = told([twoPole('oven', houseOf(seed)), single('one', houseOf(other).a)]);
        assert.equal(answer, 'unlike');
      }),
      tries(60),
    );
  });

  it('each house names its legs after its own two-pole device', () => {
    const [here, there] = [houseOf(3), houseOf(4)];
    const devices = [twoPole('oven', here), twoPole('heater', there), single('one', here.b), single('two', there.a)];
    assert.deepEqual(findLegs(devices).slice(2), [
      { deviceId: 'one', leg: 'B', isSure: true, reference: 'oven' },
      { deviceId: 'two', leg: 'A', isSure: true, reference: 'heater' },
    ]);
  });

  it('a turned two-pole device changes nothing: the one with the most readings names the legs, in any order', () => {
    const house = houseOf(5);
    const turned = twoPole('dryer', { a: house.b, b: house.a }, { gaps: [[0, 60]] });
    const devices = [turned, single('one', house.a), twoPole('oven', house)];
    for (const order of [devices, [...devices].reverse()]) assert.equal(told(order), 'A');
    assert.equal(told(devices, 'dryer'), 'both');
  });

  it('a two-pole device that was not there with the others names no legs', () => {
    const house = houseOf(6);
    const devices = [
      twoPole('oven', house, { gaps: [[600, 1440]] }),
      twoPole('dryer', { a: house.b, b: house.a }, { gaps: [[0, 700]] }),
      single('one', house.a, { gaps: [[600, 1440]] }),
    ];
    assert.equal(told(devices), 'fewSamples');
  });

  it('without a two-pole device nothing is told', () => {
    assert.equal(told([single('one', houseOf(1).a), single('two', houseOf(1).b)]), 'noTwoPole');
    assert.deepEqual(findLegs([]), []);
  });

  it('a voltage that does not move, and legs that move as one, tell nothing', () => {
    const house = houseOf(7);
    assert.equal(told([twoPole('oven', house), single('one', () => 120, { noiseV: 0.01 })]), 'flat');
    assert.equal(told([twoPole('oven', { a: house.a, b: house.a }), single('one', house.a)]), 'alike');
    assert.equal(told([twoPole('oven', { a: () => 120, b: () => 120 }), single('one', house.a)]), 'alike');
  });

  it('less than four common hours tell nothing', () => {
    const house = houseOf(8);
    assert.equal(told([twoPole('oven', house), single('one', house.a, { gaps: [[230, 1440]] })]), 'fewSamples');
    assert.equal(told([twoPole('oven', house), { deviceId: 'one', a: voltageSteps([]) }]), 'fewSamples');
  });

  it('a voltage between two houses is of neither', () => {
    const [one, other] = [Math.sin, Math.cos].map((wave) => (minute: number) => wave((2 * Math.PI * minute) / 180));
    assert(one !== undefined && other !== undefined);
    const house = (share: number): House => ({
      a: (minute) => 120 + one(minute) + share * other(minute),
      b: (minute) => 120 - one(minute) - share * other(minute),
    });
    const devices = [twoPole('oven', house(0)), twoPole('heater', house(1)), single('one', house(Math.SQRT2 - 1).a)];
    assert.equal(told(devices), 'disagree');
  });
});

describe('found legs by the names that are entered', () => {
  const found = (deviceId: string, leg: 'A' | 'B', reference = 'oven') => ({ deviceId, leg, reference, isSure: true });
  const all = [found('d-1', 'A'), found('d-2', 'B'), found('d-3', 'A'), found('d-4', 'A', 'heater')];
  const legs = (...rows: Parameters<typeof legsAsEntered>[1]) =>
    legsAsEntered(all, rows)
      .map(({ leg }) => leg)
      .join('');

  it('stay where nothing is entered, or as much for them as against', () => {
    assert.equal(legs(), 'ABAA');
    assert.equal(legs(circuit('d-1', 'x')), 'ABAA');
    assert.equal(legs(circuit('d-1', 'x', { leg: 'B' }), circuit('d-2', 'y', { leg: 'B' })), 'ABAA');
  });

  it('change places for all of a house where most rows call them the other way round', () => {
    assert.equal(legs(circuit('D-1', 'x', { leg: 'B' })), 'BABA');
    assert.equal(legs(circuit('d-4', 'x', { leg: 'B' })), 'ABAB');
  });

  it('a two-pole device stays on both', () => {
    const both = { deviceId: 'd-1', leg: 'both', isSure: true } as const;
    assert.deepEqual(legsAsEntered([both], [circuit('d-1', 'x', { leg: 'A' })]), [both]);
  });
});
