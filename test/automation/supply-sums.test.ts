import assert from 'node:assert/strict';
import { type GivenSettings, initialState, type MeterReading, managerSettings } from '../../src/automation';
import { ampereOnLanes, onLanes, planOf } from '../../src/automation/plan';
import { noteReadings, supplyOf } from '../../src/automation/supply';

const second = 1_000;

/** The supply of the first group at `s`, after readings at their seconds. */
function supply(
  given: Pick<GivenSettings, 'quantity' | 'groups'> & Partial<GivenSettings>,
  readings: readonly (readonly [number, Readonly<Record<string, readonly number[] | MeterReading>>])[],
  s: number,
) {
  const settings = managerSettings({ by: 'm', loads: [], ...given });
  const draft = initialState({ monotonicMs: 0, wallMs: 0 });
  const isList = (one: readonly number[] | MeterReading): one is readonly number[] => Array.isArray(one);
  for (const [atS, meters] of readings) {
    const of = Object.entries(meters).map(([id, one]) => [id, isList(one) ? { sequence: atS, amperes: one } : one]);
    noteReadings(draft, { meters: Object.fromEntries(of), circuits: {} }, atS * second);
  }
  const [group] = settings.groups;
  assert(group);
  return supplyOf(draft, settings, planOf(settings), group, s * second);
}
const sum = (circuits: readonly object[], notMeasured = [0, 0]) => [
  { id: 'main', limit: 60, of: { kind: 'sum' as const, circuits: circuits as never, notMeasured } },
];
const oven = { deviceId: 'oven', legs: ['B'] };
const solar = { deviceId: 'solar', legs: ['A', 'B'], feedsIn: true };

describe('automation: a total', () => {
  it('of currents is by leg, each pole on its own', () => {
    const circuits = [oven, { deviceId: 'car', legs: ['A', 'B'] }];
    const { x } = supply({ quantity: 'current', groups: sum(circuits, [1, 2]) }, [[0, { oven: [5], car: [7, 9] }]], 0);
    assert.deepEqual(x, [8, 16]);
  });
  it('of power is of all legs together, whatever they are', () => {
    const circuits = [{ deviceId: 'oven' }, { ...solar }];
    const groups = sum(circuits, [1, 2]);
    const { x, forRestore } = supply({ quantity: 'power', groups }, [[0, { oven: [5, 4], solar: [2, 1] }]], 0);
    assert.deepEqual([x, forRestore], [[(3 + 9 - 3) * 120], [(3 + 9 - 3) * 120]]);
  });
  it('of unknown legs counts a load on all, and what feeds in on none', () => {
    const circuits = [{ deviceId: 'oven' }, { deviceId: 'solar', feedsIn: true }];
    const { x } = supply({ quantity: 'current', groups: sum(circuits) }, [[0, { oven: [5], solar: [3] }]], 0);
    assert.deepEqual(x, [5, 5]);
  });
  it('of a meter is that meter, with the sign that its counters tell', () => {
    const groups = [{ id: 'main', limit: 60, of: { kind: 'meter' as const, deviceId: 'main' } }];
    const reading = (sequence: number, generated: number) => ({
      ...{ sequence, amperes: [6, 8] },
      ...{ deliveredWh: [5, 5], generatedWh: [5, generated] },
    });
    const readings = [
      [0, { main: reading(0, 5) }],
      [10, { main: reading(10, 9) }],
    ] as const;
    assert.deepEqual(supply({ quantity: 'current', groups }, readings, 10).x, [6, -8]);
    assert.deepEqual(supply({ quantity: 'power', groups }, readings, 10).x, [-240]);
  });
  it('that was never read is silent', () => {
    const groups = [{ id: 'main', limit: 60, of: { kind: 'meter' as const, deviceId: 'main' } }];
    const { x, forRestore, silent, measuredAt } = supply({ quantity: 'current', groups }, [], 0);
    assert.deepEqual([x, forRestore, silent, measuredAt], [[0, 0], [0, 0], true, undefined]);
    assert.equal(supply({ quantity: 'current', groups: sum([oven]) }, [], 0).silent, true);
  });
});

