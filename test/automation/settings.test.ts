import assert from 'node:assert/strict';
import {
  type GivenLoad,
  type GivenSettings,
  isCriticalType,
  type ManagerSettings,
  managerSettings,
  presetOf,
  settingsProblems,
} from '../../src/automation';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

const of = { kind: 'sum', circuits: [{ deviceId: 'c', legs: ['A'] }], notMeasured: [0, 0] } as const;
const main = { id: 'main', limit: 60, of };
/** Its total is told by messages. */
const told = { id: 'main', limit: 60, of: { kind: 'message' } } as const;
const heater: GivenLoad = { deviceId: 'heater', kind: 'breaker', legs: ['A', 'B'] };
const car: GivenLoad = { deviceId: 'car', kind: 'charger', legs: ['A', 'B'] };
const given: GivenSettings = { by: 'm', quantity: 'current', groups: [main], loads: [heater] };
const problems = (more: Partial<GivenSettings>) => settingsProblems(managerSettings({ ...given, ...more }));
const rules = (more: Partial<GivenSettings>) => problems(more).map(({ rule }) => rule);
const withLoad = (more: Partial<GivenLoad>, load = heater) => rules({ loads: [{ ...load, ...more }] });
const night = { days: ['monday'], from: '2200', to: '0600', limit: 20 } as const;

describe('automation: what the dialog says by itself', () => {
  it('is what the design says', () => {
    const { by: _by, quantity: _quantity, groups: _groups, loads, ...rest } = managerSettings(given);
    const expected: Omit<ManagerSettings, 'by' | 'quantity' | 'groups' | 'loads'> = {
      ...{ legs: ['A', 'B'], volts: 120, timeZone: 'UTC', levels: {}, dryRun: false },
      ...{ afterMs: 20 * second, calmMs: 5 * minute, restoreSpacingMs: minute, gap: 0.1 },
      ...{ fallbackA: 6, staleAlarmMs: 10 * minute, manualMs: 2 * hour, muteMs: 5 * second },
    };
    assert.deepEqual(rest, expected);
    assert.deepEqual(loads, [
      {
        ...heater,
        ...{ leastOnMs: 0, restMs: minute, opensADay: 6, comesBack: 'by-itself' },
        ...{ leastA: 6, mostA: 32, pauseAllowed: true },
      },
    ]);
  });

  it('gives each type of load the times that keep it from harm', () => {
    const compressor = { restMs: 5 * minute, leastOnMs: 10 * minute };
    for (const type of ['air-conditioner', 'heat-pump', 'compressor']) assert.deepEqual(presetOf(type), compressor);
    assert.deepEqual(presetOf('water-heater'), { restMs: minute, longestOffMs: 4 * hour });
    for (const type of ['pump', 'pool-pump']) assert.deepEqual(presetOf(type), { restMs: minute });
    for (const type of ['oven', '', undefined]) assert.deepEqual(presetOf(type), {});
  });

  it('knows each type of load that is not to be switched, in any spelling', () => {
    for (const type of [
      ...['refrigerator', 'freezer', 'medical', 'network', 'router', 'fire', 'fire-alarm', 'smoke-detector'],
      ...[
        'elevator',
        'ventilation',
        'emergency',
        'Fire Alarm',
        ' SMOKE_DETECTORS ',
        'chest freezers',
        'network switch',
      ],
    ])
      assert.equal(isCriticalType(type), true, type);
    for (const type of ['oven', 'water-heater', 'smoke', 'firewood', '', undefined])
      assert.equal(isCriticalType(type), false, type);
  });
});

