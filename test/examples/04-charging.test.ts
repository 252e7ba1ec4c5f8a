import assert from 'node:assert/strict';
import { settled, turnUntil } from '../support/turn-clock';
import { deviceOf, functionOutputs, passed, positionsOf, simulatorOf } from './example-site';
import { managedSite } from './managed-site';
import { describeExamples, errors, type RunningExample, silent } from './running-example';

describeExamples('04-charging', (example, { imported, older }) => {
  /** The currents that chargers were left with, in the order of the results. */
  const currentsIn = ({ at }: RunningExample) =>
    at('outcome').map(({ payload }) => {
      const { deviceId, charging, maxCurrent, outcome } = payload as Record<string, unknown>;
      return { deviceId, outcome, amperes: charging === false ? 0 : maxCurrent };
    });

  example('01-solar-surplus', 'follows the surplus, holds 6 A through clouds, pauses at night', async (shown) => {
    const { click, clock, at } = shown;
    const sunny = (await click('try it: 18 A left over', 'outcome')).payload as Record<string, unknown>;
    assert.deepEqual([sunny.outcome, sunny.charging, sunny.maxCurrent], ['confirmed', true, 18]);
    // The panel is read by itself every 10 seconds, and the sun is not up yet.
    const reached = (amperes: number) =>
      turnUntil(clock, () => currentsIn(shown).some((one) => one.outcome === 'confirmed' && one.amperes === amperes));
    await reached(6);
    const heldAt = clock.now();
    await reached(0);
    assert(clock.now() - heldAt >= 150_000, `${clock.now() - heldAt} ms`);
    assert.deepEqual(at(errors), []);
  });

  example(
    '01-solar-surplus',
    'nothing is left over while the panel cannot be read for a minute',
    async (shown) => {
      const { push, red: runtime } = shown;
      const surplus = functionOutputs(shown, 'surplus');
      const give = (one: object) => runtime.give({ payload: { results: [{ deviceId: 'oven', ...one }] } }, surplus.id);
      give({ error: { code: 'DEVICE_OFFLINE' } });
      give({ voltageAN: 120 });
      for (let ticks = 0; ticks < 3; ticks += 1) push('every 15 s');
      await settled();
      assert.deepEqual(surplus.payloads(), []);
      push('every 15 s');
      await settled();
      assert.deepEqual(surplus.payloads(), [0]);
      give({ currentA: 2, voltageAN: 120 });
      push('every 15 s');
      await settled();
      assert.deepEqual(surplus.payloads(), [0, -1]);
    },
    silent,
  );

  example('02-night-tariff', 'sets the windows and says what is in force, and why', async ({ click, clock, at }) => {
    const free = String((await click('what is in force?', 'in force')).payload);
    assert.match(free, /^no-restrictions: allows charging, no current limit \(free\)$/);
    const set = (await click('nights only, please', 'outcome')).payload as Record<string, unknown>;
    assert.deepEqual([set.outcome, set.mode], ['confirmed', 'charge-windows']);
    const day = String((await click('what is in force?', 'in force')).payload);
    assert.match(day, /^charge-windows: allows no charging, until 2026-01-15T22:00:00.000Z \(windowClosed\)$/);
    await clock.advance(11 * 3_600_000);
    const night = String((await click('what is in force?', 'in force')).payload);
    assert.match(
      night,
      /^charge-windows: allows charging, at most 24 A, until 2026-01-16T06:00:00.000Z \(windowOpen\)$/,
    );
    const again = (await click('charge freely again', 'outcome')).payload as Record<string, unknown>;
    assert.deepEqual([again.outcome, again.changed], ['confirmed', ['mode']]);
    assert.deepEqual(at(errors), []);
  });

  example('03-session-report', 'writes the e-mail of the session that goes on', async ({ click, at }) => {
    const mail = await click('report now', 'e-mail');
    assert.match(String(mail.topic), /^Charging: \d+\.\d kWh for \d+\.\d\d USD$/);
    const lines = String(mail.payload).split('\n');
    assert.match(lines[0] ?? '', /^Plugged in: Jan 15, 2026, /);
    assert.equal(lines[1], 'Still plugged in');
    assert.match(lines.at(-1) ?? '', /^Cost: \d+\.\d\d USD$/);
    const sessions = (await click('sessions of the last 30 days', 'list')).payload as { status: string }[];
    assert(sessions.length > 10, `${sessions.length}`);
    assert(sessions.every(({ status }) => status === 'completed'));
    assert.deepEqual(at(errors), []);
  });

  older(
    '04-two-chargers-one-fuse',
    'shares what the house leaves below the fuse',
    async ({ push, clock, at }) => {
      const outcomes = async (inject: string) => {
        const before = at('outcome').length;
        push(inject);
        await turnUntil(clock, () => at('outcome').length >= before + 2);
        const results = at('outcome')
          .slice(before)
          .map(({ payload }) => payload as Record<string, unknown>);
        assert.deepEqual(
          results.map(({ outcome }) => outcome),
          ['confirmed', 'confirmed'],
        );
        return new Map(results.map((result) => [result.deviceId, result]));
      };
      const [left, right] = ['d9301910-b58f-4501-9c2e-d9007c9efe28', 'd43675b9-9521-4b79-895f-729563e492bd'];
      const shared = await outcomes('try it: the house takes 70 A');
      assert.deepEqual([shared.get(left)?.maxCurrent, shared.get(right)?.maxCurrent], [15, 15]);
      const scarce = await outcomes('try it: the house takes 92 A');
      assert.deepEqual([scarce.get(left)?.maxCurrent, scarce.get(right)?.charging], [8, false]);
      assert.deepEqual(at(errors), []);
    },
    silent,
  );

  older(
    '04-two-chargers-one-fuse',
    'after a minute without a complete reading no charger has more than 6 A',
    async (shown) => {
      const { push, clock, at, red: runtime } = shown;
      const currents = () => currentsIn(shown).map(({ amperes }) => amperes);
      push('try it: the house takes 70 A');
      await turnUntil(clock, () => at('outcome').length >= 2);
      assert.deepEqual(currents(), [15, 15]);
      const house = functionOutputs(shown, 'house current');
      const share = functionOutputs(shown, 'share');
      const reading = (more: object) => ({
        payload: {
          results: [
            { deviceId: 'oven', currentA: 20 },
            { deviceId: 'dryer', ...more },
          ],
        },
      });
      runtime.give(reading({ error: { code: 'DEVICE_OFFLINE' } }), house.id);
      runtime.give(reading({}), house.id);
      runtime.give(reading({ currentA: null }), house.id);
      for (let ticks = 0; ticks < 3; ticks += 1) push('every 15 s');
      await settled();
      assert.deepEqual([house.payloads(), share.payloads(), currents()], [[], [], [15, 15]]);
      push('every 15 s');
      await turnUntil(clock, () => currents().length === 4);
      assert.deepEqual(currents().slice(2), [6, 6]);
      assert.deepEqual(share.payloads(), [6, 6]);
    },
    silent,
  );

  older(
    '04-two-chargers-one-fuse',
    'what the sun feeds in is no load of the house',
    async (shown) => {
      const house = functionOutputs(shown, 'house current');
      const results = [
        { deviceId: 'oven', currentA: 20, currentB: 18 },
        { deviceId: 'a8aa5f5b-8b00-4993-bb07-bc3ac5b1bf8f', currentA: 16, currentB: 16 },
      ];
      shown.red.give({ payload: { results } }, house.id);
      await settled();
      assert.deepEqual(house.payloads(), [20]);
    },
    silent,
  );

  imported(
    '04-two-chargers-one-fuse',
    'lowers a charger before the fuse is reached, and raises it again',
    async (shown) => {
      const site = await managedSite(shown);
      await site.minutes(2);
      assert.deepEqual(site.actions(), []);
      site.draws('Kitchen oven', 90);
      await site.minutes(2);
      assert.equal(site.actions()[0], 'EV charger left reduced');
      const reducedTo = site.chargerLimit('EV charger left') ?? 0;
      assert(reducedTo >= 6 && reducedTo < 31, `${reducedTo} A`);
      assert(site.state()?.limits.every(({ total }) => total <= 100));
      // No breaker of the house is a load of it.
      assert.equal(site.position('Kitchen oven'), 'closed');
      site.draws('Kitchen oven', 5);
      await site.minutes(20);
      assert.equal(site.chargerLimit('EV charger left'), undefined);
      assert.deepEqual(shown.at(errors), []);
    },
  );

  imported('04-two-chargers-one-fuse', 'both fall to 6 A while the house cannot be read', async (shown) => {
    const site = await managedSite(shown);
    await site.minutes(2);
    const simulator = await simulatorOf(shown);
    // The chargers themselves can be reached.
    const house = simulator.devices().filter(({ hardwareType }) => hardwareType === 'emcb');
    for (const { label = '' } of house) site.offline(label);
    await site.minutes(3);
    assert.deepEqual(site.actions(), ['EV charger left reduced', 'EV charger right reduced']);
    assert.deepEqual(['EV charger left', 'EV charger right'].map(site.chargerLimit), [6, 6]);
    await site.minutes(10);
    assert.deepEqual(['EV charger left', 'EV charger right'].map(site.chargerLimit), [6, 6]);
    for (const { label = '' } of house) site.offline(label, false);
    await site.minutes(30);
    assert.deepEqual(['EV charger left', 'EV charger right'].map(site.chargerLimit), [undefined, undefined]);
  });

  imported('04-two-chargers-one-fuse', 'its buttons lower the limit for a time, and give an OK', async (shown) => {
    const site = await managedSite(shown);
    await site.minutes(1);
    for (const name of ['40 A for ten minutes', 'OK: bring all back']) shown.push(name);
    await site.minutes(2);
    assert.equal(site.actions()[0], 'EV charger left reduced');
    assert.deepEqual(shown.at(errors), []);
  });

  imported('06-dim-to-4-2-kw', 'lowers the chargers to 4.2 kW and no further, and raises them again', async (shown) => {
    const site = await managedSite(shown);
    await site.minutes(2);
    shown.push('dim');
    await site.minutes(3);
    assert.deepEqual(site.actions(), ['EV charger left reduced']);
    const [whole] = site.state()?.limits ?? [];
    assert.equal(whole?.limit, 4_200);
    assert(whole.total > 3_500 && whole.total <= 4_200, `${whole.total} W`);
    await site.minutes(60);
    assert((site.chargerLimit('EV charger left') ?? 0) >= 6);
    shown.push('not dimmed');
    await site.minutes(20);
    assert.equal(site.chargerLimit('EV charger left'), undefined);
    assert.deepEqual(shown.at(errors), []);
  });

  imported('06-dim-to-4-2-kw', 'ends by itself after two hours', async (shown) => {
    const site = await managedSite(shown);
    await site.minutes(2);
    shown.push('dim');
    await site.minutes(119);
    assert.equal(site.state()?.level, 'dim');
    await site.minutes(20);
    assert.deepEqual([site.state()?.level, site.chargerLimit('EV charger left')], [undefined, undefined]);
  });

  example('05-garage-below-its-fuse', 'a charger gives way while the level is dim, and gets back', async (shown) => {
    const { clock, at, push } = shown;
    const told = () => at('actions and alarms').map(({ event, payload }) => [event, payload]);
    const actions = () => told().filter(([event]) => event !== 'free-offline');
    push('level dim');
    await turnUntil(clock, () => actions().length > 0);
    assert.deepEqual(actions(), [
      ['reduced', 'EV charger left reduced to 17 A: the total was 7.5 kW, limit 4.2 kW, for 10 s.'],
    ]);
    assert.equal(told().length - actions().length, 2, 'each charger of the demo site charges freely while offline');
    push('level normal');
    await turnUntil(clock, () => actions().length > 1, { withinMs: 1_200_000 });
    assert.deepEqual(
      actions().map(([event]) => event),
      ['reduced', 'raised'],
    );
    for (const name of ['6 kW for ten minutes', 'OK: bring all back']) push(name);
    // The clock stands still afterwards: a command that is under way would hold up the end.
    const untilMs = clock.now() + 120_000;
    await turnUntil(clock, () => clock.now() >= untilMs);
    assert.deepEqual(at(errors), []);
  });

  imported(
    '07-heater-off-while-charging',
    'switches the heater off while the car charges, and brings it back',
    async (shown) => {
      const { clock, at, red } = shown;
      const simulator = await simulatorOf(shown);
      const position = await positionsOf(shown);
      const charger = deviceOf(simulator, 'EV charger left');
      const heaterIs = (wanted: 'open' | 'closed') =>
        turnUntil(clock, () => position('Water heater') === wanted, { withinMs: 3_600_000 });
      // The car of the demo site charges already.
      await heaterIs('open');
      simulator.unplugCar(charger);
      await heaterIs('closed');
      await passed(clock, 10 * 60_000);
      simulator.plugInCar(charger, { neededWh: 30_000, carMaxA: 16 });
      await heaterIs('open');
      simulator.unplugCar(charger);
      await heaterIs('closed');
      await passed(clock, 10 * 60_000);
      assert.deepEqual([at('charging').length, at('charging ended').length], [2, 2]);
      assert.deepEqual([at(errors), red.caught], [[], []]);
    },
  );
});
