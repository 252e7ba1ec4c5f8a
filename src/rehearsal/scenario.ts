import {
  anything,
  createCheck,
  type Infer,
  integer,
  list,
  map,
  number,
  oneOf,
  optional,
  type Problem,
  problem,
  record,
  text,
} from '../schema';
import { faultProblems } from '../simulator';

const clockTime = '^([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$';
/** `10:00`: the first time from the start on that the clock of this machine shows it; or an ISO 8601 instant. */
const when = text({ pattern: `${clockTime}|^\\d{4}-\\d{2}-\\d{2}T.*(Z|[+-]\\d{2}:\\d{2})$` });
/** Name, serial number or id. */
const device = text({ min: 1 });

/** What each step takes besides `at` and `do`. A new kind of step is a row here and one in the child. */
export const stepFields = {
  /** The device loses its connection, and has it again. */
  offline: record({ device }),
  online: record({ device }),
  /** The trip unit opens the main handle. */
  trip: record({ device }),
  /** Somebody moves the main handle. */
  'main-handle': record({ device, position: oneOf(['open', 'closed']) }),
  plugIn: record({ device, neededWh: number({ min: 0 }), carMaxA: number({ min: 1, max: 1000 }) }),
  unplug: record({ device }),
  /** An installer adds a breaker. */
  commission: record({ name: text({ min: 1, max: 200 }) }),
  /** The load draws another current from now on, A; `steady`: at any time of the day, about two thirds of it. */
  load: record({ device, ratedA: number({ min: 0, max: 1000 }), course: optional(oneOf(['own', 'steady'])) }),
  /** The voltage of the grid, % of what it would be. */
  supply: record({ percent: integer({ min: 20, max: 150 }) }),
  /** Another organization takes the circuit into an override event. */
  override: record({ device, minutes: integer({ min: 1, max: 10_080 }) }),
  /** A fault of requests, as the simulator takes it. */
  fault: record({ fault: map(anything()) }),
  /** Somebody clicks the button of an inject node. */
  press: record({ node: text({ min: 1 }) }),
  /** A node sends a message: mostly a stand-in of a source. */
  emit: record({ node: text({ min: 1 }), msg: map(anything()) }),
} as const;

export type StepKind = keyof typeof stepFields;
export type Step<Kind extends StepKind = StepKind> = {
  [K in Kind]: { readonly at: string; readonly do: K } & Readonly<Infer<(typeof stepFields)[K]>>;
}[Kind];

const count = integer({ min: 0, max: 1_000_000 });
const matched = { match: optional(map(anything())), after: optional(when), before: optional(when) };
const eventKinds = [
  ...['world', 'command', 'request', 'error', 'limit', 'badge', 'debug', 'stand-in', 'step', 'fence'],
] as const satisfies readonly string[];

const expectation = record({
  /** What is expected, in the words of the report. */
  text: text({ min: 1, max: 300 }),
  kind: oneOf([...eventKinds, 'power'] as readonly string[]),
  ...matched,
  atLeast: optional(count),
  atMost: optional(count),
  /** The counts are those of each device. */
  perDevice: optional(oneOf(['yes', 'no'])),
  /** Of `power`: a device, or `all` of them together; W. */
  of: optional(text({ min: 1 })),
  below: optional(number()),
  above: optional(number()),
  /** Shorter stretches beyond the bound are no failure. */
  forSeconds: optional(integer({ min: 0 })),
});
export type Expectation = Infer<typeof expectation>;

const scenario = record({
  /** Of the form of this file. */
  version: optional(integer({ min: 1, max: 1 })),
  start: text({ format: 'date-time' }),
  hours: number({ min: 0.05, max: 744 }),
  /** A file with a description, or the name of an account whose site was read. */
  site: optional(text({ min: 1 })),
  /** The tabs that are rehearsed, by id or name; all that are enabled without it. */
  flows: optional(list(text({ min: 1 }), { max: 1_000 })),
  /** Of everything that is left to chance. */
  seed: optional(integer({ min: 0, max: 2_147_483_647 })),
  steps: optional(list(map(anything()), { max: 1_000 })),
  /** What a stand-in passes on in place of its input: by id, name or `type:…`. */
  answers: optional(map(map(anything()))),
  expect: optional(list(expectation, { max: 200 })),
});
type StoredScenario = Infer<typeof scenario>;
export type Scenario = Omit<StoredScenario, 'steps'> & { readonly steps?: readonly Step[] };

const checkScenario = createCheck(scenario);
const checks = Object.fromEntries(
  Object.entries(stepFields).map(([kind, fields]) => [kind, createCheck(fields)]),
) as Readonly<Record<string, (value: unknown) => Problem[]>>;
const checkWhen = createCheck(when, 'at');

/** All that is wrong with the text of a scenario, whatever the site and the flow. */
export function scenarioProblems(value: unknown): Problem[] {
  const found = checkScenario(value);
  if (found.length > 0) return found.map(toldOfScenario);
  const { steps = [], expect = [] } = value as StoredScenario;
  return [...steps.flatMap(stepProblems), ...expect.flatMap(expectationProblems)];
}

