import { alignments, bargraphModes, parseColor, parseLedColors, wholeProblem } from '../../src/device-settings';
import {
  all,
  ceilingField,
  type FieldTable,
  groupedChoice,
  numberSources,
  type Palette,
  type StoredConfig,
  targetFields,
  textSources,
  valueSources,
  where,
  writeFields,
} from '../../src/fields';

const is = (...actions: string[]) => where('action', ...actions);

const finds = is('find');
const history = is('handleHistory');
const moves = is('move');
const colors = is('setColors');
const lists = is('listKeys', 'watchKeys');
const labels = is('label');
const byDevice = is(
  ...['details', 'connection', 'deviceData', 'handleHistory', 'readSettings', 'label', 'move', 'restart'],
  ...[
    'decommission',
    'setMode',
    'setColors',
    'setThreshold',
    'setAlignment',
    'setReportRate',
    'assignKey',
    'rotateKeys',
  ],
);
const settings = ['setMode', 'setColors', 'setThreshold', 'setAlignment', 'setReportRate'];
const readsBack = is('label', 'move', 'decommission', ...settings);
const writes = is(
  ...['label', 'move', 'restart', 'decommission', ...settings],
  ...['createKey', 'assignKey', 'rotateKeys', 'deleteKey'],
);
const target = targetFields('any', byDevice);
const neverGroup = (value: unknown, { action }: StoredConfig) =>
  action === 'decommission' && value === 'location' ? 'neverGroup' : undefined;
const oneDevice = (value: unknown, { action }: StoredConfig) =>
  action === 'decommission' && Array.isArray(value) && value.length > 1 ? 'neverGroup' : undefined;

const color = (value: string) => (parseColor(value) === undefined ? 'color' : undefined);
const led = (defaultColor: string) =>
  ({
    kind: 'text',
    default: defaultColor,
    required: true,
    check: color,
    when: (config: StoredConfig) => colors(config) && config.colorsFrom !== 'value',
  }) as const;
const words = { kind: 'typed', default: '', sources: textSources } as const;
const pickedOrValue = ['picked', 'value'] as const;
const atPlace = where('filter', 'location', 'below');

