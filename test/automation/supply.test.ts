import assert from 'node:assert/strict';
import type { GivenSettings, Readings, SumCircuit } from '../../src/automation';
import { createHouse, type House } from './house';

const legs = ['A', 'B'] as const;
const sumOf = (circuits: readonly SumCircuit[], more: Partial<GivenSettings> = {}): GivenSettings => ({
  by: 'm',
  quantity: 'current',
  groups: [{ id: 'main', limit: 60, of: { kind: 'sum', circuits, notMeasured: [5, 5] } }],
  loads: [{ deviceId: 'heater', kind: 'breaker', legs }],
  ...more,
});
const totals = (house: House, readings: Partial<Readings>) =>
  house
    .step(readings)
    .summary()
    .lanes.map(({ total }) => total);
const opens = ({ claims }: ReturnType<House['step']>) => claims.filter(({ to }) => to === 'open').length;

describe('automation: supply', () => {
  it('A sum adds what is not measured and subtracts what feeds in', () => {
    const house = createHouse(
      sumOf([
        { deviceId: 'oven', legs: ['A'] },
        { deviceId: 'solar', legs, feedsIn: true },
      ]),
    );
    const meters = { oven: house.reading([20]), solar: house.reading([8, 8]) };
    assert.deepEqual(totals(house, { meters }), [17, -3]);
  });

  it('A circuit whose leg is not known counts on all of them', () => {
    const house = createHouse(sumOf([{ deviceId: 'oven' }]));
    assert.deepEqual(totals(house, { meters: { oven: house.reading([20]) } }), [25, 25]);
  });

  it('One leg is kept by the current of that leg, never by that of both poles of a circuit', () => {
    const meter = (more: object, quantity: 'current' | 'power' = 'current') =>
      createHouse({
        ...{ by: 'm', quantity, legs: ['B'], volts: 100, loads: [] },
        groups: [{ id: 'main', limit: 6_000, of: { kind: 'meter', deviceId: 'main', ...more } }],
      });
    const told = (house: House) => totals(house, { meters: { main: house.reading([20, 12]) } });
    assert.deepEqual(told(meter({ legs })), [12]);
    assert.deepEqual(told(meter({})), [20], 'the larger one, where it is not known which pole is on the leg');
    assert.deepEqual(
      told(meter({ legs: ['B'] })),
      [20],
      'a pole that nobody named is not on a leg that another one has',
    );
    assert.deepEqual(told(meter({ legs }, 'power')), [3_200], 'a power is that of both');
  });

  it('Ten of twelve circuits fall silent: what they carried last counts, and nothing comes back on their silence', () => {
    const ids = Array.from({ length: 12 }, (_, index) => `c${index}`);
    const circuits = [...ids, 'heater'].map((deviceId) => ({ deviceId, legs }));
    const house = createHouse(sumOf(circuits));
    const closed = () => ({ heater: house.closed() });
    const all = (amperes: number) => Object.fromEntries(ids.map((id) => [id, house.reading([amperes, amperes])]));
    for (let at = 0; at < 6; at++)
      house.step({ meters: { ...all(4), heater: house.reading([18, 18]) }, circuits: closed() });
    const action = house.state().loads.heater?.action;
    assert(action !== undefined, 'the heater was opened');
    const answers = [{ deviceId: 'heater', action, outcome: 'confirmed' as const, sent: { fromMs: 0, toMs: 0 } }];
    const late = () => ({ c0: house.reading([1, 1]), c1: house.reading([1, 1]), heater: house.reading([0, 0]) });
    for (let at = 0; at < 200; at++) {
      const { claims, requests } = house.step({
        meters: late(),
        circuits: { heater: house.open() },
        ...(at === 0 ? { answers } : {}),
      });
      assert.equal(claims[0]?.to, 'open');
      assert(!requests.some(({ kind }) => kind === 'look'));
    }
  });

  it('A circuit that feeds in and falls silent makes the total stale', () => {
    const house = createHouse(
      sumOf([
        { deviceId: 'heater', legs },
        { deviceId: 'solar', legs, feedsIn: true },
      ]),
    );
    for (let at = 0; at < 5; at++)
      house.step({ meters: { heater: house.reading([70, 70]), solar: house.reading([20, 20]) } });
    for (let at = 0; at < 10; at++)
      assert.equal(
        opens(house.step({ meters: { heater: house.reading([70, 70]) }, circuits: { heater: house.closed() } })),
        0,
      );
    assert.equal(house.step({}).summary().lanes[0]?.live, false);
  });

  it('A circuit that was never read counts with its rating for restoring; without one it is named and nothing comes back', () => {
    const house = createHouse(
      sumOf([
        { deviceId: 'heater', legs },
        { deviceId: 'gone', legs },
      ]),
    );
    for (let at = 0; at < 10; at++) house.step({ meters: { heater: house.reading([1, 1]) } });
    assert.deepEqual(
      house.told('not-read').map(({ deviceId }) => deviceId),
      ['gone'],
    );
  });

  it('A reading that holds no number, and a reading of before, are no readings', () => {
    const house = createHouse(sumOf([{ deviceId: 'oven', legs: ['A'] }]));
    assert.deepEqual(totals(house, { meters: { oven: house.reading([20]) } }), [25, 5]);
    assert.deepEqual(totals(house, { meters: { oven: house.reading([Number.NaN]) } }), [25, 5]);
    assert.deepEqual(totals(house, { meters: { oven: { sequence: 1, amperes: [0] } } }), [25, 5]);
  });

  it('A total of one meter that exports is no load, where its counters tell each leg', () => {
    const house = createHouse(
      sumOf([], { groups: [{ id: 'main', limit: 60, of: { kind: 'meter', deviceId: 'main' } }] }),
    );
    const main = (delivered: number, generated: number) =>
      house.reading([62, 62], { deliveredWh: [delivered, delivered], generatedWh: [generated, generated] });
    assert.deepEqual(totals(house, { meters: { main: main(10, 10) } }), [62, 62], 'nothing tells yet');
    assert.deepEqual(totals(house, { meters: { main: main(10, 20) } }), [-62, -62]);
    assert.deepEqual(totals(house, { meters: { main: main(20, 20) } }), [62, 62]);
    assert.deepEqual(totals(house, { meters: { main: main(30, 30) } }), [62, 62], 'both grew');
  });

  it('One counter for two legs cannot tell which of them exports: both count as import', () => {
    const house = createHouse(
      sumOf([], { groups: [{ id: 'main', limit: 60, of: { kind: 'meter', deviceId: 'main' } }] }),
    );
    house.step({ meters: { main: house.reading([62, 62], { deliveredWh: 10, generatedWh: 10 }) } });
    const exporting = house.reading([62, 62], { deliveredWh: 10, generatedWh: 20 });
    assert.deepEqual(totals(house, { meters: { main: exporting } }), [62, 62]);
  });

  for (const [name, feedsIn, generatedWh, deliveredWh] of [
    ['A solar breaker that is not marked', false, 500, 0],
    ['An oven that is marked as feed-in', true, 0, 500],
  ] as const)
    it(`${name} stops the manager with one alarm`, () => {
      const house = createHouse(
        sumOf([
          { deviceId: 'it', legs, feedsIn },
          { deviceId: 'heater', legs },
        ]),
      );
      const start = { deliveredWh: 1_000, generatedWh: 1_000 };
      const later = { deliveredWh: 1_000 + deliveredWh, generatedWh: 1_000 + generatedWh };
      house.step({ meters: { it: house.reading([2, 2], start), heater: house.reading([80, 80]) } });
      for (let at = 0; at < 10; at++) {
        const meters = { it: house.reading([2, 2], later), heater: house.reading([80, 80]) };
        assert.equal(opens(house.step({ meters, circuits: { heater: house.closed() } })), 0);
      }
      assert.deepEqual(
        house.told('wrong-direction').map(({ deviceId }) => deviceId),
        ['it'],
      );
      assert.equal(house.step({}).summary().status, 'stopped');
    });

  it('A meter that counts backwards is no feed-in: its day begins anew', () => {
    const house = createHouse(
      sumOf([
        { deviceId: 'it', legs },
        { deviceId: 'heater', legs },
      ]),
    );
    for (let wh = 2_000; wh > 0; wh -= 300)
      house.step({ meters: { it: house.reading([2, 2], { deliveredWh: wh, generatedWh: wh }) } });
    assert.deepEqual(house.told('wrong-direction'), []);
  });
});

