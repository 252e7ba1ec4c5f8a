import { circuitProblems, problemPath } from '../../src/directory';
import type { FieldTable, Palette } from '../../src/fields';

/** The names of the devices belong to the house, not to the service: they are stored in the flow file. */
export const fields = {
  name: { kind: 'text', default: '' },
  account: { kind: 'config', type: 'breaker-account', required: true },
  circuits: {
    kind: 'rows',
    default: [],
    checkRows: (rows) =>
      circuitProblems(rows).map(({ rule, params, ...at }) => ({
        path: problemPath({ rule, ...at }),
        key: rule,
        ...(params === undefined ? {} : { params }),
      })),
  },
} as const satisfies FieldTable;

export const palette = { category: 'config', hasUsers: false } as const satisfies Palette;
