import { isDay, isTime, isTimeZoneName } from '../../src/charging';
import {
  all,
  type FieldPartProblem,
  type FieldTable,
  type Palette,
  paletteColors,
  type StoredConfig,
  targetFields,
  where,
} from '../../src/fields';

/** Secrets and keys are of the account. */
const isOfAccount = where('measure', 'endings');
const isOfDevices = ({ measure }: StoredConfig) => measure !== 'endings';
const isOwn = ({ measure }: StoredConfig) => measure !== 'events' && measure !== 'health' && measure !== 'endings';
/** Incidents that begin and end. */
const hasIncidents = (config: StoredConfig) => isOwn(config) || isOfAccount(config);
const of = (...conditions: string[]) => all(isOwn, where('condition', ...conditions));
const ofRuns = of('cycles', 'starts', 'finished');
const isCharger = where('measure', 'charger');
const { account, devices, location } = targetFields('any', isOfDevices);

function quietProblems(rows: unknown): FieldPartProblem[] {
  if (!Array.isArray(rows)) return [{ path: '', key: 'rowList' }];
  return rows.flatMap((row: Readonly<Record<string, unknown>> | null, index): FieldPartProblem[] => {
    const { days, from, to } = row ?? {};
    const at = (column: string) => `[${index}].${column}`;
    return [
      ...(Array.isArray(days) && days.length > 0 && days.every(isDay)
        ? []
        : [{ path: at('days'), key: 'daysNone' } as const]),
      ...(isTime(from) ? [] : [{ path: at('from'), key: 'bandTime' } as const]),
      ...(isTime(to) ? [] : [{ path: at('to'), key: 'bandTime' } as const]),
    ];
  });
}

/** spec 2.5, 2.6, 2.11 */
export const fields = {
  name: { kind: 'text', default: '' },
  account,
  target: { kind: 'choice', default: 'devices', options: ['devices', 'location'], when: isOfDevices },
  devices,
  location,
  preset: {
    kind: 'choice',
    default: 'events',
    options: [
      ...(['own', 'overload', 'freezer', 'sumpPump', 'dryPump', 'finished', 'leftOn', 'tripped'] as const),
      ...([
        'offline',
        'voltage',
        'temperature',
        'radio',
        'balance',
        'endings',
        'digest',
        'heartbeat',
        'events',
      ] as const),
    ],
  },
  measure: {
    kind: 'choice',
    default: 'events',
    options: [
      ...(['amperes', 'ratingPercent', 'watts', 'energyToday', 'volts', 'temperature', 'radio'] as const),
      ...(['connection', 'handLever', 'position', 'lock', 'charger'] as const),
      ...(['imbalance', 'imbalancePercent', 'endings', 'health', 'events'] as const),
    ],
  },
  condition: {
    kind: 'choice',
    default: 'changes',
    options: ['above', 'below', 'outside', 'within', 'is', 'cycles', 'starts', 'finished', 'changes'],
    when: isOwn,
  },
  value: { kind: 'number', default: '', required: true, when: of('above', 'below') },
  from: { kind: 'number', default: '', required: true, when: of('outside', 'within') },
  to: { kind: 'number', default: '', required: true, when: of('outside', 'within') },
  deadBand: { kind: 'number', default: '', min: 0, when: of('above', 'below', 'outside', 'within') },
  atOnce: { kind: 'number', default: '', when: of('above') },
  state: {
    kind: 'choice',
    default: 'open',
    options: ['open', 'closed', 'offline', 'online', 'locked', 'unlocked'],
    when: all(of('is'), (config) => !isCharger(config)),
  },
  chargerState: { kind: 'text', default: '', required: true, when: all(of('is'), isCharger) },
  runsAbove: { kind: 'number', default: 0.5, min: 0, required: true, when: ofRuns },
  restsBelow: { kind: 'number', default: 0.3, min: 0, required: true, when: ofRuns },
  longestRun: { kind: 'number', default: '', min: 0.1, max: 100_000, unit: 'min', when: of('cycles') },
  longestRest: { kind: 'number', default: '', min: 0.1, max: 100_000, unit: 'min', when: of('cycles') },
  starts: { kind: 'number', default: 6, min: 1, max: 900, integer: true, required: true, when: of('starts') },
  ranFor: { kind: 'number', default: 5, min: 0, max: 1440, unit: 'min', required: true, when: of('finished') },
  secretDays: { kind: 'number', default: 30, min: 0.1, max: 365, unit: 'd', required: true, when: isOfAccount },
  keyDays: { kind: 'number', default: 2, min: 0.1, max: 7, unit: 'd', required: true, when: isOfAccount },
  for: {
    kind: 'number',
    default: 60,
    min: 0,
    max: 86_400,
    unit: 's',
    required: true,
    when: of('above', 'below', 'outside', 'within', 'is', 'starts', 'finished'),
  },
  warnFor: {
    kind: 'number',
    default: '',
    min: 0.1,
    max: 1440,
    unit: 'min',
    when: of('above', 'below', 'outside', 'within', 'is', 'starts', 'cycles'),
  },
  wellFor: {
    kind: 'number',
    default: 60,
    min: 0,
    max: 86_400,
    unit: 's',
    required: true,
    when: of('above', 'below', 'outside', 'within', 'is', 'starts', 'cycles'),
  },
  unread: {
    kind: 'number',
    default: 10,
    min: 1,
    max: 10_080,
    unit: 'min',
    when: all(hasIncidents, (config) => isOfAccount(config) || config.condition !== 'changes'),
  },
  repeat: { kind: 'number', default: '', min: 0.1, max: 720, unit: 'h', when: hasIncidents },
  reportAt: {
    kind: 'text',
    default: '0800',
    picker: 'time',
    when: where('measure', 'health'),
    check: (time) => (time === '' || isTime(time) ? undefined : 'bandTime'),
  },
  reportEvery: { kind: 'number', default: '', min: 0.1, max: 720, unit: 'h', when: where('measure', 'health') },
  quiet: { kind: 'rows', default: [], checkRows: quietProblems },
  zone: {
    kind: 'text',
    default: '',
    required: true,
    check: (name) => (isTimeZoneName(name) ? undefined : 'timeZone'),
  },
  every: { kind: 'number', default: 60, min: 10, max: 3600, unit: 's', required: true },
} as const satisfies FieldTable;

export const palette = {
  category: 'breakerflow',
  color: paletteColors.reads,
  icon: 'circuit-watch.svg',
  inputs: 1,
  outputs: 3,
  outputLabels: ['alarm', 'allClear', 'table'],
} as const satisfies Palette;
