import assert from 'node:assert/strict';
import type { CircuitReading, GivenLoad, ManagerStep, Readings } from '../../src/automation';
import { initialState, loadManagerStep, stateAfterStart } from '../../src/automation';
import { createHouse } from './house';
import { createPanel } from './panel';

/** A heater of 20 A that was shed at 10:01, with 20 A of other load since. Every look says that the open is ours. */
function shedHouse(more: Partial<GivenLoad> = {}, baseA = 20) {
  const heater: GivenLoad = { deviceId: 'heater', kind: 'breaker', legs: ['A', 'B'], ...more };
  const house = createHouse({
    by: 'm',
    quantity: 'current',
    groups: [{ id: 'main', limit: 60, of: { kind: 'message' } }],
    loads: [heater],
  });
  const sent = { fromMs: 5_000, toMs: 6_000 };
  let last: ManagerStep | undefined;
  let looks: Readings['looks'];

  function next(amperes: number | undefined, circuit: Partial<CircuitReading> = {}, input: Partial<Readings> = {}) {
    const values = amperes === undefined ? undefined : [amperes, amperes];
    const isOpen = (house.state().loads.heater?.openedAt ?? 0) > 0;
    const step = house.step({
      meters: { heater: house.reading(isOpen ? [0, 0] : [20, 20]) },
      circuits: { heater: { ...(isOpen ? house.open() : house.closed()), ...circuit } },
      ...(values === undefined ? {} : { totals: { main: { sequence: house.nowMs() + 10_000, values } } }),
      ...(looks === undefined ? {} : { looks }),
      ...input,
    });
    looks = step.requests.flatMap((request) =>
      request.kind === 'look'
        ? [
            {
              ...{ deviceId: request.deviceId, action: request.action, heldByEvent: false },
              movements: [{ handle: 'remote' as const, to: 'open' as const, atMs: 5_500 }],
            },
          ]
        : [],
    );
    last = step;
    return step;
  }
  const claim = () => last?.claims[0];
  const answer = (
    outcome: 'confirmed' | 'deferred' | 'error' | 'unchanged',
    action = claim()?.action ?? 0,
  ): Partial<Readings> => ({
    answers: [{ deviceId: 'heater', action, outcome, sent }],
  });
  while (claim()?.to !== 'open') next(65);
  next(baseA, {}, answer('confirmed'));
  return {
    ...{ house, next, claim, answer },
    /** Goes on until it is claimed closed; false: it is not within half an hour. */
    comesBack(amperes = baseA, circuit: Partial<CircuitReading> = {}) {
      for (let step = 0; step < 180; step++) if (next(amperes, circuit).claims[0]?.to === 'closed') return true;
      return false;
    },
  };
}

describe('automation: what keeps a shed load open', () => {
  it('Nothing: it is looked at and comes back', () => assert.equal(shedHouse().comesBack(), true));

  for (const [title, circuit] of [
    ['An open main handle', { mainHandle: 'open' }],
    ['An unknown main handle', { mainHandle: 'unknown' }],
    ['A lock-out', { locked: true }],
    ['An override event', { heldByEvent: true }],
    ['No connection', { connected: false }],
    ['A position that cannot be read', { remoteHandle: 'unknown' }],
    ['A position that was read before it was opened', { readAtMs: 0 }],
  ] as const)
    it(title, () => assert.equal(shedHouse().comesBack(20, circuit), false));

  it('A gap that is not to spare: it would fit below the limit, but not with 10 %', () => {
    assert.equal(shedHouse({}, 36).comesBack(), false);
    assert.equal(shedHouse({}, 34).comesBack(), true);
  });

  it('A total above the gap within the five minutes, however short', () => {
    const { next, comesBack, claim } = shedHouse();
    for (let step = 0; step < 27; step++) next(20);
    next(40);
    for (let step = 0; step < 28; step++) next(20);
    assert.equal(claim()?.to, 'open');
    assert.equal(comesBack(), true);
  });

  it('A look that could not be had, and one that was not asked for', () => {
    const one = shedHouse();
    for (let step = 0; step < 100; step++) {
      const action = one.house.state().loads.heater?.lookAction ?? 0;
      one.next(20, {}, { looks: [{ deviceId: 'heater', action, heldByEvent: false }] });
      assert.equal(one.claim()?.to, 'open');
    }
  });
});

