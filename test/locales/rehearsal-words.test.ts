import assert from 'node:assert/strict';
import {
  type FoundProblem,
  problemWords,
  type RehearsalFailure,
  type RehearsalFailureKind,
  rehearsalFailures,
} from '../../src/admin-api';
import { endText } from '../../src/editor/sidebar/rehearsal/end-text';
import { RehearsalError, rehearse, ScenarioError, type StoredNode, scenarioProblems } from '../../src/rehearsal';
import { createTexts } from '../../src/runtime/node/texts';
import { type SiteDescription, siteProblems } from '../../src/simulator';
import { type Language, languages } from './catalog-files';
import { runtimeIn, sidebarWordsIn } from './runtime-language';

const kinds = Object.keys(rehearsalFailures) as RehearsalFailureKind[];

/** A failure whose values can be found again in its sentence. */
function exampleOf(kind: RehearsalFailureKind): RehearsalFailure {
  const values = rehearsalFailures[kind].map((value, index) => [value, `«${index}»`]);
  return { kind, ...Object.fromEntries(values) } as RehearsalFailure;
}

const start = { start: '2026-06-15T05:00:00Z', hours: 1 };
const step = { at: '10:00', do: 'trip', device: 'Moon' };
const expectation = { text: 'a', kind: 'error', atMost: 0 };
const fault = (given: unknown) => ({ ...start, steps: [{ at: '10:00', do: 'fault', fault: given }] });
const steps = (...given: object[]) => ({ ...start, steps: given });
const expecting = (...given: object[]) => ({ ...start, expect: given });

/** Scenarios with one mistake each, or some. */
const wrongScenarios: readonly unknown[] = [
  ...['scenario', {}, { ...start, start: 'today' }, { ...start, hours: 800 }, { ...start, hours: 0 }],
  ...[
    { ...start, hours: '1' },
    { ...start, speed: 3 },
    { ...start, seed: 1.5 },
    { ...start, flows: [''] },
  ],
  ...[
    { ...start, steps: {} },
    { ...start, version: 2 },
    { ...start, answers: [] },
  ],
  steps({ ...step, do: 'explode' }, { ...step, at: 'noon' }, { do: 'trip', device: 'Moon' }, { ...step, at: 7 }),
  steps({ at: '10:00', do: 'trip' }, { at: '10:00', do: 'supply', percent: 500 }, { ...step, color: 'red' }),
  steps({ at: '10:00', do: 'main-handle', device: 'Moon', position: 'up' }),
  ...[fault(undefined), fault('x'), fault({}), fault({ kind: 'slow' }), fault({ kind: 'error', status: 99 })],
  ...[fault({ kind: 'offline', times: 0 }), fault({ kind: 'offline', match: { operation: 'nothing' } })],
  ...[fault({ kind: 'offline', match: { method: 'TRACE' } }), fault({ kind: 'offline', more: 1 })],
  expecting(
    { ...expectation, text: 'x'.repeat(301) },
    { ...expectation, kind: 'x' },
    { ...expectation, after: 'noon' },
  ),
  ...[expecting({ text: 'a', kind: 'error' }), expecting({ text: 'a', kind: 'power', below: 5 })],
  expecting({ text: 'a', kind: 'power', of: 'all' }),
  expecting(...Array.from({ length: 201 }, () => expectation)),
];

const site: SiteDescription = {
  ...{ version: 1, describedAt: '2026-06-15T05:00:00Z', organization: { name: 'House' } },
  locations: [{ id: 'l', type: 'equipment', name: 'Panel' }],
  devices: [{ id: 'd', name: 'Pump', type: 'emcb', locationId: 'l' }],
};
const [panel, pump] = [site.locations[0] ?? assert.fail(), site.devices[0] ?? assert.fail()];
const withPump = (fields: object) => ({ ...site, devices: [{ ...pump, ...fields }] });
const charger = { type: 'ev-emcb' };
const car = { neededWh: 1, carMaxA: 6 };

const wrongSites: readonly unknown[] = [
  ...[{}, { ...site, describedAt: 'today' }, { ...site, zone: 'Mars/Base' }, { ...site, more: 1 }],
  { ...site, devices: [pump, pump] },
  { ...site, locations: [panel, panel] },
  { ...site, locations: [{ ...panel, parentId: 'gone' }] },
  { ...site, locations: [{ ...panel, parentId: 'l' }] },
  ...[withPump({ locationId: 'gone' }), withPump({ ratedA: 0 }), withPump({ type: 'x' }), withPump({ visits: [] })],
  ...[withPump({ recorded: { everyMinutes: 7, watts: [] } }), withPump({ recorded: { everyMinutes: 15, watts: [] } })],
  withPump({ recorded: { everyMinutes: 15, watts: Array.from({ length: 672 }, () => 'x') } }),
  withPump({
    ...charger,
    visits: [
      { minute: 0, minutes: 20, ...car },
      { minute: 10, minutes: 20, ...car },
    ],
  }),
  withPump({ ...charger, lastCar: { cameAt: start.start, leavesAt: start.start, ...car } }),
  withPump({ ...charger, configuration: { mode: 7, windows: 'x' } }),
];

