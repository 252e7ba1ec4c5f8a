import type { OperationId } from '../../src/catalog';

/** The operations that this node calls. */
export const operations = [
  'remoteHandle.setPosition',
  'remoteHandle.getPosition',
  'remoteHandle.getSecondsUntilReset',
] as const satisfies readonly OperationId[];
