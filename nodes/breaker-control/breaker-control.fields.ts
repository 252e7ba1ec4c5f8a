import { type FieldTable, type Palette, targetFields, valueSources } from '../../src/fields';

type Config = Readonly<Record<string, unknown>>;

/** spec 4.3 */
export const fields = {
  name: { kind: 'text', default: '' },
  ...targetFields('emcb'),
  maxDevices: {
    kind: 'number',
    default: '',
    min: 1,
    max: 10_000,
    integer: true,
    when: ({ target }: Config) => target !== 'devices',
  },
  action: {
    kind: 'choice',
    default: 'value',
    options: ['value', 'open', 'close', 'openFor', 'cancelTimer', 'readPosition', 'readTimer'],
  },
  command: {
    kind: 'typed',
    default: 'payload',
    sources: valueSources,
    required: true,
    when: ({ action }: Config) => action === 'value',
  },
  seconds: {
    kind: 'typed',
    default: '60',
    sources: ['num', 'msg', 'flow', 'global', 'env', 'jsonata'],
    required: true,
    when: ({ action }: Config) => action === 'openFor',
  },
  reason: {
    kind: 'typed',
    default: '',
    sources: ['str', 'msg', 'flow', 'global', 'env', 'jsonata'],
    when: ({ action }: Config) => action !== 'readPosition' && action !== 'readTimer',
  },
  readBack: { kind: 'flag', default: true },
  readBackSeconds: {
    kind: 'number',
    default: 15,
    min: 1,
    max: 300,
    unit: 's',
    when: ({ readBack }: Config) => readBack !== false,
  },
  /** One more output, for what became of a command that an override event stored. */
  laterOutput: {
    kind: 'flag',
    default: false,
    when: ({ action, readBack }: Config) => readBack !== false && !String(action).startsWith('read'),
  },
  /** Node-RED draws so many; it follows from `laterOutput`. */
  outputs: { kind: 'number', default: 1, min: 1, max: 2, integer: true, when: () => false },
  openLimit: { kind: 'number', default: '', min: 0, unit: 'A' },
  confirmClose: { kind: 'flag', default: true },
  dryRun: { kind: 'flag', default: false },
  expiry: { kind: 'number', default: '', min: 1, max: 3600, unit: 's' },
  mute: { kind: 'flag', default: true },
} as const satisfies FieldTable;

export const palette = {
  category: 'breakerflow',
  color: '#E9B44C',
  icon: 'breaker-control.svg',
  inputs: 1,
  outputs: 1,
  outputLabels: ['outcome', 'later'],
} as const satisfies Palette;
