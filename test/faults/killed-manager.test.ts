import assert from 'node:assert/strict';
import type { GivenSettings } from '../../src/automation';
import { load, sumOf } from '../runtime/automation/managed-site';
import { type Command, type KilledManager, type Moment, moments, startKilledManager } from './killed-manager';
import { attempt, routeOf } from './meet-fault';

const minute = 60_000;
const isCarriedOut = (moment: Moment) => moments.indexOf(moment) >= 3;
const isSent = (moment: Moment) => moments.indexOf(moment) >= 2;

const closeRule = (moment: Moment) =>
  isSent(moment) && !isCarriedOut(moment)
    ? 'it may have been closed and opened by somebody since, so an alarm says that a person closes it'
    : 'it is carried out once, and the load is not forgotten';

describe('a load manager whose process is killed with a command', function () {
  this.timeout(60_000);
  let house: KilledManager;
  let site: Site;
  beforeEach(async () => {
    house = await startKilledManager();
    site = siteOf(house);
  });
  afterEach(() => house.close());

  const count = ({ route }: Command) => Object.values(house.proxy.count(route));

  const isNormal = (settings: readonly GivenSettings[], deviceId: string) =>
    settings.every(({ by }) => house.remembered(by).loads[deviceId]?.phase === 'normal');
  /** One manager, or two of one breaker. */
  const cases = moments.flatMap((moment) => [
    { moment, managers: 1, title: moment },
    { moment, managers: 2, title: `${moment}, by two managers` },
  ]);

  describe('that opens a breaker', () => {
    for (const { moment, managers, title } of cases)
      it(`${title}: it is carried out once, and the load comes back by the rules`, async () => {
        const { heater, open, isOpen } = site;
        const settings = site.settings.slice(0, managers);
        await house.killedAt(moment, settings, open);
        const killedMs = house.clock.now();
        assert.deepEqual(count(open), [isSent(moment) ? 1 : 0, isCarriedOut(moment) ? 1 : 0]);
        await house.start(settings);
        if (moment !== moments[0] && !isCarriedOut(moment)) {
          await house.pass(50_000);
          assert.deepEqual(count(open), [isSent(moment) ? 1 : 0, 0], 'whether it was sent is not known for 60 s');
        }
        await house.passUntil(() => isOpen() && house.told().shed === managers, 4 * minute);
        await house.pass(2 * minute);
        assert.deepEqual(count(open), [isSent(moment) && !isCarriedOut(moment) ? 2 : 1, 1]);
        assert(house.clock.now() - killedMs < 7 * minute);
        site.draws(site.base, 2);
        await house.passUntil(() => !isOpen(), 15 * minute);
        await house.passUntil(() => isNormal(settings, heater), 3 * minute);
        assert.deepEqual([house.told().shed, house.told().told.includes('needs-person')], [0, false]);
        assert.equal(house.proxy.count(open.route).executed, 2, 'one open and one close');
      });
  });

  describe('that lets a breaker come back', () => {
    for (const { moment, managers, title } of cases)
      it(`${title}: ${closeRule(moment)}`, async () => {
        const { heater, close, isOpen } = site;
        const settings = site.settings.slice(0, managers);
        await house.start(settings);
        await house.passUntil(() => isOpen() && house.told().shed === managers, 4 * minute);
        site.draws(site.base, 2);
        await house.pass(minute);
        await house.killedAt(moment, settings, close);
        const sent = isSent(moment) ? 1 : 0;
        const done = isCarriedOut(moment) ? 1 : 0;
        assert.deepEqual(count(close), [1 + sent, 1 + done]);
        await house.start(settings);
        await house.pass(4 * minute);
        assert.deepEqual(
          count(close),
          [1 + sent, 1 + done],
          'nothing is closed before it has fitted for its time again',
        );
        await house.passUntil(() => isNormal(settings, heater), 10 * minute);
        await house.pass(2 * minute);
        const byPerson = isSent(moment) && !isCarriedOut(moment);
        assert.deepEqual(count(close), byPerson ? [2, 1] : [2, 2]);
        assert.deepEqual([isOpen(), house.told().told.includes('needs-person')], [byPerson, byPerson]);
      });
  });

  describe('that reduces a charger', () => {
    for (const moment of moments)
      it(`${moment}: it is carried out once, and the charger is given back what it had`, async () => {
        const { carSettings, reduce, drawn, raise } = site;
        await site.plugInCar();
        const before = drawn();
        assert(before > 25, `the car draws ${before} A`);
        await house.killedAt(moment, [carSettings], reduce);
        assert.equal(house.proxy.count(reduce.route).executed, isCarriedOut(moment) ? 1 : 0);
        await house.start([carSettings]);
        await house.passUntil(() => drawn() < before - 5 && house.told().shed === 1, 5 * minute);
        await house.pass(2 * minute);
        assert.equal(house.proxy.count(raise.route).executed, 1);
        site.relax();
        await house.passUntil(() => drawn() > before - 1, 15 * minute);
        await house.pass(3 * minute);
        assert.equal(house.proxy.count(raise.route).executed, 2);
        assert.equal(house.told().shed, 0);
      });
  });

  describe('that raises a charger', () => {
    for (const moment of moments)
      it(`${moment}: it is carried out once, and the charger is given back what it had`, async () => {
        const { carSettings, drawn, raise } = site;
        await site.plugInCar();
        const before = drawn();
        await house.start([carSettings]);
        await house.passUntil(() => drawn() < before - 5 && house.told().shed === 1, 5 * minute);
        site.relax();
        await house.pass(minute);
        await house.killedAt(moment, [carSettings], raise);
        assert.equal(house.proxy.count(raise.route).executed, isCarriedOut(moment) ? 2 : 1);
        await house.start([carSettings]);
        await house.passUntil(() => drawn() > before - 1 && house.told().shed === 0, 15 * minute);
        await house.pass(7 * minute);
        assert.equal(house.proxy.count(raise.route).executed, 2);
        assert.equal(house.told().shed, 0);
      });
  });
});

