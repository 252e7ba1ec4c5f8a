import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WatchedDevice } from '../../../src/runtime/watch';
import { hour, minute, second, settingsOf, type WatchedSite, watchedSite } from './watched-site';

const devices = (count: number, measure: 'amperes' | 'ratingPercent' = 'amperes'): WatchedDevice[] =>
  Array.from({ length: count }, (_, index) => ({ deviceId: `d${index + 1}`, measures: [measure] }));

describe('watch in the runtime', () => {
  let site: WatchedSite;
  const file = () => join(site.userDir, 'breakerflow-watch.json');
  const push = (deviceId: string, amperes: number) => ({
    ...{ device: deviceId, deviceId, isPublish: true, ts: Math.floor(site.clock.now() / second) },
    facts: new Map([['meter.telemetry.currentA', { value: amperes, ts: Math.floor(site.clock.now() / second) }]]),
  });
  /** The most calls within any minute from an instant on. */
  const mostAMinute = (fromMs: number) => {
    const times = site.calls.map(({ atMs }) => atMs).filter((atMs) => atMs >= fromMs);
    return Math.max(0, ...times.map((start) => times.filter((at) => at >= start && at < start + minute).length));
  };

  beforeEach(() => {
    site = watchedSite();
  });
  afterEach(() => site.close());

  describe('tells', () => {
    it('one alarm and one all-clear an incident', async () => {
      const { told } = site.start();
      site.draws.set('d1', 20);
      await site.pass(10 * minute);
      site.draws.set('d1', 5);
      await site.pass(10 * minute);
      assert.deepEqual(told(), ['alarm', 'all-clear']);
    });

    it('what cannot be read, with its reason, once it lasts', async () => {
      const { events } = site.start({ settings: settingsOf({ unreadMs: 10 * minute }) });
      site.draws.set('d1', 'DEVICE_OFFLINE');
      await site.pass(30 * minute);
      site.draws.set('d1', 3);
      await site.pass(5 * minute);
      assert.deepEqual(
        events.map(({ kind, code }) => [kind, code]),
        [
          ['unread', 'DEVICE_OFFLINE'],
          ['read-again', undefined],
        ],
      );
    });

    it('a share of the rating, which is read with the first round and once a day', async () => {
      site.data.set('d1', { breaker: { metadata: { ratedCurrent: { val: 20, ts: 0 } } } });
      const condition = { kind: 'above', value: 80, wellAt: 72 } as const;
      const { rows, told } = site.start({ settings: settingsOf({ condition }), devices: devices(1, 'ratingPercent') });
      site.draws.set('d1', 18);
      await site.pass(25 * hour);
      assert.deepEqual(rows()[0]?.value, [90]);
      assert.deepEqual(told(), ['alarm']);
      assert.equal(site.calls.filter(({ operation }) => operation === 'deviceData.get').length, 2);
    });

    it('that a share of a rating cannot be read where the device tells no rating', async () => {
      const { told } = site.start({
        settings: settingsOf({ unreadMs: 5 * minute }),
        devices: devices(1, 'ratingPercent'),
      });
      await site.pass(20 * minute);
      assert.deepEqual(told(), ['unread']);
    });

    it('nothing of a step of the machine clock, and goes on to count', async () => {
      const { told } = site.start({ settings: settingsOf({ forMs: 10 * minute, unreadMs: 5 * minute }) });
      site.draws.set('d1', 20);
      await site.pass(5 * minute);
      site.clock.step(-3 * hour);
      site.skewMs += 3 * hour;
      await site.pass(2 * minute);
      assert.deepEqual(told(), []);
      await site.pass(5 * minute);
      assert.deepEqual(told(), ['alarm']);
    });

    it('no repeat of what a person has acknowledged', async () => {
      const { run, told } = site.start({ settings: settingsOf({ repeatMs: hour }) });
      site.draws.set('d1', 20);
      await site.pass(2.5 * hour);
      run.acknowledge(['d1']);
      await site.pass(5 * hour);
      assert.deepEqual(told(), ['alarm', 'repeat', 'repeat']);
    });
  });

  describe('costs', () => {
    it('at most 60 calls a minute with 100 circuits, from the first second on', async () => {
      site.start({ devices: devices(100), everyMs: 10 * second });
      await site.pass(10 * minute);
      assert(mostAMinute(0) <= 60);
      for (const { deviceId } of devices(100))
        assert(site.calls.filter((call) => call.deviceId === deviceId).length >= 5, `${deviceId} was not read`);
    });

    it('at most 60 calls a minute where each circuit has a rating to read, too', async () => {
      site.start({ devices: devices(100, 'ratingPercent'), everyMs: 10 * second });
      await site.pass(10 * minute);
      assert(mostAMinute(0) <= 60);
    });

    it('at most 5 calls a minute with 100 circuits that are pushed', async () => {
      const { run, rows } = site.start({ devices: devices(100) });
      for (let at = 0; at < 60; at += 1) {
        for (const { deviceId } of devices(100)) run.take(push(deviceId, 3));
        await site.pass(minute);
      }
      const inLastHalf = site.calls.filter(({ atMs }) => atMs >= 30 * minute).length;
      assert(inLastHalf / 30 <= 5, `${inLastHalf / 30} calls a minute`);
      assert(rows().every(({ look }) => look === 'well'));
    });

    it('polls again as before when the pushes stop', async () => {
      const { run } = site.start();
      for (let at = 0; at < 10; at += 1) {
        run.take(push('d1', 3));
        await site.pass(minute);
      }
      const before = site.calls.length;
      await site.pass(10 * minute);
      assert(site.calls.length - before >= 7);
    });

    it('one step for a burst of messages', async () => {
      let steps = 0;
      const { run, rows } = site.start({ devices: devices(100), onStep: () => (steps += 1) });
      await site.pass(0);
      const before = steps;
      for (let round = 1; round <= 5; round += 1) {
        for (const { deviceId } of devices(100)) run.take(push(deviceId, round));
        await site.pass(0);
      }
      await site.pass(second);
      assert(steps - before <= 3, `${steps - before} steps`);
      assert.equal(rows().filter(({ value }) => value !== undefined).length, 100);
    });

    it('no memory that grows with time', async () => {
      const { told } = site.start({ everyMs: 5 * minute, settings: settingsOf({ forMs: 12 * minute }) });
      const size = async (hours: number) => {
        for (let at = 0; at < hours; at += 1) {
          site.draws.set('d1', at % 2 === 0 ? 20 : 3);
          await site.pass(hour);
        }
        return readFileSync(file(), 'utf8').length;
      };
      const afterSixHours = await size(6);
      assert((await size(12)) <= afterSixHours + 20);
      assert.equal(told().filter((kind) => kind === 'alarm').length, 9);
    });
  });

  describe('over restarts', () => {
    it('an incident that lasts is told no second time', async () => {
      site.draws.set('d1', 20);
      const first = site.start();
      await site.pass(5 * minute);
      await first.run.close(false);
      const next = site.start();
      await site.pass(5 * minute);
      assert.deepEqual([first.told(), next.told()], [['alarm'], []]);
    });

    it('what was being told when the process was killed is told again, marked', async () => {
      site.draws.set('d1', 20);
      let finish: () => void = () => {};
      const first = site.start({ onEvents: () => new Promise<void>((resolve) => (finish = resolve)) });
      await site.pass(minute);
      const next = site.afterKill();
      await site.pass(5 * minute);
      assert.deepEqual(
        next.events.map(({ kind, repeated }) => [kind, repeated]),
        [['alarm', true]],
      );
      finish();
      await first.run.close(false);
    });

    it('what was told before the process was killed is not told again', async () => {
      site.draws.set('d1', 20);
      const first = site.start();
      await site.pass(minute);
      const next = site.afterKill();
      await site.pass(5 * minute);
      assert.deepEqual([first.told(), next.told()], [['alarm'], []]);
    });

    it('a node that is deleted leaves nothing behind', async () => {
      site.draws.set('d1', 20);
      const { run } = site.start();
      await site.pass(minute);
      assert.match(readFileSync(file(), 'utf8'), /"n"/);
      await run.close(true);
      assert.doesNotMatch(readFileSync(file(), 'utf8'), /"n"/);
    });

    it('an alarm is told where the disk cannot be written, and that it cannot be remembered once', async () => {
      site.draws.set('d1', 20);
      mkdirSync(`${file()}.new`);
      const { told, troubles } = site.start();
      await site.pass(5 * minute);
      assert.deepEqual(told(), ['alarm']);
      assert.equal(troubles.length, 1);
      assert(!existsSync(file()));
    });
  });

  it('what a device newly watched was before is no news, and one that is not watched any more is forgotten', async () => {
    site.draws.set('d1', 20);
    const { run, rows } = site.start();
    await site.pass(minute);
    run.devices([{ deviceId: 'd2', measures: ['amperes'] }]);
    await site.pass(2 * minute);
    assert.deepEqual(
      rows().map(({ subject }) => subject),
      ['d2 amperes'],
    );
  });
});
