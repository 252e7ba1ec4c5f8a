import type { OperationId } from '../../src/catalog';

/** The operations that this node calls. */
export const operations = [
  'evse.state',
  'evse.control',
  'evse.getConfiguration',
  'evse.updateConfiguration',
  'plugSessions.list',
  'plugSessions.meterTelemetry',
] as const satisfies readonly OperationId[];
