import assert from 'node:assert/strict';
import { tellProblems } from '../../nodes/load-manager/form-problem-text';
import { fields } from '../../nodes/load-manager/load-manager.fields';
import type { OwnText } from '../../nodes/load-manager/own-text';
import type { LoadRow } from '../../nodes/load-manager/rows.fields';
import { createSentences } from '../../nodes/load-manager/sentences';
import { settingsOfForm } from '../../nodes/load-manager/settings-of-form';
import { textKey } from '../../src/admin-api/text-key';
import type { GivenSettings, MeterReading } from '../../src/automation';
import { createCircuitDirectory } from '../../src/directory';
import { checkConfig, readConfig } from '../../src/fields';
import { createWords, type Texts } from '../../src/runtime';
import { createHouse } from '../automation/house';
import { circuit } from '../directory/circuits';
import { textsIn } from '../support/language-texts';
import { nodeText } from '../support/node-texts';

const text: OwnText = (key, params) => nodeText(textKey(`load-manager.${key}`), params);
const words = createWords({
  texts: textsIn<Texts>('breaker-account', 'en-US', 'breakerflow'),
  now: Date.now,
  zone: 'UTC',
});
const heater = 'aaaaaaaa-1111-4111-8111-111111111111';
const sun = '22222222-2222-4222-8222-222222222222';

/** What the dialog, and the node at its start, tell of these settings. */
function toldAtStart(change: object, others: readonly object[] = []): string[] {
  const stored = {
    ...{ account: 'account', limit: '60', location: 'main', notMeasuredA: 4, notMeasuredB: 3, zone: 'UTC' },
    loads: [{ deviceId: heater, kind: 'breaker' } satisfies LoadRow],
    ...change,
  };
  const own = checkConfig(fields, stored).map(({ field, key }) => `${field} ${key}`);
  if (own.length > 0) return own;
  const config = readConfig(fields, stored);
  const form = { ...config, limit: Number(config.limit.value) };
  const called = (id: string) => (id === heater ? 'Heater' : 'Sun');
  const result = settingsOfForm(form, {
    by: 'n',
    circuits: createCircuitDirectory([
      circuit(heater, 'Heater', { leg: 'A' }),
      circuit(sun, 'Sun', { leg: 'both', feedsIn: true }),
    ]),
    devices: [{ id: heater }, { id: sun }],
    below: () => [heater, sun],
    others: others as never,
  });
  return 'problems' in result ? tellProblems(result.problems, { form, called, ownText: text }) : [];
}

/** What is told while the total is read so, and what was commanded. */
function toldInARun(
  given: Partial<GivenSettings>,
  readingOf: (step: number) => Partial<MeterReading> | undefined,
  steps = 200,
): { readonly told: string; readonly claimed: number } {
  const house = createHouse({
    ...{ by: 'n', quantity: 'current', legs: ['A'] },
    groups: [{ id: '', limit: 60, of: { kind: 'meter', deviceId: 'main', legs: ['A'] } }],
    loads: [{ deviceId: heater, kind: 'breaker', legs: ['A'] }],
    ...given,
  });
  const called = (id: string) => (id === heater ? 'Heater' : id);
  const sentences = createSentences({ text, words, settings: house.settings, called, now: house.nowMs });
  let claimed = 0;
  const told: string[] = [];
  const meters: Record<string, MeterReading> = {};
  for (let step = 0; step < steps; step++) {
    const read = readingOf(step);
    if (read !== undefined) meters.main = house.reading(read.amperes ?? [70], read);
    meters[heater] = house.reading([15]);
    const made = house.step({ meters, circuits: { [heater]: house.closed() } });
    claimed += made.claims.length;
    for (const event of made.events) told.push(sentences.event(event, made.summary()));
  }
  return { told: told.join('\n'), claimed };
}

