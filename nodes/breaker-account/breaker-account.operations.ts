import type { OperationId } from '../../src/catalog';

/** What this node calls for its user. */
export const operations = ['token.create'] as const satisfies readonly OperationId[];
