import type { OperationId } from '../../src/catalog';

/** The operations that this node calls. */
export const operations = [
  'batchCommands.create',
  'batchCommands.createSun',
  'batchCommands.list',
  'batchCommands.get',
  'batchCommands.cancel',
  'batchCommands.devices',
] as const satisfies readonly OperationId[];
