import assert from 'node:assert/strict';
import { type GivenLoad, type GivenSettings, type Readings, stateAfterStart } from '../../src/automation';
import { createHouse } from './house';
import { createPanel, type PanelOptions } from './panel';

const heaterPanel = (more: Partial<PanelOptions> = {}) =>
  createPanel({ base: [45, 20], limit: 60, loads: { heater: { draws: 20 } }, ...more });
/** When the n-th command was sent, s. */
const sentAt = (panel: ReturnType<typeof heaterPanel>, index: number) => panel.sent[index]?.atS ?? Number.NaN;

describe('automation: how long things take', () => {
  it('a limit that is exceeded by more than a fifth is held for 10 s in place of 20 s', () => {
    const [soft, hard] = [heaterPanel(), heaterPanel({ base: [53, 20] })];
    for (const panel of [soft, hard]) panel.run(90);
    assert.equal(sentAt(soft, 0) - sentAt(hard, 0), 10);
  });

  it('and never for longer than the dialog says', () => {
    const settings = { afterMs: 5_000 };
    const [soft, hard] = [heaterPanel({ settings }), heaterPanel({ settings, base: [53, 20] })];
    for (const panel of [soft, hard]) panel.run(90);
    assert.equal(sentAt(soft, 0), sentAt(hard, 0));
  });

  it('a fifth on one leg is enough', () => {
    const panel = heaterPanel({ base: [53, 5] });
    panel.run(90);
    assert.equal(sentAt(panel, 0), 25);
  });

  it('a load that failed is tried again after a minute, and at that minute', () => {
    const panel = heaterPanel();
    panel.answerWith('heater', 'error');
    panel.run(200);
    const between = sentAt(panel, 1) - sentAt(panel, 0);
    assert(between >= 60 && between <= 65, String(between));
  });

  it('a load that was on for its least time may go', () => {
    const panel = heaterPanel({ loads: { heater: { draws: 20, leastOnMs: 300_000 } } });
    panel.run(400);
    assert(sentAt(panel, 0) >= 300 && sentAt(panel, 0) <= 310, String(sentAt(panel, 0)));
  });

  it('an answer that does not come counts as unknown after a minute: the load is shed, and its current still counts', () => {
    const panel = heaterPanel();
    panel.answerLater(1_000);
    while (panel.sent.length === 0) panel.run(5);
    panel.run(55);
    assert.equal(panel.state().loads.heater?.phase, 'opening');
    panel.run(10);
    assert.equal(panel.state().loads.heater?.phase, 'shed');
  });

  it('a look that is not answered is asked for again after half a minute', () => {
    const asked: number[] = [];
    const { house, next } = shedHouse();
    for (let step = 0; step < 60; step++)
      if (next([20, 20]).requests.some(({ kind }) => kind === 'look')) asked.push(house.nowMs());
    assert(asked.length >= 3);
    for (const [index, at] of asked.slice(1).entries()) assert.equal(at - (asked[index] ?? 0), 30_000);
  });

  it('what passes while the process is down is at most a day, and nothing where the clock went back', () => {
    const { house } = shedHouse();
    const saved = house.state();
    const passed = (wallMs: number) => {
      const now = { monotonicMs: 0, wallMs: saved.saved.wallMs + wallMs };
      return (
        (saved.loads.heater?.openedAt ?? 0) -
        saved.saved.monotonicMs -
        (stateAfterStart(saved, now).loads.heater?.openedAt ?? 0)
      );
    };
    assert.deepEqual([passed(5_000), passed(0), passed(-5_000)], [5_000, 0, 0]);
    assert.equal(passed(48 * 3_600_000), 24 * 3_600_000);
  });
});

/** A heater that was shed, by steps of 10 s. */
function shedHouse(more: Partial<GivenLoad> = {}) {
  const house = createHouse({
    by: 'm',
    quantity: 'current',
    groups: [{ id: 'main', limit: 60, of: { kind: 'message' } }],
    loads: [{ deviceId: 'heater', kind: 'breaker', legs: ['A', 'B'], ...more }],
  });
  const next = (values: readonly number[], input: Partial<Readings> = {}) => {
    const isOpen = (house.state().loads.heater?.openedAt ?? 0) > 0;
    return house.step({
      meters: { heater: house.reading(isOpen ? [0, 0] : [20, 20]) },
      circuits: { heater: isOpen ? house.open() : house.closed() },
      totals: { main: { sequence: house.nowMs() + 10_000, values } },
      ...input,
    });
  };
  let action: number | undefined;
  while (action === undefined) action = next([65, 40]).claims[0]?.action;
  const sent = { fromMs: 5_000, toMs: 6_000 };
  next([20, 20], { answers: [{ deviceId: 'heater', action, outcome: 'confirmed', sent }] });
  return { house, next };
}

