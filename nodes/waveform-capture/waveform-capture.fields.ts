import { isTimeZoneName } from '../../src/charging';
import { readThresholds } from '../../src/device-settings';
import type { FieldPartProblem } from '../../src/fields';
import {
  all,
  ceilingField,
  dateTimeCheck,
  type FieldTable,
  type Palette,
  paletteColors,
  type StoredConfig,
  targetFields,
  textSources,
  valueSources,
  where,
  wordsFields,
  writeFields,
} from '../../src/fields';
import { upgrades } from './waveform-capture.upgrades';

const is = (...actions: string[]) => where('action', ...actions);
const finds = is('list', 'latest', 'wait');
const lists = is('list');
const waits = is('wait');
/** The actions whose result contains the samples of a capture. */
const records = is('capture', 'get', 'latest', 'wait');
const sets = is('setThresholds');
const writes = is('capture', 'setThresholds');
/** Points and CSV text are for charts and files. */
const tells = (config: StoredConfig) => !records(config) || config.output === 'summary' || config.output === 'full';
const outputs = (...kinds: string[]) => all(records, where('output', ...kinds));

/** Every problem of thresholds stored as JSON. An empty set is a problem, too. spec 2.3 */
function thresholdProblems(text: string): FieldPartProblem[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return [{ path: '', key: 'json' }];
  }
  const { problems, thresholds } = readThresholds(value);
  if (problems.length === 0 && Object.keys(thresholds).length === 0) return [{ path: '', key: 'thresholdNone' }];
  return problems.map(({ path, rule }) => ({ path: path === '' ? '' : `.${path}`, key: rule }));
}

/** spec 2.3, 2.4, 4.3 */
export const fields = {
  name: { kind: 'text', default: '' },
  ...targetFields('any'),
  action: {
    kind: 'choice',
    default: 'capture',
    options: ['capture', 'list', 'get', 'latest', 'wait', 'readThresholds', 'setThresholds'],
  },
  maxDevices: ceilingField((config) => writes(config) && config.target !== 'devices'),

  capture: { kind: 'typed', default: 'payload', sources: valueSources, required: true, when: is('get') },
  trigger: {
    kind: 'choice',
    default: 'any',
    options: ['any', 'Immediate', 'Phase 0 Overcurrent', 'Phase A Undervoltage', 'value'],
    when: finds,
  },
  triggerText: {
    kind: 'typed',
    default: '',
    sources: textSources,
    required: true,
    when: all(finds, where('trigger', 'value')),
  },
  captureType: { kind: 'choice', default: 'waveform', options: ['waveform', 'fastRMS', 'any'], when: finds },
  range: {
    kind: 'choice',
    default: 'all',
    options: ['all', 'hour', 'day', 'week', 'month', 'custom', 'at'],
    when: lists,
  },
  from: {
    kind: 'typed',
    default: 'from',
    sources: valueSources,
    picker: 'dateTime',
    check: dateTimeCheck,
    when: all(lists, where('range', 'custom')),
  },
  to: {
    kind: 'typed',
    default: 'to',
    sources: valueSources,
    picker: 'dateTime',
    check: dateTimeCheck,
    when: all(lists, where('range', 'custom')),
  },
  at: {
    kind: 'typed',
    default: 'at',
    sources: valueSources,
    picker: 'dateTime',
    check: dateTimeCheck,
    required: true,
    when: all(lists, where('range', 'at')),
  },
  limit: { kind: 'number', default: 100, min: 1, max: 100_000, integer: true, when: lists },
  split: { kind: 'choice', default: 'array', options: ['array', 'page', 'item'], when: lists },
  pageSize: {
    kind: 'number',
    default: 20,
    min: 1,
    max: 10_000,
    integer: true,
    when: all(lists, where('split', 'page')),
  },
  waitSeconds: { kind: 'number', default: 300, min: 1, max: 86_400, unit: 's', when: waits },
  pollSeconds: { kind: 'number', default: 5, min: 1, max: 3_600, unit: 's', when: waits },

  output: { kind: 'choice', default: 'summary', options: ['summary', 'full', 'chart', 'csv'], when: records },
  curves: {
    kind: 'choice',
    default: 'both',
    options: ['both', 'voltage', 'current', 'harmonics'],
    when: outputs('chart'),
  },
  seriesName: {
    kind: 'typed',
    default: '',
    sources: textSources,
    when: outputs('chart'),
  },
  withSpans: { kind: 'flag', default: true, when: outputs('summary', 'full') },
  nominal: { kind: 'choice', default: 'auto', options: ['auto', '50', '60'], when: records },

  thresholdsFrom: { kind: 'choice', default: 'form', options: ['form', 'value'], when: sets },
  thresholds: {
    kind: 'text',
    default: '{}',
    when: (config: StoredConfig) => sets(config) && config.thresholdsFrom !== 'value',
    checkParts: thresholdProblems,
  },
  thresholdValue: {
    kind: 'typed',
    default: 'payload',
    sources: valueSources,
    required: true,
    when: all(sets, where('thresholdsFrom', 'value')),
  },
  spelling: { kind: 'choice', default: 'p0', options: ['p0', 'pA'], when: is('readThresholds', 'setThresholds') },

  ...wordsFields(isTimeZoneName, tells),
  ...writeFields({ writes, readsBack: sets }),
  configVersion: { kind: 'version', upgrades },
} as const satisfies FieldTable;

export const palette = {
  category: 'breakerflow',
  color: paletteColors.reads,
  icon: 'waveform-capture.svg',
  inputs: 1,
  outputs: 1,
} as const satisfies Palette;
