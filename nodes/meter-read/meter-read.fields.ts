import {
  all,
  type FieldTable,
  type Palette,
  paletteColors,
  rangeFields,
  type StoredConfig,
  targetFields,
  where,
} from '../../src/fields';
import { isTimeZone } from '../../src/schedule';
import { upgrades } from './meter-read.upgrades';

const isHistory = where('action', 'history');
const sums = all(isHistory, where('sum', 'hour', 'day', 'month'));
const isCustom = all(isHistory, where('range', 'custom'));
const { account, ...target } = targetFields('any');

/** spec 2.5, 2.6, 4.3 */
export const fields = {
  name: { kind: 'text', default: '' },
  account,
  action: { kind: 'choice', default: 'reading', options: ['reading', 'latest', 'history', 'deviceData'] },
  ...target,
  range: { kind: 'choice', default: 'day', options: ['hour', 'day', 'week', 'month', 'custom'], when: isHistory },
  ...rangeFields(isCustom),
  sum: { kind: 'choice', default: 'none', options: ['none', 'hour', 'day', 'month'], when: isHistory },
  sumZone: {
    kind: 'text',
    default: '',
    picker: 'zone',
    ownZone: true,
    check: (name: string) => (name === '' || isTimeZone(name) ? undefined : 'timeZone'),
    when: sums,
  },
  split: { kind: 'choice', default: 'array', options: ['array', 'page', 'item'], when: isHistory },
  output: { kind: 'choice', default: 'flat', options: ['flat', 'record', 'chart'] },
  unit: {
    kind: 'choice',
    default: 'base',
    options: ['base', 'milli'],
    when: (config: StoredConfig) => config.output !== 'record' && config.action !== 'deviceData' && !sums(config),
  },
  poll: { kind: 'number', default: '', min: 1, max: 86_400, unit: 's' },
  maxAge: { kind: 'number', default: 1, min: 0, max: 86_400, unit: 's' },
  configVersion: { kind: 'version', upgrades },
} as const satisfies FieldTable;

export const palette = {
  category: 'breakerflow',
  color: paletteColors.reads,
  icon: 'meter-read.svg',
  inputs: 1,
  outputs: 1,
} as const satisfies Palette;
