import { all, type FieldTable, textSources, valueSources, where } from '../../src/fields';

const is = (...actions: string[]) => where('action', ...actions);
const lists = is('listKeys', 'watchKeys');

/** The fields of the actions on UDP keys. spec 2.9, 4.6 */
export const keyFields = {
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
  keysDevice: {
    kind: 'typed',
    default: '',
    sources: textSources,
    required: true,
    when: all(lists, where('keysAt', 'device')),
  },
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
} as const satisfies FieldTable;
