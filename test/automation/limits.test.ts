import assert from 'node:assert/strict';
import { type GivenSettings, initialState, type ManagerState, managerSettings, type Now } from '../../src/automation';
import { demandLimits } from '../../src/automation/demand-window';
import { groupEnergyWh } from '../../src/automation/energy';
import { endWhatIsOver, limitsOf, takeLimitMessage } from '../../src/automation/limit';
import { noteReading } from '../../src/automation/meter-memory';
import { planOf } from '../../src/automation/plan';
import type { ManagerMessage } from '../../src/automation/readings';
import { type DayTimes, isWithin } from '../../src/charging';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Monday, midnight. */
const monday = Date.UTC(2026, 2, 2);
const at = (day: number, time: string): Now => {
  const minutes = Number(time.slice(0, 2)) * 60 + Number(time.slice(2));
  return { monotonicMs: 1_000_000, wallMs: monday + (day * 24 * 60 + minutes) * minuteMs };
};
const minuteOfWeek = (day: number, time: string) =>
  day * 24 * 60 + Number(time.slice(0, 2)) * 60 + Number(time.slice(2));

describe('automation: times of the week', () => {
  /** Days count from Sunday. */
  const inside = (times: DayTimes, day: number, time: string) => isWithin(times, minuteOfWeek(day, time));
  const office: DayTimes = { days: ['monday', 'friday'], from: '0800', to: '1700' };
  const night: DayTimes = { days: ['saturday'], from: '2200', to: '0600' };
  const whole: DayTimes = { days: ['sunday'], from: '0700', to: '0700' };

  it('begin with their first minute, and end before their last', () =>
    assert.deepEqual(
      ['0759', '0800', '1659', '1700'].map((time) => inside(office, 1, time)),
      [false, true, true, false],
    ));
  it('are of the days that are named', () =>
    assert.deepEqual(
      [0, 1, 2, 3, 4, 5, 6].map((day) => inside(office, day, '1200')),
      [false, true, false, false, false, true, false],
    ));
  it('go on after midnight, also into the next week', () => {
    assert.deepEqual(
      ['2159', '2200', '2359'].map((time) => inside(night, 6, time)),
      [false, true, true],
    );
    assert.deepEqual(
      ['0000', '0559', '0600', '2300'].map((time) => inside(night, 0, time)),
      [true, true, false, false],
    );
  });
  it('last a whole day where they end as they begin', () => {
    assert.deepEqual(
      [inside(whole, 0, '0659'), inside(whole, 0, '0700'), inside(whole, 0, '2359')],
      [false, true, true],
    );
    assert.deepEqual([inside(whole, 1, '0659'), inside(whole, 1, '0700')], [true, false]);
  });
});