describe('load-manager: what bad input gets', () => {
  describe('in the dialog, and at the start', () => {
    const rival = { id: 'm', name: 'Main', loads: [heater], partOf: '', dryRun: false, goesFirst: true };
    const cases: readonly (readonly [string, object, readonly object[], RegExp])[] = [
      [
        'two unrelated managers of one device',
        {},
        [rival],
        /Heater.*of "Main" too: remove it from one .* make one part of/,
      ],
      ['a limit below what cannot be shed', { limit: '4' }, [], /Limit.*not above what is not measured.*Raise it/],
      [
        'the same for power',
        { quantity: 'power', limit: '0.8' },
        [],
        /Limit.*not above what is not measured.*Raise it/,
      ],
      [
        'the same for a further limit',
        {
          groups: [{ name: 'G', limit: 4, of: 'location', location: 'main', notMeasuredA: 5, notMeasuredB: 0 }],
        },
        [],
        /Further limits, row 1.*Limit: is not above/,
      ],
      [
        'a load on an unknown leg',
        { of: 'messages', phases: 'B', loads: [{ deviceId: heater, kind: 'breaker' }] },
        [],
        /Heater.*Leg: is not one of B: choose it here or in the circuit directory/,
      ],
      [
        'a feed-in that is a load',
        { loads: [{ deviceId: sun, kind: 'breaker' }] },
        [],
        /Sun.*feeds in by the circuit directory: take it out of the loads/,
      ],
      ['an interval that is too long for a current', { readEvery: 60 }, [], /readEvery readSlow/],
    ];
    for (const [title, change, others, wanted] of cases)
      it(title, () => assert.match(toldAtStart(change, others).join('\n'), wanted));
    it('what is right gets nothing', () => {
      assert.deepEqual(toldAtStart({}), []);
      assert.deepEqual(toldAtStart({ quantity: 'power', limit: '0.9', readEvery: 60 }), []);
    });
  });

  describe('at the first decision', () => {
    it('a limit that nothing can keep: how much is drawn, by what, and to raise it or to add a load', () => {
      const { told } = toldInARun({ loads: [] }, () => ({ amperes: [70] }));
      assert.match(told, /Nothing is left to open: leg A carried 70 A.*by: Heater\. Raise the limit, or add one/);
    });
    it('a load that feeds in by its counters: nothing is switched until the circuit directory is right', () => {
      const sum = {
        kind: 'sum' as const,
        circuits: [{ deviceId: 'main', legs: ['A' as const] }],
        notMeasured: [0],
      };
      const { told, claimed } = toldInARun({ groups: [{ id: '', limit: 60, of: sum }] }, (step) => ({
        ...{ amperes: [70], deliveredWh: 5, generatedWh: 1_000 + step * 200 },
      }));
      assert.match(told, /main feeds in by its counters .* until the circuit directory is right/);
      assert.equal(claimed, 0);
    });
    it('a meter that lags two minutes: the total is too old, and what measures it is to be checked', () => {
      const { told, claimed } = toldInARun({}, () => ({ amperes: [70], delayMs: 120_000 }));
      assert.match(told, /too old: breakers stay as they are.*Check what measures it, its connection and its clock/);
      assert.equal(claimed, 0);
    });
    it('a meter that counts backwards: the window is kept as a power, and the meter is to be checked', () => {
      const demand = { quantity: 'demand' as const, demand: { minutes: 15 as const } };
      const meter = { kind: 'meter' as const, deviceId: 'main', legs: ['A' as const] };
      const { told, claimed } = toldInARun({ ...demand, groups: [{ id: '', limit: 9_000, of: meter }] }, (step) => ({
        ...{ amperes: [70], deliveredWh: 90_000 - 10 * step, generatedWh: 0 },
      }));
      assert.match(told, /energy counter of the total went back.*Check the meter, or keep a power/);
      assert.equal(claimed, 0);
    });
    it('pushes every 300 s: too seldom for a current, and what to choose in its place', () => {
      const { told, claimed } = toldInARun({}, (step) => (step % 30 === 0 ? { amperes: [70] } : undefined));
      assert.match(
        told,
        /every 300 s only.*Nothing is switched\. Keep a power or an average, or measure at least once/,
      );
      assert.equal(claimed, 0);
    });
  });
});
