import type { FieldTable, Palette, StoredConfig } from '../../src/fields';
import { upgrades } from './stream-receiver.upgrades';

const webhook = ({ format }: StoredConfig) => format !== 'azure-iot-hub';
const registered = ({ register }: StoredConfig) => register !== false;
const hub = (config: StoredConfig) => !webhook(config) && registered(config);
const exceptions = ({ byException }: StoredConfig) => byException === true;

function routeProblem(value: string): string | undefined {
  return /^(\/[\w.~-]+)+$/.test(value) ? undefined : 'path';
}

/** spec 8: a stream's description has at most 256 characters. */
function descriptionProblem(value: string): string | undefined {
  return value.length > 256 ? 'description' : undefined;
}

function deadBandsProblem(value: string): string | undefined {
  return /^\s*([\w.-]+\s*=\s*\d+(\.\d+)?\s*(,\s*|$))*$/.test(value) ? undefined : 'deadBands';
}

/** spec 2.7, 4.5, 6.2 */
export const fields = {
  name: { kind: 'text', default: '' },
  format: { kind: 'choice', default: 'webhook', options: ['webhook', 'azure-iot-hub'] },
  endpoint: { kind: 'config', type: 'breaker-endpoint', required: true, when: webhook },
  route: { kind: 'text', default: '/streams', required: true, check: routeProblem, when: webhook },
  duplicates: { kind: 'config', type: 'breaker-endpoint', when: (config: StoredConfig) => !webhook(config) },
  register: { kind: 'flag', default: true },
  account: { kind: 'config', type: 'breaker-account', required: true, when: registered },
  connectionString: { kind: 'secret', when: hub },
  devices: { kind: 'list', default: [], hardware: 'any', when: registered },
  description: { kind: 'text', default: 'Node-RED', required: true, check: descriptionProblem, when: registered },
  removeWithNode: { kind: 'flag', default: true, when: registered },
  output: { kind: 'choice', default: 'publish', options: ['publish', 'channel', 'reading'] },
  shape: {
    kind: 'choice',
    default: 'flat',
    options: ['flat', 'tree'],
    when: ({ output }: StoredConfig) => output !== 'reading',
  },
  onlyDevices: { kind: 'text', default: '' },
  channels: { kind: 'text', default: '' },
  byException: { kind: 'flag', default: false },
  deadBand: { kind: 'number', default: 0, min: 0, when: exceptions },
  deadBands: { kind: 'text', default: '', check: deadBandsProblem, when: exceptions },
  accessKeyId: { kind: 'identifier', max: 128, when: webhook },
  secretAccessKey: { kind: 'secret', max: 256, when: webhook },
  nextAccessKeyId: { kind: 'identifier', max: 128, when: webhook },
  nextSecretAccessKey: { kind: 'secret', max: 256, when: webhook },
  service: { kind: 'text', default: '', when: webhook },
  configVersion: { kind: 'version', upgrades },
} as const satisfies FieldTable;

export const palette = {
  category: 'breakerflow',
  color: '#A7C6A0',
  icon: 'stream-receiver.svg',
  inputs: 1,
  outputs: 3,
  outputLabels: ['data', 'refusals', 'attached'],
} as const satisfies Palette;