/** What a schema says of a request, said of a file. */
export function toldOfFile(found: Problem): Problem {
  const { field, rule } = found;
  if (rule === 'unknown') return { ...found, message: 'is not known here' };
  return rule === 'format'
    ? problem(field, 'scenarioInstant', 'must be an instant with its zone, such as 2026-06-15T05:00:00Z')
    : found;
}

/** The same of a scenario, whose only patterns are times. */
function toldOfScenario(found: Problem): Problem {
  if (found.rule !== 'pattern') return toldOfFile(found);
  const message = 'must be a time such as 10:00, or an instant with its zone, such as 2026-06-15T10:00:00Z';
  return problem(found.field, 'scenarioTime', message);
}

function stepProblems(step: Readonly<Record<string, unknown>>, index: number): Problem[] {
  const { at, do: kind, ...fields } = step;
  const path = `steps[${index}]`;
  const check = Object.hasOwn(checks, String(kind)) ? checks[String(kind)] : undefined;
  if (check === undefined) {
    const values = Object.keys(stepFields).join(', ');
    return [problem(`${path}.do`, 'enum', `must be one of ${values}`, { values })];
  }
  const below = (part: string, problems: readonly Problem[]) =>
    problems.map((found) => ({ ...found, field: [path, part, found.field].filter(Boolean).join('.') }));
  const found = at === undefined ? [problem('at', 'required', 'is required')] : checkWhen(at);
  const wrong = below('', [...found, ...check(fields)].map(toldOfScenario));
  return kind === 'fault' && wrong.length === 0 ? below('fault', faultProblems(fields.fault).map(toldOfFile)) : wrong;
}

function expectationProblems({ kind, atLeast, atMost, of, below, above }: Expectation, index: number): Problem[] {
  const path = `expect[${index}]`;
  if (kind === 'power') {
    const found = of === undefined ? [problem(`${path}.of`, 'required', 'is required')] : [];
    if (below === undefined && above === undefined) found.push(alwaysMet(path, 'below, above'));
    return found;
  }
  return atLeast === undefined && atMost === undefined ? [alwaysMet(path, 'atLeast, atMost')] : [];
}

const alwaysMet = (path: string, values: string) =>
  problem(path, 'alwaysMet', `would always be met without one of these: ${values}`, { values });

/** Devices, and nodes by id and name, that a scenario can name. */
export interface Nameable {
  readonly devices: readonly { readonly id: string; readonly label: string; readonly serialNumber: string }[];
  readonly nodes: readonly { readonly id: string; readonly type: string; readonly name?: string | undefined }[];
}

/** A device by id, serial number or name. */
export function deviceOf(
  { devices }: Pick<Nameable, 'devices'>,
  name: string,
): Nameable['devices'][number] | undefined {
  return (
    devices.find(({ id, serialNumber }) => id === name || serialNumber === name) ??
    devices.find(({ label }) => label === name)
  );
}

export function nodesNamed({ nodes }: Pick<Nameable, 'nodes'>, name: string): Nameable['nodes'] {
  const byId = nodes.filter(({ id }) => id === name);
  return byId.length > 0 ? byId : nodes.filter((node) => node.name === name);
}

const unknownDevice = (path: string, text: string) =>
  problem(path, 'unknownDevice', `"${text}" is no known name, serial number or id of a device`, { text });

/** A name that means nothing would make every expectation met: it is a problem. */
export function namesUnknown({ steps = [], expect = [], answers = {} }: Scenario, known: Nameable): Problem[] {
  const found: Problem[] = [];
  const needDevice = (path: string, name: string) => {
    if (deviceOf(known, name) === undefined) found.push(unknownDevice(path, name));
  };
  const needNode = (path: string, name: string) => {
    const count = nodesNamed(known, name).length;
    if (count === 0) found.push(problem(path, 'unknownNode', `there is no node "${name}"`, { name }));
    else if (count > 1)
      found.push(problem(path, 'severalNodes', `"${name}" is the name of several nodes: ${count}`, { name, count }));
  };
  for (const [index, step] of steps.entries()) {
    if ('device' in step) needDevice(`steps[${index}].device`, step.device);
    if ('node' in step) needNode(`steps[${index}].node`, step.node);
  }
  for (const [index, { of, match = {} }] of expect.entries()) {
    if (of !== undefined && of !== 'all') needDevice(`expect[${index}].of`, of);
    if (typeof match.device === 'string') needDevice(`expect[${index}].match.device`, match.device);
    if (typeof match.node === 'string' && !match.node.startsWith('type:'))
      needNode(`expect[${index}].match.node`, match.node);
  }
  for (const name of Object.keys(answers)) if (!name.startsWith('type:')) needNode(`answers.${name}`, name);
  return found;
}

/** Epoch milliseconds of a time of the scenario: `10:00` is the first one from `startMs` on, in the zone of this process. */
export function instantOf(time: string, startMs: number): number {
  const [, hours, minutes, seconds] = /^(\d\d):(\d\d)(?::(\d\d))?$/.exec(time) ?? [];
  if (hours === undefined) return Date.parse(time);
  const day = new Date(startMs);
  day.setHours(Number(hours), Number(minutes), Number(seconds ?? 0), 0);
  if (day.getTime() < startMs) day.setDate(day.getDate() + 1);
  return day.getTime();
}
