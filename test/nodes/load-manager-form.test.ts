import assert from 'node:assert/strict';
import { fields } from '../../nodes/load-manager/load-manager.fields';
import type { GroupRow, LevelRow, LoadRow, TimeRow } from '../../nodes/load-manager/rows.fields';
import {
  type FormDevice,
  locationsOf,
  type ManagerForm,
  settingsOfForm,
} from '../../nodes/load-manager/settings-of-form';
import type { ManagerSettings } from '../../src/automation';
import { createCircuitDirectory } from '../../src/directory';
import { checkConfig, readConfig } from '../../src/fields';
import { circuit } from '../directory/circuits';

const [heater, dryer, charger, freezer, sun, twoPole] = [
  'aaaaaaaa-1111-4111-8111-111111111111',
  '22222222-2222-4222-8222-222222222222',
  '33333333-3333-4333-8333-333333333333',
  '44444444-4444-4444-8444-444444444444',
  '55555555-5555-4555-8555-555555555555',
  '66666666-6666-4666-8666-666666666666',
] as const;

const devices: readonly FormDevice[] = [
  { id: heater, hardwareType: 'emcb', loadType: 'water-heater' },
  { id: dryer, hardwareType: 'emcb' },
  { id: charger, hardwareType: 'ev-emcb' },
  { id: freezer, hardwareType: 'emcb', loadType: 'freezer' },
  { id: sun, hardwareType: 'emcb' },
  { id: twoPole, hardwareType: 'emcb', isProtected: true },
];
const circuits = createCircuitDirectory([
  circuit(heater, 'Water heater', { leg: 'A', ratedA: 30 }),
  circuit(dryer, 'Dryer', { leg: 'both' }),
  circuit(charger, 'Charger', { leg: 'both' }),
  circuit(freezer, 'Freezer', { leg: 'B' }),
  circuit(sun, 'Sun', { leg: 'both', feedsIn: true }),
  circuit(twoPole, 'Two-pole'),
]);
const inside: Readonly<Record<string, readonly string[]>> = {
  main: [heater, dryer, charger, freezer, sun],
  garage: [charger, dryer],
};
const site = {
  ...{ by: 'n', circuits, devices, others: [] },
  below: (location: string) => inside[location] ?? [],
};

const row = (deviceId: string, more: Partial<LoadRow> = {}): LoadRow => ({ deviceId, kind: 'breaker', ...more });
const stored = {
  account: 'account',
  limit: '60',
  location: 'main',
  notMeasuredA: 4,
  notMeasuredB: 3,
  zone: 'America/New_York',
  loads: [row(heater)],
};

type Change = Omit<Partial<ManagerForm>, 'loads' | 'groups' | 'levels' | 'otherTimes'> & {
  readonly groups?: readonly GroupRow[];
  readonly loads?: readonly LoadRow[];
  readonly levels?: readonly LevelRow[];
  readonly otherTimes?: readonly TimeRow[];
};
const form = (change: Change = {}): ManagerForm => ({ ...readConfig(fields, stored), limit: 60, ...change });

function settings(change: Change = {}, more: object = {}): ManagerSettings {
  const result = settingsOfForm(form(change), { ...site, ...more });
  assert('settings' in result, JSON.stringify(result));
  return result.settings;
}
function problems(change: Change, more: object = {}): string[] {
  const result = settingsOfForm(form(change), { ...site, ...more });
  assert('problems' in result);
  return result.problems.map(({ field, row: at, column, key }) =>
    [field, at === undefined ? '' : `row ${at}`, column ?? '', key].filter((part) => part !== '').join(' '),
  );
}

