import type { OperationId } from '../../src/catalog';

/** What this node calls for its user. */
export const operations = [
  'evse.state',
  'evse.control',
  'evse.getConfiguration',
  'evse.updateConfiguration',
  'plugSessions.list',
  'plugSessions.meterTelemetry',
] as const satisfies readonly OperationId[];
