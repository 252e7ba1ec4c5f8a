import assert from 'node:assert/strict';
import type { DeviceCurve } from '../../src/admin-api';
import { curveOf } from '../../src/runtime/admin/device-curve';
import { type AdminSide, startAdminSide } from '../support/admin-side';

const hourS = 3_600;

describe('the curve of a device', () => {
  const report = (tsS: number, deliveredWH: number, deltaTime = 300) => ({
    ts: tsS,
    energyDelta: { deliveredWH, generatedWH: 0, deltaTime },
  });

  it('the mean power of each quarter of an hour; a quarter without a report is null, not 0', () => {
    const { unit, values, stepMs } = curveOf([report(300, 10), report(600, 20), report(2_100, 0)], 0);
    assert.equal(unit, 'W');
    assert.equal(stepMs, 900_000);
    assert.deepEqual(values.slice(0, 4), [180, null, 0, null]);
    assert.equal(values.length, 96);
  });

  it('a report of a whole hour fills its four quarters', () => {
    const { values } = curveOf([report(hourS, 1_000, hourS)], 0);
    assert.deepEqual(values.slice(0, 5), [1_000, 1_000, 1_000, 1_000, null]);
  });

  it('what is fed in is below 0', () => {
    const fed = { ts: 300, energyDelta: { deliveredWH: 0, generatedWH: 10, deltaTime: 300 } };
    assert.equal(curveOf([fed], 0).values[0], -120);
  });

  it('without energy the higher current of the poles', () => {
    const { unit, values } = curveOf([{ ts: 60, currentA: { avg: 2 }, currentB: { avg: 3.456 } }], 0);
    assert.deepEqual([unit, values[0], values[1]], ['A', 3.46, null]);
  });

  it('reports outside the day are left out', () => {
    const { values } = curveOf([report(-900, 10), report(25 * hourS + 300, 10)], 0);
    assert(values.every((value) => value === null));
  });

  describe('its route', () => {
    let side: AdminSide;
    beforeEach(async () => {
      side = await startAdminSide();
    });
    afterEach(() => side.stop());
    const ask = async (): Promise<DeviceCurve> => {
      const deviceId = side.service.device('Kitchen oven');
      const { status, json } = await side.ask('GET', `breakerflow/accounts/account/curve?deviceId=${deviceId}`);
      assert.equal(status, 200, JSON.stringify(json));
      return json;
    };

    it('the last 24 hours with the age of the newest value, read at most once a minute', async () => {
      const first = await ask();
      assert(first.complete);
      assert(
        first.values.some((value) => value !== null),
        JSON.stringify(first),
      );
      assert((first.ageMs ?? Number.NaN) >= 0 && (first.ageMs ?? Number.NaN) <= 600_000);
      await ask();
      assert.equal(side.service.requests('meter.history').length, 1);
      await side.service.clock.advance(61_000);
      await ask();
      assert.equal(side.service.requests('meter.history').length, 2);
    });

    it('a device that the account does not have is an error', async () => {
      const { status } = await side.ask('GET', 'breakerflow/accounts/account/curve?deviceId=../x');
      assert.equal(status, 400);
    });
  });
});