describe('load-manager: what its dialog tells the decisions', () => {
  it('a stored node that is complete has no problem', () => assert.deepEqual(checkConfig(fields, stored), []));

  describe('the total', () => {
    it('of a location is the sum of its circuits by the directory, with what is not measured on each leg', () => {
      assert.deepEqual(settings().groups, [
        {
          id: '',
          limit: 60,
          of: {
            kind: 'sum',
            circuits: [
              { deviceId: heater, legs: ['A'], ratedA: 30 },
              { deviceId: dryer, legs: ['A', 'B'] },
              { deviceId: charger, legs: ['A', 'B'] },
              { deviceId: freezer, legs: ['B'] },
              { deviceId: sun, legs: ['A', 'B'], feedsIn: true },
            ],
            notMeasured: [4, 3],
          },
        },
      ]);
    });
    it('of a breaker is that breaker, on the legs of the directory', () =>
      assert.deepEqual(settings({ of: 'meter', meter: [dryer] }).groups[0]?.of, {
        kind: 'meter',
        deviceId: dryer,
        legs: ['A', 'B'],
      }));
    it('may come from messages', () =>
      assert.deepEqual(settings({ of: 'messages' }).groups[0]?.of, { kind: 'message' }));
  });

  describe('a further limit', () => {
    const garage: GroupRow = {
      ...{ name: 'Garage', limit: 30, of: 'location', location: 'garage' },
      ...{ notMeasuredA: 1, notMeasuredB: 0 },
    };
    const loads: readonly LoadRow[] = [row(heater), row(dryer), { deviceId: charger, kind: 'charger' }];

    it('of a location is kept by the loads at or below it, in the order of the one list', () => {
      const made = settings({ loads, groups: [garage] });
      assert.deepEqual(made.groups[1], {
        id: 'Garage',
        limit: 30,
        of: {
          kind: 'sum',
          circuits: [
            { deviceId: charger, legs: ['A', 'B'] },
            { deviceId: dryer, legs: ['A', 'B'] },
          ],
          notMeasured: [1, 0],
        },
        loads: [dryer, charger],
      });
      assert.equal(made.groups[0]?.loads, undefined);
    });
    it('of a breaker is kept by the loads that its row names', () => {
      const feeder: GroupRow = { name: 'Feeder', limit: 9, of: 'meter', meter: twoPole, loads: [heater.toUpperCase()] };
      const made = settings({ quantity: 'power', loads, groups: [feeder] });
      assert.deepEqual(made.groups[1], {
        id: 'Feeder',
        limit: 9000,
        of: { kind: 'meter', deviceId: twoPole },
        loads: [heater],
      });
    });
    it('names the locations that are to be read', () => {
      assert.deepEqual(locationsOf(form({ groups: [garage, { ...garage, name: 'Again' }] })), ['main', 'garage']);
      assert.deepEqual(locationsOf(form({ of: 'messages', groups: [garage] })), ['garage']);
    });
    for (const [title, change, wanted] of [
      ['without what is not measured on a leg', { notMeasuredB: '' }, ['groups row 0 notMeasuredA notMeasuredTyped']],
      [
        'of a location without circuits',
        { location: 'attic' },
        ['groups row 0 location groupNoLoads', 'groups row 0 location sumEmpty'],
      ],
      [
        'of a breaker that is gone, without loads',
        { of: 'meter', meter: 'x' },
        ['groups row 0 behind groupNoLoads', 'groups row 0 meter loadGone'],
      ],
      [
        'of a breaker that is a load itself',
        { of: 'meter', meter: heater, loads: [dryer] },
        ['loads row 0 deviceId loadIsTotal'],
      ],
    ] as const)
      it(`${title} is refused at its row`, () =>
        assert.deepEqual(problems({ loads, groups: [{ ...garage, ...change }] }).sort(), wanted));
    it('with a circuit on an unknown leg is refused at its row, beside the main one', () =>
      assert.deepEqual(
        problems({ phases: 'A', loads: [row(heater)], groups: [{ ...garage, location: 'main' }] }).filter((told) =>
          told.startsWith('groups'),
        ).length,
        4,
      ));
  });

  describe('units', () => {
    it('kW are W for the decisions: limit, times, levels, messages and the month', () => {
      const made = settings({
        quantity: 'demand15',
        limit: 9,
        highest: 10,
        monthHighest: 7.5,
        otherTimes: [{ days: ['monday'], from: '0600', to: '0800', limit: 5 }],
        levels: [{ level: 'dim', limit: 2, floor: 4.2 }],
      });
      assert.equal(made.quantity, 'demand');
      assert.deepEqual(made.demand, { minutes: 15, monthHighest: 7500 });
      const counts = ['typed', 'highest', 'days3'] as const;
      assert.deepEqual(
        counts.map((monthCounts) => settings({ quantity: 'demand60', monthCounts }).demand?.monthDays),
        [undefined, 1, 3],
      );
      assert.deepEqual([made.groups[0]?.limit, made.highestFromMessages], [9000, 10_000]);
      assert.deepEqual(made.groups[0]?.otherTimes, [{ days: ['monday'], from: '0600', to: '0800', limit: 5000 }]);
      assert.deepEqual(made.levels, { dim: { limit: 2000, floor: 4200 } });
    });
    it('seconds, minutes, hours and percent', () => {
      const made = settings({ after: 30, calm: 3, gap: 15, spacing: 90, staleAlarm: 4, manual: 0.5, fallback: 8 });
      assert.deepEqual(
        [made.afterMs, made.calmMs, made.gap, made.restoreSpacingMs, made.staleAlarmMs, made.manualMs, made.fallbackA],
        [30_000, 180_000, 0.15, 90_000, 240_000, 1_800_000, 8],
      );
    });
  });

  describe('a load', () => {
    const loadOf = (one: LoadRow, change: Change = {}) => settings({ loads: [one], ...change }).loads[0];
    it('has the times of its type where its row says nothing', () => {
      const load = loadOf(row(heater));
      assert.deepEqual([load?.restMs, load?.longestOffMs, load?.opensADay], [60_000, 4 * 3_600_000, 6]);
    });
    it('has those of its row before those of its type', () => {
      const load = loadOf(row(heater, { rest: 10, longestOff: 1, leastOn: 20, opensADay: 2 }));
      assert.deepEqual(
        [load?.restMs, load?.longestOffMs, load?.leastOnMs, load?.opensADay],
        [10_000, 3_600_000, 20_000, 2],
      );
    });
    it('has no times of its type without presets', () =>
      assert.equal(loadOf(row(heater), { presets: false })?.longestOffMs, undefined));
    it('is on the leg of its row before that of the directory, also within the sum', () => {
      const made = settings({ loads: [row(heater, { leg: 'B' })] });
      assert.deepEqual(made.loads[0]?.legs, ['B']);
      const { of } = made.groups[0] ?? assert.fail();
      assert(of.kind === 'sum');
      assert.deepEqual(of.circuits[0]?.legs, ['B']);
    });
    it('that the account protects is known as such', () => {
      const made = settings({ of: 'messages', loads: [row(twoPole, { leg: 'A' })] });
      assert.equal(made.loads[0]?.protected, true);
    });
    it('may be off when idle, within hours', () =>
      assert.deepEqual(
        loadOf(row(dryer, { idleAfter: 10, idleBelow: 0.2, idleFrom: '2200', idleTo: '0600' }))?.offWhenIdle,
        {
          afterMs: 600_000,
          belowA: 0.2,
          times: [
            {
              days: ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'],
              from: '2200',
              to: '0600',
            },
          ],
        },
      ));
    it('has the id that the service spells', () => assert.equal(loadOf(row(heater.toUpperCase()))?.deviceId, heater));
  });

  it('an account that is not armed makes a dry run', () => {
    assert.equal(settings({}, { isUnarmed: true }).dryRun, true);
    assert.equal(settings({}).dryRun, false);
  });

  describe('what cannot be', () => {
    const cases: readonly (readonly [string, Change, readonly string[]])[] = [
      ['a limit that is no number', { limit: 'x' }, ['limit limitPositive']],
      ['what is not measured, not typed', { notMeasuredB: undefined }, ['notMeasuredA notMeasuredTyped']],
      ['a load whose leg nobody knows', { of: 'messages', loads: [row(twoPole)] }, ['loads row 0 leg loadLeg']],
      [
        'a load on a leg without a limit',
        { phases: 'A', loads: [row(dryer)] },
        [
          'location circuitLeg',
          'location circuitLeg',
          'location circuitLeg',
          'location circuitLeg',
          'loads row 0 leg loadLeg',
        ],
      ],
      ['a freezer that is not ticked', { loads: [row(heater), row(freezer)] }, ['loads row 1 critical loadCritical']],
      ['what feeds in as a load', { loads: [row(sun)] }, ['loads row 0 deviceId loadFeedsIn']],
      [
        'the measured breaker as a load',
        { of: 'meter', meter: [dryer], loads: [row(dryer)] },
        ['loads row 0 deviceId loadIsTotal'],
      ],
      ['a breaker as a charger', { loads: [row(heater, { kind: 'charger' })] }, ['loads row 0 kind noCharger']],
      [
        'a load that is not behind the limit',
        { loads: [row(twoPole, { leg: 'A' })] },
        ['loads row 0 deviceId loadElsewhere'],
      ],
      [
        'a level that opens what is no load',
        { levels: [{ level: 'high', open: [dryer] }] },
        ['levels row 0 open openNoLoad'],
      ],
      ['a time zone that does not exist', { zone: 'Nowhere' }, ['zone timeZone']],
    ];
    for (const [title, change, wanted] of cases)
      it(title, () => assert.deepEqual([...problems(change)].sort(), [...wanted].sort()));
    it('a device of a newer type may be a charger', () => {
      const newer = devices.map((device) => (device.id === heater ? { ...device, hardwareType: 'ev-emcb-2' } : device));
      assert.equal(
        settings({ loads: [row(heater, { kind: 'charger' })] }, { devices: newer }).loads[0]?.kind,
        'charger',
      );
    });
    it('a device that is gone is told at its row', () =>
      assert.deepEqual(problems({}, { devices: devices.slice(1) }), ['loads row 0 deviceId loadGone']));
    it('a location without a circuit has nothing to add up', () =>
      assert(problems({}, { below: () => [] }).includes('location sumEmpty')));
    it('a load of an unrelated manager is told at its row, and a manager that is part of itself', () => {
      const other = { id: 'm', name: 'Main', loads: [dryer], partOf: 'n', dryRun: false, goesFirst: true };
      const loads = [row(heater), row(dryer)];
      assert.deepEqual(problems({ loads }, { others: [{ ...other, partOf: '' }] }), [
        'loads row 1 deviceId otherManager',
      ]);
      assert.deepEqual(problems({ loads, partOf: 'm' }, { others: [other] }), ['partOf partOfCycle']);
      settings({ loads }, { others: [other] });
    });
    it('a critical load that is ticked is taken', () =>
      assert.equal(settings({ loads: [row(freezer, { critical: true })] }).loads[0]?.criticalAllowed, true));
  });

  describe('what the editor refuses by itself', () => {
    const refused = (change: object) =>
      checkConfig(fields, { ...stored, ...change }).map(({ field, key }) => `${field} ${key}`);
    const cases: readonly (readonly [string, object, readonly string[]])[] = [
      ['no limit', { limit: '' }, ['limit required']],
      ['a limit of 0', { limit: '0' }, ['limit positive']],
      [
        'nothing typed for what is not measured',
        { notMeasuredA: '', notMeasuredB: '' },
        ['notMeasuredA required', 'notMeasuredB required'],
      ],
      ['readings each minute for a current', { readEvery: 60 }, ['readEvery readSlow']],
      ['no loads', { loads: [] }, ['loads required']],
      ['a load twice', { loads: [row(heater), row(heater)] }, ['loads[1].deviceId circuitDeviceTwice']],
      ['a circuit of an example', { loads: [row('circuit(Water heater)')] }, ['loads[0].deviceId exampleReference']],
      [
        'numbers out of range',
        { loads: [row(heater, { leastA: 5, longestOff: 200 })] },
        ['loads[0].longestOff atMost', 'loads[0].leastA atLeast'],
      ],
      ['idle without a current', { loads: [row(heater, { idleAfter: 5 })] }, ['loads[0].idleBelow required']],
      [
        'one edge of idle hours',
        { loads: [row(heater, { idleAfter: 5, idleBelow: 0.1, idleFrom: '2200' })] },
        ['loads[0].idleTo bandTime'],
      ],
      [
        'times without days, and wrong ones',
        { otherTimes: [{ days: [], from: '2500', to: '0600', limit: 0 }] },
        ['otherTimes[0].days daysNone', 'otherTimes[0].from bandTime', 'otherTimes[0].limit positive'],
      ],
      [
        'a level that asks for nothing, and one twice',
        { levels: [{ level: 'high' }, { level: 'high', limit: 1 }] },
        ['levels[0].limit levelNothing', 'levels[1].level levelTwice'],
      ],
      [
        'a floor without a limit',
        { levels: [{ level: 'dim', floor: 4.2, open: [heater] }] },
        ['levels[0].floor levelFloor'],
      ],
      [
        'a further limit without anything',
        { groups: [{}] },
        ['groups[0].name required', 'groups[0].limit required', 'groups[0].of choice', 'groups[0].location required'],
      ],
      [
        'two further limits with one name, and a breaker that is not chosen',
        {
          groups: [
            { name: 'Garage', limit: 0, of: 'location', location: 'location(Garage)' },
            { name: ' garage', limit: 9, of: 'meter' },
          ],
        },
        [
          'groups[0].limit positive',
          'groups[0].location exampleReference',
          'groups[1].name circuitNameTwice',
          'groups[1].meter required',
        ],
      ],
      ['rows that are none', { levels: 'x' }, ['levels rowList']],
      ['two breakers as the meter', { of: 'meter', meter: [heater, dryer] }, ['meter oneDevice']],
    ];
    for (const [title, change, wanted] of cases) it(title, () => assert.deepEqual(refused(change), wanted));
    it('slower readings are right for power', () =>
      assert.deepEqual(refused({ readEvery: 60, quantity: 'power' }), []));
  });
});