describe('automation: a limit of power', () => {
  const power: GivenSettings = {
    by: 'm',
    quantity: 'power',
    groups: [{ id: 'main', limit: 6_000, of: { kind: 'message' } }],
    loads: [
      { deviceId: 'oven', kind: 'breaker', legs: ['A'] },
      { deviceId: 'heater', kind: 'breaker' },
      { deviceId: 'car', kind: 'charger', legs: ['A', 'B'] },
    ],
  };
  const decided = (watts: number, amperes: Readonly<Record<string, readonly number[]>>) => {
    const house = createHouse(power);
    let claims: Record<string, unknown> = {};
    for (let step = 0; step < 6; step++) {
      const meters = Object.fromEntries(Object.entries(amperes).map(([id, own]) => [id, house.reading(own)]));
      const circuits = { oven: house.closed(), heater: house.closed() };
      const totals = { main: { sequence: house.nowMs() + 10_000, values: [watts] } };
      const made = house.step({ meters, circuits, totals });
      claims = Object.fromEntries(made.claims.map(({ deviceId, to }) => [deviceId, to]));
    }
    return { claims, house };
  };

  it('takes amperes of a charger for what they are on both legs', () => {
    // 1,000 W above, and 3 %: 1,180 W are 5 A at 240 V.
    const { claims, house } = decided(7_000, { oven: [10], heater: [8, 8], car: [20, 20] });
    assert.deepEqual(claims, { car: 15 });
    assert.equal(house.told('reduced')[0]?.parameters.leg, '', 'power has no leg');
    assert.equal(house.step({}).summary().lanes[0]?.leg, undefined);
  });
  it('opens a load on legs that nobody knows: power needs none', () =>
    assert.deepEqual(decided(7_000, { oven: [10], heater: [8, 8], car: [0, 0] }).claims, {
      heater: 'open',
      car: 'free',
    }));
});

describe('automation: what a message means', () => {
  const two = () =>
    createPanel({
      base: [50, 20],
      limit: 60,
      loads: { iron: { draws: 8, comesBack: 'after-ok' }, dryer: { draws: 8, comesBack: 'after-ok' } },
    });
  it('an OK is for the load that it names, and restore for all that are shed', () => {
    const panel = two();
    panel.run(60);
    panel.base[0] = 5;
    panel.message({ kind: 'allow', deviceId: 'iron' });
    panel.run(900);
    assert.deepEqual([panel.isOpen('iron'), panel.isOpen('dryer')], [false, true]);
    panel.message({ kind: 'restore' });
    panel.run(60);
    assert.equal(panel.isOpen('dryer'), true, 'nothing skips its conditions');
    panel.run(300);
    assert.equal(panel.isOpen('dryer'), false);
  });
  it('an OK before a load is shed is none', () => {
    const panel = two();
    panel.message({ kind: 'allow', deviceId: 'iron' });
    panel.message({ kind: 'restore' });
    panel.run(60);
    panel.base[0] = 5;
    panel.run(1_800);
    assert.deepEqual(panel.closes(), []);
  });
  it('a level and a pause say nothing about what may come back', () => {
    const panel = two();
    panel.run(60);
    panel.base[0] = 5;
    panel.message({ kind: 'level', level: 'normal' });
    panel.message({ kind: 'pause' });
    panel.message({ kind: 'resume' });
    panel.run(1_800);
    assert.deepEqual(panel.closes(), []);
  });
});

describe('automation: a charger whose total is silent', () => {
  for (const [title, leastA, fallbackA, toA] of [
    ['falls to the fallback', 6, 10, 10],
    ['never below its least', 16, 6, 16],
  ] as const)
    it(title, () => {
      const loads = { car: { kind: 'charger', draws: 30, leastA } } as const;
      const panel = createPanel({ base: [5, 5], limit: 60, settings: { fallbackA }, loads });
      panel.run(60);
      panel.silence(true);
      panel.run(120);
      assert.equal(panel.devices.car?.setting, toA);
      assert.equal(panel.last().claims[0]?.reason.key, 'readings-stopped');
    });
});

describe('automation: an open that shows no effect', () => {
  const stuck = (base: number) => {
    const loads = { oven: { draws: 8 }, heater: { draws: 10, welded: true } };
    const panel = createPanel({ base: [base, 20], limit: 60, loads });
    panel.run(300);
    return panel;
  };
  it('is looked at again after ten minutes', () => {
    const panel = stuck(45);
    assert.equal(panel.isOpen('oven'), false);
    panel.run(600);
    assert.equal(panel.isOpen('oven'), true);
  });
  it('and at once where the total rises, but not where it wavers', () => {
    const panel = stuck(45);
    panel.base[0] = 46;
    panel.run(60);
    assert.equal(panel.isOpen('oven'), false, 'less than 3 %');
    panel.base[0] = 48;
    panel.run(60);
    assert.equal(panel.isOpen('oven'), true);
  });
  it('waits for nothing above a fifth', () => assert.equal(stuck(60).isOpen('oven'), true));
});
