import type { FieldTable, Palette } from '../../src/fields';

type Config = Readonly<Record<string, unknown>>;
const registered = ({ register }: Config) => register !== false;

function routeProblem(value: string): string | undefined {
  return /^(\/[\w.~-]+)+$/.test(value) ? undefined : 'path';
}

/** spec 4.5, 6.2 */
export const fields = {
  name: { kind: 'text', default: '' },
  endpoint: { kind: 'config', type: 'breaker-endpoint', required: true },
  route: { kind: 'text', default: '/streams', required: true, check: routeProblem },
  accessKeyId: { kind: 'identifier', max: 128 },
  secretAccessKey: { kind: 'secret', max: 256 },
  nextAccessKeyId: { kind: 'identifier', max: 128 },
  nextSecretAccessKey: { kind: 'secret', max: 256 },
  service: { kind: 'text', default: '' },
  register: { kind: 'flag', default: true },
  account: { kind: 'config', type: 'breaker-account', required: true, when: registered },
  description: { kind: 'text', default: 'Node-RED', required: true, when: registered },
  devices: { kind: 'list', default: [], hardware: 'any', required: true, when: registered },
  removeWithNode: { kind: 'flag', default: true, when: registered },
  output: { kind: 'choice', default: 'publish', options: ['publish', 'channel', 'reading'] },
  shape: {
    kind: 'choice',
    default: 'flat',
    options: ['flat', 'tree'],
    when: ({ output }: Config) => output !== 'reading',
  },
  channels: { kind: 'text', default: '' },
  byException: { kind: 'flag', default: false, when: ({ output }: Config) => output === 'reading' },
  deadBand: {
    kind: 'number',
    default: 0,
    min: 0,
    when: ({ output, byException }: Config) => output === 'reading' && byException === true,
  },
} as const satisfies FieldTable;

export const palette = {
  category: 'breakerflow',
  color: '#A7C6A0',
  icon: 'stream-receiver.svg',
  inputs: 0,
  outputs: 2,
} as const satisfies Palette;
