import { isTimeZoneName } from '../../src/charging';
import {
  type FieldTable,
  type Palette,
  type ProblemKey,
  paletteColors,
  type StoredConfig,
  where,
  wordsFields,
} from '../../src/fields';
import { upgrades } from './stream-receiver.upgrades';

const fromQueue = ({ format }: StoredConfig) => format === 'queue';
const webhook = ({ format }: StoredConfig) => format !== 'azure-iot-hub' && format !== 'queue';
const toQueue = (config: StoredConfig) => webhook(config) && config.deliverTo === 'queue';
const toFlow = (config: StoredConfig) => !toQueue(config);
const stream = (config: StoredConfig) => !fromQueue(config);
const registers = (config: StoredConfig) => stream(config) && config.register !== false;
const holdsEntries = (config: StoredConfig) => fromQueue(config) && config.acknowledge !== 'arrival';
const hub = (config: StoredConfig) => !webhook(config) && registers(config);
const exceptions = (config: StoredConfig) => toFlow(config) && config.byException === true;

function routeProblem(value: string): ProblemKey | undefined {
  return /^(\/[\w.~-]+)+$/.test(value) ? undefined : 'path';
}

/** spec 8: a stream's description has at most 256 characters. */
function descriptionProblem(value: string): ProblemKey | undefined {
  return value.length > 256 ? 'description' : undefined;
}

function queueNameProblem(value: string): ProblemKey | undefined {
  return /^[\w.:-]{1,64}$/.test(value) ? undefined : 'queueName';
}

function deadBandsProblem(value: string): ProblemKey | undefined {
  return /^\s*([\w.-]+\s*=\s*\d+(\.\d+)?\s*(,\s*|$))*$/.test(value) ? undefined : 'deadBands';
}

/** spec 2.7, 4.5, 6.2 */
export const fields = {
  name: { kind: 'text', default: '' },
  format: { kind: 'choice', default: 'webhook', options: ['webhook', 'azure-iot-hub', 'queue'] },
  comesFrom: {
    kind: 'choice',
    default: 'publishes',
    options: ['publishes', 'event-grid'],
    when: where('format', 'azure-iot-hub'),
  },
  endpoint: { kind: 'config', type: 'breaker-endpoint', required: true, when: webhook },
  route: { kind: 'text', default: '/streams', required: true, check: routeProblem, when: webhook },
  duplicates: {
    kind: 'config',
    type: 'breaker-endpoint',
    when: where('format', 'azure-iot-hub'),
  },
  queueEndpoint: { kind: 'config', type: 'breaker-endpoint', required: true, when: fromQueue },
  deliverTo: { kind: 'choice', default: 'flow', options: ['flow', 'queue'], when: webhook },
  queue: {
    kind: 'text',
    default: 'publishes',
    required: true,
    check: queueNameProblem,
    when: (config: StoredConfig) => fromQueue(config) || toQueue(config),
  },
  group: { kind: 'text', default: 'workers', required: true, check: queueNameProblem, when: fromQueue },
  acknowledge: { kind: 'choice', default: 'returned', options: ['returned', 'arrival'], when: fromQueue },
  takeOverAfter: { kind: 'number', default: 60, min: 5, max: 86_400, unit: 's', required: true, when: fromQueue },
  maxHeld: { kind: 'number', default: 100, min: 1, max: 10_000, integer: true, required: true, when: holdsEntries },
  register: { kind: 'flag', default: true, when: stream },
  account: { kind: 'config', type: 'breaker-account', required: true, when: registers },
  connectionString: { kind: 'secret', when: hub },
  devices: { kind: 'list', default: [], hardware: 'any', when: registers },
  description: { kind: 'text', default: 'Node-RED', required: true, check: descriptionProblem, when: registers },
  removeWithNode: { kind: 'flag', default: true, when: registers },
  output: { kind: 'choice', default: 'publish', options: ['publish', 'channel', 'reading'], when: toFlow },
  shape: {
    kind: 'choice',
    default: 'flat',
    options: ['flat', 'tree'],
    when: (config: StoredConfig) => toFlow(config) && config.output !== 'reading',
  },
  /** An older flow may compare the ids, which its topics begin with. */
  topicBy: {
    kind: 'choice',
    default: 'id',
    initial: 'name',
    options: ['name', 'id'],
    when: (config: StoredConfig) => toFlow(config) && config.words !== true,
  },
  onlyDevices: { kind: 'text', default: '', when: toFlow },
  channels: { kind: 'text', default: '', when: toFlow },
  byException: { kind: 'flag', default: false, when: toFlow },
  deadBand: { kind: 'number', default: 0, min: 0, when: exceptions },
  deadBands: { kind: 'text', default: '', check: deadBandsProblem, when: exceptions },
  ...wordsFields(isTimeZoneName, toFlow),
  /** The number of outputs that Node-RED draws, calculated from `comesFrom`: Event Grid wants an answer. */
  outputs: { kind: 'number', default: 3, min: 3, max: 4, integer: true, when: () => false },
  accessKeyId: { kind: 'identifier', max: 128, when: webhook },
  secretAccessKey: { kind: 'secret', max: 256, when: webhook },
  nextAccessKeyId: { kind: 'identifier', max: 128, when: webhook },
  nextSecretAccessKey: { kind: 'secret', max: 256, when: webhook },
  service: { kind: 'text', default: '', when: webhook },
  configVersion: { kind: 'version', upgrades },
} as const satisfies FieldTable;

export const palette = {
  category: 'breakerflow',
  color: paletteColors.receives,
  icon: 'stream-receiver.svg',
  inputs: 1,
  outputs: 3,
  outputLabels: ['data', 'refusals', 'attached', 'answer'],
} as const satisfies Palette;
