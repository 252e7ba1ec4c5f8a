import {
  all,
  ceilingField,
  type FieldTable,
  groupedChoice,
  type Palette,
  type StoredConfig,
  targetFields,
  textSources,
  valueSources,
  where,
  writeFields,
} from '../../src/fields';
import { keyFields } from './keys.fields';
import { settingFields } from './settings.fields';

const is = (...actions: string[]) => where('action', ...actions);

const finds = is('find');
const history = is('handleHistory');
const moves = is('move');
const labels = is('label');
const settings = ['setMode', 'setColors', 'setThreshold', 'setAlignment', 'setReportRate'];
const byDevice = is(
  ...['details', 'connection', 'deviceData', 'handleHistory', 'readSettings', 'label', 'move', 'restart'],
  ...['decommission', ...settings, 'assignKey', 'rotateKeys'],
);
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

  ...settingFields,
  ...keyFields,

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
