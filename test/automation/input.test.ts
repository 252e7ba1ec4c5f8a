import assert from 'node:assert/strict';
import {
  type GivenSettings,
  isCriticalType,
  managerSettings,
  parseManagerMessage,
  presetOf,
  settingsProblems,
} from '../../src/automation';

const current = { quantity: 'current' } as const;
const good: GivenSettings = {
  by: 'm',
  quantity: 'current',
  groups: [
    { id: 'main', limit: 60, of: { kind: 'sum', circuits: [{ deviceId: 'c', legs: ['A'] }], notMeasured: [0, 0] } },
  ],
  loads: [{ deviceId: 'heater', kind: 'breaker', legs: ['A', 'B'], loadType: 'water-heater' }],
};
const [group] = good.groups;
const [load] = good.loads;
const rules = (more: Partial<GivenSettings>) =>
  settingsProblems(managerSettings({ ...good, ...more })).map(({ rule }) => rule);

describe('automation: messages of a flow', () => {
  for (const [payload, message] of [
    ['pause', { kind: 'pause' }],
    ['restore', { kind: 'restore' }],
    [
      { limit: 40, for: 60 },
      { kind: 'limit', value: 40, forMs: 60_000 },
    ],
    [{ limit: 'none allowed' }, { kind: 'limit', value: 'none-allowed' }],
    [{ level: 'high' }, { kind: 'level', level: 'high' }],
    [{ level: 0 }, { kind: 'level', level: 'normal' }],
    [{ level: 3 }, { kind: 'level', level: 'emergency' }],
    [{ level: true }, { kind: 'level', level: 'high' }],
    [{ allow: 'heater' }, { kind: 'allow', deviceId: 'heater' }],
    [
      { pause: true, for: 3_600 },
      { kind: 'pause', forMs: 3_600_000 },
    ],
  ] as const)
    it(`${JSON.stringify(payload)} is taken`, () =>
      assert.deepEqual(parseManagerMessage(payload, current), { message }));

  for (const [payload, problem] of [
    [{ limit: 0 }, 'messageZero'],
    [{ limit: -1 }, 'messageLimit'],
    [{ limit: '40' }, 'messageLimit'],
    [{ limit: Number.NaN }, 'messageLimit'],
    [{ limit: 40, for: 0 }, 'messageFor'],
    [{ limit: 40, level: 'high' }, 'messageKind'],
    [{ level: 'hi' }, 'messageLevel'],
    [{ level: 4 }, 'messageLevel'],
    [{ allow: '' }, 'messageDevice'],
    [{ pause: 'x' }, 'messageKind'],
    [40, 'messageKind'],
    [null, 'messageKind'],
    [{}, 'messageKind'],
  ] as const)
    it(`${JSON.stringify(payload)} is refused`, () =>
      assert.deepEqual(parseManagerMessage(payload, current), { problem }));

  it('A limit of power is in kW', () => {
    assert.deepEqual(parseManagerMessage({ limit: 4.2 }, { quantity: 'power' }), {
      message: { kind: 'limit', value: 4_200 },
    });
  });
});

describe('automation: settings', () => {
  it('Good ones have no problem', () => assert.deepEqual(rules({}), []));

  it('Every problem is told at once', () => {
    assert(group && load);
    const { of, ...rest } = group;
    assert(of.kind === 'sum');
    assert.deepEqual(
      rules({
        afterMs: 1_000,
        gap: 0,
        timeZone: 'Nowhere',
        groups: [
          {
            ...rest,
            limit: 0,
            of: {
              ...of,
              notMeasured: [],
              circuits: [{ deviceId: 'c' }, { deviceId: 'sun', legs: ['A'], feedsIn: true }],
            },
          },
        ],
        loads: [
          load,
          load,
          { deviceId: 'sun', kind: 'breaker', legs: ['A'] },
          { deviceId: 'x', kind: 'breaker', loadType: 'Freezers' },
          { deviceId: 'car', kind: 'charger', legs: ['A', 'B'], leastA: 3 },
        ],
      }),
      [
        ...['afterRange', 'gapRange', 'timeZone', 'limitPositive', 'notMeasuredTyped', 'circuitLeg'],
        ...['loadTwice', 'loadFeedsIn', 'loadCritical', 'loadLeg', 'chargerLeast'],
      ],
    );
  });

  it('A critical load is taken when the user has ticked it', () => {
    const freezer = { deviceId: 'x', kind: 'breaker', legs: ['A'], loadType: 'freezer' } as const;
    assert.deepEqual(rules({ loads: [freezer] }), ['loadCritical']);
    assert.deepEqual(rules({ loads: [{ ...freezer, criticalAllowed: true }] }), []);
  });

  it('Types of loads have presets in any spelling', () => {
    assert.deepEqual(presetOf('Air Conditioner'), { restMs: 300_000, leastOnMs: 600_000 });
    assert.equal(presetOf('water_heater').longestOffMs, 14_400_000);
    assert.deepEqual(presetOf('oven'), {});
    assert(isCriticalType('Medical device') && isCriticalType('smoke detector') && isCriticalType('elevators'));
    assert(!isCriticalType('water-heater') && !isCriticalType(undefined));
  });
});
