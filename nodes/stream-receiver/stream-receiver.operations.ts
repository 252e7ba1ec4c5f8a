import type { OperationId } from '../../src/catalog';

/** What this node calls for its user. */
export const operations = [
  'streams.create',
  'streams.list',
  'streams.delete',
  'deviceStreams.create',
  'deviceStreams.list',
  'deviceStreams.delete',
  'deviceStreams.status',
] as const satisfies readonly OperationId[];