describe('automation: groups', () => {
  const given: GivenSettings = {
    by: 'm',
    quantity: 'current',
    groups: [
      { id: 'main', limit: 100, of: { kind: 'message' } },
      { id: 'garage', limit: 40, of: { kind: 'message' }, loads: ['car', 'compressor'] },
    ],
    loads: [
      { deviceId: 'heater', kind: 'breaker', legs },
      { deviceId: 'compressor', kind: 'breaker', legs },
      { deviceId: 'car', kind: 'charger', legs },
    ],
  };
  const run = (main: number, garage: number | undefined, steps = 6) => {
    const house = createHouse(given);
    let last = house.step({});
    for (let at = 0; at < steps; at++) {
      const sequence = house.nowMs() + 10_000;
      const totals = {
        main: { sequence, values: [main, main] },
        ...(garage === undefined ? {} : { garage: { sequence, values: [garage, garage] } }),
      };
      const meters = {
        heater: house.reading([20, 20]),
        compressor: house.reading([10, 10]),
        car: house.reading([30, 30]),
      };
      last = house.step({ totals, meters, circuits: { heater: house.closed(), compressor: house.closed() } });
    }
    return Object.fromEntries(last.claims.map(({ deviceId, to }) => [deviceId, to]));
  };

  it('A sub panel above its limit sheds only what is behind it', () => {
    assert.deepEqual(run(60, 62), { car: 6 });
    assert.deepEqual(run(60, 68), { car: 'paused' }, 'the least important gives all that it has');
    assert.deepEqual(run(60, 76), { car: 'paused', compressor: 'open' });
  });

  it('A main above its limit sheds by rank, whatever group a load is in', () => {
    assert.deepEqual(run(118, 30), { car: 9 });
  });

  it('A sub panel that is silent takes nothing from the limit of the main', () => {
    assert.deepEqual(run(118, undefined), { car: 9 });
  });
});
