import type { OperationId } from '../../src/catalog';

/** The operations that this node calls. */
export const operations = [
  'streams.create',
  'streams.list',
  'streams.delete',
  'deviceStreams.create',
  'deviceStreams.list',
  'deviceStreams.delete',
  'deviceStreams.status',
] as const satisfies readonly OperationId[];
