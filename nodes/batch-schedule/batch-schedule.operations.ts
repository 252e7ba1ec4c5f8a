import type { OperationId } from '../../src/catalog';

/** What this node calls for its user. */
export const operations = [
  'batchCommands.create',
  'batchCommands.createSun',
  'batchCommands.list',
  'batchCommands.get',
  'batchCommands.cancel',
  'batchCommands.devices',
] as const satisfies readonly OperationId[];
