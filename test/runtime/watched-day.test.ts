import assert from 'node:assert/strict';
import type { WatchedDay } from '../../src/admin-api';
import { pointsOf } from '../../src/runtime/admin/watched-day';
import { type AdminSide, startAdminSide } from '../support/admin-side';

describe('the last 24 hours of what is watched', () => {
  const current = (ts: number, avg: number, more: object = {}) => ({ ts, currentA: { avg, ...more } });

  it('each report is the mean of the time until it, in order of time', () => {
    const { points, intervalMs } = pointsOf([current(900, 3), current(600, 2), current(300, 1)], ['currentA'], 1);
    assert.equal(intervalMs, 300_000);
    assert.deepEqual(
      points.map(({ fromMs, atMs, value }) => [fromMs, atMs, value]),
      [
        [0, 300_000, [1]],
        [300_000, 600_000, [2]],
        [600_000, 900_000, [3]],
      ],
    );
  });

  it('what was not reported is no part of the next report', () => {
    const { points } = pointsOf(
      [current(300, 1), current(600, 1), current(900, 1), current(3_600, 2)],
      ['currentA'],
      1,
    );
    assert.equal(points.at(-1)?.fromMs, 3_300_000);
  });

  it('each pole, with the highest and the lowest of all', () => {
    const item = { ts: 300, currentA: { avg: 2, min: 1, max: 9 }, currentB: { avg: 3, min: 2, max: 4 } };
    const { points } = pointsOf([item], ['currentA', 'currentB'], 10);
    assert.deepEqual([points[0]?.value, points[0]?.most, points[0]?.least], [[20, 30], 90, 10]);
  });

  it('reports of less than a minute are joined to one, with the highest of them', () => {
    const each = Array.from({ length: 120 }, (_, index) => current(index + 1, index < 60 ? 1 : 3, { max: index }));
    const { points } = pointsOf(each, ['currentA'], 1);
    assert.deepEqual(
      points.map(({ atMs, value, most }) => [atMs, value[0], most]),
      [
        [60_000, 1, 59],
        [120_000, 3, 119],
      ],
    );
  });

  it('a report without the quantity is no point', () => {
    assert.deepEqual(pointsOf([{ ts: 300 }], ['currentA'], 1).points, []);
  });

  describe('its route', () => {
    let side: AdminSide;
    beforeEach(async () => {
      side = await startAdminSide();
    });
    afterEach(() => side.stop());
    const ask = async (measure: string): Promise<WatchedDay> => {
      const deviceId = side.service.device('Kitchen oven');
      const path = `breakerflow/accounts/account/watched-day?deviceId=${deviceId}&measure=${measure}`;
      const { status, json } = await side.ask('GET', path);
      assert.equal(status, 200, JSON.stringify(json));
      return json;
    };

    it('has the reports of 24 hours with mean and extremes', async () => {
      const { points, fromMs, toMs, intervalMs, complete } = await ask('amperes');
      assert.deepEqual([toMs - fromMs, intervalMs, complete], [86_400_000, 300_000, true]);
      assert(points.length > 200, `${points.length} points`);
      for (const { value, most = Number.NaN } of points)
        assert(most >= Math.max(...value) - 0.01, JSON.stringify(value));
    });

    it('a share of the rating is a share of what the breaker tells', async () => {
      const [amperes, percent] = [await ask('amperes'), await ask('ratingPercent')];
      const at = amperes.points.findIndex(({ value }) => Math.max(...value) > 1);
      const [a = Number.NaN, b = Number.NaN] = [amperes.points[at]?.value[0], percent.points[at]?.value[0]];
      const rated = (100 * a) / b;
      assert(Math.abs(rated - Math.round(rated)) < 0.01 && rated >= 10, `${rated} A`);
    });

    it('power and voltage have points, too', async () => {
      for (const measure of ['watts', 'volts']) assert((await ask(measure)).points.length > 200, measure);
    });

    it('of what history does not have it says so, and asks nothing of the service', async () => {
      const before = side.service.requests('meter.history').length;
      const { why, points } = await ask('temperature');
      assert.deepEqual([why, points], ['measure', []]);
      assert.equal(side.service.requests('meter.history').length, before);
    });

    it('of a device that the account does not have is an error', async () => {
      const path = 'breakerflow/accounts/account/watched-day?deviceId=../x&measure=amperes';
      assert.equal((await side.ask('GET', path)).status, 400);
    });
  });
});