describe('automation: a sum whose circuits fall silent', () => {
  const groups = sum([oven, { deviceId: 'car', legs: ['A', 'B'] }]);
  /** The car was read last at 20 s; it drew 30 A before. */
  const readings = [
    [0, { oven: [5], car: [30, 30] }],
    [10, { oven: [5], car: [10, 10] }],
    [20, { oven: [5], car: [12, 12] }],
    ...Array.from({ length: 60 }, (_, index) => [30 + 10 * index, { oven: [5] }] as const),
  ] as const;
  const until = (s: number) =>
    supply(
      { quantity: 'current', groups },
      readings.filter(([atS]) => atS <= s),
      s,
    );

  it('counts them as their last value for shedding', () => assert.deepEqual(until(600).x, [12, 17]));
  it('counts them for coming back as their last value for five minutes, then as their largest of the day', () => {
    assert.deepEqual(until(320).forRestore, [12, 17]);
    assert.deepEqual(until(330).forRestore, [30, 35]);
  });
  it('is as old as the oldest of those that do not lag', () => {
    assert.equal(until(50).measuredAt, 20 * second, 'the car is waited for');
    assert.equal(until(60).measuredAt, 60 * second, 'and no longer when it lags');
    assert.equal(until(600).silent, false);
  });
  it('is silent when all of them are', () => {
    const { silent, measuredAt } = supply({ quantity: 'current', groups }, readings.slice(0, 3), 81);
    assert.deepEqual([silent, measuredAt], [true, 20 * second]);
    assert.equal(supply({ quantity: 'current', groups }, readings.slice(0, 3), 80).silent, false);
  });
  it('is silent as soon as one is that feeds in, also one that was never read', () => {
    const withSun = (more: object) => {
      const list = [[0, { oven: [5], ...more }], ...readings.slice(1, 20)] as never;
      return supply({ quantity: 'current', groups: sum([oven, solar]) }, list, 200).silent;
    };
    assert.deepEqual([withSun({ solar: [3, 3] }), withSun({})], [true, true]);
  });
  it('names one that was never read, unless its rating is known', () => {
    const known = (ratedA?: number) =>
      supply(
        { quantity: 'current', groups: sum([oven, { deviceId: 'new', legs: ['A', 'B'], ratedA }]) },
        [[0, { oven: [5] }]],
        0,
      );
    assert.equal(known().unread, 'new');
    assert.deepEqual([known(20).unread, known(20).x, known(20).forRestore], [undefined, [0, 5], [20, 25]]);
    const noLegs = sum([oven, { deviceId: 'new', ratedA: 20 }]);
    assert.deepEqual(supply({ quantity: 'current', groups: noLegs }, [[0, { oven: [5] }]], 0).forRestore, [20, 25]);
  });
  it('has the longest interval of those that are read', () => {
    const slow = sum([oven, { deviceId: 'car', legs: ['A', 'B'] }]);
    const list = [0, 10, 20, 30].map((s) => [s, { oven: [5], ...(s % 30 === 0 ? { car: [1, 1] } : {}) }] as const);
    assert.equal(supply({ quantity: 'current', groups: slow }, list as never, 30).intervalMs, 30 * second);
  });
});

describe('automation: what a load puts on each limit', () => {
  const settings = (quantity: 'current' | 'power') =>
    managerSettings({
      ...{ by: 'm', quantity },
      groups: [
        { id: 'main', limit: 60, of: { kind: 'message' } },
        { id: 'garage', limit: 30, of: { kind: 'message' }, loads: ['car', 'far'] },
      ],
      loads: [
        { deviceId: 'oven', kind: 'breaker', legs: ['B'] },
        { deviceId: 'car', kind: 'charger', legs: ['A', 'B'], sameRank: true },
        { deviceId: 'far', kind: 'breaker' },
        { deviceId: 'last', kind: 'breaker', legs: ['A', 'A'], sameRank: true },
      ],
    });
  const of = (quantity: 'current' | 'power', index: number, poles: readonly number[], purpose: 'relief' | 'back') => {
    const plan = planOf(settings(quantity));
    return onLanes(plan, plan.loads[index] as never, poles, purpose);
  };
  it('is what its poles carry on their legs, in each of its groups', () => {
    assert.deepEqual(of('current', 0, [9], 'relief'), [0, 9, 0, 0]);
    assert.deepEqual(of('current', 1, [9, 7], 'back'), [9, 7, 9, 7]);
    assert.deepEqual(of('current', 3, [9, 7], 'relief'), [16, 0, 0, 0]);
  });
  it('on an unknown leg is nothing that helps, and all of it when it comes back', () => {
    assert.deepEqual(of('current', 2, [9, 4], 'relief'), [0, 0, 0, 0]);
    assert.deepEqual(of('current', 2, [9, 4], 'back'), [9, 9, 9, 9]);
  });
  it('is its power where the limit is one, with no leg', () => {
    assert.deepEqual(of('power', 0, [9], 'relief'), [1_080, 0]);
    assert.deepEqual(of('power', 2, [9, 4], 'relief'), [1_560, 1_560]);
  });
  it('of one ampere of a charger is one on each of its legs', () => {
    const plan = planOf(settings('current'));
    assert.deepEqual(ampereOnLanes(plan, plan.loads[1] as never), [1, 1, 1, 1]);
    const power = planOf(settings('power'));
    assert.deepEqual(ampereOnLanes(power, power.loads[1] as never), [240, 240]);
    assert.deepEqual(ampereOnLanes(power, power.loads[2] as never), [240, 240], 'of unknown legs: two');
  });
  it('rows of the same rank share that of the first', () => {
    assert.deepEqual(
      planOf(settings('current')).loads.map(({ rank }) => rank),
      [0, 0, 2, 2],
    );
  });
});
