import { isTimeZoneName } from '../../src/charging';
import {
  type FieldTable,
  type Palette,
  type ProblemKey,
  paletteColors,
  type StoredConfig,
  wordsFields,
} from '../../src/fields';

const registers = ({ register }: StoredConfig) => register !== false;

function routeProblem(value: string): ProblemKey | undefined {
  return /^(\/[\w.~-]+)+$/.test(value) ? undefined : 'path';
}

function headerNameProblem(value: string): ProblemKey | undefined {
  return /^[A-Za-z0-9-]+$/.test(value) ? undefined : 'headerName';
}

/** spec 4.2, 4.9, 6.1 */
export const fields = {
  name: { kind: 'text', default: '' },
  endpoint: { kind: 'config', type: 'breaker-endpoint', required: true },
  route: { kind: 'text', default: '/webhooks', required: true, check: routeProblem },
  deviceOnboarding: { kind: 'flag', default: true },
  userPermission: { kind: 'flag', default: false },
  deviceOverrideEvent: { kind: 'flag', default: false },
  shareDeviceCode: { kind: 'flag', default: false },
  open: { kind: 'flag', default: false },
  header: {
    kind: 'text',
    default: 'X-Breakerflow-Secret',
    required: true,
    check: headerNameProblem,
    when: ({ open }: StoredConfig) => open !== true,
  },
  secret: { kind: 'secret', max: 256, when: ({ open }: StoredConfig) => open !== true },
  nextSecret: { kind: 'secret', max: 256, when: ({ open }: StoredConfig) => open !== true },
  register: { kind: 'flag', default: true },
  account: { kind: 'config', type: 'breaker-account', required: true, when: registers },
  removeWithNode: { kind: 'flag', default: true, when: registers },
  /** The number of outputs that Node-RED draws, calculated from the kinds, `outputsBy` and `refusalOutput`. */
  outputs: { kind: 'number', default: 1, min: 1, max: 5, integer: true, when: () => false },
  /** Equal events without a time or an id, such as that of a device that is commissioned again, are one event for so long. */
  repeatMinutes: { kind: 'number', default: 2, min: 1, max: 1440, unit: 'min' },
  outputsBy: { kind: 'choice', default: 'one', options: ['one', 'kind'] },
  /** Adds an output for refused requests. */
  refusalOutput: { kind: 'flag', default: false },
  ...wordsFields(isTimeZoneName),
} as const satisfies FieldTable;

export const palette = {
  category: 'breakerflow',
  color: paletteColors.receives,
  icon: 'webhook-in.svg',
  inputs: 0,
  outputs: 1,
} as const satisfies Palette;
