import assert from 'node:assert/strict';
import {
  type DemandSettings,
  type GivenSettings,
  initialState,
  loadManagerStep,
  type ManagerState,
  type MeterReading,
  managerSettings,
  stateAfterStart,
} from '../../src/automation';

const hourMs = 3_600_000;
/** Midnight in Oslo. */
const begin = Date.UTC(2026, 2, 2, 23);

/** A manager of hourly averages below 4 kW, whose meter is read at a few instants of each hour. */
function tariff(demand: Partial<DemandSettings> = {}, more: Partial<GivenSettings> = {}) {
  const settings = managerSettings({
    ...{ by: 'm', quantity: 'demand', timeZone: 'Europe/Oslo', demand: { minutes: 60, ...demand } },
    groups: [{ id: '', limit: 4_000, of: { kind: 'meter', deviceId: 'main' } }],
    ...{ loads: [], ...more },
  });
  let wallMs = begin - hourMs / 2;
  let wh = 0;
  const now = () => ({ monotonicMs: wallMs - begin + 1e9, wallMs });
  let state: ManagerState = initialState(now());
  const stepAt = (watts: number, messages: Parameters<typeof loadManagerStep>[1]['messages'] = []) => {
    const main: MeterReading = {
      ...{ sequence: wallMs, amperes: [watts / 240, watts / 240] },
      ...{ deliveredWh: wh, generatedWh: 0 },
    };
    const step = loadManagerStep(state, { meters: { main }, circuits: {}, messages }, settings, now());
    state = step.state;
    return step.summary();
  };
  const pass = (ms: number, watts: number) => {
    wallMs += ms;
    wh += (watts * ms) / hourMs;
  };
  stepAt(0);
  pass(hourMs / 2, 0);
  return {
    /** So many W for whole hours. */
    hours(count: number, watts: number) {
      for (let hour = 0; hour < count; hour++) {
        for (let part = 0; part < 4; part++) {
          stepAt(watts);
          pass(hourMs / 4, watts);
        }
      }
      return stepAt(watts);
    },
    /** A day whose highest hour has so many W, at its begin. */
    day(watts: number) {
      this.hours(1, watts);
      return this.hours(23, 500);
    },
    stepAt,
    pass,
    jumpCounter: (by: number) => {
      wh += by;
    },
    restart(afterMs: number) {
      wallMs += afterMs;
      state = stateAfterStart(JSON.parse(JSON.stringify(state)) as ManagerState, now());
    },
    free(watts = 500) {
      const { freeThisMonth } = stepAt(watts);
      return typeof freeThisMonth === 'number' ? Math.round(freeThisMonth) : freeThisMonth;
    },
  };
}

describe('automation: what a month has cost already', () => {
  it('is unknown until a window was measured from its begin to its end', () => {
    const house = tariff({ monthDays: 1 });
    assert.equal(house.free(), 'unknown');
    house.stepAt(3_000);
    house.pass(hourMs / 2, 3_000);
    assert.equal(house.free(3_000), 'unknown', 'half an hour is no window');
    house.pass(hourMs / 2, 3_000);
    assert.equal(house.free(), 3_000);
  });

  it('is not told where nothing measured is to count', () => {
    const house = tariff();
    house.hours(2, 3_000);
    assert.equal(house.free(), undefined);
  });

  it('is the highest average, where the tariff takes that of one day', () => {
    const house = tariff({ monthDays: 1 });
    house.day(6_000);
    assert.equal(house.free(), 6_000);
    house.hours(2, 5_000);
    assert.equal(house.free(), 6_000);
    house.hours(2, 7_000);
    assert.equal(house.free(), 7_000);
  });

  it('is the third highest day, where the mean of three counts: more would make it dearer', () => {
    const house = tariff({ monthDays: 3 });
    for (const watts of [9_000, 5_000]) house.day(watts);
    assert.equal(house.free(), 0, 'each of the first three days counts from its first watt');
    house.day(7_000);
    assert.equal(house.free(), 5_000);
    house.day(6_000);
    assert.equal(house.free(), 6_000);
  });

  it("is today's own highest hour, where that counts already", () => {
    const house = tariff({ monthDays: 3 });
    for (const watts of [9_000, 5_000, 7_000]) house.day(watts);
    house.hours(1, 8_000);
    assert.equal(house.free(), 8_000);
  });

  it('begins anew with each month, at midnight of the zone', () => {
    const house = tariff({ monthDays: 1 });
    house.day(6_000);
    house.hours(28 * 24 - 2, 500);
    assert.equal(house.free(), 6_000);
    house.hours(1, 500);
    assert.equal(house.free(), 'unknown');
    house.hours(1, 500);
    assert.equal(house.free(), 500);
  });

  it('is kept over a restart; the window that it has cut counts for nothing', () => {
    const house = tariff({ monthDays: 1 });
    house.hours(1, 6_000);
    house.stepAt(9_000);
    house.pass(hourMs / 4, 9_000);
    house.restart(hourMs / 4);
    house.pass(hourMs / 2, 9_000);
    assert.equal(house.free(), 6_000);
  });

  it('is no more than what was read, whatever a counter says', () => {
    const house = tariff({ monthDays: 1 });
    house.stepAt(500);
    house.pass(hourMs / 2, 500);
    house.stepAt(500);
    house.jumpCounter(50_000);
    house.pass(hourMs / 2, 500);
    assert.equal(house.free(), 500);
    house.stepAt(500);
    house.pass(hourMs / 2, 500);
    house.stepAt(500);
    house.jumpCounter(-40_000);
    house.pass(hourMs / 2, 500);
    assert.equal(house.free(), 500, 'one that went back tells nothing');
  });

  describe('and the limit', () => {
    const limitOf = (house: ReturnType<typeof tariff>, messages: Parameters<typeof house.stepAt>[1] = []) => {
      house.stepAt(500, messages);
      // Behind the first fifth of the window; at the average nothing is left over.
      house.pass(hourMs / 2, 0);
      return Math.round(house.stepAt(500).lanes[0]?.limit ?? Number.NaN) / 2;
    };
    it('is what was measured, or typed, where that is more', () => {
      const house = tariff({ monthDays: 1, monthHighest: 5_000 });
      assert.equal(limitOf(house), 5_000);
      house.pass(hourMs / 2, 0);
      house.hours(1, 6_000);
      assert.equal(limitOf(house), 6_000);
    });
    it('is never below that of the dialog', () => {
      const house = tariff({ monthDays: 1 });
      house.hours(1, 1_000);
      assert.equal(limitOf(house), 4_000);
    });
    it('is what a message or a level asks for, where that is less: a grid that is in need is no matter of money', () => {
      const levels = { dim: { limit: 2_000 } };
      const house = tariff({ monthDays: 1, monthHighest: 9_000 }, { levels });
      assert.equal(limitOf(house, [{ kind: 'limit', value: 3_000, forMs: 2 * hourMs }]), 3_000);
      house.pass(hourMs / 2, 0);
      assert.equal(limitOf(house, [{ kind: 'level', level: 'dim', forMs: 2 * hourMs }]), 2_000);
    });
  });
});
