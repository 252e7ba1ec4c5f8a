import {
  expectationFields,
  expectationKinds,
  type RehearsalExpectation,
  type RehearsalExpectationField,
  type RehearsalExpectationKind,
} from '../../../admin-api';
import { defined } from '../../../object';
import type { Expectation } from '../../../rehearsal';
import { createCheck, integer, number, oneOf, type Problem, problem, record, text } from '../../../schema';

const maxExpectations = 50;
const clockTime = text({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' });

const fields = {
  device: text({ min: 1 }),
  node: text({ min: 1 }),
  watts: number({ min: 1 }),
  times: integer({ min: 0, max: 1_000 }),
  from: clockTime,
  to: clockTime,
} as const satisfies Record<RehearsalExpectationField, unknown>;

const checks = Object.fromEntries(
  expectationKinds.map((kind) => {
    const own = expectationFields[kind].map((field) => [field, fields[field]]);
    return [
      kind,
      createCheck(record({ kind: oneOf([kind]), text: text({ min: 1, max: 300 }), ...Object.fromEntries(own) })),
    ];
  }),
) as Readonly<Record<RehearsalExpectationKind, (given: unknown) => Problem[]>>;

/** What is wrong with the expectations of a plan that came as JSON, field by field. */
export function expectationProblems(given: unknown): Problem[] {
  if (!Array.isArray(given)) return [problem('expectations', 'type', 'must be a list', { type: 'array' })];
  if (given.length > maxExpectations)
    return [
      problem('expectations', 'maxItems', `has more than ${maxExpectations} entries`, { limit: maxExpectations }),
    ];
  return given.flatMap((one: Partial<RehearsalExpectation> | null, index) => {
    const at = `expectations[${index}]`;
    const kind = expectationKinds.find((known) => known === one?.kind);
    if (kind === undefined) return [problem(`${at}.kind`, 'enum', `must be one of ${expectationKinds.join(', ')}`)];
    const found = checks[kind](one).map((wrong) => ({ ...wrong, field: `${at}.${wrong.field}` }));
    // There would be no time in between.
    if (found.length === 0 && one?.from !== undefined && one.from === one.to)
      found.push(problem(`${at}.to`, 'order', 'must be another time than the one before it'));
    return found;
  });
}

/** As a scenario has it, which the command line takes too. */
export function expectationOf(expected: RehearsalExpectation): Expectation {
  return { text: expected.text, ...entries[expected.kind](expected) };
}

type Entry = (expected: RehearsalExpectation) => Omit<Expectation, 'text'>;

const moved = (position: 'open' | 'closed', { device, times, from, to }: RehearsalExpectation) => ({
  kind: 'world',
  match: { type: 'handle-changed', device, position },
  ...(times === undefined ? { ...between({ from, to }), atLeast: 1 } : { atMost: times }),
});

const between = ({ from, to }: { readonly from?: string | undefined; readonly to?: string | undefined }) =>
  defined({ after: from, before: to });

const entries: { readonly [Kind in RehearsalExpectationKind]: Entry } = {
  staysBelow: ({ device, watts }) => ({ kind: 'power', ...defined({ of: device, below: watts }) }),
  opensAtMost: (expected) => moved('open', expected),
  closesAtMost: (expected) => moved('closed', expected),
  opens: (expected) => moved('open', expected),
  closes: (expected) => moved('closed', expected),
  noErrors: () => ({ kind: 'error', atMost: 0 }),
  reached: ({ node, ...times }) => ({ kind: 'stand-in', match: { node }, ...between(times), atLeast: 1 }),
};
