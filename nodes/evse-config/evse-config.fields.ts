import {
  bandProblems,
  isTimeZoneName,
  leastCurrentA,
  mostCurrentA,
  mostEnergyWh,
  windowProblems,
  windowWarnings,
} from '../../src/charging';
import type { FieldPartProblem, ProblemKey } from '../../src/fields';
import {
  all,
  ceilingField,
  type FieldTable,
  type Palette,
  paletteColors,
  rangeFields,
  type StoredConfig,
  targetFields,
  valueSources,
  where,
  wordsFields,
  writeFields,
} from '../../src/fields';
import { upgrades } from './evse-config.upgrades';

const is = (...actions: string[]) => where('action', ...actions);
const changes = is('changeConfiguration');
const byForm = (config: StoredConfig) => changes(config) && config.changeFrom !== 'value';
const byValue = all(changes, where('changeFrom', 'value'));
const follows = is('setCurrent');
const byAlarm = is('whileAlarm');
const writes = is('changeConfiguration', 'setCurrent', 'whileAlarm');
const sessions = is('listSessions');
const ofSession = is('sessionMeter', 'sessionSummary');
const summary = is('sessionSummary');
/** Meter data are for charts and tables. */
const tells = (config: StoredConfig) => config.action !== 'sessionMeter';
const byDevice = (config: StoredConfig) => !(ofSession(config) && config.sessionFrom === 'value');
const custom = all(sessions, where('range', 'custom'));
const target = targetFields('ev-emcb', byDevice);

/** The problems of a list stored as JSON. */
function listProblems(
  text: string,
  problems: (value: unknown) => readonly { path: string; rule: ProblemKey }[],
): FieldPartProblem[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return [{ path: '', key: 'json' }];
  }
  return problems(value).map(({ path, rule }) => ({ path, key: rule }));
}

const zone = (name: string) => (isTimeZoneName(name) ? undefined : 'timeZone');

const current = {
  kind: 'number',
  default: '',
  min: leastCurrentA,
  assumedMax: mostCurrentA,
  unit: 'A',
} as const;

