import assert from 'node:assert/strict';
import { turnUntil } from '../support/turn-clock';
import { deviceOf, simulatorOf } from './example-site';
import { managedSite } from './managed-site';
import { type AddTest, errors, type RunningExample, withVariables } from './running-example';

/** The tests of examples in which a load manager opens breakers and brings them back. */
export function describeManagedAutomation(example: AddTest): void {
  const quiet = ({ at, red }: RunningExample) => assert.deepEqual([at(errors), red.caught], [[], []]);

  example(
    '01-shed-a-load',
    'opens the water heater above the limit, and brings it back when it fits',
    async (shown) => {
      const site = await managedSite(shown);
      site.draws('Water heater', 20);
      await site.minutes(2);
      assert.deepEqual([site.state()?.status, site.actions()], ['calm', []]);
      site.draws('Kitchen oven', 50);
      await site.minutes(2);
      assert.equal(site.position('Water heater'), 'open');
      assert.match(site.sentence(), /^Water heater opened: leg [AB] carried 6\d(\.\d)? A, limit 60 A, for 20 s\./);
      site.draws('Kitchen oven', 5);
      await site.minutes(4);
      assert.equal(site.position('Water heater'), 'open');
      await site.minutes(5);
      assert.equal(site.position('Water heater'), 'closed');
      assert.deepEqual(site.actions(), ['Water heater opened', 'Water heater comes-back', 'Water heater came-back']);
      quiet(shown);
    },
  );

  example('01-shed-a-load', 'opens no idle load, and says that nothing is left to open', async (shown) => {
    const site = await managedSite(shown);
    site.draws('Water heater', 0);
    site.draws('Kitchen oven', 80);
    await site.minutes(5);
    assert.deepEqual([site.position('Water heater'), site.actions()], ['closed', ['futile']]);
    assert.match(site.sentence(), /Kitchen oven/);
  });

  example('01-shed-a-load', 'brings nothing back while the panel cannot be read', async (shown) => {
    const site = await managedSite(shown);
    site.draws('Water heater', 20);
    site.draws('Kitchen oven', 50);
    await site.minutes(2);
    assert.equal(site.position('Water heater'), 'open');
    site.draws('Kitchen oven', 5);
    site.allOffline();
    await site.minutes(12);
    assert.deepEqual([site.position('Water heater'), site.state()?.status], ['open', 'stale']);
    site.allOffline(false);
    await site.minutes(10);
    assert.equal(site.position('Water heater'), 'closed');
  });

  example('01-shed-a-load', 'what the sun feeds in is no load', async (shown) => {
    const site = await managedSite(shown);
    // Noon where the site is.
    shown.clock.step(6 * 3_600_000);
    const totals = async () => {
      await site.minutes(2);
      return site.state()?.limits.map(({ total }) => total) ?? [];
    };
    const sunny = await totals();
    const simulator = await simulatorOf(shown);
    simulator.setLoad(deviceOf(simulator, 'Solar inverter'), { ratedA: 0 });
    const dark = await totals();
    for (const [leg, total] of dark.entries()) assert(total > (sunny[leg] ?? 0) + 3, `${sunny} to ${dark}`);
    assert.deepEqual(site.actions(), []);
  });

  example('01-shed-a-load', 'its buttons lower the limit for a time, and give an OK', async (shown) => {
    const { push } = shown;
    const site = await managedSite(shown);
    await site.minutes(1);
    push('20 A for ten minutes');
    await site.minutes(1);
    assert.deepEqual(
      site.state()?.limits.map(({ limit }) => limit),
      [20, 20],
    );
    push('OK: bring all back');
    await site.minutes(10);
    assert.deepEqual(
      site.state()?.limits.map(({ limit }) => limit),
      [60, 60],
    );
    quiet(shown);
  });

  example('02-peak-shaving-by-priority', 'opens from the bottom, and brings the top back first', async (shown) => {
    const site = await managedSite(shown);
    for (const label of ['Air conditioner', 'Water heater', 'Pool pump']) site.draws(label, 10);
    await site.minutes(2);
    assert.deepEqual(site.actions(), []);
    site.draws('Kitchen oven', 20);
    await site.minutes(2);
    // All that is needed at once, and no more.
    assert.deepEqual(site.actions(), ['Pool pump opened', 'Water heater opened']);
    assert.equal(site.position('Air conditioner'), 'closed');
    site.draws('Kitchen oven', 0);
    await site.minutes(25);
    assert.deepEqual(site.actions().slice(2), [
      'Water heater comes-back',
      'Water heater came-back',
      'Pool pump comes-back',
      'Pool pump came-back',
    ]);
    quiet(shown);
  });

  example('02-peak-shaving-by-priority', 'a load that cannot be opened lets the next one go', async (shown) => {
    const site = await managedSite(shown);
    for (const label of ['Air conditioner', 'Water heater', 'Pool pump']) site.draws(label, 10);
    await site.minutes(2);
    site.offline('Pool pump');
    site.draws('Kitchen oven', 20);
    await site.minutes(3);
    assert.deepEqual(['Pool pump', 'Water heater', 'Air conditioner'].map(site.position), ['closed', 'open', 'open']);
  });

  example('02-peak-shaving-by-priority', 'its button lowers the limit for an hour', async (shown) => {
    const site = await managedSite(shown);
    await site.minutes(1);
    shown.push('4 kW for an hour');
    await site.minutes(1);
    assert.equal(site.state()?.limits[0]?.limit, 4_000);
    quiet(shown);
  });

  example('03-standby-at-night', 'opens what idles, and brings just that back in the morning', async (shown) => {
    const { clock } = shown;
    const site = await managedSite(shown);
    // Opened by somebody before: it must not come back in the morning.
    await site.openedBySomebody('Spare');
    site.draws('Kitchen outlets', 0.1);
    site.draws('Living room lights', 5);
    await site.minutes(60);
    const all = ['Kitchen outlets', 'Living room lights', 'Spare'];
    assert.deepEqual([all.map(site.position), site.actions()], [['closed', 'closed', 'open'], []]);
    // 23:24 where the site is.
    clock.step(16.4 * 3_600_000);
    await site.minutes(30);
    assert.deepEqual(all.map(site.position), ['closed', 'closed', 'open']);
    await site.minutes(10);
    assert.deepEqual(all.map(site.position), ['open', 'closed', 'open']);
    await site.minutes(60);
    assert.deepEqual(site.actions(), ['Kitchen outlets opened']);
    clock.step(5.5 * 3_600_000);
    await site.minutes(30);
    assert.deepEqual(all.map(site.position), ['closed', 'closed', 'open']);
    quiet(shown);
  });

  example('03-standby-at-night', 'its buttons let all be as it is, and go on', async (shown) => {
    const { clock, push } = shown;
    const site = await managedSite(shown);
    site.draws('Kitchen outlets', 0.1);
    await site.minutes(1);
    push('leave all as it is');
    clock.step(18 * 3_600_000);
    await site.minutes(60);
    assert.deepEqual([site.state()?.status, site.position('Kitchen outlets')], ['paused', 'closed']);
    push('go on');
    await site.minutes(40);
    assert.equal(site.position('Kitchen outlets'), 'open');
    quiet(shown);
  });

  const eventLoads = ['Kitchen outlets', 'Clothes dryer', 'Water heater', 'Pool pump'];

  example('06-grid-event', 'opens what the level names, and brings back just that', async (shown) => {
    const { push } = shown;
    const site = await managedSite(shown);
    await site.openedBySomebody('Clothes dryer');
    await site.minutes(2);
    push('level high');
    await site.minutes(2);
    assert.deepEqual(eventLoads.map(site.position), ['open', 'open', 'open', 'open']);
    assert.deepEqual([site.state()?.level, site.position('Air conditioner')], ['high', 'closed']);
    await site.minutes(15);
    assert.deepEqual(eventLoads.map(site.position), ['open', 'open', 'open', 'open']);
    push('level normal');
    await site.minutes(20);
    assert.deepEqual(eventLoads.map(site.position), ['closed', 'open', 'closed', 'closed']);
    quiet(shown);
  });

  const post = async ({ url }: RunningExample, authorization: string | undefined, body: unknown) => {
    const headers = { 'content-type': 'application/json', ...(authorization === undefined ? {} : { authorization }) };
    return (await fetch(`${url}/grid-event`, { method: 'POST', headers, body: JSON.stringify(body) })).status;
  };

  example('06-grid-event', 'nobody can post while there is no token', async (shown) => {
    const site = await managedSite(shown);
    const unset = ['$', '{GRID_EVENT_TOKEN}'].join('');
    for (const authorization of [undefined, '', 'Bearer', 'Bearer ', 'Bearer undefined', `Bearer ${unset}`])
      assert.equal(await post(shown, authorization, { level: 'high' }), 401, `${authorization}`);
    await site.minutes(2);
    assert.deepEqual([site.state()?.level, site.actions()], [undefined, []]);
  });

  example(
    '06-grid-event',
    'who posts needs the token, and sets a level and nothing else',
    async (shown) => {
      const site = await managedSite(shown);
      await site.minutes(1);
      for (const authorization of [undefined, 'Bearer ', 'Bearer wrong', 'grid-secret', 'Bearer grid-secret2'])
        assert.equal(await post(shown, authorization, { level: 'high' }), 401, `${authorization}`);
      for (const body of [{ level: 'all' }, { limit: 1 }, {}, []])
        assert.equal(await post(shown, 'Bearer grid-secret', body), 400, JSON.stringify(body));
      await site.minutes(2);
      assert.deepEqual(site.actions(), []);
      assert.equal(await post(shown, 'Bearer grid-secret', { level: 'high', limit: 1 }), 202);
      await turnUntil(shown.clock, () => eventLoads.every((label) => site.position(label) === 'open'));
      assert.equal(await post(shown, 'Bearer grid-secret', { level: 'normal' }), 202);
      await site.minutes(20);
      assert.deepEqual(eventLoads.map(site.position), ['closed', 'closed', 'closed', 'closed']);
      assert.equal(site.state()?.limits[0]?.limit, 24_000);
      quiet(shown);
    },
    withVariables({ GRID_EVENT_TOKEN: 'grid-secret' }),
  );

  example('08-quarter-hour-demand', 'opens only where the quarter would end above the limit', async (shown) => {
    const site = await managedSite(shown);
    const demands = ['Air conditioner', 'Clothes dryer', 'Water heater', 'Pool pump'];
    for (const label of [...demands, 'Kitchen oven', 'Guest house heat pump']) site.draws(label, 0);
    // The first whole quarter of an hour begins.
    await site.minutes(15);
    site.draws('Kitchen oven', 40);
    await site.minutes(2);
    site.draws('Kitchen oven', 0);
    await site.minutes(12);
    // Two minutes of 9.6 kW are 1.3 kW of the quarter.
    assert.deepEqual(site.actions(), []);
    for (const label of ['Clothes dryer', 'Pool pump']) site.draws(label, 20);
    await site.minutes(14);
    assert.equal(site.actions()[0], 'Pool pump opened');
    assert.equal(site.position('Air conditioner'), 'closed');
    for (const label of ['Clothes dryer', 'Pool pump']) site.draws(label, 1);
    await site.minutes(30);
    assert.deepEqual(demands.map(site.position), ['closed', 'closed', 'closed', 'closed']);
    quiet(shown);
  });

  example('08-quarter-hour-demand', 'its buttons lower the limit, and give an OK', async (shown) => {
    const site = await managedSite(shown);
    await site.minutes(17);
    for (const name of ['1 kW for an hour', 'OK: bring all back']) shown.push(name);
    await site.minutes(5);
    // Of what cannot be opened nothing is asked.
    assert((site.state()?.limits[0]?.limit ?? 9_999) < 5_000);
    quiet(shown);
  });

  example('09-generator-essentials', 'opens the large loads, and keeps the rest below the generator', async (shown) => {
    const { push } = shown;
    const site = await managedSite(shown);
    const large = ['Clothes dryer', 'Water heater', 'Air conditioner', 'Guest house heat pump', 'Pool pump'];
    const essential = ['Refrigerator', 'Living room lights', 'Office server rack'];
    const all = ['Kitchen oven', 'Kitchen outlets', ...essential];
    site.draws('Solar inverter', 0);
    site.draws('Kitchen oven', 5);
    await site.minutes(2);
    push('on the generator');
    await site.minutes(3);
    assert(large.every((label) => site.position(label) === 'open'));
    assert.deepEqual(all.map(site.position), ['closed', 'closed', 'closed', 'closed', 'closed']);
    site.draws('Kitchen oven', 40);
    await site.minutes(2);
    assert.deepEqual(all.map(site.position), ['open', 'closed', 'closed', 'closed', 'closed']);
    site.draws('Kitchen oven', 5);
    // It may draw as much again, which the generator does not give.
    await site.minutes(10);
    assert.equal(site.position('Kitchen oven'), 'open');
    assert(large.every((label) => site.position(label) === 'open'));
    push('back on the grid');
    await site.minutes(20);
    assert.deepEqual(
      [...large, ...all].filter((label) => site.position(label) !== 'closed'),
      [],
    );
    quiet(shown);
  });
}
