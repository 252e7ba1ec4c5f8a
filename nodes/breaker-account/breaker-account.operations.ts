import type { OperationId } from '../../src/catalog';

/** The operations that this node calls. */
export const operations = ['token.create'] as const satisfies readonly OperationId[];
