import assert from 'node:assert/strict';
import {
  expectationFields,
  expectationKinds,
  type RehearsalExpectation,
  type RehearsalExpectationKind,
  type RehearsalPlan,
} from '../../src/admin-api';
import { scenarioProblems } from '../../src/rehearsal';
import { readPlan, scenarioOfPlan } from '../../src/runtime/admin/rehearsal/scenario-of-plan';

const values = { device: 'd', node: 'n', watts: 4_200, times: 6, from: '18:00', to: '20:00' };
const expected = (kind: RehearsalExpectationKind, changed: object = {}) => ({
  ...{ kind, text: `it ${kind}` },
  ...Object.fromEntries(expectationFields[kind].map((field) => [field, values[field]])),
  ...changed,
});
const planWith = (expectations: readonly object[]): RehearsalPlan => ({
  ...{ flows: ['t'], day: 'today', hours: 24, faults: [] },
  expectations: expectations as readonly RehearsalExpectation[],
});
const scenario = (...expectations: readonly object[]) =>
  scenarioOfPlan(planWith(expectations), { nowMs: Date.parse('2026-06-15T15:00:00Z'), seed: 1 });
function wrongFields(...expectations: readonly object[]): string[] {
  const read = readPlan(planWith(expectations));
  return 'problems' in read ? read.problems.map(({ field, rule }) => `${field}: ${rule}`) : [];
}

describe('the expectations of a plan', () => {
  it('become entries of the scenario with the sentence of the person, of every kind', () => {
    const all = expectationKinds.map((kind) => expected(kind));
    const made = scenario(...all);
    assert.deepEqual(scenarioProblems(made), []);
    assert.deepEqual(
      made.expect?.map(({ text }) => text),
      all.map(({ text }) => text),
    );
    assert.deepEqual(wrongFields(...all), []);
  });

  it('bound a power, a count, or say in which time something happens at least once', () => {
    const [power, atMost, between, none, reached] = (
      ['staysBelow', 'opensAtMost', 'closes', 'noErrors', 'reached'] as const
    ).map((kind) => {
      const { text: _, ...entry } = scenario(expected(kind)).expect?.[0] ?? assert.fail();
      return entry;
    });
    const match = { type: 'handle-changed', device: 'd' };
    const times = { after: '18:00', before: '20:00', atLeast: 1 };
    assert.deepEqual(power, { kind: 'power', of: 'd', below: 4_200 });
    assert.deepEqual(atMost, { kind: 'world', match: { ...match, position: 'open' }, atMost: 6 });
    assert.deepEqual(between, { kind: 'world', match: { ...match, position: 'closed' }, ...times });
    assert.deepEqual(none, { kind: 'error', atMost: 0 });
    assert.deepEqual(reached, { kind: 'stand-in', match: { node: 'n' }, ...times });
  });

  it('are refused by the field that is wrong', () => {
    assert.deepEqual(wrongFields(expected('noErrors'), expected('staysBelow', { watts: 0 })), [
      'expectations[1].watts: minimum',
    ]);
    assert.deepEqual(wrongFields(expected('opensAtMost', { times: 1.5, device: '' })), [
      'expectations[0].device: minLength',
      'expectations[0].times: type',
    ]);
    assert.deepEqual(wrongFields(expected('opens', { from: '25:00' })), ['expectations[0].from: pattern']);
    assert.deepEqual(wrongFields(expected('opens', { to: '18:00' })), ['expectations[0].to: order']);
    assert.deepEqual(wrongFields(expected('noErrors', { watts: 1 })), ['expectations[0].watts: unknown']);
    assert.deepEqual(wrongFields({ kind: 'hopes' }), ['expectations[0].kind: enum']);
  });

  it('are none where a plan names none', () => {
    assert(!('expect' in scenario()));
    const { expectations: _, ...without } = planWith([]);
    const read = readPlan(without);
    assert.deepEqual('plan' in read && read.plan.expectations, []);
  });
});