describe('automation: the limit now', () => {
  const given: GivenSettings = {
    by: 'm',
    quantity: 'current',
    groups: [
      {
        id: 'main',
        limit: 60,
        of: { kind: 'message' },
        otherTimes: [{ days: ['monday'], from: '2200', to: '0600', limit: 40 }],
      },
      { id: 'garage', limit: 30, of: { kind: 'message' } },
    ],
    levels: { high: { limit: 50 }, dim: { limit: 10, floor: 17.5 }, emergency: { open: ['x'] } },
    loads: [],
  };
  const begun = () => initialState(at(0, '1200'));
  const limits = (draft: ManagerState, now: Now, more: Partial<GivenSettings> = {}) => {
    const settings = managerSettings({ ...given, ...more });
    return limitsOf(draft, settings, planOf(settings), now);
  };
  const told = (...messages: ManagerMessage[]) => {
    const draft = begun();
    for (const message of messages) takeLimitMessage(draft, message, 1_000_000);
    return draft;
  };
  const noon = at(0, '1200');

  it('is that of the dialog on each leg, or that of the time', () => {
    assert.deepEqual(limits(begun(), noon), [60, 60, 30, 30]);
    assert.deepEqual(limits(begun(), at(0, '2300')), [40, 40, 30, 30]);
    assert.deepEqual(limits(begun(), at(1, '0559')), [40, 40, 30, 30]);
    assert.deepEqual(limits(begun(), at(1, '0600')), [60, 60, 30, 30]);
  });
  it('is by the clock of its zone', () =>
    assert.deepEqual(limits(begun(), at(0, '2300'), { timeZone: 'America/New_York' }), [60, 60, 30, 30]));
  it('is lowered by a message, and raised by none above the highest that the dialog allows', () => {
    assert.deepEqual(limits(told({ kind: 'limit', value: 45 }), noon).slice(0, 3), [45, 45, 30]);
    assert.deepEqual(limits(told({ kind: 'limit', value: 400 }), noon).slice(0, 1), [60]);
    assert.deepEqual(limits(told({ kind: 'limit', value: 400 }), noon, { highestFromMessages: 80 }).slice(0, 1), [80]);
    assert.deepEqual(limits(told({ kind: 'limit', value: 70 }), noon, { highestFromMessages: 80 }).slice(0, 1), [70]);
    assert.deepEqual(limits(told({ kind: 'limit', value: 70 }), noon, { highestFromMessages: 50 }).slice(0, 1), [60]);
    assert.deepEqual(limits(told({ kind: 'limit', value: 'none-allowed' }), noon).slice(0, 1), [0]);
  });
  it('is not what is no limit', () => {
    for (const value of [0, -5, Number.NaN])
      assert.deepEqual(limits(told({ kind: 'limit', value }), noon).slice(0, 1), [60]);
  });
  it('is that of a level where it is the least, never below its floor', () => {
    assert.deepEqual(limits(told({ kind: 'level', level: 'high' }), noon), [50, 50, 30, 30]);
    assert.deepEqual(limits(told({ kind: 'level', level: 'high' }), at(0, '2300')).slice(0, 1), [40]);
    assert.deepEqual(limits(told({ kind: 'level', level: 'dim' }), noon).slice(0, 1), [17.5]);
    assert.deepEqual(limits(told({ kind: 'level', level: 'emergency' }), noon).slice(0, 1), [60]);
    const both = told({ kind: 'level', level: 'high' }, { kind: 'limit', value: 80 });
    assert.deepEqual(limits(both, noon, { highestFromMessages: 80 }).slice(0, 1), [50], 'whatever a message allows');
    assert.deepEqual(limits(told({ kind: 'level', level: 'high' }, { kind: 'level', level: 'normal' }), noon)[0], 60);
  });

  /** Whether it is still there after so long. */
  const lasts = (message: ManagerMessage, ms: number) => {
    const draft = told(message);
    endWhatIsOver(draft, 1_000_000 + ms);
    return draft.messageLimit !== undefined || draft.level !== undefined || draft.paused !== undefined;
  };
  it('of a message ends after an hour, dim after two, and what has a time after that', () => {
    const limit = { kind: 'limit', value: 10 } as const;
    const dim = { kind: 'level', level: 'dim' } as const;
    assert.deepEqual([lasts(limit, hourMs - 1), lasts(limit, hourMs)], [true, false]);
    assert.deepEqual([lasts(dim, 2 * hourMs - 1), lasts(dim, 2 * hourMs)], [true, false]);
    for (const message of [limit, dim, { kind: 'level', level: 'high' }, { kind: 'pause' }] as const) {
      const short = { ...message, forMs: 600_000 };
      assert.deepEqual([lasts(short, 599_999), lasts(short, 600_000)], [true, false], message.kind);
    }
  });
  it('of another level, and a pause, last until they are taken back', () => {
    assert.equal(lasts({ kind: 'level', level: 'high' }, 1_000 * hourMs), true);
    assert.equal(lasts({ kind: 'pause' }, 1_000 * hourMs), true);
    assert.equal(told({ kind: 'pause' }, { kind: 'resume' }).paused, undefined);
  });
});