describe('automation: a restore under way', () => {
  it('The total falls silent before the close is answered: it is taken back', () => {
    const { next, comesBack, claim } = shedHouse();
    assert(comesBack());
    next(20);
    assert.equal(claim()?.to, 'closed');
    const action = claim()?.action;
    for (let step = 0; step < 9; step++) next(undefined);
    assert.equal(claim()?.to, 'open');
    assert.equal(claim()?.reason.key, 'not-confirmed');
    assert.notEqual(claim()?.action, action);
  });

  it('A close that is deferred is followed by an open with a number of its own', () => {
    const { next, comesBack, claim, answer } = shedHouse();
    assert(comesBack());
    const action = claim()?.action ?? 0;
    next(20, {}, answer('deferred'));
    assert.equal(claim()?.to, 'open');
    assert(Number(claim()?.action) > action);
  });

  it('An answer to an older claim does not count', () => {
    const { next, comesBack, claim, answer, house } = shedHouse();
    const old = claim()?.action ?? 0;
    assert(comesBack());
    next(20, {}, answer('error', old));
    assert.equal(claim()?.to, 'closed');
    assert.equal(house.state().loads.heater?.phase, 'closing');
  });

  it('A close that was not carried out leaves it ours: it is tried again after a minute', () => {
    const { next, comesBack, claim, answer } = shedHouse();
    assert(comesBack());
    next(20, {}, answer('error'));
    assert.equal(claim()?.to, 'open');
    next(20, {}, answer('unchanged'));
    assert.equal(comesBack(), true);
  });

  it('A close that was lost is no restore: the position tells, and it is tried again', () => {
    const panel = createPanel({ base: [45, 20], limit: 60, loads: { heater: { draws: 20 } } });
    panel.run(60);
    panel.base[0] = 20;
    panel.answerWith('heater', 'lost');
    while (panel.closes().length === 0) panel.run(5);
    panel.run(60);
    assert.deepEqual([panel.isOpen('heater'), panel.told('came-back').length], [true, 0]);
    panel.run(900);
    assert.deepEqual([panel.isOpen('heater'), panel.told('came-back').length], [false, 1]);
    assert.deepEqual(
      panel.sent.map(({ to }) => to),
      ['open', 'closed', 'closed'],
      'an open breaker is not opened again',
    );
  });

  it('A position that was read before our close does not tell that it failed', () => {
    const { next, comesBack, house, answer } = shedHouse();
    assert(comesBack());
    const readAtMs = house.nowMs() - 1_000;
    next(20, { readAtMs }, answer('confirmed'));
    next(40, { remoteHandle: 'open', readAtMs });
    assert.deepEqual(house.told('close-failed'), []);
    assert.equal(house.told('came-back').length, 1);
  });

  it('A load that came back was switched by nobody else, however late its position is read', () => {
    const { next, comesBack, house, answer } = shedHouse();
    assert(comesBack());
    const old = { remoteHandle: 'open', readAtMs: house.nowMs() - 1_000 } as const;
    next(20, old, answer('confirmed'));
    for (let step = 0; step < 5; step++) next(40, old);
    assert.equal(house.told('came-back').length, 1);
    next(40);
    assert.deepEqual(house.told('manual'), []);
    // From then on it is read: what opens and closes it now is somebody.
    next(20, { remoteHandle: 'open' });
    next(40);
    assert.equal(house.told('manual').length, 1);
  });

  it('Each step of a process that begins while an open is in flight claims nothing for it', () => {
    const house = shedHouse().house;
    const saved = structuredClone(house.state());
    const { heater } = saved.loads;
    assert(heater);
    heater.phase = 'opening';
    heater.claimedAt = saved.saved.monotonicMs;
    const now = { monotonicMs: 77_000, wallMs: saved.saved.wallMs + 5_000 };
    const begun = stateAfterStart(saved, now);
    assert.equal(begun.loads.heater?.claimedAt, 72_000);
    const circuits = { heater: house.closed() };
    const { claims } = loadManagerStep(begun, { meters: {}, circuits }, house.settings, now);
    assert.deepEqual(claims, []);
  });
});

