import { isTimeZoneName } from '../../src/charging';
import { all, type FieldTable, type Palette, paletteColors, type StoredConfig, where } from '../../src/fields';
import { groupRowProblems, levelRowProblems, loadRowProblems, timeRowProblems } from './row-problems.fields';

const isDemand = where('quantity', 'demand15', 'demand30', 'demand60');
const isSum = where('of', 'location');
const hasLeg = (leg: string) => (config: StoredConfig) => String(config.phases).includes(leg);

/** A on one leg that no meter sees. It has no default: a value that nobody thought about would be a guess. */
const notMeasured = (leg: string) =>
  ({
    kind: 'number',
    default: '',
    min: 0,
    max: 400,
    unit: 'A',
    required: true,
    when: all(isSum, hasLeg(leg)),
  }) as const;

/** Currents change within seconds: seldom readings of them would decide on the past. */
const slowestReadSeconds = 30;

/** spec 2.2, 2.5, 2.11 */
export const fields = {
  name: { kind: 'text', default: '' },
  account: { kind: 'config', type: 'breaker-account', required: true },
  quantity: {
    kind: 'choice',
    default: 'current',
    options: ['current', 'power', 'demand15', 'demand30', 'demand60'],
  },
  limit: {
    kind: 'typed',
    default: '',
    sources: ['num', 'env', 'flow', 'global'],
    required: true,
    check: (value) => (Number(value) > 0 ? undefined : 'positive'),
  },
  groups: { kind: 'rows', default: [], checkRows: groupRowProblems },
  /** Whose average of this month is free, because it costs nothing more; `typed`: only what stands in the next field. */
  monthCounts: { kind: 'choice', default: 'typed', options: ['typed', 'highest', 'days3'], when: isDemand },
  monthHighest: { kind: 'number', default: '', min: 0, unit: 'kW', when: isDemand },
  phases: { kind: 'choice', default: 'AB', options: ['AB', 'A', 'B', 'ABC'] },
  volts: { kind: 'number', default: 120, min: 100, max: 300, unit: 'V' },
  of: { kind: 'choice', default: 'location', options: ['location', 'meter', 'messages'] },
  location: { kind: 'text', default: '', picker: 'location', required: true, when: isSum },
  notMeasuredA: notMeasured('A'),
  notMeasuredB: notMeasured('B'),
  notMeasuredC: notMeasured('C'),
  meter: {
    kind: 'list',
    default: [],
    hardware: 'any',
    required: true,
    when: where('of', 'meter'),
    suits: (devices) => (Array.isArray(devices) && devices.length > 1 ? 'oneDevice' : undefined),
  },
  zone: {
    kind: 'text',
    default: '',
    required: true,
    check: (name) => (isTimeZoneName(name) ? undefined : 'timeZone'),
  },
  otherTimes: { kind: 'rows', default: [], checkRows: timeRowProblems },
  levels: { kind: 'rows', default: [], checkRows: levelRowProblems },
  highest: { kind: 'number', default: '', min: 0 },
  after: { kind: 'number', default: 20, min: 5, max: 300, unit: 's', required: true },
  loads: { kind: 'rows', default: [], required: true, checkRows: loadRowProblems },
  presets: { kind: 'flag', default: true },
  calm: { kind: 'number', default: 5, min: 1, max: 120, unit: 'min', required: true },
  gap: { kind: 'number', default: 10, min: 3, max: 50, unit: '%', required: true },
  spacing: { kind: 'number', default: 60, min: 60, max: 3600, unit: 's', required: true },
  fallback: { kind: 'number', default: 6, min: 6, max: 80, integer: true, unit: 'A', required: true },
  staleAlarm: { kind: 'number', default: 10, min: 1, max: 1440, unit: 'min', required: true },
  manual: { kind: 'number', default: 2, min: 0, max: 48, unit: 'h', required: true },
  opensADay: { kind: 'number', default: 6, min: 1, max: 50, integer: true, required: true },
  readEvery: {
    kind: 'number',
    default: 10,
    min: 5,
    max: 300,
    unit: 's',
    required: true,
    suits: (seconds, { quantity }) =>
      quantity === 'current' && Number(seconds) > slowestReadSeconds ? 'readSlow' : undefined,
  },
  /** The id of another load-manager. */
  partOf: { kind: 'text', default: '' },
  dryRun: { kind: 'flag', default: false },
} as const satisfies FieldTable;

export const palette = {
  category: 'breakerflow',
  color: paletteColors.operates,
  icon: 'load-manager.svg',
  inputs: 1,
  outputs: 2,
  outputLabels: ['actions', 'state'],
} as const satisfies Palette;
