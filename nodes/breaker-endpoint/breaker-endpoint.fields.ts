import { type FieldTable, type Palette, type ProblemKey, publicUrlProblem, type StoredConfig } from '../../src/fields';

const ownPort = ({ mount }: StoredConfig) => mount !== 'shared' && mount !== 'none';
const takesRequests = ({ mount }: StoredConfig) => mount !== 'none';

function basePathProblem(value: string): ProblemKey | undefined {
  return /^(\/[\w.~-]+)+$/.test(value) ? undefined : 'path';
}

/** spec 6, 8; limits and duplicates are this project's own. */
export const fields = {
  name: { kind: 'text', default: '' },
  mount: { kind: 'choice', default: 'port', options: ['port', 'shared', 'none'] },
  port: { kind: 'number', default: 1881, min: 1, max: 65_535, integer: true, required: true, when: ownPort },
  host: { kind: 'text', default: '127.0.0.1', when: ownPort },
  tls: { kind: 'config', type: 'tls-config', when: ownPort },
  publicUrl: {
    kind: 'text',
    default: 'https://node-red.example',
    required: true,
    check: publicUrlProblem,
    when: takesRequests,
  },
  basePath: { kind: 'text', default: '/breakerflow', required: true, check: basePathProblem, when: takesRequests },
  maxBody: { kind: 'number', default: 1024, min: 1, max: 16_384, integer: true, unit: 'KiB', when: takesRequests },
  window: { kind: 'number', default: 15, min: 1, max: 15, unit: 'min', when: takesRequests },
  rate: { kind: 'number', default: '', min: 1, max: 1_000_000, unit: '/s', when: takesRequests },
  duplicates: { kind: 'choice', default: 'memory', options: ['memory', 'journal', 'redis'] },
  duplicateHours: { kind: 'number', default: 24, min: 1, max: 168, unit: 'h' },
  redisUrl: { kind: 'secret', when: ({ duplicates }: StoredConfig) => duplicates === 'redis' },
} as const satisfies FieldTable;

export const palette = { category: 'config' } as const satisfies Palette;
