import type { OperationId } from '../../src/catalog';

/** What this node calls for its user. */
export const operations = [
  'remoteHandle.setPosition',
  'remoteHandle.getPosition',
  'remoteHandle.getSecondsUntilReset',
] as const satisfies readonly OperationId[];
