import {
  all,
  type FieldTable,
  type Palette,
  paletteColors,
  type StoredConfig,
  valueSources,
  where,
  writeFields,
} from '../../src/fields';

const picked = ({ operationFrom }: StoredConfig) => operationFrom !== 'value';
const fromValue = where('operationFrom', 'value');

/** spec 4 */
export const fields = {
  name: { kind: 'text', default: '' },
  account: { kind: 'config', type: 'breaker-account', required: true },
  operationFrom: { kind: 'choice', default: 'picked', options: ['picked', 'value'] },
  operation: { kind: 'text', default: '', required: true, when: picked },
  operationValue: { kind: 'typed', default: 'operation', sources: valueSources, required: true, when: fromValue },
  input: {
    kind: 'typed',
    default: 'payload',
    sources: ['msg', 'flow', 'global', 'jsonata', 'json'],
    required: true,
    when: fromValue,
  },
  /** Only identifiers, JSON, size and headers are checked. */
  asWritten: { kind: 'flag', default: false },
  allowDestructive: { kind: 'flag', default: false, when: fromValue },
  /**
   * JSON text of one { type, value } for each field of the input, by its path, such as `path/deviceId` or
   * `body/windows/0/start/day`.
   */
  values: { kind: 'text', default: '{}', when: picked, check: (text) => (isObject(text) ? undefined : 'json') },
  bodyFrom: { kind: 'choice', default: 'form', options: ['form', 'value'], when: picked },
  body: {
    kind: 'typed',
    default: 'payload',
    sources: ['msg', 'json', 'flow', 'global', 'jsonata'],
    required: true,
    when: all(picked, where('bodyFrom', 'value')),
  },
  pages: { kind: 'choice', default: 'first', options: ['first', 'all', 'each'] },
  maxItems: {
    kind: 'number',
    default: 10_000,
    min: 1,
    max: 1_000_000,
    integer: true,
    when: where('pages', 'all', 'each'),
  },
  output: { kind: 'choice', default: 'data', options: ['data', 'envelope'] },
  secrets: { kind: 'flag', default: false },
  /** marked: only operations that cannot be undone; writes: everything that changes something. */
  confirm: { kind: 'choice', default: 'marked', options: ['marked', 'writes'] },
  ...writeFields(),
} as const satisfies FieldTable;

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

export const palette = {
  category: 'breakerflow',
  color: paletteColors.manages,
  icon: 'cloud-call.svg',
  inputs: 1,
  outputs: 1,
} as const satisfies Palette;
