import { type CircuitProblem, circuitProblems, problemPath } from '../../src/directory';
import { type FieldTable, hasReference, type Palette } from '../../src/fields';

/** What an example holds in place of a device. */
const isReference = (rows: unknown, { row, field }: Pick<CircuitProblem, 'row' | 'field'>) =>
  field === 'deviceId' && hasReference((rows as readonly { readonly deviceId?: unknown }[])[row]?.deviceId);

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
        key: isReference(rows, at) ? 'exampleReference' : rule,
        ...(params === undefined ? {} : { params }),
      })),
  },
} as const satisfies FieldTable;

export const palette = { category: 'config', hasUsers: false } as const satisfies Palette;
