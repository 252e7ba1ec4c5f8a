import type { OperationId } from '../../src/catalog';

/** The operations that this node calls. */
export const operations = [
  'deviceWebhooks.create',
  'deviceWebhooks.list',
  'deviceWebhooks.delete',
  'userPermissionWebhooks.create',
  'userPermissionWebhooks.list',
  'userPermissionWebhooks.delete',
  'deviceOverrideEventWebhooks.create',
  'deviceOverrideEventWebhooks.list',
  'deviceOverrideEventWebhooks.delete',
  'shareDeviceCodeWebhooks.create',
  'shareDeviceCodeWebhooks.list',
  'shareDeviceCodeWebhooks.delete',
] as const satisfies readonly OperationId[];
