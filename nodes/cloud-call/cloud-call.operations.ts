import { operationIds } from '../../src/catalog';

/** What this node calls for its user: everything. */
export const operations = operationIds;
