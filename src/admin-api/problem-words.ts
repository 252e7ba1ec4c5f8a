import { type RefusalKind, type RefusalReason, refusalValues } from '../refusal';
import { chargerModeWords } from './charger-words';
import { type Finding, warningKey } from './finding';
import type { SharedTexts, Texts } from './text-key';

type Sentence = keyof SharedTexts['problem'];
type Label = keyof SharedTexts['field'];

/** A broken rule, as the checks of requests, settings and messages report it. */
export interface FoundProblem extends Finding {
  /** Path of the field, such as `windows[0].start.day`; empty for the whole value. */
  readonly field: string;
  /** What is said where no sentence is known for the rule, such as the words of the service. */
  readonly message: string;
}

/** The label of a field of the dialog that asks, or of the node that fails; undefined where it has no such field. */
export type LabelOf = (field: string) => string | undefined;

/** The one table from a rule to its sentence, below `problem.`; a rule that is the name of its sentence is not in it. */
export const sentenceOfRule = {
  additionalProperties: 'unknownField',
  asWritten: 'asWrittenRefused',
  bool: 'flag',
  coordinates: 'noCoordinates',
  credentials: 'baseUrlParts',
  empty: 'nothingToChange',
  enum: 'oneOf',
  format: 'instant',
  get: 'notSentWithGet',
  httpNodeRoot: 'noHttpNodes',
  maxItems: 'manyItems',
  maxLength: 'tooLong',
  maximum: 'atMost',
  minItems: 'fewItems',
  minLength: 'required',
  minimum: 'atLeast',
  missing: 'required',
  num: 'number',
  one: 'oneCriterion',
  organization: 'otherOrganization',
  pattern: 'form',
  plan: 'invalid',
  query: 'baseUrlParts',
  readOnly: 'oneOf',
  secret: 'secretInFlow',
  tooLow: 'windowCurrent',
  unicode: 'form',
  unique: 'organizationTwice',
  unknown: 'unknownField',
  value: 'invalid',
  written: 'unwritable',
  zone: 'timeZone',
  'unknown-time-zone': 'timeZone',
  'offset-out-of-range': 'invalid',
  'not-a-date': 'invalid',
} as const satisfies Record<string, Sentence>;

/** The rules that are the names of their sentences, and are reported in English. */
export const ownSentences: readonly Sentence[] = [
  'alarmMessage',
  'alwaysMet',
  'batchId',
  'captureId',
  'choice',
  'ceiling',
  'circle',
  'comparison',
  'cron',
  'cronDayOfMonth',
  'cronDayOfWeek',
  'cronFields',
  'cronHour',
  'cronMinute',
  'cronMonth',
  'cronNickname',
  'confirm',
  'destructive',
  'deviceStreams',
  'eventGrid',
  'excepted',
  'exclusive',
  'fixed',
  'headerName',
  'headerPair',
  'headerValue',
  'https',
  'identifier',
  'inUse',
  'json',
  'locationType',
  'manySums',
  'neverGroup',
  'noDeviceFits',
  'noDeviceFitsKnown',
  'noDeviceNamed',
  'noLocation',
  'noOperation',
  'noRequests',
  'nodeDisabled',
  'nodeMissing',
  'nodeWrong',
  'notForFormat',
  'notTried',
  'number',
  'oneDevice',
  'onlyCharger',
  'onlyWithCron',
  'onlyWithOpen',
  'order',
  'otherSecret',
  'pace',
  'parameters',
  'past',
  'pem',
  'protected',
  'publish',
  'range',
  'rangeYears',
  'registerOff',
  'replacedPath',
  'repeated',
  'required',
  'scenarioInstant',
  'scenarioTime',
  'sceneName',
  'sessionId',
  'severalDevices',
  'severalNodes',
  'simulatedCircuit',
  'size',
  'tooLong',
  'tooShort',
  'unknownDevice',
  'unknownDevices',
  'unknownFlow',
  'unknownLocation',
  'unknownNode',
  'unknownSite',
  'unreadable',
  'url',
  'visitsOverlap',
  'watts',
  'weekLength',
  'zeroLimit',
];

const sentenceOfType = {
  array: 'typeList',
  boolean: 'flag',
  integer: 'integer',
  number: 'number',
  object: 'typeObject',
  string: 'typeText',
} as const satisfies Record<string, Sentence>;

