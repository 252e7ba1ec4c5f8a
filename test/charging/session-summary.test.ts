import assert from 'node:assert/strict';
import {
  bandAt,
  bandProblems,
  isTimeZoneName,
  pricedStretches,
  type SessionMeterItem,
  sessionTimeProblems,
  summarizeSession,
  type Tariff,
} from '../../src/charging';

const night = { name: 'night', days: [], from: '2200', to: '0600', pricePerKwh: 0.1 } as const;
const tariff: Tariff = { timeZone: 'Europe/Berlin', pricePerKwh: 0.3, bands: [night] };
const hour = 3_600_000;
// 21:00 in Berlin.
const start = Date.UTC(2026, 0, 16, 20);
const session = {
  id: 's',
  deviceId: 'd',
  status: 'completed',
  startedAt: new Date(start).toISOString(),
  stoppedAt: new Date(start + 2 * hour).toISOString(),
  energyTransferred: 10_000,
  ampsMax: 20,
  totalSecondsWithLoad: 5400,
};

function report(untilMs: number, seconds: number, wh: number, max = 24) {
  return {
    ts: untilMs / 1000,
    currentA: { max },
    currentB: { max: max - 1 },
    energyDelta: { deliveredWH: wh, deltaTime: seconds },
  };
}

function summary(meter: Parameters<typeof summarizeSession>[1], of: Parameters<typeof summarizeSession>[0] = session) {
  const made = summarizeSession(of, meter, { tariff, unit: 'auto', baseName: 'day', nowMs: start + 3 * hour });
  assert(made !== undefined);
  return made;
}

describe('a tariff with time bands', () => {
  it('a band counts by the clock of its zone, past midnight, too', () => {
    assert.equal(bandAt(tariff, Date.UTC(2026, 0, 16, 20, 59)), undefined);
    assert.equal(bandAt(tariff, Date.UTC(2026, 0, 16, 21)), night);
    assert.equal(bandAt(tariff, Date.UTC(2026, 6, 17, 3, 59)), night);
    assert.equal(bandAt(tariff, Date.UTC(2026, 6, 17, 4)), undefined);
  });

  it('days are those on which a band begins', () => {
    const friday: Tariff = { ...tariff, bands: [{ ...night, days: ['friday'] }] };
    assert.notEqual(bandAt(friday, Date.UTC(2026, 0, 17, 2)), undefined);
    assert.equal(bandAt(friday, Date.UTC(2026, 0, 17, 22)), undefined);
  });

  it('a band from a time to the same time is a whole day', () => {
    const all: Tariff = { ...tariff, bands: [{ ...night, from: '0000', to: '0000', days: ['saturday'] }] };
    assert.notEqual(bandAt(all, Date.UTC(2026, 0, 17, 22)), undefined);
    assert.equal(bandAt(all, Date.UTC(2026, 0, 17, 23)), undefined);
  });

  it('a span is cut where the price changes, without a gap', () => {
    const stretches = pricedStretches(tariff, start, start + 12 * hour);
    assert.deepEqual(
      stretches.map(({ fromMs, toMs, band }) => [(fromMs - start) / hour, (toMs - start) / hour, band?.name]),
      [
        [0, 1, undefined],
        [1, 9, 'night'],
        [9, 12, undefined],
      ],
    );
  });

  it('the night in which the clock goes back is an hour longer', () => {
    // 24 October 2026, 22:00 in Berlin, to 08:00 the next day.
    const from = Date.UTC(2026, 9, 24, 20);
    const [first] = pricedStretches(tariff, from, from + 11 * hour);
    assert.equal(first?.toMs, from + 9 * hour);
  });

  it('every problem of the bands is named at once', () => {
    const wrong = [{ name: ' ', days: ['Sun'], from: '25', to: '0600', pricePerKwh: '1' }];
    assert.deepEqual(
      bandProblems(wrong).map(({ path, rule }) => `${path} ${rule}`),
      ['[0].name bandName', '[0].days bandDays', '[0].from bandTime', '[0].pricePerKwh bandPrice'],
    );
    assert.deepEqual(bandProblems('[]'), [{ path: '', rule: 'bandList' }]);
  });

  it('a zone that is none makes no tariff', () => {
    assert.equal(isTimeZoneName(tariff.timeZone), true);
    for (const timeZone of ['', 'CEST', '+01:00', 'Mars/Base']) assert.equal(isTimeZoneName(timeZone), false);
  });
});

