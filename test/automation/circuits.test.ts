import assert from 'node:assert/strict';
import {
  afterPerson,
  arbitrate,
  type CircuitReading,
  type GivenLoad,
  type GivenSettings,
  initialArbiter,
  type Outcome,
  type Readings,
} from '../../src/automation';
import { createHouse } from './house';
import { createPanel } from './panel';

/** A house whose heater was just opened, and answered so. What it reads then the test says. */
function opened(outcome: Outcome, more: Partial<GivenSettings> = {}, load: Partial<GivenLoad> = {}) {
  const house = createHouse({
    by: 'm',
    quantity: 'current',
    groups: [{ id: 'main', limit: 60, of: { kind: 'message' } }],
    loads: [{ deviceId: 'heater', kind: 'breaker', legs: ['A', 'B'], ...load }],
    ...more,
  });
  function next(ampere: number, circuit: Partial<CircuitReading>, input: Partial<Readings> = {}) {
    const totals = Object.fromEntries(
      house.settings.groups.map(({ id }) => [id, { sequence: house.nowMs() + 10_000, values: [ampere, ampere] }]),
    );
    return house.step({ circuits: { heater: { ...house.closed(), ...circuit } }, totals, ...input });
  }
  const meters = () => ({ heater: house.reading([20, 20]) });
  let action: number | undefined;
  while (action === undefined) action = next(65, {}, { meters: meters() }).claims[0]?.action;
  const sent = { fromMs: 5_000, toMs: 6_000 };
  next(50, {}, { answers: [{ deviceId: 'heater', action, outcome, sent }] });
  return { house, next, phase: () => house.state().loads.heater?.phase };
}

describe('automation: a circuit that was opened', () => {
  it('and was not read back may read closed for 15 s; then it was not carried out, and is tried later', () => {
    const { house, next, phase } = opened('accepted');
    next(50, {});
    assert.deepEqual([phase(), house.events.map(({ event }) => event)], ['shed', ['opened']]);
    next(50, {});
    assert.equal(phase(), 'normal');
    assert.equal(house.told('open-failed').length, 1);
    assert.equal(house.told('manual').length, 0, 'that is no deed of a person');
    const claims = Array.from(
      { length: 5 },
      () => next(65, {}, { meters: { heater: house.reading([20, 20]) } }).claims,
    );
    assert.deepEqual(claims.flat(), [], 'it is left alone for a minute');
  });
  it('and was read back, or seen open, is closed by somebody where it reads closed', () => {
    for (const outcome of ['confirmed', 'accepted'] as const) {
      const { house, next, phase } = opened(outcome);
      if (outcome === 'accepted') next(50, house.open());
      next(50, {});
      assert.deepEqual([phase(), house.told('manual').length], ['normal', 1]);
    }
  });
  it('stays ours while nothing can be read of it', () => {
    const { next, phase } = opened('confirmed');
    for (let step = 0; step < 30; step++) next(20, { remoteHandle: 'unknown', mainHandle: 'unknown' });
    assert.equal(phase(), 'shed');
  });
  it('and has no meter is not taken for one that does not open', () => {
    const { house, next } = opened('confirmed');
    for (let step = 0; step < 12; step++) next(65, house.open());
    assert.equal(house.told('does-not-open').length, 0);
  });
  it('is expected to draw its largest of the day where its meter is silent', () => {
    const { house, next } = opened('confirmed');
    next(20, house.open(), { meters: { heater: house.reading([0, 0]) } });
    assert.equal(house.step({}).summary().loads[0]?.needsFree, 20);
  });
  it('comes back only when all of its groups are read', () => {
    const groups = [
      { id: 'main', limit: 60, of: { kind: 'message' as const } },
      { id: 'garage', limit: 60, of: { kind: 'message' as const } },
    ];
    const { house, next } = opened('confirmed', { groups });
    for (let step = 0; step < 60; step++) {
      const totals = { main: { sequence: house.nowMs() + 10_000, values: [20, 20] } };
      const { requests, claims } = next(20, house.open(), { totals });
      assert(!requests.some(({ kind }) => kind === 'look'));
      assert.equal(claims[0]?.to, 'open');
    }
  });
});

describe('automation: a main handle', () => {
  it('that a person has opened and closed again makes the circuit manual, though it was unreadable between', () => {
    const { house, next } = opened('error');
    next(30, { mainHandle: 'open' });
    next(30, { mainHandle: 'unknown' });
    next(30, {});
    assert.equal(house.told('manual').length, 1);
  });
});