/** spec 2.2, 2.3, 2.9, 4.2, 4.3, 4.6, 4.7 */
export const fields = {
  name: { kind: 'text', default: '' },
  account: target.account,
  action: {
    kind: 'choice',
    default: 'find',
    ...groupedChoice({
      read: ['find', 'details', 'connection', 'deviceData', 'readSettings', 'handleHistory'],
      change: ['label', 'move', 'restart', 'decommission'],
      settings: ['setColors', 'setMode', 'setThreshold', 'setAlignment', 'setReportRate'],
      keys: ['listKeys', 'getKey', 'createKey', 'assignKey', 'rotateKeys', 'deleteKey', 'watchKeys'],
    }),
  },

  filter: { kind: 'choice', default: 'all', options: ['all', 'location', 'below', 'serial'], when: finds },
  filterFrom: { kind: 'choice', default: 'picked', options: pickedOrValue, when: all(finds, atPlace) },
  filterPlace: {
    kind: 'text',
    default: '',
    picker: 'location',
    required: true,
    when: all(finds, atPlace, where('filterFrom', 'picked')),
  },
  filterValue: {
    kind: 'typed',
    default: 'payload',
    sources: valueSources,
    required: true,
    when: all(finds, (config) => config.filter === 'serial' || (atPlace(config) && config.filterFrom === 'value')),
  },
  scope: { kind: 'choice', default: 'any', options: ['any', 'organization', 'application'], when: finds },
  withPlaces: { kind: 'flag', default: true, when: all(finds, where('output', 'flat')) },

  target: { ...target.target, suits: neverGroup },
  devices: { ...target.devices, suits: oneDevice },
  location: target.location,
  device: target.device,
  maxDevices: ceilingField(
    (config) => byDevice(config) && config.target !== 'devices' && config.action !== 'decommission',
  ),

  loadType: { ...words, when: labels },
  manufacturerName: { ...words, when: labels },
  modelName: { ...words, when: labels },
  placeFrom: { kind: 'choice', default: 'picked', options: pickedOrValue, when: moves },
  newPlace: {
    kind: 'text',
    default: '',
    picker: 'location',
    required: true,
    when: all(moves, where('placeFrom', 'picked')),
  },
  newPlaceValue: {
    kind: 'typed',
    default: 'locationId',
    sources: valueSources,
    required: true,
    when: all(moves, where('placeFrom', 'value')),
  },

  handles: { kind: 'choice', default: 'both', options: ['both', 'remote', 'main'], when: history },
  range: {
    kind: 'choice',
    default: 'week',
    options: ['all', 'hour', 'day', 'week', 'month', 'custom'],
    when: history,
  },
  from: {
    kind: 'typed',
    default: 'from',
    sources: valueSources,
    required: true,
    when: all(history, where('range', 'custom')),
  },
  to: { ...words, when: all(history, where('range', 'custom')) },
  order: { kind: 'choice', default: 'newest', options: ['newest', 'oldest'], when: history },
  most: { kind: 'number', default: 1000, min: 1, max: 1_000_000, integer: true, when: history },

  colorsFrom: { kind: 'choice', default: 'form', options: ['form', 'level', 'value'], when: colors },
  colorsValue: {
    kind: 'typed',
    default: 'payload',
    sources: [...valueSources, 'json'],
    required: true,
    when: all(colors, where('colorsFrom', 'value')),
    check: (value: unknown) => {
      const parsed = parseLedColors(value);
      return 'problems' in parsed ? parsed.problems[0]?.rule : undefined;
    },
  },
  level: {
    kind: 'typed',
    default: 'payload',
    sources: ['msg', 'flow', 'global', 'env', 'jsonata', 'num'],
    required: true,
    when: all(colors, where('colorsFrom', 'level')),
  },
  levelEmpty: { kind: 'number', default: 0, required: true, when: all(colors, where('colorsFrom', 'level')) },
  levelFull: {
    kind: 'number',
    default: 3000,
    required: true,
    when: all(colors, where('colorsFrom', 'level')),
    suits: (value: unknown, { levelEmpty }: StoredConfig) =>
      Number(value) === Number(levelEmpty) ? 'levelRange' : undefined,
  },
  led1: led('#00ff00'),
  led2: led('#00ff00'),
  led3: led('#ffff00'),
  led4: led('#ff8000'),
  led5: led('#ff0000'),
  brightness: { kind: 'number', default: 100, min: 0, max: 100, unit: '%', when: colors },
  takeMode: { kind: 'flag', default: true, when: colors },
  mode: { kind: 'choice', default: 'user-defined', options: bargraphModes, when: is('setMode') },
  threshold: {
    kind: 'typed',
    default: '100',
    sources: numberSources,
    required: true,
    when: is('setThreshold'),
    check: (value: unknown) => wholeProblem('loadPresentThreshold', value),
  },
  alignment: { kind: 'choice', default: 'clock', options: alignments, when: is('setAlignment') },
  reportRate: {
    kind: 'typed',
    default: '300',
    sources: numberSources,
    required: true,
    when: is('setReportRate'),
    check: (value: unknown) => wholeProblem('dataReportRate', value),
  },

  keyType: {
    kind: 'choice',
    default: 'unicast',
    options: ['unicast', 'broadcast'],
    when: is('createKey', 'rotateKeys'),
  },
  priority: {
    kind: 'choice',
    default: 'primary',
    options: ['primary', 'secondary'],
    when: is('assignKey', 'rotateKeys'),
  },
  keyId: {
    kind: 'typed',
    default: 'payload',
    sources: valueSources,
    required: true,
    when: is('getKey', 'assignKey', 'deleteKey'),
  },
  deleteOld: { kind: 'flag', default: true, when: is('rotateKeys') },
  makeRoom: { kind: 'flag', default: false, when: is('rotateKeys') },
  listType: { kind: 'choice', default: 'any', options: ['any', 'unicast', 'broadcast'], when: lists },
  keysAt: { kind: 'choice', default: 'all', options: ['all', 'device', 'location'], when: lists },
  keysDevice: { ...words, default: '', required: true, when: all(lists, where('keysAt', 'device')) },
  keysPlace: {
    kind: 'text',
    default: '',
    picker: 'location',
    required: true,
    when: all(lists, where('keysAt', 'location')),
  },
  watchDays: { kind: 'number', default: 2, min: 0.01, max: 7, unit: 'd', required: true, when: is('watchKeys') },
  watchEvery: { kind: 'number', default: 60, min: 1, max: 1440, unit: 'min', required: true, when: is('watchKeys') },
  outputSecrets: { kind: 'flag', default: false, when: is('listKeys', 'getKey', 'createKey', 'rotateKeys') },

  output: { kind: 'choice', default: 'flat', options: ['flat', 'record'], when: is('find', 'details', 'deviceData') },
  split: {
    kind: 'choice',
    default: 'array',
    options: ['array', 'page', 'item'],
    when: is('find', 'handleHistory'),
  },
  pageSize: {
    kind: 'number',
    default: 100,
    min: 1,
    max: 10_000,
    integer: true,
    when: all(is('find', 'handleHistory'), where('split', 'page')),
  },

  ...writeFields({ writes, readsBack, seconds: 10 }),
} as const satisfies FieldTable;

export const palette = {
  category: 'breakerflow',
  color: '#D9A5A0',
  icon: 'breaker-device.svg',
  inputs: 1,
  outputs: 1,
} as const satisfies Palette;