describe('spec 2.11 the summary of a plug session', () => {
  it('energy is priced when the meter says it flowed', () => {
    const made = summary([report(start + hour, 3600, 4000), report(start + 2 * hour, 3600, 6000)]);
    assert.deepEqual(made.bands, [
      { name: 'day', energyKwh: 4, cost: 1.2 },
      { name: 'night', energyKwh: 6, cost: 0.6 },
    ]);
    assert.deepEqual([made.energyKwh, made.meteredKwh, made.cost], [10, 10, 1.8]);
  });

  it('a report over a change of price is divided by time', () => {
    const made = summary([report(start + 2 * hour, 7200, 10_000)]);
    assert.deepEqual(
      made.bands.map(({ energyKwh }) => energyKwh),
      [5, 5],
    );
  });

  it('a report that began before the car came holds only what came after', () => {
    const made = summary([report(start + hour, 36_000, 10_000)]);
    assert.deepEqual(made.bands, [{ name: 'day', energyKwh: 10, cost: 3 }]);
  });

  it('energy that no report tells of is priced in the time that they do not cover', () => {
    const made = summary([report(start + hour, 3600, 4000)]);
    assert.deepEqual([made.energyKwh, made.meteredKwh], [10, 4]);
    assert.deepEqual(
      made.bands.map(({ energyKwh }) => energyKwh),
      [4, 6],
    );
  });

  it('the parts add up to what the session says, also where the meter says more', () => {
    const made = summary([report(start + hour, 3600, 8000), report(start + 2 * hour, 3600, 12_000)]);
    assert.deepEqual([made.energyKwh, made.meteredKwh], [10, 20]);
    assert.deepEqual(
      made.bands.map(({ energyKwh }) => energyKwh),
      [4, 6],
    );
  });

  it('a session whose energy nobody tells has no cost', () => {
    const { energyTransferred: _, ...uncounted } = session;
    const made = summary([], uncounted);
    assert.deepEqual(['energyKwh' in made, 'cost' in made], [false, false]);
    assert.equal(summary([report(start + hour, 3600, 4000)], uncounted).energyKwh, 4);
  });

  it("the peak is the meter's; without one, what the session says", () => {
    assert.equal(summary([report(start + hour, 3600, 1, 24)]).peakA, 24);
    assert.equal(summary([]).peakA, 20);
  });

  it('a session that goes on lasts until now', () => {
    const { stoppedAt: _, ...active } = session;
    const made = summary([], active);
    assert.equal(made.connectedSeconds, 3 * 3600);
    assert.equal('stoppedAt' in made, false);
    assert.deepEqual(summary([], { ...active, stoppedAt: null }), made);
  });

  it('a session without energy costs nothing', () => {
    const made = summary([], { ...session, energyTransferred: 0 });
    assert.deepEqual([made.cost, made.bands], [0, []]);
  });

  it('a session that does not say when it began has no summary', () => {
    const pricing = { tariff, unit: 'auto', baseName: 'day', nowMs: start } as const;
    assert.equal(summarizeSession({ id: 's' }, [], pricing), undefined);
    assert.deepEqual(sessionTimeProblems({ id: 's' }), ['startedAt']);
    assert.deepEqual(sessionTimeProblems({ startedAt: 'yesterday', stoppedAt: '' }), ['startedAt', 'stoppedAt']);
  });
});

