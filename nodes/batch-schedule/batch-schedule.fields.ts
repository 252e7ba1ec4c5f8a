import type { FieldTable, Palette } from '../../src/fields';
import { isTimeZone, parseCron } from '../../src/schedule';

type Config = Readonly<Record<string, unknown>>;
const valueSources = ['msg', 'flow', 'global', 'env', 'jsonata', 'str'] as const;

const makes = ({ operation }: Config) => operation === 'create' || operation === 'declare';
const form = (config: Config) => makes(config) && config.source === 'form';
const formWith = (path: string) => (config: Config) => form(config) && config.path === path;
const scheduled =
  (...schedules: string[]) =>
  (config: Config) =>
    form(config) && schedules.includes(String(config.schedule));
const formTarget = (target: string) => (config: Config) => form(config) && config.target === target;

const cronCheck = (value: string) => (parseCron(value).ok ? undefined : 'cron');
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
  account: { kind: 'config', type: 'breaker-account', required: true },
  operation: {
    kind: 'choice',
    default: 'create',
    options: ['create', 'declare', 'list', 'get', 'cancel', 'statuses', 'wait'],
  },
  source: { kind: 'choice', default: 'form', options: ['form', 'value'], when: makes },
  order: {
    kind: 'typed',
    default: 'payload',
    sources: ['msg', 'json', 'flow', 'global', 'env', 'jsonata'],
    required: true,
    when: (config: Config) => makes(config) && config.source === 'value',
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
    when: (config: Config) => formWith('/breaker/remoteHandle/position')(config) && config.command === 'open',
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

  target: { kind: 'choice', default: 'devices', options: ['devices', 'location', 'value'], when: form },
  devices: { kind: 'list', default: [], hardware: 'any', required: true, when: formTarget('devices') },
  location: {
    kind: 'text',
    default: '',
    picker: 'location',
    required: true,
    when: (config: Config) =>
      formTarget('location')(config) || (config.operation === 'list' && config.listBy === 'location'),
  },
  device: { kind: 'typed', default: 'deviceId', sources: valueSources, required: true, when: formTarget('value') },
  maxDevices: {
    kind: 'number',
    default: '',
    min: 1,
    max: 10_000,
    integer: true,
    when: (config: Config) => makes(config) && !(config.source === 'form' && config.target === 'devices'),
  },

  schedule: { kind: 'choice', default: 'now', options: ['now', 'at', 'cron', 'sun'], when: form },
  at: {
    kind: 'typed',
    default: '',
    sources: ['str', 'msg', 'flow', 'global', 'env', 'jsonata'],
    required: true,
    when: scheduled('at'),
  },
  cron: { kind: 'text', default: '0 8 * * 1-5', required: true, check: cronCheck, when: scheduled('cron') },
  sunEvent: { kind: 'choice', default: 'sunset', options: ['sunset', 'sunrise'], when: scheduled('sun') },
  offset: { kind: 'number', default: 0, min: -720, max: 720, integer: true, unit: 'min', when: scheduled('sun') },
  place: {
    kind: 'text',
    default: '',
    picker: 'location',
    required: true,
    when: (config: Config) => scheduled('sun')(config) && config.target !== 'location',
  },
  sunDays: { kind: 'text', default: '', check: cronCheck, when: scheduled('sun') },
  timeZone: { kind: 'text', default: '', check: zoneCheck, when: scheduled('cron', 'sun') },
  from: { kind: 'text', default: '', check: instantCheck, when: scheduled('cron', 'sun') },
  until: { kind: 'text', default: '', check: instantCheck, when: scheduled('cron', 'sun') },
  offsetUnit: { kind: 'choice', default: 'minutes', options: ['minutes', 'seconds'], when: scheduled('sun') },

  removeWithNode: { kind: 'flag', default: true, when: ({ operation }: Config) => operation === 'declare' },
  batch: {
    kind: 'typed',
    default: 'batchId',
    sources: valueSources,
    required: true,
    when: ({ operation }: Config) => ['get', 'cancel', 'statuses', 'wait'].includes(String(operation)),
  },
  waitSeconds: {
    kind: 'number',
    default: 120,
    min: 1,
    max: 86_400,
    unit: 's',
    when: ({ operation }: Config) => operation === 'wait',
  },
  listBy: {
    kind: 'choice',
    default: 'all',
    options: ['all', 'location', 'deviceBatchCommand', 'deviceSunBatchCommand'],
    when: ({ operation }: Config) => operation === 'list',
  },
  output: {
    kind: 'choice',
    default: 'table',
    options: ['table', 'record', 'messages'],
    when: ({ operation }: Config) => operation === 'list' || operation === 'statuses',
  },

  dryRun: { kind: 'flag', default: false, when: (config: Config) => makes(config) || config.operation === 'cancel' },
  confirmClose: { kind: 'flag', default: true, when: ({ operation }: Config) => operation === 'create' },
  expiry: {
    kind: 'number',
    default: '',
    min: 1,
    max: 3600,
    unit: 's',
    when: ({ operation }: Config) => operation === 'create',
  },
  mute: { kind: 'flag', default: true, when: ({ operation }: Config) => operation === 'create' },
} as const satisfies FieldTable;

export const palette = {
  category: 'breakerflow',
  color: '#C5B4E3',
  icon: 'batch-schedule.svg',
  inputs: 1,
  outputs: 1,
} as const satisfies Palette;
