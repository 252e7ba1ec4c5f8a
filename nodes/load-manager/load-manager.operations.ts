import type { OperationId } from '../../src/catalog';

/** The operations that this node calls. */
export const operations = ['devices.list'] as const satisfies readonly OperationId[];