describe('automation: the power that a window of demand leaves', () => {
  const settings = managerSettings({
    by: 'm',
    quantity: 'demand',
    demand: { minutes: 15 },
    groups: [{ id: 'main', limit: 6_000, of: { kind: 'message' } }],
    loads: [],
  });
  /** Of a window from 12:15 in which so many Wh were used until `time`; its whole is 1,500 Wh. */
  function window(time: string, usedWh: number) {
    const draft = initialState(at(0, '1210'));
    demandLimits(draft, settings, 990, 6_000, at(0, '1214'));
    demandLimits(draft, settings, 1_000, 6_000, at(0, '1215'));
    return demandLimits(draft, settings, 1_000 + usedWh, 6_000, at(0, time));
  }
  it('is what is left of its energy over what is left of its time', () => {
    const { shed, restore, usedWh, leftMs, spent } = window('1220', 700);
    assert.deepEqual([shed, restore, usedWh, leftMs, spent], [4_800, 4_800, 700, 10 * minuteMs, false]);
  });
  it('opens nothing in its first fifth and in its last half minute', () => {
    assert.deepEqual([window('1217', 100).shed, window('1218', 100).shed !== undefined], [undefined, true]);
    const draft = initialState(at(0, '1214'));
    demandLimits(draft, settings, 0, 6_000, at(0, '1214'));
    demandLimits(draft, settings, 0, 6_000, at(0, '1215'));
    const end = (s: number) => {
      const now = at(0, '1229');
      return demandLimits(draft, settings, 900, 6_000, { ...now, wallMs: now.wallMs + s * 1000 }).shed !== undefined;
    };
    assert.deepEqual([end(30), end(31)], [true, false]);
  });
  it('may exceed the average for shedding, and never for coming back', () => {
    const { shed, restore } = window('1225', 100);
    assert.deepEqual([shed, restore], [16_800, 6_000]);
  });
  it('is none when it is spent, and then nothing is opened for it', () => {
    const { shed, restore, spent } = window('1225', 1_500);
    assert.deepEqual([shed, restore, spent], [undefined, 0, true]);
    assert.equal(window('1225', 1_499).spent, false);
  });
  it('is the average where the begin was not seen, the counter went back, or there is none', () => {
    const draft = initialState(at(0, '1220'));
    assert.equal(demandLimits(draft, settings, 1_000, 6_000, at(0, '1220')).shed, 6_000);
    assert.equal(window('1220', -1).shed, 6_000);
    const without = initialState(at(0, '1214'));
    demandLimits(without, settings, undefined, 6_000, at(0, '1214'));
    assert.equal(demandLimits(without, settings, undefined, 6_000, at(0, '1225')).restore, 6_000);
    const jumped = initialState(at(0, '1214'));
    demandLimits(jumped, settings, 0, 6_000, at(0, '1214'));
    demandLimits(jumped, settings, 0, 6_000, at(0, '1217'));
    assert.equal(demandLimits(jumped, settings, 900, 6_000, at(0, '1225')).shed, 6_000, 'cut by a step of the clock');
  });
});

describe('automation: the energy of a window', () => {
  const energy = (
    of: GivenSettings['groups'][number]['of'],
    counted: readonly string[] = ['oven', 'solar', 'main'],
  ) => {
    const settings = managerSettings({
      ...{ by: 'm', quantity: 'demand', loads: [] },
      groups: [{ id: 'main', limit: 1, of }],
    });
    const draft = initialState(at(0, '1200'));
    for (const id of counted) {
      const counters = { deliveredWh: [100, 20], generatedWh: [7, 3] };
      const noted = noteReading(undefined, { sequence: 1, amperes: [1, 1], ...counters }, 0);
      if (noted !== undefined) draft.meters[id] = noted;
    }
    return (wallMs: number) => groupEnergyWh(draft, settings, { monotonicMs: 0, wallMs });
  };
  const circuits = [{ deviceId: 'oven' }, { deviceId: 'solar', feedsIn: true }];

  it('of a meter is what was delivered', () => assert.equal(energy({ kind: 'meter', deviceId: 'main' })(0), 120));
  it('of a sum is that of its loads less that of its feed-in', () =>
    assert.equal(energy({ kind: 'sum', circuits, notMeasured: [0, 0] })(0), 120 - 10));
  it('of a sum grows by what is not measured', () => {
    const of = energy({ kind: 'sum', circuits, notMeasured: [3, 2] });
    assert.equal(Number(of(2 * hourMs)) - Number(of(0)), 5 * 120 * 2);
  });
  it('is not known where a counter is missing, and of a message', () => {
    assert.equal(energy({ kind: 'sum', circuits, notMeasured: [0, 0] }, ['oven'])(0), undefined);
    assert.equal(energy({ kind: 'meter', deviceId: 'gone' })(0), undefined);
    assert.equal(energy({ kind: 'message' })(0), undefined);
  });
});