/** spec 2.11, 4.7 */
export const fields = {
  name: { kind: 'text', default: '' },
  account: target.account,
  action: {
    kind: 'choice',
    default: 'readConfiguration',
    options: [
      'readState',
      'readControl',
      'readConfiguration',
      'changeConfiguration',
      'setCurrent',
      'whileAlarm',
      'listSessions',
      'sessionMeter',
      'sessionSummary',
    ],
  },
  sessionFrom: { kind: 'choice', default: 'latest', options: ['latest', 'value'], when: ofSession },
  session: {
    kind: 'typed',
    default: 'payload',
    sources: valueSources,
    required: true,
    when: all(ofSession, where('sessionFrom', 'value')),
  },
  target: target.target,
  devices: target.devices,
  location: target.location,
  device: target.device,
  maxDevices: ceilingField((config) => byDevice(config) && config.target !== 'devices'),

  changeFrom: { kind: 'choice', default: 'form', options: ['form', 'value'], when: changes },
  changes: { kind: 'typed', default: 'payload', sources: valueSources, required: true, when: byValue },
  zeroIsNoLimit: { kind: 'flag', default: false, when: byValue },
  mode: {
    kind: 'choice',
    default: 'keep',
    options: ['keep', 'no-restrictions', 'cloud-api', 'charge-windows', 'api-override-enable', 'api-override-disable'],
    when: byForm,
  },
  charging: { kind: 'choice', default: 'keep', options: ['keep', 'on', 'off'], when: byForm },
  currentLimit: {
    ...current,
    when: (config: StoredConfig) => byForm(config) && config.currentNoLimit !== true,
  },
  currentNoLimit: { kind: 'flag', default: false, when: byForm },
  energyLimit: {
    kind: 'number',
    default: '',
    min: 1,
    assumedMax: mostEnergyWh,
    unit: 'Wh',
    when: (config: StoredConfig) => byForm(config) && config.energyNoLimit !== true,
  },
  energyNoLimit: { kind: 'flag', default: false, when: byForm },
  offline: { kind: 'choice', default: 'keep', options: ['keep', 'no-restrictions', 'no-change'], when: byForm },
  manualOverride: { kind: 'choice', default: 'keep', options: ['keep', 'on', 'off'], when: byForm },
  setWindows: { kind: 'flag', default: false, when: byForm },
  windows: {
    kind: 'text',
    default: '[]',
    when: (config: StoredConfig) => byForm(config) && config.setWindows === true,
    checkParts: (text: string) => listProblems(text, windowProblems),
    warn: (text: string) =>
      windowWarnings(JSON.parse(text)).map(({ rule, number, limit }) => ({ key: rule, params: { number, limit } })),
  },
  drawnZone: {
    kind: 'text',
    default: '',
    picker: 'zone',
    ownZone: true,
    when: (config: StoredConfig) => byForm(config) && config.setWindows === true,
    check: (name: string) => (name === '' ? undefined : zone(name)),
  },
  windowZone: {
    kind: 'text',
    default: 'UTC',
    picker: 'zone',
    required: true,
    when: (config: StoredConfig) => config.action === 'readConfiguration' || byForm(config),
    check: zone,
  },

  amperes: { kind: 'typed', default: 'payload', sources: valueSources, required: true, when: follows },
  mostCurrent: { ...current, when: follows },
  below: { kind: 'choice', default: 'pause', options: ['pause', 'hold', 'refuse'], when: follows },
  pauseAfter: {
    kind: 'number',
    default: 180,
    min: 0,
    max: 3600,
    unit: 's',
    when: all(follows, where('below', 'pause')),
  },
  resumeAbove: {
    kind: 'number',
    default: 7,
    min: leastCurrentA,
    assumedMax: mostCurrentA,
    unit: 'A',
    when: all(follows, where('below', 'pause')),
  },
  resumeAfter: {
    kind: 'number',
    default: 60,
    min: 0,
    max: 3600,
    unit: 's',
    when: all(follows, where('below', 'pause')),
  },
  minChange: { kind: 'number', default: 1, min: 0, max: mostCurrentA, unit: 'A', when: follows },
  minInterval: { kind: 'number', default: 15, min: 2, max: 3600, unit: 's', when: follows },
  reduceAtOnce: { kind: 'flag', default: true, when: follows },
  takeMode: { kind: 'flag', default: true, when: follows },

  /** What an alarm does; its all-clear brings back what was before. */
  alarmDoes: { kind: 'choice', default: 'pause', options: ['pause', 'limit'], when: byAlarm },
  alarmCurrent: { ...current, required: true, when: all(byAlarm, where('alarmDoes', 'limit')) },

  sessionStatus: { kind: 'choice', default: 'any', options: ['any', 'active', 'completed'], when: sessions },
  range: { kind: 'choice', default: 'all', options: ['all', 'day', 'week', 'month', 'custom'], when: sessions },
  rangeOf: {
    kind: 'choice',
    default: 'startedAt',
    options: ['startedAt', 'stoppedAt'],
    when: (config: StoredConfig) => sessions(config) && config.range !== 'all',
  },
  ...rangeFields(custom),
  order: {
    kind: 'choice',
    default: 'newest',
    options: ['newest', 'startedAt asc', 'startedAt desc', 'stoppedAt asc', 'stoppedAt desc'],
    when: sessions,
  },
  output: {
    kind: 'choice',
    default: 'flat',
    options: ['flat', 'record', 'chart'],
    when: is('sessionMeter'),
  },
  split: {
    kind: 'choice',
    default: 'array',
    options: ['array', 'page', 'item'],
    when: is('listSessions', 'sessionMeter'),
  },

  energyUnit: { kind: 'choice', default: 'auto', options: ['auto', 'Wh', 'kWh'], when: summary },
  price: { kind: 'number', default: 0.3, when: summary },
  currency: { kind: 'text', default: 'USD', when: summary },
  tariffZone: {
    kind: 'text',
    default: 'UTC',
    picker: 'zone',
    ownZone: true,
    required: true,
    when: summary,
    check: zone,
  },
  bands: {
    kind: 'text',
    default: '[]',
    when: summary,
    checkParts: (text: string) => listProblems(text, bandProblems),
  },

  ...wordsFields(isTimeZoneName, tells),
  ...writeFields({ writes, leastSeconds: 2 }),
  configVersion: { kind: 'version', upgrades },
} as const satisfies FieldTable;

export const palette = {
  category: 'breakerflow',
  color: paletteColors.operates,
  icon: 'evse-config.svg',
  inputs: 1,
  outputs: 1,
} as const satisfies Palette;
