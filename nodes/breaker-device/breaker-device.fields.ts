import {
  all,
  ceilingField,
  type FieldTable,
  groupedChoice,
  type Palette,
  paletteColors,
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

const isFind = is('find');
const isHistory = is('handleHistory');
const isMove = is('move');
const isLabel = is('label');
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
const singleDeviceOnly = (value: unknown, { action }: StoredConfig) =>
  action === 'decommission' && value === 'location' ? 'neverGroup' : undefined;
const oneDevice = (value: unknown, { action }: StoredConfig) =>
  action === 'decommission' && Array.isArray(value) && value.length > 1 ? 'neverGroup' : undefined;

const optionalText = { kind: 'typed', default: '', sources: textSources } as const;
const pickedOrValue = ['picked', 'value'] as const;
const byLocation = where('filter', 'location', 'below');

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

  filter: { kind: 'choice', default: 'all', options: ['all', 'location', 'below', 'serial'], when: isFind },
  filterFrom: { kind: 'choice', default: 'picked', options: pickedOrValue, when: all(isFind, byLocation) },
  filterPlace: {
    kind: 'text',
    default: '',
    picker: 'location',
    required: true,
    when: all(isFind, byLocation, where('filterFrom', 'picked')),
  },
  filterValue: {
    kind: 'typed',
    default: 'payload',
    sources: valueSources,
    required: true,
    when: all(isFind, (config) => config.filter === 'serial' || (byLocation(config) && config.filterFrom === 'value')),
  },
  scope: { kind: 'choice', default: 'any', options: ['any', 'organization', 'application'], when: isFind },
  withPlaces: { kind: 'flag', default: true, when: all(isFind, where('output', 'flat')) },

  target: { ...target.target, suits: singleDeviceOnly },
  devices: { ...target.devices, suits: oneDevice },
  location: target.location,
  device: target.device,
  maxDevices: ceilingField(
    (config) => byDevice(config) && config.target !== 'devices' && config.action !== 'decommission',
  ),

  loadType: { ...optionalText, when: isLabel },
  manufacturerName: { ...optionalText, when: isLabel },
  modelName: { ...optionalText, when: isLabel },
  placeFrom: { kind: 'choice', default: 'picked', options: pickedOrValue, when: isMove },
  newPlace: {
    kind: 'text',
    default: '',
    picker: 'location',
    required: true,
    when: all(isMove, where('placeFrom', 'picked')),
  },
  newPlaceValue: {
    kind: 'typed',
    default: 'locationId',
    sources: valueSources,
    required: true,
    when: all(isMove, where('placeFrom', 'value')),
  },

  handles: { kind: 'choice', default: 'both', options: ['both', 'remote', 'main'], when: isHistory },
  range: {
    kind: 'choice',
    default: 'week',
    options: ['all', 'hour', 'day', 'week', 'month', 'custom'],
    when: isHistory,
  },
  from: {
    kind: 'typed',
    default: 'from',
    sources: valueSources,
    required: true,
    when: all(isHistory, where('range', 'custom')),
  },
  to: { ...optionalText, when: all(isHistory, where('range', 'custom')) },
  order: { kind: 'choice', default: 'newest', options: ['newest', 'oldest'], when: isHistory },
  most: { kind: 'number', default: 1000, min: 1, max: 1_000_000, integer: true, when: isHistory },

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
  color: paletteColors.manages,
  icon: 'breaker-device.svg',
  inputs: 1,
  outputs: 1,
} as const satisfies Palette;