const flow: readonly StoredNode[] = [
  { id: 't', type: 'tab', label: 'trial' },
  ...['1', '2'].map((id) => ({ id, type: 'debug', name: 'twice', z: 't' })),
  { id: 'a', type: 'breaker-account', name: 'House', mode: 'simulator', seed: 1 },
];

/** What a rehearsal of the flow is refused for. */
async function refusedFor(scenario: object, given: unknown): Promise<readonly FoundProblem[]> {
  const refused = rehearse({
    ...{ flow, scenario: { ...start, ...scenario }, nodeRedFrom: __filename },
    siteOf: () => given as SiteDescription | undefined,
  });
  const error = await refused.then(
    () => assert.fail('it was not refused'),
    (reason: unknown) => reason,
  );
  assert(error instanceof ScenarioError, String(error));
  return error.problems;
}

const unknownNames = {
  ...{
    flows: ['gone'],
    steps: [step, { at: '10:00', do: 'press', node: 'gone' }, { at: '10:00', do: 'press', node: 'twice' }],
  },
  ...{ expect: [{ ...expectation, match: { node: 'gone' } }], answers: { gone: {} } },
};

async function everyProblem(): Promise<readonly FoundProblem[]> {
  return [
    ...wrongScenarios.flatMap(scenarioProblems),
    ...(await refusedFor(unknownNames, undefined)),
    ...(await refusedFor({ site: 'gone' }, undefined)),
    ...(await Promise.all(wrongSites.map((wrong) => refusedFor({}, wrong)))).flat(),
  ];
}

describe('the words of a rehearsal that is refused or fails', () => {
  const sentenceOf = (kind: RehearsalFailureKind, language: Language) =>
    endText(
      { number: 1, why: 'failed', failure: exampleOf(kind) },
      sidebarWordsIn(language),
      createTexts(runtimeIn(language)),
    ).text;

  for (const kind of kinds)
    it(`${kind}: every language has its sentence with all of its values`, () => {
      for (const language of languages) {
        const sentence = sentenceOf(kind, language);
        assert.doesNotMatch(sentence, /__\w+__|rehearsal\./, language);
        for (const value of rehearsalFailures[kind].keys())
          assert(sentence.includes(`«${value}»`), `${language}: ${sentence}`);
        if (language !== 'en-US') assert.notEqual(sentence, sentenceOf(kind, 'en-US'));
      }
    });

  it('the command line says of a failure what the English sidebar says', () => {
    for (const kind of kinds) {
      const { message } = new RehearsalError(exampleOf(kind));
      assert.equal(sentenceOf(kind, 'en-US'), `The rehearsal has ended without a result: ${message}`);
    }
  });

  it('every problem of a scenario, a flow or a site has a sentence in every language', async () => {
    const problems = await everyProblem();
    const rules = new Set(problems.map(({ rule }) => rule));
    assert(problems.length > 50 && rules.size > 25, [...rules].sort().join(', '));
    for (const wrong of [...wrongScenarios.map(scenarioProblems), ...wrongSites.map(siteProblems)])
      assert(wrong.length > 0, 'each mistake is found');
    const english = createTexts(runtimeIn('en-US'));
    for (const language of languages) {
      const texts = createTexts(runtimeIn(language));
      for (const found of problems) {
        const where = `${language}: ${found.field} ${found.rule}`;
        const words = problemWords(found, texts);
        assert.doesNotMatch(words, /__\w+__|problem\.|must match/, where);
        if (language !== 'en-US') assert.notEqual(words, problemWords(found, english), where);
        // The values say what is meant: a name that is not there, or what may stand in its place.
        for (const value of Object.values(found.params ?? {}))
          if (found.rule !== 'type') assert(words.includes(String(value)), `${where}: ${words}`);
      }
    }
  });

  it('the command line says of what only a rehearsal refuses what the English sidebar says', async () => {
    const shared = new Set(['enum', 'maxItems', 'maxLength', 'minLength', 'type', 'json', 'unknown-time-zone']);
    const english = createTexts(runtimeIn('en-US'));
    for (const found of await everyProblem())
      if (!shared.has(found.rule)) assert.equal(found.message, problemWords(found, english), found.field);
  });
});