/** The demo site with one breaker and one charger to give way. */
function siteOf({ service }: KilledManager) {
  const { controls } = service.simulator;
  const [base, heater, charger] = ['Refrigerator', 'Office server rack', 'EV charger left'].map(service.device) as [
    string,
    string,
    string,
  ];
  const draws = (deviceId: string, amperes: number) =>
    controls.setLoad(deviceId, { kind: 'server-rack', ratedA: amperes / 0.6 });
  draws(base, 12);
  draws(heater, 9);
  const handle = routeOf(
    attempt('remoteHandle.setPosition', { path: { deviceId: heater }, body: { command: 'open', reason: '' } }),
  );
  const configuration = routeOf(
    attempt('evse.updateConfiguration', { path: { deviceId: charger }, body: { mode: 'api-override-enable' } }),
  );
  const of = sumOf([base, heater]);
  const legs = ['A', 'B'] as const;
  const settings = ['m', 'n'].map(
    (by): GivenSettings => ({
      ...{ by, quantity: 'current', legs: ['A'] },
      groups: [{ id: 'main', limit: 16, of }],
      loads: [load(heater)],
    }),
  );
  const circuits = [...of.circuits, { deviceId: charger, legs }];
  const carSettings: GivenSettings = {
    ...{ by: 'm', quantity: 'current', legs },
    groups: [{ id: 'main', limit: 45, of: { ...of, circuits, notMeasured: [0, 0] } }],
    loads: [load(charger, { kind: 'charger', legs })],
  };
  const car = () => controls.devices().find(({ id }) => id === charger) ?? assert.fail();
  return {
    ...{ base, heater, settings, carSettings, draws },
    isOpen: () => service.position(heater) === 'open',
    drawn: () => car().electrical.currentA,
    open: { deviceId: heater, route: handle, event: 'opened' },
    close: { deviceId: heater, route: handle, event: 'comes-back' },
    reduce: { deviceId: charger, route: configuration, event: 'reduced' },
    raise: { deviceId: charger, route: configuration, event: 'raised' },
    /** A car that draws all it can get, which is too much. */
    async plugInCar() {
      if (car().pluggedIn) controls.unplugCar(charger);
      controls.plugInCar(charger, { neededWh: 90_000, carMaxA: 32 });
      await service.clock.advance(5 * minute);
    },
    relax() {
      draws(base, 0.5);
      draws(heater, 0.5);
    },
  };
}

type Site = ReturnType<typeof siteOf>;