describe('automation: a start with loads that are shed', () => {
  it('They are held by a claim that sends nothing, until their positions are known', () => {
    const { house } = shedHouse();
    const saved = structuredClone(house.state());
    const now = { monotonicMs: 77_000, wallMs: saved.saved.wallMs + 5_000 };
    const { claims } = loadManagerStep(stateAfterStart(saved, now), { meters: {}, circuits: {} }, house.settings, now);
    assert.deepEqual(
      claims.map(({ to, action }) => [to, action]),
      [['open', undefined]],
    );
  });
});

describe('automation: what is not shed', () => {
  for (const [title, circuit] of [
    ['A breaker in an override event', { heldByEvent: true }],
    ['A breaker without a connection', { connected: false }],
    ['A breaker whose position is unknown', { remoteHandle: 'unknown' }],
    ['A breaker that was never read', undefined],
  ] as const)
    it(title, () => {
      const house = createHouse({
        by: 'm',
        quantity: 'current',
        groups: [{ id: 'main', limit: 60, of: { kind: 'message' } }],
        loads: [{ deviceId: 'heater', kind: 'breaker', legs: ['A', 'B'] }],
      });
      for (let step = 0; step < 20; step++) {
        const totals = { main: { sequence: house.nowMs() + 10_000, values: [80, 80] } };
        const circuits = circuit === undefined ? {} : { heater: { ...house.closed(), ...circuit } };
        const { claims } = house.step({ meters: { heater: house.reading([20, 20]) }, totals, circuits });
        assert.deepEqual(claims, []);
      }
    });

  it('A load that was on for less than its least time, unless the overload is above 20 %', () => {
    const loads = { pump: { draws: 20, leastOnMs: 900_000 } };
    const panel = createPanel({ base: [50, 20], limit: 60, loads });
    panel.run(920);
    assert.equal(panel.opens().length, 1);
    panel.base[0] = 10;
    panel.run(420);
    assert.equal(panel.isOpen('pump'), false);
    panel.base[0] = 50;
    panel.run(300);
    assert.equal(panel.opens().length, 1);
    panel.base[0] = 55;
    panel.run(60);
    assert.equal(panel.opens().length, 2);
  });

  it('A hold that a silence has broken begins anew', () => {
    const panel = createPanel({
      base: [45, 20],
      limit: 60,
      settings: { afterMs: 200_000 },
      loads: { heater: { draws: 20 } },
    });
    panel.run(150);
    panel.silence(true);
    panel.run(120);
    panel.silence(false);
    panel.run(190);
    assert.deepEqual(panel.sent, []);
    panel.run(60);
    assert.equal(panel.opens().length, 1);
  });

  it('A charger that is at its fallback already is not told again', () => {
    const panel = createPanel({ base: [10, 10], limit: 60, loads: { car: { kind: 'charger', draws: 30 } } });
    panel.run(60);
    panel.silence(true);
    panel.run(1_800);
    assert.deepEqual(
      panel.sent.map(({ to }) => to),
      [6],
    );
  });

  it('A new state is plain JSON', () => {
    const state = initialState({ monotonicMs: 5, wallMs: 6 });
    assert.deepEqual(JSON.parse(JSON.stringify(state)), state);
  });
});