describe('automation: what a load is told apart by', () => {
  const settings = { limit: 60, base: [45, 20] };
  it('opens a day names the loads that would help, and no other', () => {
    const panel = createPanel({
      ...settings,
      base: [45, 5],
      loads: {
        car: { kind: 'charger', draws: 1, pauseAllowed: false },
        onB: { draws: 20, legs: ['B'], opensADay: 0 },
        idle: { draws: 0, opensADay: 0 },
        heater: { draws: 20, opensADay: 0 },
      },
    });
    panel.run(120);
    assert.deepEqual(panel.told('opens-a-day-reached')[0]?.parameters.deviceIds, ['heater']);
    assert.deepEqual(panel.opens(), []);
  });

  it('a load makes no room for another where it is not enough', () => {
    const panel = createPanel({
      base: [30, 30],
      limit: 60,
      loads: { boiler: { draws: 22, longestOffMs: 600_000 }, lamp: { draws: 4 } },
    });
    panel.base[0] = 42;
    panel.run(60);
    assert.equal(panel.isOpen('boiler'), true);
    panel.run(1_800);
    assert.deepEqual(
      panel.opens().map(({ deviceId }) => deviceId),
      ['boiler'],
    );
    assert.equal(panel.told('longest-off-reached').length, 1);
  });

  it('a charger is raised by one ampere where there is room for one', () => {
    const panel = createPanel({ ...settings, loads: { car: { kind: 'charger', draws: 30 } } });
    panel.run(60);
    assert.equal(panel.devices.car?.setting, 13);
    panel.base[0] = 40;
    panel.run(600);
    assert.equal(panel.devices.car?.setting, 14);
  });

  it('a command that is not answered is settling', () => {
    const panel = createPanel({ ...settings, loads: { heater: { draws: 20 } } });
    panel.answerLater(4);
    while (panel.sent.length === 0) panel.run(5);
    assert.equal(panel.last().summary().status, 'settling');
  });

  it('a load that generates stops the manager, though it is in no sum', () => {
    const house = createHouse({
      by: 'm',
      quantity: 'current',
      groups: [{ id: 'main', limit: 60, of: { kind: 'message' } }],
      loads: [{ deviceId: 'heater', kind: 'breaker', legs: ['A', 'B'] }],
    });
    const reading = (deliveredWh: number, generatedWh: number) => ({
      meters: { heater: house.reading([9, 9], { deliveredWh, generatedWh }) },
    });
    house.step(reading(0, 0));
    house.step(reading(500, 0));
    assert.equal(house.told('wrong-direction').length, 0);
    house.step(reading(500, 900));
    assert.deepEqual(house.told('wrong-direction')[0]?.parameters, { feedsIn: true });
  });

  it('operations count for twelve months', () => {
    const panel = createPanel({ ...settings, loads: { heater: { draws: 20, opensADay: 100 } } });
    panel.run(15);
    const { heater } = panel.state().loads;
    assert(heater);
    const month = Math.floor(panel.state().saved.wallMs / (30 * 86_400_000));
    heater.operationsByMonth = { [month]: 700, [month - 11]: 798, [month - 12]: 5_000 };
    panel.run(60);
    assert.equal(panel.told('worn').length, 0);
    assert.deepEqual(panel.state().loads.heater?.operationsByMonth, { [month]: 701, [month - 11]: 798 });
  });
});

describe('automation: what nobody need send', () => {
  const claim = (to: 'open' | 'closed' | 'free' | number, action: number) =>
    ({ deviceId: 'x', by: 'a', kind: 'limit', to, action, reason: { key: 'level', parameters: {} } }) as const;
  it('a close of a breaker that is closed: it is nobody’s any more', () => {
    const facts = (position: 'open' | 'closed') => ({ x: { kind: 'breaker', position } as const });
    const held = arbitrate(initialArbiter(), [claim('open', 1)], facts('closed'), 0).state;
    const { commands, answers, state } = arbitrate(held, [claim('closed', 2)], facts('closed'), 1);
    assert.deepEqual([commands, answers.map(({ outcome }) => outcome)], [[], ['unchanged']]);
    assert.deepEqual(state.breakers.x?.holders, []);
  });
  it('what a person has freed: a charger keeps nothing of what limited it', () => {
    const facts = { x: { kind: 'charger', settingA: 'no-limit' } as const };
    const limited = arbitrate(initialArbiter(), [claim(10, 1)], facts, 0).state;
    assert.equal(limited.chargers.x?.before, 'no-limit');
    assert.deepEqual(afterPerson(limited, 'x').chargers.x, { done: { a: 1 } });
    assert.deepEqual(afterPerson(limited, 'another'), limited);
  });
});
