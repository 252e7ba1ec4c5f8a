import {
  all,
  ceilingField,
  type FieldPartProblem,
  type FieldTable,
  guardFields,
  type Palette,
  paletteColors,
  type StoredConfig,
  targetFields,
  textSources,
  valueSources,
  where,
} from '../../src/fields';
import { cronSentence, isTimeZone, parseCron } from '../../src/schedule';
import { upgrades } from './batch-schedule.upgrades';

const is = (...actions: string[]) => where('action', ...actions);
const createsBatch = is('create', 'declare');
const form = all(createsBatch, where('source', 'form'));
const formWith = (path: string) => all(form, where('path', path));
const scheduled = (...schedules: string[]) => all(form, where('schedule', ...schedules));
const target = targetFields('any', form);
const listsLocation = all(is('list'), where('listBy', 'location'));

const cronProblems = (value: string): readonly FieldPartProblem[] => {
  const parsed = parseCron(value);
  return parsed.ok
    ? []
    : parsed.problems.map((found) => ({ path: '', key: cronSentence(found), params: found.params }));
};
const zoneCheck = (value: string) => (isTimeZone(value) ? undefined : 'timeZone');
const instantCheck = (value: string) =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(value) && !Number.isNaN(Date.parse(value))
    ? undefined
    : 'instant';
const jsonCheck = (value: string) => {
  try {
    JSON.parse(value);
    return undefined;
  } catch {
    return 'json';
  }
};

/** spec 2.3, 2.8, 4.4 */
export const fields = {
  name: { kind: 'text', default: '' },
  account: target.account,
  action: {
    kind: 'choice',
    default: 'create',
    options: ['create', 'declare', 'list', 'get', 'cancel', 'statuses', 'wait'],
  },
  source: { kind: 'choice', default: 'form', options: ['form', 'value'], when: createsBatch },
  order: {
    kind: 'typed',
    default: 'payload',
    sources: ['msg', 'json', 'flow', 'global', 'env', 'jsonata'],
    required: true,
    when: all(createsBatch, where('source', 'value')),
  },

  path: {
    kind: 'choice',
    default: '/breaker/remoteHandle/position',
    options: [
      '/breaker/remoteHandle/position',
      '/bargraph/settings/mode',
      '/bargraph/settings/colors',
      '/meter/settings/loadPresentThreshold',
      '/meter/settings/waveformConfiguration',
      '/telemetry/settings/alignment',
    ],
    when: form,
  },
  command: {
    kind: 'choice',
    default: 'open',
    options: ['open', 'close'],
    when: formWith('/breaker/remoteHandle/position'),
  },
  secondsUntilReset: {
    kind: 'number',
    default: '',
    min: 10,
    max: 3600,
    integer: true,
    unit: 's',
    when: all(formWith('/breaker/remoteHandle/position'), where('command', 'open')),
  },
  reason: { kind: 'text', default: '', when: formWith('/breaker/remoteHandle/position') },
  mode: {
    kind: 'choice',
    default: 'track-meter-data',
    options: ['track-meter-data', 'user-defined'],
    when: formWith('/bargraph/settings/mode'),
  },
  colors: { kind: 'text', default: '{}', check: jsonCheck, when: formWith('/bargraph/settings/colors') },
  loadPresentThreshold: {
    kind: 'number',
    default: 100,
    min: 1,
    integer: true,
    unit: 'mA',
    required: true,
    when: formWith('/meter/settings/loadPresentThreshold'),
  },
  thresholds: {
    kind: 'text',
    default: '{}',
    check: jsonCheck,
    when: formWith('/meter/settings/waveformConfiguration'),
  },
  alignment: {
    kind: 'choice',
    default: 'none',
    options: ['none', 'clock'],
    when: formWith('/telemetry/settings/alignment'),
  },

  target: target.target,
  devices: target.devices,
  location: {
    ...target.location,
    when: (config: StoredConfig) => target.location.when(config) || listsLocation(config),
  },
  device: target.device,
  maxDevices: ceilingField(
    (config) => createsBatch(config) && !(config.source === 'form' && config.target === 'devices'),
  ),

  schedule: { kind: 'choice', default: 'now', options: ['now', 'at', 'cron', 'sun'], when: form },
  at: {
    kind: 'typed',
    default: '',
    sources: textSources,
    picker: 'dateTime',
    required: true,
    check: (value) => instantCheck(String(value)),
    when: scheduled('at'),
  },
  cron: { kind: 'text', default: '0 8 * * 1-5', required: true, checkParts: cronProblems, when: scheduled('cron') },
  sunEvent: { kind: 'choice', default: 'sunset', options: ['sunset', 'sunrise'], when: scheduled('sun') },
  offset: { kind: 'number', default: 0, min: -720, max: 720, integer: true, unit: 'min', when: scheduled('sun') },
  place: {
    kind: 'text',
    default: '',
    picker: 'sun',
    required: true,
    when: (config: StoredConfig) => scheduled('sun')(config) && config.target !== 'location',
  },
  sunDays: { kind: 'text', default: '', checkParts: cronProblems, when: scheduled('sun') },
  timeZone: {
    kind: 'text',
    default: '',
    picker: 'zone',
    ownZone: true,
    check: zoneCheck,
    when: scheduled('cron', 'sun'),
  },
  from: { kind: 'text', default: '', picker: 'dateTime', check: instantCheck, when: scheduled('cron', 'sun') },
  until: { kind: 'text', default: '', picker: 'dateTime', check: instantCheck, when: scheduled('cron', 'sun') },
  offsetUnit: { kind: 'choice', default: 'minutes', options: ['minutes', 'seconds'], when: scheduled('sun') },

  removeWithNode: { kind: 'flag', default: true, when: is('declare') },
  batch: {
    kind: 'typed',
    default: 'batchId',
    sources: valueSources,
    required: true,
    when: is('get', 'cancel', 'statuses', 'wait'),
  },
  waitSeconds: {
    kind: 'number',
    default: 120,
    min: 1,
    max: 86_400,
    unit: 's',
    when: is('wait'),
  },
  listBy: {
    kind: 'choice',
    default: 'all',
    options: ['all', 'location', 'deviceBatchCommand', 'deviceSunBatchCommand'],
    when: is('list'),
  },
  output: {
    kind: 'choice',
    default: 'table',
    options: ['table', 'record', 'messages'],
    when: is('list', 'statuses'),
  },

  ...guardFields(is('create', 'declare', 'cancel'), is('create')),
  confirmClose: { kind: 'flag', default: true, when: is('create') },
  configVersion: { kind: 'version', upgrades },
} as const satisfies FieldTable;

export const palette = {
  category: 'breakerflow',
  color: paletteColors.operates,
  icon: 'batch-schedule.svg',
  inputs: 1,
  outputs: 1,
} as const satisfies Palette;