describe('spec 2.11 energy that the meter does not report', () => {
  // 14 kWh from 18:00 to 20:00 at 0.40 a kWh, 7 kW throughout: 5.60. Plugged in until 08:00, from 20:00 at 0.10.
  const evening = Date.UTC(2026, 0, 16, 18);
  const morning = evening + 14 * hour;
  const prices: Tariff = {
    timeZone: 'UTC',
    pricePerKwh: 0.4,
    bands: [{ name: 'night', days: [], from: '2000', to: '0800', pricePerKwh: 0.1 }],
  };
  const charged = {
    id: 's',
    startedAt: new Date(evening).toISOString(),
    stoppedAt: new Date(morning).toISOString(),
    energyTransferred: 14_000,
  };
  const fiveMinutes = hour / 12;
  const reports = Array.from({ length: 168 }, (_, index) => ({
    ts: (evening + (index + 1) * fiveMinutes) / 1000,
    energyDelta: { deliveredWH: index < 24 ? 7_000 / 12 : 0, deltaTime: 300 },
  }));
  const lower = (by: number) =>
    reports.map(({ ts, energyDelta }) => ({
      ts,
      energyDelta: { ...energyDelta, deliveredWH: energyDelta.deliveredWH * by },
    }));
  const without = (all: readonly SessionMeterItem[], from: number, to: number) =>
    all.filter((_, n) => n < from || n >= to);

  for (const [what, meter, cost] of [
    ['complete', reports, 5.6],
    ['complete, 10 % lower than the session', lower(0.9), 5.6],
    ['complete, 10 % higher than the session', lower(1.1), 5.6],
    ['missing from 18:00 to 19:00', without(reports, 0, 12), 5.6],
    ['missing from 18:00 to 19:00, and 10 % lower', without(lower(0.9), 0, 12), 5.6],
    ['missing from 18:30 to 19:30', without(reports, 6, 18), 5.6],
    ['missing from 19:00 to 20:00', without(reports, 12, 24), 5.6],
    ['missing while the car is full', without(reports, 60, 90), 5.6],
    ['missing while the car is full, and 10 % lower', without(lower(0.9), 60, 90), 5.6],
    ['missing for 5 minutes of the night, and 10 % lower', without(lower(0.9), 90, 91), 5.6],
    ['missing from 20:00 on', without(reports, 24, 168), 5.6],
    ['missing from 20:00 on, and 10 % lower', without(lower(0.9), 24, 168), 5.6],
    // 7 kWh of the last hour are charged by nobody's word but the session's, after the last report: 1 h of 0.10.
    ['missing from the middle of a charge on', without(reports, 12, 168), undefined],
    // No report at all: 2 of 14 hours at 0.40, 2 kWh, and 12 kWh at 0.10.
    ['missing altogether', [], 2],
  ] as const)
    it(`reports ${what}: the cost is ${cost ?? 'that of the whole energy'}`, () => {
      const made = summarizeSession(charged, meter, { tariff: prices, unit: 'auto', baseName: 'day', nowMs: morning });
      assert.equal(made?.energyKwh, 14);
      const kwh = made.bands.reduce((total, band) => total + band.energyKwh, 0);
      assert(Math.abs(kwh - 14) < 1e-3, `${kwh} kWh`);
      if (cost === undefined) assert(Number(made.cost) < 5.6 && Number(made.cost) >= 2.8);
      else assert.equal(made.cost, cost);
    });

  it('parts of any session add up to its energy, and nothing is charged outside it', () => {
    for (let mask = 0; mask < 256; mask++) {
      const meter = reports.filter((_, n) => ((mask >> Math.floor(n / 21)) & 1) === 1);
      const made = summarizeSession(charged, meter, { tariff: prices, unit: 'auto', baseName: 'day', nowMs: morning });
      const kwh = made?.bands.reduce((total, band) => total + band.energyKwh, 0) ?? 0;
      assert(Math.abs(kwh - 14) < 1e-3, `${mask}: ${kwh}`);
      assert(Number(made?.cost) >= 1.4 && Number(made?.cost) <= 5.6 + 1e-9);
    }
  });

  describe('in which unit the session counts', () => {
    const of = (
      energyTransferred: number,
      meter: readonly SessionMeterItem[],
      unit: 'auto' | 'Wh' | 'kWh' = 'auto',
    ) => {
      const made = summarizeSession({ ...charged, energyTransferred }, meter, {
        ...{ tariff: prices, unit, baseName: 'day', nowMs: morning },
      });
      return [made?.energyKwh, made?.energyUnit, made?.energyUnitFrom, made?.energyDiffers];
    };

    it('is told by the reports', () => {
      assert.deepEqual(of(14_000, reports), [14, 'Wh', 'reports', undefined]);
      assert.deepEqual(of(14, reports), [14, 'kWh', 'reports', undefined]);
      assert.deepEqual(of(14, without(lower(0.9), 0, 12)), [14, 'kWh', 'reports', undefined]);
    });

    it('is Wh where there are no reports, and is not known where neither fits', () => {
      assert.deepEqual(of(14, []), [0.014, 'Wh', 'assumed', undefined]);
      assert.deepEqual(of(140, reports), [0.14, 'Wh', 'assumed', true]);
      assert.deepEqual(of(14_000, lower(0)), [14, 'Wh', 'assumed', true]);
    });

    it('is what a person says, who is told when it does not fit', () => {
      assert.deepEqual(of(14, reports, 'kWh'), [14, 'kWh', 'setting', undefined]);
      assert.deepEqual(of(14_000, reports, 'kWh'), [14_000, 'kWh', 'setting', true]);
      assert.deepEqual(of(14, reports, 'Wh'), [0.014, 'Wh', 'setting', true]);
    });
  });
});