/** The label of a part of a request, below `field.`; a part without a text only holds others. */
const labelOfPart: Readonly<Record<string, Label | ''>> = {
  account: 'account',
  alignment: 'alignment',
  ancestorLocationId: 'location',
  amperes: 'current',
  apiConfiguration: '',
  body: '',
  colors: 'colors',
  command: 'command',
  configuration: '',
  cronSchedule: 'cron',
  dataReportRate: 'dataReportRate',
  day: 'day',
  description: 'description',
  device: 'device',
  deviceId: 'device',
  deviceIds: 'devices',
  endTime: 'end',
  endpoint: 'endpoint',
  except: 'except',
  filter: '',
  from: 'start',
  keyId: 'key',
  limit: 'limit',
  loadPresentThreshold: 'loadPresentThreshold',
  location: 'location',
  locationId: 'location',
  maxCurrent: 'maxCurrent',
  maxEnergy: 'maxEnergy',
  mode: 'mode',
  name: 'name',
  offset: 'offset',
  operation: 'operation',
  page: '',
  query: '',
  reason: 'reason',
  restrictions: '',
  secondsUntilReset: 'secondsUntilReset',
  start: 'start',
  startTime: 'start',
  stop: 'end',
  sunSchedule: '',
  time: 'time',
  timeZone: 'timeZone',
  to: 'end',
  token: 'token',
  windowConfiguration: '',
  windows: 'windows',
};

/** What is wrong with a field, without the field: `must be at least 10`. */
export function problemWords(found: FoundProblem, texts: Texts): string {
  if (found.severity === 'warning') return texts(`warning.${warningKey(found)}`, found.params);
  const { rule, message, params = {} } = found;
  const { limit, reason, deviceId } = params;
  if (isRefusal(reason)) return ofDevice(deviceId, reasonWords(reason, params, texts));
  // What is refused of one device by its error, and not by a rule.
  if (deviceId !== undefined && isErrorCode(rule)) return ofDevice(deviceId, texts(`error.${rule}`));
  const key = keyOf(rule, params);
  if (key === undefined) return message;
  return texts(`problem.${key}`, limit === undefined ? params : { min: limit, max: limit, ...params });
}

/** Why a command is not sent. */
export function reasonSentence({ kind, ...values }: RefusalReason, texts: Texts): string {
  return reasonWords(kind, values, texts);
}

function reasonWords(kind: RefusalKind, values: NonNullable<Finding['params']>, texts: Texts): string {
  if (refusalValues[kind].length === 0) return texts(`operate.why.${kind}`);
  const told = Object.entries(values).map(([name, value]) => [
    name,
    isMode(kind, name) ? chargerModeWords(String(value), texts) : value,
  ]);
  return texts(`operate.why.${kind}`, Object.fromEntries(told));
}

const isMode = (kind: RefusalKind, name: string) => kind === 'otherMode' && (name === 'mode' || name === 'needed');

const isRefusal = (reason: unknown): reason is RefusalKind =>
  typeof reason === 'string' && Object.hasOwn(refusalValues, reason);

const isErrorCode = (rule: string): rule is Exclude<keyof SharedTexts['error'], 'tooManyMessages'> =>
  /^[A-Z_]+$/.test(rule);

const ofDevice = (deviceId: string | number | undefined, words: string) =>
  deviceId === undefined ? words : `${deviceId}: ${words}`;

function keyOf(rule: string, { type }: NonNullable<Finding['params']>): Sentence | undefined {
  if (rule === 'type') return Object.hasOwn(sentenceOfType, String(type)) ? sentenceOfType[type as 'array'] : 'invalid';
  if (Object.hasOwn(sentenceOfRule, rule)) return sentenceOfRule[rule as keyof typeof sentenceOfRule];
  return ownSentences.find((key) => key === rule);
}

/** A field in the words of the user: by the label of the node or dialog, else by what every node calls it. */
export function fieldWords(field: string, texts: Texts, labelOf: LabelOf = () => undefined): string {
  const whole = labelOf(field);
  if (whole !== undefined) return whole;
  const steps = field.split('.').map((step) => /^([^[]*)(?:\[(\d+)\])?/.exec(step) ?? ['', step]);
  const isRow = steps[0]?.[2] !== undefined && labelOf(steps[0]?.[1] ?? '') !== undefined;
  const words = steps.map(([, name = '', index], depth) => {
    const part = Object.hasOwn(labelOfPart, name) ? labelOfPart[name] : undefined;
    const own = depth === 0 ? labelOf(name) : undefined;
    const label = own ?? (part === undefined || part === '' ? part : texts(`field.${part}`));
    // Of a row in a table, the number tells enough; the sentence says which column it is about.
    if (label === undefined && isRow && depth > 0) return '';
    return label === undefined || index === undefined ? label : `${label} ${Number(index) + 1}`.trim();
  });
  // A part of which no label is known is named as the message or the request names it.
  return words.includes(undefined) ? field : words.filter((word) => word !== '').join(', ') || field;
}

/** The problems without the form of what is empty: that it is required says everything. */
export function withoutFormOfEmpty<P extends FoundProblem>(problems: readonly P[]): P[] {
  const empty = new Set(problems.filter(({ rule }) => rule === 'minLength').map(({ field }) => field));
  return problems.filter(({ rule, field }) => !(['pattern', 'format'].includes(rule) && empty.has(field)));
}

/** The whole sentence: `Close again after: must be at least 10`. */
export function problemSentence(found: FoundProblem, texts: Texts, labelOf?: LabelOf): string {
  const words = problemWords(found, texts);
  return found.field === '' ? words : `${fieldWords(found.field, texts, labelOf)}: ${words}`;
}
