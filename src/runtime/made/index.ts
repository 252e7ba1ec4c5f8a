export { configuredNodes } from './configured-nodes';
export { createMadeByNode, type MadeByNode } from './made-by-node';
export type { Made } from './made-memory';
export { generatedSecrets, type SecretOf } from './receivers/generated-secrets';
export { type ReceiverMemory, type RegisteredWebhookState, receiverMemory } from './receivers/receiver-memory';
export {
  attachDevice,
  detachDevices,
  type RegisteredStream,
  registerStream,
  removeStreams,
  type WantedStream,
} from './receivers/registered-stream';
export {
  registerWebhook,
  removeWebhook,
  UnlistedWebhook,
  type WantedWebhook,
  type WebhookDrift,
  webhookDrift,
} from './receivers/registered-webhook';
export { retryUntilDone } from './receivers/retry-loop';
export { takeBackOf } from './runtime-take-back';
export { endDeclarations } from './schedules/end-declarations';
export { adoptPending, knownBatches } from './schedules/known-batches';
export { type Removal, removeBatches, removeForDeletedNodes } from './schedules/remove-batches';
export {
  type Declared,
  forgetBatch,
  type ScheduleMemory,
  scheduleMemory,
  serviceName,
} from './schedules/schedule-memory';
