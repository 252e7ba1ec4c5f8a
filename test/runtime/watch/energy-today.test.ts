import assert from 'node:assert/strict';
import { hour, minute, second, settingsOf, type WatchedSite, watchedSite } from './watched-site';

const dayMs = 24 * hour;

describe('watch in the runtime: energy since midnight', () => {
  let site: WatchedSite;
  /** Midnight before the site began, UTC. */
  let midnightMs: number;

  beforeEach(() => {
    site = watchedSite();
    midnightMs = Math.floor(site.clock.now() / dayMs) * dayMs;
    draws(1_000);
  });
  afterEach(() => site.close());

  /** The counter as a load of so many W has moved it since midnight, when it was at 100 kWh. */
  function draws(watts: number): void {
    const countedWh = () => 100_000 + (watts * (site.clock.now() - midnightMs)) / hour;
    site.countedWh.get = () => countedWh();
    site.history.set('d1', [
      [midnightMs - 5 * minute, 100_000],
      [midnightMs, 100_000],
      [midnightMs + 5 * minute, 100_000 + watts / 12],
    ]);
  }
  const devices = [{ deviceId: 'd1', measures: ['energyToday'] as const }];
  const start = (more = {}) =>
    site.start({
      devices,
      settings: settingsOf({ condition: { kind: 'above', value: 20, wellAt: 19 }, unreadMs: 10 * minute, ...more }),
    });
  const histories = () => site.calls.filter(({ operation }) => operation === 'meter.history').length;
  const kwh = (rows: ReturnType<typeof site.start>['rows']) => Number([rows()[0]?.value].flat()[0]);
  const sinceMidnight = () => (site.clock.now() - midnightMs) / hour;

  it('is known from the start on, by history, and costs one call of it a day at most', async () => {
    const { rows, told } = start();
    await site.pass(3 * minute);
    assert.ok(Math.abs(kwh(rows) - sinceMidnight()) < 0.05, `${kwh(rows)} of ${sinceMidnight()}`);
    assert.equal(histories(), 1);
    await site.pass(2 * dayMs);
    assert.equal(histories(), 1, 'midnights that were seen need no history');
    assert.deepEqual(told().slice(0, 2), ['alarm', 'all-clear']);
    assert.ok(Math.abs(kwh(rows) - (sinceMidnight() % 24)) < 0.05);
  });

  it('is known again after a midnight at which nothing could be read', async () => {
    const { rows } = start();
    await site.pass(5 * minute);
    site.draws.set('d1', 'DEVICE_OFFLINE');
    await site.pass(midnightMs + dayMs + hour - site.clock.now());
    site.history.set('d1', [
      [midnightMs + dayMs - 2 * minute, 124_000 - 1_000 / 30],
      [midnightMs + dayMs + 3 * minute, 124_000 + 50],
    ]);
    site.draws.delete('d1');
    await site.pass(2 * hour);
    assert.ok(Math.abs(kwh(rows) - (sinceMidnight() - 24)) < 0.05, `${kwh(rows)}`);
  });

  it('is told as unknown where neither the watch nor history has seen midnight, and never as 0', async () => {
    site.history.clear();
    const { rows, events } = start({ condition: { kind: 'below', value: 20, wellAt: 21 }, forMs: hour });
    await site.pass(3 * hour);
    assert.deepEqual(
      events.map(({ kind, code }) => [kind, code]),
      [['unread', 'NO_MIDNIGHT']],
    );
    assert.equal(rows()[0]?.value, undefined);
    await site.pass(midnightMs + dayMs + 2 * minute - site.clock.now());
    assert.equal(events.at(-1)?.kind, 'read-again');
  });

  it('is told as unknown once a counter was set back, also after a restart, until midnight', async () => {
    const { run, told } = start();
    await site.pass(5 * minute);
    const resetMs = site.clock.now();
    site.history.set('d1', [...(site.history.get('d1') ?? []), [resetMs, 100_000 + sinceMidnight() * 1_000]]);
    site.countedWh.get = () => (site.clock.now() - resetMs) / 36;
    await site.pass(hour);
    assert.deepEqual(told(), ['unread']);
    await run.close(false);
    site.history.set('d1', [...(site.history.get('d1') ?? []), [resetMs + 30 * minute, 50]]);
    site.countedWh.get = () => 900_000;
    const next = start();
    await site.pass(hour);
    assert.equal(next.rows()[0]?.look, 'unread');
    assert.ok(!next.told().includes('alarm'));
  });

  it('of pushes alone costs no poll but the check', async () => {
    const { run, rows } = start();
    const pushed = (ts: number) => ({
      ...{ device: 'd1', deviceId: 'd1', isPublish: true, ts },
      facts: new Map([['meter.telemetry.energy.deliveredWH', { value: site.countedWh.get('d1') ?? 0, ts }]]),
    });
    for (let at = 0; at < 120; at += 1) {
      run.take(pushed(Math.floor(site.clock.now() / second)));
      await site.pass(minute);
    }
    const polls = site.calls.filter(({ operation }) => operation === 'meter.reading').length;
    assert.ok(polls <= 10, `${polls} polls in two hours`);
    assert.ok(Math.abs(kwh(rows) - sinceMidnight()) < 0.05);
  });
});