describe('automation: settings at their bounds', () => {
  const cases: readonly (readonly [string, readonly string[], readonly string[]])[] = [
    ['time above the limit, 5 s to 300 s', rules({ afterMs: 5_000 }), rules({ afterMs: 4_999 })],
    ['and at most', rules({ afterMs: 300_000 }), rules({ afterMs: 300_001 })],
    ['gap, 3 %', rules({ gap: 0.03 }), rules({ gap: 0.029 })],
    ['and at most half', rules({ gap: 0.5 }), rules({ gap: 0.51 })],
    ['a time zone', rules({ timeZone: 'Europe/Berlin' }), rules({ timeZone: 'Europe/Nowhere' })],
    ['a group', rules({ groups: [main] }), rules({ groups: [] })],
    ['a limit above 0', rules({ groups: [{ ...told, limit: 0.1 }] }), rules({ groups: [{ ...told, limit: 0 }] })],
    [
      'a limit that is a number',
      rules({ groups: [{ ...main, limit: 1 }] }),
      rules({ groups: [{ ...main, limit: Number.POSITIVE_INFINITY }] }),
    ],
    [
      'a level with a floor has a limit',
      rules({ levels: { dim: { limit: 4_200, floor: 4_200 }, high: { limit: 5 }, emergency: { open: [] } } }),
      rules({ levels: { dim: { floor: 4_200 } } }),
    ],
    [
      'times of the week',
      rules({ groups: [{ ...main, otherTimes: [night] }] }),
      rules({ groups: [{ ...main, otherTimes: [{ ...night, from: '2500' }] }] }),
    ],
    [
      'and their end',
      rules({ groups: [{ ...main, otherTimes: [night] }] }),
      rules({ groups: [{ ...main, otherTimes: [{ ...night, to: '6' }] }] }),
    ],
    [
      'their days',
      rules({ groups: [{ ...main, otherTimes: [night] }] }),
      rules({ groups: [{ ...main, otherTimes: [{ ...night, days: [] }] }] }),
    ],
    [
      'and their limit',
      rules({ groups: [{ ...main, otherTimes: [{ ...night, limit: 0.5 }] }] }),
      rules({ groups: [{ ...main, otherTimes: [{ ...night, limit: 0 }] }] }),
    ],
    [
      'loads of a group are loads',
      rules({ groups: [{ ...main, loads: ['heater'] }], loads: [heater, car] }),
      rules({ groups: [{ ...main, loads: ['heater', 'gone'] }], loads: [heater, car] }),
    ],
    [
      'circuits to add up',
      rules({ groups: [{ ...main, of }] }),
      rules({ groups: [{ ...main, of: { ...of, circuits: [] } }] }),
    ],
    [
      'what is not measured, on each leg',
      rules({ groups: [{ ...main, of: { ...of, notMeasured: [0, 12] } }] }),
      rules({ groups: [{ ...main, of: { ...of, notMeasured: [0] } }] }),
    ],
    [
      'less of it than the limit',
      rules({ groups: [{ ...main, limit: 12.5, of: { ...of, notMeasured: [0, 12] } }] }),
      rules({ groups: [{ ...main, limit: 12, of: { ...of, notMeasured: [0, 12] } }] }),
    ],
    [
      'and none of it below 0',
      rules({ groups: [{ ...main, of: { ...of, notMeasured: [0, 0] } }] }),
      rules({ groups: [{ ...main, of: { ...of, notMeasured: [5, -0.5] } }] }),
    ],
    [
      'circuits on legs of the limit',
      rules({ groups: [{ ...main, of: { ...of, circuits: [{ deviceId: 'c', legs: ['A', 'B'] }] } }] }),
      rules({ groups: [{ ...main, of: { ...of, circuits: [{ deviceId: 'c', legs: ['A', 'C'] }] } }] }),
    ],
    ['a load on legs of the limit', withLoad({ legs: ['B'] }), withLoad({ legs: ['A', 'C'] })],
    ['a load once', rules({ loads: [heater, car] }), rules({ loads: [heater, heater] })],
    ['a load that draws', withLoad({ feedsIn: false }), withLoad({ feedsIn: true })],
    [
      'a load that is not the total',
      rules({ groups: [{ ...main, of: { kind: 'meter', deviceId: 'main' } }] }),
      rules({ groups: [{ ...main, of: { kind: 'meter', deviceId: 'heater' } }] }),
    ],
    ['rest', withLoad({ restMs: 0 }), withLoad({ restMs: -1 })],
    ['least on', withLoad({ leastOnMs: 0 }), withLoad({ leastOnMs: Number.NaN })],
    ['opens a day', withLoad({ opensADay: 0 }), withLoad({ opensADay: -1 })],
    ['longest off', withLoad({ longestOffMs: 0 }), withLoad({ longestOffMs: Number.POSITIVE_INFINITY })],
    ['the least of a charger', withLoad({ leastA: 6 }, car), withLoad({ leastA: 5 }, car)],
    ['and its most', withLoad({ mostA: 80 }, car), withLoad({ mostA: 81 }, car)],
    ['in their order', withLoad({ leastA: 16, mostA: 16 }, car), withLoad({ leastA: 17, mostA: 16 }, car)],
  ];
  for (const [name, good, bad] of cases)
    it(name, () => {
      assert.deepEqual(good, []);
      assert.equal(bad.length, 1, `${bad}`);
    });

  it('power needs no leg, and amperes of a breaker none of a charger', () => {
    const circuits = [{ deviceId: 'c' }];
    const loads: GivenLoad[] = [{ deviceId: 'x', kind: 'breaker', leastA: 1 }];
    assert.deepEqual(rules({ quantity: 'power', loads, groups: [{ ...main, of: { ...of, circuits } }] }), []);
  });

  it('each problem names its load or its group', () => {
    assert.deepEqual(problems({ loads: [{ ...heater, restMs: -1 }] }), [{ rule: 'loadNumbers', deviceId: 'heater' }]);
    assert.deepEqual(problems({ groups: [{ ...told, limit: 0 }] }), [{ rule: 'limitPositive', group: 'main' }]);
    assert.deepEqual(problems({ groups: [{ ...main, loads: ['gone'] }] }), [
      { rule: 'loadUnknown', group: 'main', deviceId: 'gone' },
    ]);
    const circuits = [{ deviceId: 'c', legs: ['C'] as const }];
    assert.deepEqual(problems({ groups: [{ ...main, of: { ...of, circuits } }] }), [
      { rule: 'circuitLeg', group: 'main', deviceId: 'c' },
    ]);
  });
});
