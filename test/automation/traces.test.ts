import assert from 'node:assert/strict';
import { createHouse } from './house';
import { createPanel, type PanelOptions } from './panel';

/** One heater that must go, and room for it as soon as the base falls. */
const heaterPanel = (more: Partial<PanelOptions> = {}) =>
  createPanel({ base: [45, 20], limit: 60, loads: { heater: { draws: 20 } }, ...more });

/** The heater is shed, and there is room for it again. */
function shedHeater(more: Partial<PanelOptions> = {}) {
  const panel = heaterPanel(more);
  panel.run(60);
  assert.equal(panel.isOpen('heater'), true);
  panel.base[0] = 20;
  return panel;
}

describe('automation: traces', () => {
  it('The total falls silent during a restore: the load is opened again, and nothing is closed while it is silent', () => {
    const panel = shedHeater();
    for (let ticks = 0; panel.closes().length === 0 && ticks < 200; ticks++) panel.run(5);
    assert.equal(panel.closes().length, 1);
    panel.silence(true);
    panel.run(120);
    assert.equal(panel.isOpen('heater'), true);
    assert.equal(panel.told('restore-reverted').length, 1);
    panel.run(3_600);
    assert.equal(panel.closes().length, 1);
    assert.equal(panel.last().summary().status, 'stale');
    assert.equal(panel.told('stale').length, 1);
    panel.silence(false);
    panel.run(900);
    assert.equal(panel.isOpen('heater'), false, 'it comes back by the usual conditions');
  });

  it("A load that has come back is nobody's to leave alone: the position that is read a minute later is our own close", () => {
    const panel = shedHeater({ positionsMs: 60_000 });
    for (let ticks = 0; panel.closes().length === 0 && ticks < 200; ticks++) panel.run(5);
    panel.run(120);
    assert.equal(panel.told('came-back').length, 1);
    assert.deepEqual(panel.told('manual'), []);
    panel.base[0] = 45;
    panel.run(60);
    assert.equal(panel.isOpen('heater'), true, 'it may be opened again');
  });

  it('The total falls silent while a load is shed: it stays open, and its time begins anew', () => {
    const panel = shedHeater();
    panel.run(200);
    panel.silence(true);
    panel.run(400);
    assert.deepEqual(panel.closes(), []);
    panel.silence(false);
    panel.run(250);
    assert.deepEqual(panel.closes(), [], 'five minutes count from when readings came back');
    panel.run(120);
    assert.equal(panel.closes().length, 1);
  });

  it('A shed heater closed and opened by hand stays open: only a person closes it', () => {
    const panel = shedHeater();
    panel.run(20);
    panel.person('heater', 'closed');
    panel.run(10);
    panel.person('heater', 'open');
    panel.run(36_000);
    assert.deepEqual(panel.closes(), []);
    assert.equal(panel.told('manual').length, 1);
  });

  it('A shed heater closed and opened by hand between two looks at it stays open: the histories tell', () => {
    const panel = shedHeater();
    panel.run(20);
    panel.person('heater', 'closed');
    panel.person('heater', 'open');
    panel.run(36_000);
    assert.deepEqual(panel.closes(), []);
    assert.equal(panel.told('needs-person').length, 1);
  });

  it('The main handle of a shed heater opened and closed by hand: only a person closes it', () => {
    const panel = shedHeater();
    panel.person('heater', 'open', 'main');
    panel.run(1_000);
    assert.deepEqual(panel.closes(), []);
    panel.person('heater', 'closed', 'main');
    panel.run(1_000);
    assert.deepEqual(panel.closes(), []);
    assert.equal(panel.told('needs-person').length, 1);
  });

  it('A heater opened by another app while the process was down stays open', () => {
    const panel = heaterPanel({ base: [20, 20] });
    panel.run(300);
    panel.restart(600);
    panel.person('heater', 'open');
    panel.run(3_600);
    assert.deepEqual(panel.sent, []);
  });

  it('A shed heater closed and opened by another app while the process was down stays open', () => {
    const panel = shedHeater();
    panel.person('heater', 'closed');
    panel.person('heater', 'open');
    panel.restart(600);
    panel.run(3_600);
    assert.deepEqual(panel.closes(), []);
    assert.equal(panel.told('needs-person').length, 1);
  });

  it('A shed heater closed by another app while the process was down is forgotten', () => {
    const panel = shedHeater();
    panel.person('heater', 'closed');
    panel.restart(600);
    panel.run(60);
    assert.equal(panel.state().loads.heater?.phase, 'normal');
    assert.equal(panel.sent.length, 1);
  });

  it('An override event takes a shed breaker: nothing is closed in it, and after it only what is ours', () => {
    const panel = shedHeater();
    const { heater } = panel.devices;
    assert(heater);
    heater.held = true;
    panel.run(1_000);
    assert.deepEqual(panel.closes(), []);
    panel.endEvent('heater');
    panel.run(600);
    assert.equal(panel.isOpen('heater'), false);
  });

  it('An override event that moves a shed breaker makes it a person to close', () => {
    const panel = shedHeater();
    const { heater } = panel.devices;
    assert(heater);
    heater.held = true;
    panel.person('heater', 'closed');
    panel.person('heater', 'open');
    panel.endEvent('heater');
    panel.run(3_600);
    assert.deepEqual(panel.closes(), []);
  });

  it('Our open is deferred: it counts as not shed, is ours when it is carried out, and comes back by the rules', () => {
    const panel = createPanel({
      base: [30, 20],
      limit: 60,
      loads: { oven: { draws: 18 }, heater: { draws: 20 } },
    });
    panel.run(10);
    const { heater } = panel.devices;
    assert(heater);
    panel.answerWith('heater', 'deferred');
    while (panel.sent.length === 0) panel.run(5);
    heater.held = true;
    heater.stored = 'open';
    panel.run(60);
    assert.deepEqual(
      panel.sent.map(({ deviceId, outcome }) => [deviceId, outcome]),
      [
        ['heater', 'deferred'],
        ['oven', 'confirmed'],
      ],
    );
    panel.base[0] = 10;
    panel.base[1] = 10;
    panel.run(600);
    assert.deepEqual(
      panel.closes().map(({ deviceId }) => deviceId),
      ['oven'],
      'the heater is in an event',
    );
    panel.endEvent('heater');
    panel.run(10);
    assert.equal(panel.isOpen('heater'), true);
    panel.run(600);
    assert.equal(panel.isOpen('heater'), false);
  });

  it('Our close is deferred: an open takes its place at once', () => {
    const panel = shedHeater();
    panel.answerWith('heater', 'deferred');
    for (let ticks = 0; panel.closes().length === 0 && ticks < 200; ticks++) panel.run(5);
    panel.run(15);
    assert.deepEqual(
      panel.sent.map(({ to }) => to),
      ['open', 'closed'],
    );
    assert.equal(panel.state().loads.heater?.phase, 'shed');
    assert.equal(panel.told('close-deferred').length, 1);
  });

  it('The service is out for two hours: nothing is sent, what is open stays open, and nothing is closed when it is back', () => {
    const panel = createPanel({
      base: [45, 20],
      limit: 60,
      loads: { heater: { draws: 20 }, car: { kind: 'charger', draws: 16 } },
    });
    panel.run(120);
    const before = panel.sent.length;
    panel.silence(true);
    for (const device of Object.values(panel.devices)) device.online = false;
    panel.run(7_200);
    assert.equal(panel.sent.length, before, 'nothing reaches an offline device');
    for (const device of Object.values(panel.devices)) device.online = true;
    panel.run(60);
    assert.deepEqual(panel.closes(), []);
  });

  it('The total is silent: a charger falls to 6 A after 60 s and is raised only by the usual conditions', () => {
    const panel = createPanel({ base: [10, 10], limit: 60, loads: { car: { kind: 'charger', draws: 30 } } });
    panel.run(60);
    assert.equal(panel.devices.car?.setting, 'no-limit');
    panel.silence(true);
    panel.run(90);
    assert.equal(panel.devices.car?.setting, 6);
    panel.run(1_800);
    assert.equal(panel.devices.car?.setting, 6);
    panel.silence(false);
    panel.run(290);
    assert.equal(panel.devices.car?.setting, 6);
    panel.run(120);
    assert.equal(panel.devices.car?.setting, 'no-limit');
  });

  for (const [name, byMs] of [
    ['forward by a day', 86_400_000],
    ['back by a day', -86_400_000],
    ['by the hour of a change to summer time', 3_600_000],
  ] as const)
    it(`The clock steps ${name}: rests and calm go on as before`, () => {
      const panel = shedHeater();
      panel.run(100);
      panel.stepWall(byMs);
      panel.run(150);
      assert.deepEqual(panel.closes(), []);
      panel.run(120);
      assert.equal(panel.closes().length, 1);
    });

  it('A restart while a load is shed: it goes on with its old times, and nothing moves before two readings', () => {
    const panel = shedHeater();
    panel.run(200);
    panel.restart(30);
    panel.run(290);
    assert.deepEqual(panel.closes(), []);
    panel.run(60);
    assert.equal(panel.closes().length, 1);
  });

  it('A clock that is behind after a restart shortens no rest', () => {
    const panel = shedHeater({ loads: { heater: { draws: 20, restMs: 900_000 } } });
    panel.run(60);
    panel.stepWall(-3_600_000);
    panel.restart(10);
    panel.run(700);
    assert.deepEqual(panel.closes(), []);
    panel.run(300);
    assert.equal(panel.closes().length, 1);
  });

  it('A redeploy while an open is in flight: it is not sent again, and is ours', () => {
    const panel = heaterPanel();
    panel.answerLater(3);
    while (panel.opens().length === 0) panel.run(5);
    panel.restart(5);
    panel.answerLater(0);
    panel.run(120);
    assert.equal(panel.opens().length, 1);
    assert.equal(panel.state().loads.heater?.phase, 'shed');
  });

  it('A process killed between memory and command: the open that was never sent is forgotten after 60 s', () => {
    const panel = heaterPanel();
    panel.answerWith('heater', 'error');
    panel.answerLater(3);
    while (panel.opens().length === 0) panel.run(5);
    panel.restart(5);
    panel.answerLater(0);
    panel.run(50);
    assert.equal(panel.opens().length, 1, 'it is waited for');
    panel.run(60);
    assert.equal(panel.opens().length, 2);
    assert.equal(panel.isOpen('heater'), true);
  });

  it('A redeploy while a close is in flight: it came back by us, and may be opened again', () => {
    const panel = shedHeater({ positionsMs: 60_000 });
    panel.answerLater(3);
    for (let ticks = 0; panel.closes().length === 0 && ticks < 200; ticks++) panel.run(5);
    panel.restart(5);
    panel.answerLater(0);
    panel.run(120);
    assert.deepEqual([panel.told('manual').length, panel.told('forgotten').length], [0, 0]);
    assert.equal(panel.told('came-back').length, 1);
    panel.base[0] = 45;
    panel.run(60);
    assert.equal(panel.isOpen('heater'), true);
  });

  it('A restart while a current is being set: the charger is limited as claimed, and raised when there is room', () => {
    const panel = createPanel({ base: [45, 20], limit: 60, loads: { car: { kind: 'charger', draws: 30 } } });
    panel.answerLater(3);
    while (panel.sent.length === 0) panel.run(5);
    panel.restart(5);
    panel.answerLater(0);
    panel.run(120);
    assert.deepEqual(panel.told('forgotten'), []);
    assert.equal(panel.last().summary().shed, 1);
    panel.base[0] = 20;
    panel.run(600);
    assert.equal(panel.devices.car?.setting, 'no-limit');
  });

  it('A process killed before its close was sent: who closes the circuit a minute later is somebody else', () => {
    const panel = shedHeater();
    panel.answerWith('heater', 'error');
    panel.answerLater(3);
    for (let ticks = 0; panel.closes().length === 0 && ticks < 200; ticks++) panel.run(5);
    panel.restart(5);
    panel.answerLater(0);
    panel.run(60);
    panel.person('heater', 'closed');
    panel.run(10);
    assert.equal(panel.told('manual').length, 1);
  });

  it('A meter that lags 60 s switches nothing: its total is stale', () => {
    const panel = heaterPanel({ delayMs: 60_000 });
    panel.run(600);
    assert.deepEqual(panel.sent, []);
    assert.equal(panel.last().summary().status, 'stale');
  });

  it('A meter that lags 20 s opens no second load before its reading shows the first', () => {
    const panel = createPanel({
      base: [35, 20],
      limit: 60,
      delayMs: 20_000,
      loads: { oven: { draws: 10 }, dryer: { draws: 10 }, heater: { draws: 20 } },
    });
    panel.run(1_200);
    assert.deepEqual(
      panel.opens().map(({ deviceId }) => deviceId),
      ['heater'],
    );
  });

  it('Pushes every 300 s only switch nothing for a current per leg, and say so', () => {
    const panel = heaterPanel({ intervalMs: 300_000 });
    panel.run(3_600);
    assert.deepEqual(panel.sent, []);
    assert.equal(panel.told('interval-too-long').length, 1);
    assert.equal(panel.last().summary().status, 'stopped');
  });

  it('Base load that rises while two sheds work opens no more than what is above the limit', () => {
    const panel = createPanel({
      base: [45, 20],
      limit: 60,
      loads: { oven: { draws: 8 }, dryer: { draws: 9 }, heater: { draws: 10 } },
    });
    panel.run(40);
    panel.base[0] = 56;
    panel.run(300);
    assert(Math.max(...panel.total()) <= 60);
    const before = panel.sent.length;
    panel.run(600);
    assert.equal(panel.sent.length, before);
  });

  it('A timer of somebody else that closes a shed load ends our claim: it is left alone for two hours', () => {
    const panel = heaterPanel();
    panel.run(60);
    panel.person('heater', 'closed');
    panel.run(3_600);
    assert.equal(panel.opens().length, 1, 'the overload is below 20 %');
    panel.run(3_700);
    assert.equal(panel.opens().length, 2);
  });

  it('A batch that closes a shed load at a hard overload: it is opened again when nothing else is left', () => {
    const panel = heaterPanel({ base: [55, 20] });
    panel.run(60);
    panel.person('heater', 'closed');
    panel.run(120);
    assert.equal(panel.opens().length, 2);
  });

  it('{"limit": 400} raises nothing and says so', () => {
    const panel = heaterPanel();
    panel.message({ kind: 'limit', value: 400 });
    panel.run(60);
    assert.equal(panel.isOpen('heater'), true);
    assert.equal(panel.told('limit-not-raised').length, 1);
  });

  it('A sender that dies after {"limit": 10} leaves its limit for an hour only', () => {
    const panel = heaterPanel({ base: [20, 10] });
    panel.run(60);
    panel.message({ kind: 'limit', value: 10 });
    panel.run(3_590);
    assert.equal(panel.isOpen('heater'), true);
    assert.deepEqual(panel.closes(), []);
    panel.run(400);
    assert.equal(panel.isOpen('heater'), false);
  });

  it('A charger that refuses 6 A is told once, and the next load gives way', () => {
    const panel = createPanel({
      base: [45, 20],
      limit: 60,
      loads: { heater: { draws: 20 }, car: { kind: 'charger', draws: 16 } },
    });
    panel.answerWith('car', 'refused', 'refused', 'refused');
    panel.run(600);
    assert.equal(panel.sent.filter(({ deviceId }) => deviceId === 'car').length, 1);
    assert.equal(panel.told('charger-refuses').length, 1);
    assert.equal(panel.isOpen('heater'), true);
    assert(panel.devices.car);
    panel.devices.car.configuration = 'another';
    panel.base[0] = 60;
    panel.answerWith('car');
    panel.run(120);
    assert.equal(panel.devices.car.setting, 'paused');
  });

  it('A charger that charges freely while offline is told of once, until that is changed', () => {
    const house = createHouse({
      ...{ by: 'm', quantity: 'current', legs: ['A'] },
      groups: [{ id: '', limit: 60, of: { kind: 'message' } }],
      loads: [{ deviceId: 'car', kind: 'charger', legs: ['A'] }],
    });
    const told = (freeOffline: boolean | undefined) => {
      const car = { readAtMs: house.nowMs(), ...(freeOffline === undefined ? {} : { freeOffline }) };
      house.step({ chargers: { car } });
      return house.told('free-offline').length;
    };
    assert.deepEqual([undefined, true, true, undefined, true, false, true].map(told), [0, 1, 1, 1, 1, 1, 2]);
  });

  it('A charger that was set lower before than its claim allows was set so by us, and by nobody else', () => {
    const panel = createPanel({ base: [45, 20], limit: 60, loads: { car: { kind: 'charger', draws: 30 } } });
    const { car } = panel.devices;
    assert(car);
    car.setting = 20;
    panel.run(60);
    assert(typeof car.setting === 'number' && car.setting < 20);
    panel.base[0] = 30;
    panel.run(600);
    assert.equal(car.setting, 20);
    assert.equal(panel.told('raised').length, 1);
    assert.deepEqual(panel.told('manual'), []);
    car.setting = 10;
    panel.run(10);
    assert.equal(panel.told('manual').length, 1, 'what a person sets is told');
  });

  it('A reduced charger goes offline and comes back at its default: its claim is sent again', () => {
    const panel = createPanel({ base: [45, 20], limit: 60, loads: { car: { kind: 'charger', draws: 30 } } });
    panel.run(60);
    const { car } = panel.devices;
    assert(car);
    const reduced = car.setting;
    assert.equal(reduced, 13);
    car.online = false;
    panel.run(120);
    // Nothing but its claim asks for it.
    panel.base[0] = 20;
    car.setting = 'no-limit';
    car.online = true;
    panel.run(15);
    assert.equal(car.setting, reduced);
    assert.equal(panel.told('manual').length, 0);
  });

  it('429 while five open: each is tried again after a minute, the others at once', () => {
    const draws = { draws: 4 };
    const panel = createPanel({
      base: [60, 20],
      limit: 60,
      loads: { a: draws, b: draws, c: draws, d: draws, e: draws, f: draws },
    });
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) panel.answerWith(id, 'error');
    panel.run(40);
    assert.equal(new Set(panel.opens().map(({ deviceId }) => deviceId)).size, panel.opens().length, 'none twice');
    panel.run(120);
    assert(Math.max(...panel.total()) <= 60);
  });
});
