import assert from 'node:assert/strict';
import {
  bandAt,
  bandProblems,
  isTimeZoneName,
  pricedStretches,
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
  const made = summarizeSession(of, meter, tariff, start + 3 * hour, 'day');
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

  it("the peak is the meter's; without one, what the session says", () => {
    assert.equal(summary([report(start + hour, 3600, 1, 24)]).peakA, 24);
    assert.equal(summary([]).peakA, 20);
  });

  it('a session that goes on lasts until now', () => {
    const { stoppedAt: _, ...active } = session;
    const made = summary([], active);
    assert.equal(made.connectedSeconds, 3 * 3600);
    assert.equal('stoppedAt' in made, false);
  });

  it('a session without energy costs nothing', () => {
    const made = summary([], { ...session, energyTransferred: 0 });
    assert.deepEqual([made.cost, made.bands], [0, []]);
  });

  it('a session that does not say when it began has no summary', () => {
    assert.equal(summarizeSession({ id: 's' }, [], tariff, start, 'day'), undefined);
  });
});
